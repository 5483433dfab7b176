package live

import (
	"errors"
	"io"
	"iter"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
)

// errAnother is of a file that was written anew while a case was read from it.
var errAnother = errors.New("another report takes the place of this one")

// trialsOf are the trials of a case as they are shown, one in memory at a time.
func (p *published) trialsOf(key eval.Key) iter.Seq2[*eval.Trial, error] {
	trials := p.edition.past.TrialsOf(key)
	return func(yield func(*eval.Trial, error) bool) {
		for t, err := range trials {
			if err == nil && t.Key() != key {
				err = errAnother
			}
			if err == nil {
				t, _ = p.edition.clean.Event(t).(*eval.Trial)
			}
			if !yield(t, err) || err != nil {
				return
			}
		}
	}
}

// write writes the details of the case.
func (t taken) write(w io.Writer) error {
	feed := html.NewFeed(t.of.shown)
	feed.Going = t.of.going
	var broken error
	_, err := feed.Case(w, t.n, func(yield func(*eval.Trial) bool) {
		for trial, err := range t.trials {
			if err != nil {
				broken = err
				return
			}
			if !yield(trial) {
				return
			}
		}
	})
	return errors.Join(err, broken)
}
