package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report"
	"github.com/surefoot-dev/surefoot/pkg/report/log"
	"github.com/surefoot-dev/surefoot/pkg/resume"
	"github.com/surefoot-dev/surefoot/pkg/runner"
)

// narrow leaves of the plan the shard that was asked for. Every shard has
// something to run, or none of them begins.
func (s *suite) narrow() eval.Problems {
	shard := s.settings.Shard
	// A change may reach fewer cases than there are shards.
	if runnable := s.plan.Runnable(); shard.Of > runnable && s.plan.Since == "" {
		return eval.Problems{{
			Message: fmt.Sprintf("--shard %s: only %s to run, so that a shard would have none", shard, eval.Plural(runnable, "case")),
			Hint:    "give fewer shards",
		}}
	}
	s.plan = s.plan.Shard(shard)
	return nil
}

// resumption is what is known of a run that goes on; nil of one that begins.
type resumption struct {
	*resume.Run
	path     string      // absolute
	was      os.FileInfo // the file from before it was read
	file     *os.File
	redactor *redact.Redactor
}

// resume reads the report of --resume, and tells whether this run is its.
func (p *Process) resume(s *suite, redactor *redact.Redactor) eval.Problems {
	name := s.settings.Resume
	if name == "" {
		return nil
	}
	fault := func(err error, hint string) eval.Problems {
		return eval.Problems{{Message: fmt.Sprintf("--resume %s: %s", quote(name), err), Hint: hint}}
	}
	if format, err := report.FormatOf(name); err != nil || format != report.JSONL {
		return fault(errors.New("only a .jsonl report can be gone on with"), "")
	}
	path := p.abs(name)
	was, err := os.Stat(path)
	if err == nil && !was.Mode().IsRegular() {
		return fault(errors.New("it is not a regular file"), "") // a pipe that nobody writes cannot even be opened
	}
	var file *os.File
	if err == nil {
		file, err = os.Open(path)
	}
	if err != nil {
		return fault(eval.Bare(err), "to begin a run, leave --resume out")
	}
	s.resumed = &resumption{path: path, was: was, file: file, redactor: redactor}
	if s.resumed.Run, err = resume.Read(file, p.name(path)); err != nil {
		return eval.Problems{{Message: err.Error()}}
	}
	now, _ := redactor.Event(s.start(p.Now())).(*eval.Start)
	return s.resumed.Check(s.plan, now, redactor)
}

// close closes the report that was read; nil has none.
func (r *resumption) close() {
	if r != nil {
		_ = r.file.Close() // it was only read
	}
}

// shown is a case's key as the report has it.
func (r *resumption) shown(key eval.Key) eval.Key {
	return eval.Key{Agent: r.redactor.Text(key.Agent), ID: r.redactor.Text(key.ID)}
}

// has reports whether trials of the case are there from before.
func (r *resumption) has(key eval.Key) bool { return r != nil && r.Done(r.shown(key)) > 0 }

// say tells people what is left to do.
func (r *resumption) say(p *Process, s *suite) {
	switch {
	case r == nil:
	case r.Start == nil:
		fmt.Fprintf(p.Err, "surefoot: nothing is in %s yet: the run begins\n", p.name(r.path))
	case r.Finished() && s.compared != nil:
		fmt.Fprintf(p.Err, "surefoot: the run of %s is finished: nothing is left to do, but to compare it with %s\n", p.name(r.path), s.compared.base.Name())
	case r.Finished():
		fmt.Fprintf(p.Err, "surefoot: the run of %s is finished: nothing is left to do\n", p.name(r.path))
	default:
		fmt.Fprintf(p.Err, "surefoot: going on with %s: %d of %s are in it\n", p.name(r.path), r.there(s), eval.Plural(s.plan.Trials(), "trial"))
	}
}

// there is how many trials of the plan are in the report.
func (r *resumption) there(s *suite) int {
	n := 0
	for _, c := range s.plan.Cases {
		if c.Skip == "" {
			n += r.Done(r.shown(c.Key()))
		}
	}
	return n
}

// log opens the report to go on with it.
func (r *resumption) log() (*log.Writer, error) {
	if r.Start == nil {
		return log.Create(r.path)
	}
	return log.Resume(r.path, r.was, r.Keep)
}

// others are the reports to write beside the one that goes on, which may be
// named among them. A second one of trials would lack those of before.
func (r *resumption) others(p *Process, paths []string) ([]string, error) {
	if r == nil {
		return paths, nil
	}
	paths = slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return resolved(p.abs(path)) == resolved(r.path) })
	for _, path := range paths {
		if format, err := report.FormatOf(path); err == nil && format == report.JSONL {
			return nil, fmt.Errorf("cannot write report %q: the run goes on in %q (copy it afterwards)", path, p.name(r.path))
		}
	}
	return paths, nil
}

// begun is the first row of the run: the one it began with, when it goes on.
func (r *resumption) begun(now *eval.Start) *eval.Start {
	if r == nil || r.Start == nil {
		return now
	}
	start := *r.Start
	start.Reports = now.Reports
	return &start
}

// tell gives the trials that are there to the readers, as if they had run now.
func (r *resumption) tell(s *suite, sink eval.Sink) error {
	if r == nil {
		return nil
	}
	keys := make(map[eval.Key]eval.Key, len(s.plan.Cases))
	for _, c := range s.plan.Cases {
		keys[r.shown(c.Key())] = c.Key()
	}
	var faults []error
	for _, work := range r.Work() {
		faults = append(faults, sink.Event(&work))
	}
	for t, err := range r.Trials() {
		if err != nil {
			return errors.Join(append(faults, err)...)
		}
		key := keys[t.Key()]
		t.Agent, t.ID = key.Agent, key.ID
		faults = append(faults, sink.Event(t))
	}
	return errors.Join(faults...)
}

// schedule is what is left of a schedule.
func (r *resumption) schedule(s runner.Scheduler, cases []*eval.Case) runner.Scheduler {
	if r == nil {
		return s
	}
	return r.Schedule(s, cases, r.shown)
}

// lasted is how long the run took: from its beginning, when it goes on, with
// the time in which nothing ran, since nobody knows when it was killed.
func (r *resumption) lasted(took time.Duration, now time.Time) eval.Millis {
	switch {
	case r == nil || r.Start == nil:
		return eval.Millis(took)
	case r.Finished():
		return r.Summary.DurationMS
	default:
		return eval.Millis(max(took, now.Sub(r.Start.Timestamp)))
	}
}

// abandoned are the calls of scripts that could not be stopped before.
func (r *resumption) abandoned() int {
	if r == nil || !r.Finished() {
		return 0
	}
	return r.Summary.Abandoned
}

// faults are what the run could not keep before.
func (r *resumption) faults() []string {
	if r == nil || !r.Finished() {
		return nil
	}
	return r.Summary.ReportFaults
}
