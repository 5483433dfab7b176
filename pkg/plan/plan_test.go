package plan_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
)

func cases() []*eval.Case {
	return []*eval.Case{
		{Agent: "shop", ID: "refund-1", Tags: []string{"money", "slow"}, Raw: eval.Trusted(`{"id":"refund-1"}`)},
		{Agent: "shop", ID: "greet", Runs: 3},
		{Agent: "desk", ID: "greet", Tags: []string{"slow"}},
		{Agent: "desk", ID: "later", Skip: "not yet"},
	}
}

func ids(cases []*eval.Case) []string {
	var out []string
	for _, c := range cases {
		out = append(out, c.Agent+"/"+c.ID)
	}
	return out
}

func TestFilter(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		filter plan.Filter
		want   []string
	}{
		"none":          {plan.Filter{}, []string{"shop/refund-1", "shop/greet", "desk/greet", "desk/later"}},
		"pattern":       {plan.Filter{Run: regexp.MustCompile("^re")}, []string{"shop/refund-1"}},
		"id":            {plan.Filter{IDs: []string{"greet"}}, []string{"shop/greet", "desk/greet"}},
		"agent and id":  {plan.Filter{IDs: []string{"desk/greet", "refund-1"}}, []string{"shop/refund-1", "desk/greet"}},
		"tag":           {plan.Filter{Tags: []string{"slow"}}, []string{"shop/refund-1", "desk/greet"}},
		"all must hold": {plan.Filter{Tags: []string{"slow"}, IDs: []string{"greet"}}, []string{"desk/greet"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := plan.New(cases(), tt.filter, 1)
			if diff := cmp.Diff(tt.want, ids(p.Cases)); diff != "" {
				t.Error(diff)
			}
			if p.Filtered != 4-len(tt.want) {
				t.Errorf("filtered %d", p.Filtered)
			}
		})
	}
	f := plan.Filter{IDs: []string{"greet", "gret", "desk/refund-1"}, Tags: []string{"slow", "slwo"}}
	if got := append(f.UnknownIDs(cases()), f.UnknownTags(cases())...); !cmp.Equal(got, []string{"gret", "desk/refund-1", "slwo"}) {
		t.Errorf("unknown %q", got)
	}
}

func walk(s *plan.Schedule, most int) []string {
	var out []string
	for len(out) < most {
		ticket, ok := s.Next()
		if !ok {
			break
		}
		out = append(out, fmt.Sprintf("%s/%s %d", ticket.Case.Agent, ticket.Case.ID, ticket.Run))
	}
	return out
}

func TestScheduleWalksCaseByCase(t *testing.T) {
	t.Parallel()
	p := plan.New(cases(), plan.Filter{}, 2)
	want := []string{
		"shop/refund-1 1", "shop/refund-1 2", "shop/greet 1", "shop/greet 2", "shop/greet 3",
		"desk/greet 1", "desk/greet 2", "desk/later 1",
	}
	if diff := cmp.Diff(want, walk(p.Schedule(nil), 100)); diff != "" {
		t.Error(diff)
	}
	if p.Trials() != 7 {
		t.Errorf("%d trials, want 7 without the skipped case", p.Trials())
	}
}

func TestALostScheduleHandsOutNoMoreAndListsTheRest(t *testing.T) {
	t.Parallel()
	s := plan.New(cases(), plan.Filter{}, 1).Schedule(func(*eval.Trial) string { return "lost" })
	if got := walk(s, 2); len(got) != 2 {
		t.Fatal(got)
	}
	s.Record(&eval.Trial{})
	if _, ok := s.Next(); ok {
		t.Error("a trial after the end")
	}
	reason, rest := s.Rest()
	var left []string
	for ticket := range rest {
		left = append(left, fmt.Sprintf("%s %d", ticket.Case.ID, ticket.Run))
	}
	if reason != "lost" || !cmp.Equal(left, []string{"greet 2", "greet 3", "greet 1", "later 1"}) {
		t.Errorf("%q %q", reason, left)
	}
}

func TestHashFollowsCasesAndRuns(t *testing.T) {
	t.Parallel()
	base := plan.New(cases(), plan.Filter{}, 1).Hash()
	if again := plan.New(cases(), plan.Filter{}, 1).Hash(); again != base {
		t.Errorf("%s then %s", base, again)
	}
	if more := plan.New(cases(), plan.Filter{}, 2).Hash(); more == base {
		t.Error("the same with other runs")
	}
	changed := cases()
	changed[0].Raw = eval.Trusted(`{"id":"refund-1","input":"x"}`)
	if other := plan.New(changed, plan.Filter{}, 1).Hash(); other == base {
		t.Error("the same with another case")
	}
}

func TestARangeOfTrialsIsInTheHashAndOnlyThen(t *testing.T) {
	t.Parallel()
	cases := []*eval.Case{{Agent: "a", ID: "one"}, {Agent: "a", ID: "two", Runs: 2}}
	made := func(least, most int) *plan.Plan {
		p := plan.New(cases, plan.Filter{}, most)
		p.MinRuns = least
		return p
	}
	fixed, wide, narrow := made(0, 10), made(3, 10), made(5, 10)
	if fixed.Hash() == wide.Hash() || wide.Hash() == narrow.Hash() {
		t.Error("plans of other ranges have the same hash")
	}
	if got := [...]int{wide.LeastOf(cases[0]), wide.RunsOf(cases[0]), wide.LeastOf(cases[1]), wide.RunsOf(cases[1]), fixed.LeastOf(cases[0])}; got != [...]int{3, 10, 2, 2, 10} {
		t.Errorf("trials at least and at most: %v", got)
	}
	if got := wide.Shard(eval.Shard{Index: 1, Of: 2}).Facts(nil); got.MinRuns != 3 || got.Runs != 10 || got.Hash != wide.Hash() {
		t.Errorf("the facts of a shard: %+v", got)
	}
}
