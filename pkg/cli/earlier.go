package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
	"github.com/surefoot-dev/surefoot/pkg/report/merge"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
)

// earlier is the report of an earlier run, without what the masks match.
type earlier struct {
	eval.Report
	name     string // as people see it
	path     string // absolute, "" of standard input
	past     *past.Report
	whole    *merge.Report // of all shards, in place of past
	redactor *redact.Redactor
	file     *os.File
}

// masks is the flag that evals have, for another command.
func masks(set *pflag.FlagSet) *[]*regexp.Regexp {
	settings := config.Default()
	for _, row := range settings.Table() {
		if row.Name == "mask" {
			set.Var(row.Value, row.Name, row.Help)
		}
	}
	return &settings.Mask
}

// earlier reads the one report that the words of a command name, and says what
// is odd about it.
func (p *Process) earlier(words []string, masks []*regexp.Regexp) (*earlier, error) {
	switch {
	case len(words) == 0:
		return nil, errors.New("no report to read (name a .jsonl or .json report, or - for standard input)")
	case len(words) > 1:
		return nil, fmt.Errorf("more than one report to read: %q and %q (give one, in quotes if there is a blank in its name)", eval.Clip(words[0]), eval.Clip(words[1]))
	}
	e := &earlier{name: "standard input"}
	switch strings.TrimSpace(words[0]) {
	case "":
		return nil, errors.New("the name of the report is empty")
	case "-":
	default:
		e.path = p.abs(words[0])
		e.name = p.name(e.path)
	}
	if err := p.openEarlier(e); err != nil {
		return nil, fmt.Errorf("cannot read report %q: %w", e.name, eval.Bare(err))
	}
	report, err := past.Read(e.file, e.name)
	if err != nil {
		return nil, errors.Join(err, e.close())
	}
	e.past, e.Report = report, report.Report
	if len(masks) > 0 {
		e.redactor = redact.New(nil, masks)
		e.Report = e.redactor.Report(report.Report)
	}
	if err := e.merged(); err != nil {
		return nil, errors.Join(err, e.close())
	}
	if report.Warning != "" {
		console.Problems(p.Err, eval.Problems{{Pos: eval.Pos{File: e.name}, Message: report.Warning, Warning: true}})
	}
	return e, nil
}

// openEarlier opens the file, or a copy of what can be read only once.
func (p *Process) openEarlier(e *earlier) error {
	if e.path == "" {
		if p.In == nil {
			return errors.New("there is none")
		}
		return p.spool(e, p.In)
	}
	f, err := os.Open(e.path)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		return errors.Join(err, f.Close())
	case info.IsDir():
		return errors.Join(errors.New("it is a folder"), f.Close())
	case !info.Mode().IsRegular():
		return errors.Join(p.spool(e, f), f.Close())
	}
	e.file = f
	return nil
}

// spool keeps what comes in a temporary file.
func (p *Process) spool(e *earlier, in io.Reader) error {
	f, err := os.CreateTemp(p.TempDir, "surefoot-*.jsonl")
	if err != nil {
		return err
	}
	e.file = f
	_ = os.Remove(f.Name()) // where a system allows it, nothing stays behind
	// What does not begin as a report may have no end, and its beginning is
	// enough to say so.
	head, err := io.ReadAll(io.LimitReader(in, past.Head))
	if err == nil && past.Begins(head) {
		in = io.MultiReader(bytes.NewReader(head), in)
	} else if err == nil {
		in = bytes.NewReader(head)
	}
	if err == nil {
		_, err = io.Copy(f, in)
	}
	if err != nil {
		return errors.Join(err, e.close())
	}
	return nil
}

// close closes the file, and removes a copy that could not be removed before.
func (e *earlier) close() error {
	err := e.file.Close()
	if e.path == "" || e.file.Name() != e.path {
		_ = os.Remove(e.file.Name())
	}
	return err
}

// merged refuses masks that give two cases one id.
func (e *earlier) merged() error {
	seen := map[eval.Key]bool{}
	for i := range e.Cases {
		key := e.Cases[i].Key()
		if seen[key] {
			return fmt.Errorf("--mask makes the ids of two cases the same: %q", eval.Clip(key.ID))
		}
		seen[key] = true
	}
	return nil
}

// rows are the trials as their files have them.
func (e *earlier) rows() iter.Seq2[*eval.Trial, error] {
	if e.whole != nil {
		return e.whole.Trials()
	}
	return e.past.Trials()
}

// trials are the trials in the order of the cases, until the context ends.
func (e *earlier) trials(ctx context.Context) iter.Seq2[*eval.Trial, error] {
	return func(yield func(*eval.Trial, error) bool) {
		for t, err := range e.rows() {
			if err == nil && ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if err == nil {
				t, _ = e.redactor.Event(t).(*eval.Trial)
			}
			if !yield(t, err) {
				return
			}
		}
	}
}

// failed says what went wrong and is the exit code for it.
func (p *Process) failed(ctx context.Context, err error) int {
	for _, line := range errorLines(err) {
		console.Problems(p.Err, eval.Problems{{Message: line}})
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	return exitError
}
