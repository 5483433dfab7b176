package plan_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
)

// some draws cases of several weights, some of them skipped.
func some(t *rapid.T) []*eval.Case {
	n := rapid.IntRange(1, 60).Draw(t, "cases")
	cases := make([]*eval.Case, n)
	for i := range cases {
		cases[i] = &eval.Case{Agent: "a", ID: fmt.Sprintf("case-%d", i), Runs: rapid.IntRange(0, 9).Draw(t, "runs")}
		if rapid.IntRange(0, 9).Draw(t, "skip") == 0 {
			cases[i].Skip = "later"
		}
	}
	return cases
}

func shards(p *plan.Plan, n int) []*plan.Plan {
	parts := make([]*plan.Plan, n)
	for i := range parts {
		parts[i] = p.Shard(eval.Shard{Index: i + 1, Of: n})
	}
	return parts
}

func TestShardsHaveEveryCaseOnceAndAreAsEvenAsCasesCanBe(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		whole := plan.New(some(t), plan.Filter{}, 2)
		n := rapid.IntRange(1, 8).Draw(t, "shards")
		seen := map[eval.Key]bool{}
		parts := shards(whole, n)
		trials := 0
		for _, part := range parts {
			trials += part.Trials()
			if part.Hash() != whole.Hash() {
				t.Fatal("a shard has a hash of its own")
			}
			if n <= whole.Runnable() && part.Trials() == 0 {
				t.Fatalf("a shard of %d has nothing to run of %d cases", n, whole.Runnable())
			}
			last := -1
			for _, c := range part.Cases {
				if seen[c.Key()] {
					t.Fatalf("%s is in two shards", c.ID)
				}
				seen[c.Key()] = true
				at := slices.Index(whole.Cases, c)
				if at < last {
					t.Fatal("not in the plan's order")
				}
				last = at
			}
		}
		if len(seen) != len(whole.Cases) || trials != whole.Trials() {
			t.Fatalf("%d of %d cases, %d of %d trials", len(seen), len(whole.Cases), trials, whole.Trials())
		}
		for _, a := range parts {
			for _, b := range parts {
				for _, c := range a.Cases {
					if runs := a.RunsOf(c); runs > 0 && a.Trials()-b.Trials() > runs {
						t.Fatalf("%d and %d trials, though %s with %d could move", a.Trials(), b.Trials(), c.ID, runs)
					}
				}
			}
		}
	})
}

func TestFewCasesMoveWhenOneIsAdded(t *testing.T) {
	t.Parallel()
	const n, of = 400, 4
	numbered := func(n int) []*eval.Case {
		cases := make([]*eval.Case, n)
		for i := range cases {
			cases[i] = &eval.Case{Agent: "a", ID: fmt.Sprintf("case-%d", i)}
		}
		return cases
	}
	homes := func(cases []*eval.Case) map[string]int {
		at := map[string]int{}
		for i, part := range shards(plan.New(cases, plan.Filter{}, 1), of) {
			for _, c := range part.Cases {
				at[c.ID] = i
			}
		}
		return at
	}
	before := homes(numbered(n))
	for added := 1; added <= 10; added++ {
		moved := 0
		for id, at := range homes(numbered(n + added)) {
			if was, known := before[id]; known && was != at {
				moved++
			}
		}
		if moved > n/20 { // all but a quarter would move if shards were counted off
			t.Errorf("%d added, %d of %d moved", added, moved, n)
		}
	}
}

func TestTheOrderOfCasesDoesNotMoveThem(t *testing.T) {
	t.Parallel()
	cases := []*eval.Case{}
	for i := range 50 {
		cases = append(cases, &eval.Case{Agent: "a", ID: fmt.Sprint(i), Runs: 1 + i%3})
	}
	turned := slices.Clone(cases)
	slices.Reverse(turned)
	for i := 1; i <= 3; i++ {
		a := ids(plan.New(cases, plan.Filter{}, 1).Shard(eval.Shard{Index: i, Of: 3}).Cases)
		b := ids(plan.New(turned, plan.Filter{}, 1).Shard(eval.Shard{Index: i, Of: 3}).Cases)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Errorf("%q and %q", a, b)
		}
	}
}

func TestFactsOfAShardTellOfTheWhole(t *testing.T) {
	t.Parallel()
	whole := plan.New(cases(), plan.Filter{}, 2)
	if facts := whole.Facts(nil); facts.Shard != "" || facts.Whole != nil || facts.Cases != 4 || facts.Trials != 7 {
		t.Errorf("%+v", facts)
	}
	facts := whole.Shard(eval.Shard{Index: 2, Of: 2}).Facts([]string{"a"})
	if facts.Shard != "2/2" || *facts.Whole != (eval.PlanSize{Cases: 4, Trials: 7}) || facts.Hash != whole.Hash() || facts.Trials >= 7 {
		t.Errorf("%+v", facts)
	}
}
