package adaptive_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/adaptive"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// A run that is cut anywhere and goes on comes to the verdict of all trials,
// and runs nothing twice.
func TestARunThatIsCutComesToTheSameVerdict(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		policy := counts(t)
		s := suites(t, policy)
		pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "ends") }
		parallel := rapid.IntRange(1, 5).Draw(t, "parallel")
		var kept []*eval.Trial
		for _, trial := range s.run(adaptive.New(s.plan, adaptive.Options{Policy: policy}), parallel, pick) {
			if trial.Status != eval.Skipped && rapid.IntRange(0, 2).Draw(t, "kept?") > 0 {
				kept = append(kept, trial)
			}
		}
		again := adaptive.New(s.plan, adaptive.Options{Policy: policy})
		for _, trial := range kept {
			again.Record(trial)
		}
		trials := append(kept, s.run(again, parallel, pick)...)
		s.once(t, trials)
		if got, want := s.report(policy, trials), s.whole(policy); got.Decision.Verdict != want.Decision.Verdict {
			t.Fatalf("%s\nbut all trials say\n%s\n%v", got.Decision.Title, want.Decision.Title, s.outcomes)
		}
	})
}
