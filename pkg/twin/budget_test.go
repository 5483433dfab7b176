package twin_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/adaptive"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/twin"
)

// Both sides take of the budget, and a trial never runs on one side alone, in
// whatever order trials end.
func TestBothStayWithinTheBudget(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const price = 0.25
		p := plan.New(cases(rapid.IntRange(1, 4).Draw(t, "cases")), plan.Filter{}, rapid.IntRange(1, 5).Draw(t, "runs"))
		p.MinRuns = rapid.IntRange(0, p.Runs).Draw(t, "least")
		has := func(c *eval.Case) bool { return c.ID != "1" }
		budget := adaptive.Budget{Beside: has}
		most := rapid.IntRange(1, 20).Draw(t, "trials at most")
		limit := price * float64(rapid.IntRange(1, 20).Draw(t, "cost at most"))
		if rapid.Bool().Draw(t, "by cost") {
			budget.CostUSD = &limit
			most = 1000
		} else {
			budget.Trials = most
			limit = 1000
		}
		chosen := adaptive.New(p, adaptive.Options{Policy: eval.Policy{MaxErrors: new(0)}, Budget: budget})
		s := twin.Schedule(chosen, has, chosen.Beside)
		parallel := rapid.IntRange(1, 4).Draw(t, "parallel")
		var flying []plan.Ticket
		began := map[bool]map[string]bool{false: {}, true: {}}
		ran, spent := 0, 0.0
		for {
			for len(flying) < parallel {
				ticket, ok := s.Next()
				if !ok {
					break
				}
				flying = append(flying, ticket)
				if ticket.Stop == "" && ticket.Planned > 0 {
					ticket.Base, began[ticket.Base][word(plan.Ticket{Case: ticket.Case, Run: ticket.Run})] = false, true
				}
			}
			if len(flying) == 0 {
				break
			}
			at := rapid.IntRange(0, len(flying)-1).Draw(t, "ends")
			ticket := flying[at]
			flying = append(flying[:at], flying[at+1:]...)
			trial := &eval.Trial{Agent: ticket.Case.Agent, ID: ticket.Case.ID, Run: ticket.Run, Planned: ticket.Planned, Base: ticket.Base, Stopped: ticket.Stop, Status: eval.Skipped}
			if ticket.Stop == "" {
				ran++
				trial.Status = rapid.SampledFrom([]eval.Status{eval.Passed, eval.Passed, eval.Failed, eval.Error, eval.Skipped}).Draw(t, "status")
				if trial.Status == eval.Skipped {
					trial.Stopped = eval.StopExcused
				} else {
					spent += price
					trial.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: {Calls: 1, Attempts: 1, CostUSD: new(price)}}
				}
			}
			s.Record(trial)
		}
		// Nothing is known of what the first ones cost, which run side by side.
		if ran > most || spent > max(limit, price*float64(parallel+1)) {
			t.Fatalf("%d trials of %d ran, for $%v of $%v", ran, most, spent, limit)
		}
		for _, c := range p.Cases {
			for run := range p.Runs {
				name := word(plan.Ticket{Case: c, Run: run + 1})
				if has(c) && began[false][name] != began[true][name] {
					t.Fatalf("%s ran on one side alone", name)
				}
			}
		}
		if whole := len(began[false]) == p.Trials(); p.MinRuns == 0 && whole == (chosen.Bound() != "") {
			t.Fatalf("%d of %d trials ran, stopped by %q", len(began[false]), p.Trials(), chosen.Bound())
		}
	})
}
