package walk

import (
	"fmt"
	"iter"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Visit is called with a case and its trials, by run. The trials may be
// walked once, and only until Visit returns; what Visit leaves is skipped.
type Visit func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error

// Cases visits the cases in their order, each with its trials, which come in
// the same order as a log reads them back. It ends at the first error: one
// that the trials bring, one of visit, or a trial that belongs to no case or
// to one that was already visited. After an error of the trials visit sees
// their end; what it makes of them is not to be kept.
func Cases(cases []eval.CaseResult, trials iter.Seq2[*eval.Trial, error], visit Visit) error {
	s := &source{}
	var stop func()
	s.pull, stop = iter.Pull2(trials)
	defer stop()
	for i := range cases {
		c := &cases[i]
		of := s.of(c.Key())
		err := visit(c, of)
		for range of {
		}
		if s.err != nil {
			return s.err
		}
		if err != nil {
			return err
		}
	}
	if t := s.peek(); t != nil {
		return fmt.Errorf("a trial of case %q (agent %q) is out of the report's order", t.ID, t.Agent)
	}
	return s.err
}

// source hands out trials with one looked ahead.
type source struct {
	pull func() (*eval.Trial, error, bool)
	head *eval.Trial
	err  error
}

// peek is the next trial, nil at the end and after an error.
func (s *source) peek() *eval.Trial {
	if s.head == nil && s.err == nil {
		s.head, s.err, _ = s.pull()
	}
	if s.err != nil {
		return nil
	}
	return s.head
}

// of are the next trials while they are the case's.
func (s *source) of(key eval.Key) iter.Seq[*eval.Trial] {
	return func(yield func(*eval.Trial) bool) {
		for t := s.peek(); t != nil && t.Key() == key; t = s.peek() {
			s.head = nil
			if !yield(t) {
				return
			}
		}
	}
}
