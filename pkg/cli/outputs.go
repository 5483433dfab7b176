package cli

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
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
	if err := s.prepare(s.plan.Cases); err != nil {
		return nil, err
	}
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

// publish writes the formats that need the whole report, in the place of what it
// wrote before. One that cannot be written is no report of this run any more.
func (o *outputs) publish() error {
	var errs []error
	var done []draft
	for _, file := range o.written {
		if err := file.publish(func(w io.Writer) error { return o.write(w, file.format) }); err != nil {
			errs = append(errs, fmt.Errorf("report %q was not written: %w", file.path, err), file.takeBack())
			continue
		}
		file.published = true
		done = append(done, file)
	}
	o.written = done
	return errors.Join(errs...)
}

// write writes a report in a format.
func (o *outputs) write(w io.Writer, format report.Format) error {
	clean, trials, err := o.clean()
	if err != nil {
		return err
	}
	return writeReport(w, format, clean, trials)
}

// clean is the report without secrets, with the trials of the first log that
// kept them all.
func (o *outputs) clean() (eval.Report, iter.Seq2[*eval.Trial, error], error) {
	// The log knows the cases by what is left of their ids after redaction.
	clean := o.redactor.Report(*o.report)
	at := slices.IndexFunc(o.logs, func(l *log.Writer) bool { return l.Fault() == nil })
	if at < 0 {
		return clean, nil, errors.New("its trials could not be kept")
	}
	keys := func(yield func(eval.Key) bool) {
		for i := range clean.Cases {
			if !yield(clean.Cases[i].Key()) {
				return
			}
		}
	}
	return clean, o.logs[at].Trials(keys), nil
}

func (o *outputs) closeFiles() error {
	var errs []error
	for _, writer := range o.logs {
		errs = append(errs, writer.Close())
		if _, err := os.Stat(writer.Path()); err != nil && !o.temp {
			errs = append(errs, fmt.Errorf("report %q was taken away during the run", writer.Path()))
		}
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
