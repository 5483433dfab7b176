package twin

import (
	"context"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// Target opens the sessions of the base's trials in the base, and all others
// in the head. It is safe for concurrent use if both are.
type Target struct{ Head, Base target.Target }

// Open asks the side that the context's scope names.
func (t Target) Open(ctx context.Context, c *eval.Case, run int) (target.Session, error) {
	if eval.ScopeOf(ctx).Base {
		return t.Base.Open(ctx, c, run)
	}
	return t.Head.Open(ctx, c, run)
}

// Sink gives the trials of the base to one sink, and everything else to the
// other.
type Sink struct{ Head, Base eval.Sink }

// Event sends an event to its side.
func (s Sink) Event(ev eval.Event) error {
	switch e := ev.(type) {
	case *eval.Trial:
		if e.Base {
			return s.Base.Event(ev)
		}
	case *eval.Work:
		if e.Base {
			return s.Base.Event(ev)
		}
	case *eval.TrialStart:
		if e.Base {
			return s.Base.Event(ev)
		}
	}
	return s.Head.Event(ev)
}
