package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
	"github.com/surefoot-dev/surefoot/pkg/report/json"
	"github.com/surefoot-dev/surefoot/pkg/report/log"
)

// outputs are a run's readers: what people see, and the files that stay.
type outputs struct {
	redactor *redact.Redactor
	readers  fanout
	console  *console.Console // nil with --json and for a single message
	logs     []*log.Writer
	temp     bool    // the only log is a temporary one, for the other formats
	written  []draft // reports in other formats, written at the end
	report   *eval.Report
}

// open makes the readers that the settings ask for. A file that cannot be
// written is an error now, before anything was spent.
func (p *Process) open(s *suite, redactor *redact.Redactor) (*outputs, error) {
	out := &outputs{redactor: redactor}
	if err := p.openFiles(s, out); err != nil {
		_ = out.closeFiles()
		return nil, err
	}
	for _, writer := range out.logs {
		out.readers = append(out.readers, writer)
	}
	switch {
	case s.settings.JSON:
		out.readers = append(out.readers, screen{lines{p.Out}})
	case s.direct:
		out.readers = append(out.readers, screen{&answer{
			out: p.Out, err: p.Err, verbose: s.settings.Verbose, guarded: isTrue(p.env("GITHUB_ACTIONS")),
		}})
	default:
		out.console = console.New(console.Options{
			Out: p.Out, Err: p.Err, Plain: !p.Live, Terminal: p.Live, Color: p.Color, Verbose: s.settings.Verbose,
			Width: p.Width, Now: p.Now, ReportPaths: func() []string { return p.paths(out) },
			Command: func(c eval.CaseResult) string { return redactor.Text(p.again(s, c)) },
		})
		out.readers = append(out.readers, screen{out.console})
	}
	return out, nil
}

func (p *Process) openFiles(s *suite, out *outputs) error {
	paths := s.settings.Output
	if len(paths) == 0 && s.selection.message == nil {
		path := p.defaultReport(s)
		writer, err := log.CreateNew(path)
		if err != nil {
			return fmt.Errorf("%w (name a report file with -o)", unwritable(p.name(path), err))
		}
		out.logs = append(out.logs, writer)
		return nil
	}
	if err := p.distinct(paths, s.inputs); err != nil {
		return err
	}
	formats := make([]report.Format, len(paths))
	for i, path := range paths {
		format, err := report.FormatOf(path)
		if err != nil {
			return err // before any file was touched
		}
		formats[i] = format
	}
	for i, path := range paths {
		switch formats[i] {
		case report.JSONL:
			writer, err := log.Create(p.abs(path))
			if err != nil {
				return unwritable(path, err)
			}
			out.logs = append(out.logs, writer)
		case report.JSON:
			file, err := newDraft(p.abs(path))
			if err != nil {
				return unwritable(path, err)
			}
			out.written = append(out.written, file)
		}
	}
	if len(out.written) > 0 && len(out.logs) == 0 {
		writer, err := log.Temp(p.TempDir)
		if err != nil {
			return err
		}
		out.logs, out.temp = append(out.logs, writer), true
	}
	return nil
}

// distinct refuses a report that would overwrite a case file of the run,
// another report of it, or anything that is no report.
func (p *Process) distinct(reports, inputs []string) error {
	taken := map[string]string{}
	for _, input := range inputs {
		taken[resolved(p.abs(filepath.FromSlash(input)))] = "a case file of this run"
	}
	for _, path := range reports {
		full := filepath.Join(resolved(filepath.Dir(p.abs(path))), filepath.Base(path))
		if is := taken[resolved(full)]; is != "" {
			return fmt.Errorf("cannot write report %q: it is %s", path, is)
		}
		if info, err := os.Stat(full); err == nil && info.Mode().IsRegular() && info.Size() > 0 && !dataset.IsReport(full) {
			return fmt.Errorf("cannot write report %q: the file is there and is no report (remove it, or choose another name)", path)
		}
		taken[resolved(full)] = "another report of this run"
	}
	return nil
}

func unwritable(name string, err error) error {
	return fmt.Errorf("cannot write report %q: %w", name, err)
}

// defaultReport is where the report goes when nobody says: beside the first
// case file.
func (p *Process) defaultReport(s *suite) string {
	return filepath.Join(p.folder(s.inputs[0]), "output-"+p.Now().Format("20060102150405")+".jsonl")
}

// paths are the report files, as people see them.
func (p *Process) paths(out *outputs) []string {
	var names []string
	for _, writer := range out.logs {
		if !out.temp {
			names = append(names, p.name(writer.Path()))
		}
	}
	for _, file := range out.written {
		names = append(names, p.name(file.path))
	}
	return names
}

// tick keeps the live line moving until the returned function is called.
func (o *outputs) tick(every time.Duration) func() {
	if o.console == nil {
		return func() {}
	}
	ticker := time.NewTicker(every)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-ticker.C:
				o.console.Tick()
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(stop)
		<-done
	}
}

// finish writes the formats that need the whole report, and closes all files.
func (o *outputs) finish() error {
	var errs []error
	for _, file := range o.written {
		if err := file.publish(o.write); err != nil {
			errs = append(errs, fmt.Errorf("report %q: %w", file.path, err))
		}
	}
	return errors.Join(append(errs, o.closeFiles())...)
}

func (o *outputs) write(w io.Writer) error {
	// The log knows the cases by what is left of their ids after redaction.
	clean := o.redactor.Report(*o.report)
	keys := func(yield func(eval.Key) bool) {
		for i := range clean.Cases {
			if !yield(clean.Cases[i].Key()) {
				return
			}
		}
	}
	return json.Write(w, clean, o.logs[0].Trials(keys))
}

func (o *outputs) closeFiles() error {
	var errs []error
	for _, writer := range o.logs {
		errs = append(errs, writer.Close())
	}
	for _, file := range o.written {
		file.discard()
	}
	return errors.Join(errs...)
}

// errorLines are the lines of joined errors, each once.
func errorLines(err error) []string {
	if err == nil {
		return nil
	}
	var lines []string
	seen := map[string]bool{}
	for line := range strings.Lines(err.Error()) {
		line = strings.TrimRight(line, "\n")
		if !seen[line] {
			seen[line] = true
			lines = append(lines, line)
		}
	}
	return lines
}
