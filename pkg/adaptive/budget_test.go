package adaptive_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/adaptive"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
)

// A trial of these suites costs $0.25 and takes ten tokens.
func TestABudgetIsKept(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		budget adaptive.Budget
		least  int // 0 for a fixed number
		policy eval.Policy
		cases  []string
		runs   []int
		bound  string
	}{
		"trials":           {adaptive.Budget{Trials: 3}, 0, eval.Policy{}, []string{"pp", "pp"}, []int{2, 1}, "stopped at --max-trials 3: 1 case undecided"},
		"as many as there": {adaptive.Budget{Trials: 4}, 0, eval.Policy{}, []string{"pp", "pp"}, []int{2, 2}, ""},
		"cost":             {adaptive.Budget{CostUSD: ptr(0.75)}, 0, eval.Policy{}, []string{"pp", "pp"}, []int{2, 1}, "stopped at --max-cost 0.75: 1 case undecided"},
		"cost to the cent": {adaptive.Budget{CostUSD: ptr(1.0)}, 0, eval.Policy{}, []string{"pp", "pp"}, []int{2, 2}, ""},
		"tokens":           {adaptive.Budget{Tokens: ptr(int64(29))}, 0, eval.Policy{}, []string{"pp", "pp"}, []int{2, 0}, "stopped at --max-tokens 29: 1 case undecided"},
		"the first runs":   {adaptive.Budget{CostUSD: ptr(0.1)}, 0, eval.Policy{}, []string{"pp", "pp"}, []int{1, 0}, "stopped at --max-cost 0.1: 2 cases undecided"},
		"the open and closest first": {
			adaptive.Budget{Trials: 8}, 2, eval.Policy{MinPass: &eval.Quota{Passed: 3, Of: 5}, MaxErrors: ptr(99)},
			[]string{"pfpff", "ppppp", "fffff"}, []int{2, 3, 3}, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := of(tt.least, tt.cases...)
			schedule := adaptive.New(s.plan, adaptive.Options{Policy: tt.policy, Budget: tt.budget})
			r := s.report(tt.policy, s.run(schedule, 1, inOrder))
			var runs []int
			for _, c := range r.Cases {
				runs = append(runs, c.Runs)
			}
			if diff := cmp.Diff(tt.runs, runs); diff != "" || schedule.Bound() != tt.bound {
				t.Errorf("%s\nstopped by %q, want %q", diff, schedule.Bound(), tt.bound)
			}
		})
	}
}

// Whatever is in flight, trials of one price never exceed the budget, and the
// rest says what stopped them.
func TestABudgetIsKeptInParallel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		policy := counts(t)
		s := suites(t, policy)
		limit := 0.25 * float64(rapid.IntRange(1, 20).Draw(t, "trials"))
		schedule := adaptive.New(s.plan, adaptive.Options{Policy: policy, Budget: adaptive.Budget{CostUSD: &limit}})
		parallel := rapid.IntRange(1, 4).Draw(t, "parallel")
		trials := s.run(schedule, parallel, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "ends") })
		s.once(t, trials)
		spent, cut := 0.0, false
		for _, trial := range trials {
			if trial.Status != eval.Skipped {
				spent += 0.25
			}
			cut = cut || trial.Stopped == eval.StopBudget
		}
		// Nothing is known of the first ones, which run side by side.
		if spent > max(limit, 0.25*float64(parallel)) {
			t.Fatalf("$%v spent, $%v allowed", spent, limit)
		}
		if cut != (schedule.Bound() != "") {
			t.Fatalf("stopped by %q, and trials say %t", schedule.Bound(), cut)
		}
	})
}

func TestNoTrialBeginsThatCannotEndInTime(t *testing.T) {
	t.Parallel()
	s := of(0, "pppp")
	now := time.Unix(0, 0)
	schedule := adaptive.New(s.plan, adaptive.Options{Budget: adaptive.Budget{Time: 10 * time.Second, Now: func() time.Time { return now }}})
	ran := 0
	for {
		ticket, ok := schedule.Next()
		if !ok {
			break
		}
		ran++
		trial := s.trial(ticket)
		trial.DurationMS = eval.Millis(4 * time.Second)
		now = now.Add(4 * time.Second)
		schedule.Record(trial)
	}
	if want := "stopped at --max-time 10s: 1 case undecided"; ran != 2 || schedule.Bound() != want {
		t.Errorf("%d trials ran, %q", ran, schedule.Bound())
	}
}

func TestABoundThatCannotBeKeptIsSaidOnce(t *testing.T) {
	t.Parallel()
	s := of(0, "pppp")
	var said []string
	schedule := adaptive.New(s.plan, adaptive.Options{Budget: adaptive.Budget{
		CostUSD: ptr(0.1), Tokens: ptr(int64(5)), Warn: func(message string) { said = append(said, message) },
	}})
	ran := 0
	for ticket, ok := schedule.Next(); ok; ticket, ok = schedule.Next() {
		trial := s.trial(ticket)
		trial.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: {Calls: 1, Attempts: 1}}
		schedule.Record(trial)
		ran++
	}
	want := []string{
		"the run cannot be kept within --max-cost: answers do not tell what they cost (give the connector prices, or --prices FILE)",
		"the run cannot be kept within --max-tokens: answers do not tell what they took in tokens",
	}
	if diff := cmp.Diff(want, said); diff != "" || ran != 4 {
		t.Errorf("%d ran\n%s", ran, diff)
	}
}

// What ran before counts, in whatever order the plan would have it, and what it
// came to is heeded at once.
func TestTrialsThatAreThereCount(t *testing.T) {
	t.Parallel()
	s := of(2, "ppppf", "ppppp")
	schedule := adaptive.New(s.plan, adaptive.Options{Budget: adaptive.Budget{Trials: 4}})
	schedule.Record(s.trial(plan.Ticket{Case: s.plan.Cases[0], Run: 5, Planned: 5}))
	var order []string
	for ticket, ok := schedule.Next(); ok; ticket, ok = schedule.Next() {
		if ticket.Stop == "" {
			order = append(order, ticket.Case.ID)
		}
		schedule.Record(s.trial(ticket))
	}
	if !slices.Equal(order, []string{"c000", "c001", "c001"}) {
		t.Errorf("begun: %s", strings.Join(order, " "))
	}
}
