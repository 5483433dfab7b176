package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

// aggregate takes secrets out of events on their way to the readers, folds the
// trials, and tells the readers of each case when its last trial ended. What
// is folded are the trials as the readers have them, so that no figure tells
// more than they do, and whoever folds the report has the same ones. But cases
// are told apart by their real ids, whatever redaction leaves of them.
type aggregate struct {
	builder  *stability.Builder
	redactor *redact.Redactor
	recall   func(*eval.CaseResult)       // what earlier runs say of a case
	finish   func(*eval.CaseResult) error // what else ends with a case
	next     eval.Sink
}

func (a *aggregate) Event(ev eval.Event) error {
	clean := a.redactor.Event(ev)
	err := a.next.Event(clean)
	if work, ok := clean.(*eval.Work); ok {
		a.builder.Work(work)
	}
	trial, ok := ev.(*eval.Trial)
	if !ok {
		return err
	}
	told := *trial
	if c, ok := clean.(*eval.Trial); ok {
		told = *c
	}
	told.Agent, told.ID = trial.Agent, trial.ID
	if result := a.builder.Add(&told); result != nil {
		a.recall(result)
		err = errors.Join(err, a.next.Event(a.redactor.Event(result)), a.finish(result))
	}
	return err
}

// fanout sends every event to all readers; one that fails does not keep it
// from the others.
type fanout []eval.Sink

func (f fanout) Event(ev eval.Event) error {
	var errs []error
	for _, sink := range f {
		if err := sink.Event(ev); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// screen is a reader that people look at; its faults name it.
type screen struct{ eval.Sink }

func (s screen) Event(ev eval.Event) error {
	if err := s.Sink.Event(ev); err != nil {
		return fmt.Errorf("%s: %w", onScreen, err)
	}
	return nil
}

// onScreen begins the faults of what people look at.
const onScreen = "standard output"

// lines writes every event as one line of JSON.
type lines struct{ w io.Writer }

func (l lines) Event(ev eval.Event) error {
	if !eval.IsRow(ev) {
		return nil
	}
	row, err := eval.AppendRow(nil, ev)
	if err != nil {
		return err
	}
	_, err = l.w.Write(row)
	return err
}
