package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report"
	"github.com/surefoot-dev/surefoot/pkg/report/again"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// defineReport is the command that shows an earlier run, or writes it in other
// formats.
func defineReport(set *pflag.FlagSet) action {
	var outputs []string
	set.VarP(kinds{&outputs, "FILE"}, "output", "o", "report file, format by its extension; may be repeated")
	verbose := set.BoolP("verbose", "v", false, "also show turns, tool calls and logs, and every case")
	masks := masks(set)
	return func(p *Process, ctx context.Context, words []string) int {
		var running atomic.Bool
		ctx, stop := p.watch(ctx, &running)
		defer stop()
		e, err := p.earlier(words, *masks)
		if err != nil {
			return p.failed(ctx, err)
		}
		defer e.close()
		running.Store(true)
		if len(outputs) == 0 {
			err = p.display(ctx, e, *verbose)
		} else {
			err = p.rewrite(ctx, e, outputs)
		}
		if err != nil {
			return p.failed(ctx, err)
		}
		return exitPassed
	}
}

// display shows the run as it was shown when it ran, with the files that were
// written of it now.
func (p *Process) display(ctx context.Context, e *earlier, verbose bool, written ...string) error {
	screen := console.New(console.Options{
		Out: p.Out, Err: p.Err, Plain: !p.Live, Color: p.Color, Verbose: verbose, Width: p.Width, Now: p.Now,
		Command: e.again, ReportPaths: func() []string { return written },
	})
	if err := screen.Event(&e.Start); err != nil {
		return err
	}
	if err := tellWork(screen, e.Work, false); err != nil {
		return err
	}
	err := walk.Cases(e.Cases, e.trials(ctx), func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		for t := range trials {
			if err := screen.Event(t); err != nil {
				return err
			}
		}
		return screen.Event(c)
	})
	err = errors.Join(err, tellWork(screen, e.Work, true))
	if err == nil && e.Comparison != nil {
		err = screen.Event(e.Comparison)
	}
	if err != nil {
		return err
	}
	return errors.Join(screen.Event(&e.Summary), screen.Event(&e.Decision))
}

// tellWork tells a reader what was done before all trials, or after them.
func tellWork(sink eval.Sink, work []eval.Work, after bool) error {
	for i := range work {
		if (work[i].Kind == eval.WorkAfterAll) != after {
			continue
		}
		if err := sink.Event(&work[i]); err != nil {
			return err
		}
	}
	return nil
}

// again is the command that runs one case of the run once more, "" where
// patterns that redact stand between the report and what was run.
func (e *earlier) again(c eval.CaseResult) string {
	run, ok := again.Of(&e.Start, &c)
	if !ok || e.redactor != nil {
		return ""
	}
	return run.Command(&c)
}

// rewrite writes the report to the files, none of them before all are known to
// be possible.
func (p *Process) rewrite(ctx context.Context, e *earlier, paths []string) error {
	var inputs []string
	if e.path != "" {
		inputs = []string{e.path}
	}
	formats := make([]report.Format, len(paths))
	for i, path := range paths {
		format, err := report.FormatOf(path)
		if err != nil {
			return err
		}
		if format == report.JSONL {
			return fmt.Errorf("cannot write report %q: rows are written while a run goes on (copy the report, or choose another extension)", path)
		}
		formats[i] = format
	}
	if err := p.distinct(paths, inputs, "the report that is read"); err != nil {
		return err
	}
	drafts := make([]draft, len(paths))
	for i, path := range paths {
		file, err := newDraft(p.abs(path), formats[i])
		if err != nil {
			return unwritable(path, err)
		}
		drafts[i] = file
	}
	for i, file := range drafts {
		err := file.publish(func(w io.Writer) error { return writeReport(w, file.format, e.Report, e.trials(ctx)) })
		if err != nil {
			return fmt.Errorf("report %q was not written: %w", paths[i], err)
		}
		if _, err := fmt.Fprintf(p.Out, "written: %s\n", safetext.Line(p.name(file.path))); err != nil {
			return err
		}
	}
	return nil
}
