package past

import (
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// parts reports whether a parting, where there is one, can be one of so many
// failing and passing trials.
func parts(p *eval.Parting, failing, passing int) bool {
	if p == nil {
		return true
	}
	kinds := []eval.PartingKind{eval.PartAtTurn, eval.PartAtToolCall, eval.PartAtCheckpoint, eval.PartAtAnswer}
	within := func(s eval.Share) bool { return s.With >= 0 && s.With <= s.Of }
	return slices.Contains(kinds, p.Kind) && p.Turn > 0 && p.Failing.Of == failing && p.Passing.Of == passing && within(p.Failing) && within(p.Passing)
}
