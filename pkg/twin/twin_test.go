package twin_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/twin"
)

func cases(n int) []*eval.Case {
	list := make([]*eval.Case, n)
	for i := range list {
		list[i] = &eval.Case{Agent: "a", ID: fmt.Sprint(i)}
	}
	return list
}

func word(t plan.Ticket) string {
	side := "head"
	if t.Base {
		side = "base"
	}
	return fmt.Sprintf("%s %s %d", side, t.Case.ID, t.Run)
}

func TestBothRunInTurnAndChangeWhoBegins(t *testing.T) {
	t.Parallel()
	p := plan.New(cases(2), plan.Filter{}, 3)
	s := twin.Schedule(p.Schedule(nil), func(c *eval.Case) bool { return c.ID == "0" }, nil)
	var got []string
	for ticket, ok := s.Next(); ok; ticket, ok = s.Next() {
		got = append(got, word(ticket))
	}
	want := []string{"base 0 1", "head 0 1", "head 0 2", "base 0 2", "base 0 3", "head 0 3", "head 1 1", "head 1 2", "head 1 3"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Whatever stops a run wherever, each trial of the head is told once, that of
// the base too, and the two that began are at most one apart.
func TestEachTrialOfBothIsToldOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		all := cases(rapid.IntRange(1, 4).Draw(t, "cases"))
		runs := rapid.IntRange(1, 4).Draw(t, "runs")
		known := rapid.SliceOfN(rapid.Bool(), len(all), len(all)).Draw(t, "known")
		has := func(c *eval.Case) bool { return known[slices.Index(all, c)] }
		lost := rapid.IntRange(0, 20).Draw(t, "lost")
		ended := 0
		s := twin.Schedule(plan.New(all, plan.Filter{}, runs).Schedule(func(*eval.Trial) string {
			if ended++; ended == lost {
				return "enough"
			}
			return ""
		}), has, nil)
		told := map[string]int{}
		begun := 0
		for stop := rapid.IntRange(0, 40).Draw(t, "stop"); stop > 0; stop-- {
			ticket, ok := s.Next()
			if !ok {
				break
			}
			told[word(ticket)]++
			if has(ticket.Case) && ticket.Base {
				begun++
			} else if has(ticket.Case) {
				begun--
			}
			if begun < -1 || begun > 1 {
				t.Fatalf("one side is %d trials ahead", begun)
			}
			s.Record(&eval.Trial{Agent: ticket.Case.Agent, ID: ticket.Case.ID, Run: ticket.Run, Base: ticket.Base})
		}
		reason, rest := s.Rest()
		if (reason == "enough") != (lost > 0 && ended >= lost) {
			t.Fatalf("the reason is %q after %d of %d", reason, ended, lost)
		}
		for ticket := range rest {
			told[word(ticket)]++
		}
		want := map[string]int{}
		for _, c := range all {
			for run := range runs {
				want[fmt.Sprintf("head %s %d", c.ID, run+1)] = 1
				if has(c) {
					want[fmt.Sprintf("base %s %d", c.ID, run+1)] = 1
				}
			}
		}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Fatal(diff)
		}
	})
}
