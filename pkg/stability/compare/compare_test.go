package compare_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability"
	"github.com/surefoot-dev/surefoot/pkg/stability/compare"
)

func ptr[T any](v T) *T { return &v }

// cases are lines such as "a ppfe": a case and its trials, p passed, f failed,
// e error, t timeout, . planned but not run. A case without trials is skipped.
func run(cases ...string) compare.Run {
	start := &eval.Start{Plan: eval.PlanFacts{Cases: len(cases), Inputs: []string{"cases.jsonl"}}}
	b := stability.NewBuilder(start, nil, nil)
	statuses := map[rune]eval.Status{'p': eval.Passed, 'f': eval.Failed, 'e': eval.Error, 't': eval.Timeout, '.': eval.Skipped}
	traits := &compare.Traits{}
	for _, line := range cases {
		id, letters, _ := strings.Cut(line, " ")
		b.Expect(&eval.Case{Agent: "x", ID: id, Pos: eval.Pos{File: "cases.jsonl", Line: 1}}, len(letters))
		if letters == "" {
			b.Add(&eval.Trial{Agent: "x", ID: id, Run: 1, Status: eval.Skipped})
		}
		for i, letter := range letters {
			t := &eval.Trial{Agent: "x", ID: id, Run: i + 1, Planned: len(letters), Status: statuses[letter], Input: eval.StringValue("hello " + id), DurationMS: eval.Millis(10 * time.Millisecond)}
			if t.Status != eval.Skipped {
				t.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: {TotalTokens: ptr(int64(10)), CostUSD: ptr(0.1), Calls: 1, Attempts: 1}}
			}
			b.Add(t)
			traits.Add(t)
		}
	}
	return compare.Run{Report: b.Report(0, ""), Traits: traits}
}

// one is the change of the one case.
func one(t *testing.T, base, head string) eval.CaseChange {
	t.Helper()
	c := compare.Runs(run("a "+base), run("a "+head))
	if len(c.Cases) != 1 || c.Count[c.Cases[0].Change] != 1 {
		t.Fatalf("one case became %+v", c)
	}
	return c.Cases[0]
}

func TestWhatBecameOfACase(t *testing.T) {
	t.Parallel()
	tests := []struct {
		base, head string
		change     eval.Change
		rule       eval.Rule
		reason     string
	}{
		// All apart, 5 and 5: 1 / C(10, 5) = 1/252.
		{"ppppp", "fffff", eval.Regressed, eval.ByFisher, "5/5 before, 0/5 now (p = 0.004)"},
		{"ppppp", "ttttt", eval.Regressed, eval.ByFisher, "5/5 before, 0/5 now (p = 0.004)"},
		{"fffff", "ppppp", eval.Improved, "", "0/5 before, 5/5 now (p = 0.004)"},
		// 7 of 10 passed: C(5, 2) / C(10, 7) = 10/120.
		{"ppppp", "ppfff", eval.Suspect, "", "5/5 before, 2/5 now (p = 0.083), which chance may bring about"},
		{"ppfff", "ppppp", eval.Unchanged, "", "2/5 before, 5/5 now"},
		// All apart, 3 and 3, is 1/20, which is not below 0.05, and not above it.
		{"ppp", "fff", eval.Regressed, eval.ByClassDrop, "3/3 before, 0/3 now (from stable to highly unstable, p = 0.05)"},
		{"p", "f", eval.Regressed, eval.BySingleTrial, "1/1 before, 0/1 now (one trial each)"},
		{"f", "p", eval.Improved, "", "0/1 before, 1/1 now (one trial each)"},
		{"p", "p", eval.Unchanged, "", "1/1 before, 1/1 now"},
		{"f", "t", eval.Unchanged, "", "0/1 before, 0/1 now"},
		{"ppppp", "ppppf", eval.Suspect, "", "5/5 before, 4/5 now (p = 0.5), which chance may bring about"},
		{"ppppf", "ppppp", eval.Unchanged, "", "4/5 before, 5/5 now"},
		{"pppff", "ppfff", eval.Suspect, "", "3/5 before, 2/5 now (p = 0.5), which chance may bring about"},
		{"ppfff", "pffff", eval.Flaky, "", "2/5 before, 1/5 now"},
		{"ppfff", "pppff", eval.Flaky, "", "2/5 before, 3/5 now"},
		{"ppfff", "fffff", eval.Suspect, "", "2/5 before, 0/5 now (p = 0.22), which chance may bring about"},
		{"fffff", "fffff", eval.Unchanged, "", "0/5 before, 0/5 now"},
		// One trial against five: all apart is 1/6. Two against four: 1/15.
		{"p", "fffff", eval.TooFewTrials, "", "1/1 before, 0/5 now: so few cannot tell"},
		{"pp", "ffff", eval.TooFewTrials, "", "2/2 before, 0/4 now: so few cannot tell"},
		{"f", "ppppp", eval.TooFewTrials, "", "0/1 before, 5/5 now: so few cannot tell"},
		{"p", "ppppp", eval.Unchanged, "", "1/1 before, 5/5 now"},
		// Two against five: 1/21.
		{"pp", "fffff", eval.Regressed, eval.ByFisher, "2/2 before, 0/5 now (p = 0.048)"},
		{"", "", eval.Unchanged, "", "skipped before and now"},
		{"", "pf", eval.NewCase, "", "skipped before, 1/2 now"},
		{"pf", "", eval.RemovedCase, "", "1/2 before, skipped now"},
	}
	for _, tt := range tests {
		t.Run(tt.base+" "+tt.head, func(t *testing.T) {
			t.Parallel()
			got := one(t, tt.base, tt.head)
			if got.Change != tt.change || got.Rule != tt.rule || got.Reason != tt.reason {
				t.Errorf("got  %s %s %q\nwant %s %s %q", got.Change, got.Rule, got.Reason, tt.change, tt.rule, tt.reason)
			}
		})
	}
}

func TestWhatBrokeMakesNoRegressionAndHidesNone(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, base, head string
		want             eval.Change
	}{
		{"errors alone are no answer", "ppppp", "eeeee", eval.TooFewTrials},
		{"nor one", "p", "e", eval.TooFewTrials},
		{"nothing ran", "ppp", "...", eval.TooFewTrials},
		{"the baseline has no answer", "eee", "fff", eval.UnreliableBaseline},
		{"nor where all pass now", "eee", "ppp", eval.UnreliableBaseline},
		{"an error that could not make it one", "ppppp", "ppppe", eval.Unchanged},
		// 3/3 and then 2/3 is no regression.
		{"an error that could not, of three trials", "ppp", "ppe", eval.Unchanged},
		// 1/3 now has C(3, 1) / C(8, 6) = 3/28, and 1/5 has 5/210.
		{"errors that could", "ppppp", "pffee", eval.TooFewTrials},
		// 1/4 now has C(4, 1) / C(9, 6) = 4/84, and 2/5 has 10/120.
		{"an error that could unmake it", "ppppp", "pfffe", eval.TooFewTrials},
		{"two answers are too few for a class", "ppp", "ffe", eval.TooFewTrials},
		{"trials that are missing and could", "ppppp", "pff..", eval.TooFewTrials},
		{"regressed whatever the error was", "pppppppppp", "ffffffffe", eval.Regressed},
		// 4/4 before has C(5, 1) / C(9, 5) = 5/126, and 4/5 has 26/252.
		{"an error in the baseline that could unmake it", "ppppe", "pffff", eval.UnreliableBaseline},
		{"one that could not", "pppppppppe", "ffffffffff", eval.Regressed},
		{"one that could unmake a rise", "ppf", "ppe", eval.TooFewTrials},
		{"a rise whatever the errors were", "ffffffffff", "pppppppppe", eval.Improved},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := one(t, tt.base, tt.head); got.Change != tt.want {
				t.Errorf("got %s: %s", got.Change, got.Reason)
			}
		})
	}
}

func TestProbabilitiesAreCorrectedOverTheCasesThatWereTested(t *testing.T) {
	t.Parallel()
	// Three cases have failures to spread over both sides; of the others no
	// outcome would be significant, so they are in no family. Raw: 1/252 of a,
	// and of b, with 6 of 10 passed, C(5, 1) / C(10, 6) = 5/210; of c, with 5 of
	// 6 and 6 passed each, C(6, 5) C(6, 6) / C(12, 11) = 1/2, which is the least
	// that its margins allow, and none of the family either. Holm: twice 1/252,
	// then once 5/210.
	c := compare.Runs(
		run("a ppppp", "b ppppp", "c pppppp", "d ppp", "e fff"),
		run("a fffff", "b pffff", "c pppppf", "d ppp", "e fff"),
	)
	for i, want := range []struct {
		p, corrected *float64
		change       eval.Change
	}{
		{ptr(1. / 252), ptr(2. / 252), eval.Regressed}, {ptr(5. / 210), ptr(5. / 210), eval.Regressed},
		{ptr(0.5), nil, eval.Suspect}, {nil, nil, eval.Unchanged}, {nil, nil, eval.Unchanged},
	} {
		got := c.Cases[i]
		near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
		if diff := cmp.Diff([]*float64{want.p, want.corrected}, []*float64{got.P, got.PCorrected}, near); diff != "" || got.Change != want.change {
			t.Errorf("%s: %s %s", got.ID, got.Change, diff)
		}
	}
}

func TestFewTrialsOfManyCasesCannotTell(t *testing.T) {
	t.Parallel()
	// Two and five, all apart, are 1/21: enough of one case, and of two not.
	c := compare.Runs(run("a pp", "b pp", "c pp"), run("a fffff", "b fffff", "c ppppp"))
	for i, want := range []string{
		"too_few_trials: 2/2 before, 0/5 now: so few cannot tell where so many cases are tested together",
		"too_few_trials: 2/2 before, 0/5 now: so few cannot tell where so many cases are tested together",
		"unchanged: 2/2 before, 5/5 now",
	} {
		if got := string(c.Cases[i].Change) + ": " + c.Cases[i].Reason; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestACaseInQuarantineMovesNoOther(t *testing.T) {
	t.Parallel()
	base, head := run("a ppppp", "out pppff"), run("a fffff", "out ppfff")
	of := func() float64 { return *compare.Runs(base, head).Cases[0].PCorrected }
	before := of()
	head.Report.Cases[1].Memory = &eval.Memory{Quarantine: &eval.Quarantine{Until: "2099-01-01"}}
	aside := of()
	head.Report.Cases[1].Memory.Quarantine.Expired = true
	if over := of(); math.Abs(before-2./252) > 1e-12 || math.Abs(aside-1./252) > 1e-12 || over != before {
		t.Errorf("%v, in quarantine %v, and after it %v", before, aside, over)
	}
}

func TestTheSuite(t *testing.T) {
	t.Parallel()
	base, head := run("a pppp", "b pppp", "c ppff", "d ppff", "e eeee", "gone pp"), run("a ppff", "b pfff", "c pppf", "d ppff", "e pppp", "new pp")
	c := compare.Runs(base, head)
	// Rates move by -50, -75, +25 and 0: mean -25, their squared deviations sum
	// to 625+2500+2500+625 = 6250, the standard error is sqrt(6250/3/4) =
	// 22.822, and t with three degrees of freedom 3.1824.
	if c.Paired != 4 || c.Worse != 2 || c.Better != 1 || *c.RateChange != -25 {
		t.Errorf("got %d paired, %d worse, %d better, %v", c.Paired, c.Worse, c.Better, *c.RateChange)
	}
	if r := c.RateRange; r == nil || math.Abs(r[0]-(-97.629)) > 0.01 || math.Abs(r[1]-47.629) > 0.01 {
		t.Errorf("interval %v", r)
	}
	// One of three, two-sided: 2 (C(3,0) + C(3,1)) / 8 = 1.
	if *c.SignP != 1 {
		t.Errorf("sign test %v", *c.SignP)
	}
	if *c.DurationMS != 0 || *c.Tokens != 0 || *c.CostUSD != 0 {
		t.Errorf("a trial takes %v ms, %v tokens, %v USD more", *c.DurationMS, *c.Tokens, *c.CostUSD)
	}
}

func TestTheSignTestIsExact(t *testing.T) {
	t.Parallel()
	// Five of five: 2/32. One of eight: 2 (1 + 8) / 256. R prints 0.0625 for
	// binom.test(5, 5) and 0.07031 for binom.test(1, 8).
	for _, tt := range []struct {
		better, worse int
		want          float64
	}{{0, 5, 0.0625}, {5, 0, 0.0625}, {1, 7, 18. / 256}, {4, 4, 1}, {0, 1, 1}} {
		var before, now []string
		for i := range tt.better + tt.worse {
			id := fmt.Sprintf("c%d ", i)
			if i < tt.better {
				before, now = append(before, id+"f"), append(now, id+"p")
			} else {
				before, now = append(before, id+"p"), append(now, id+"f")
			}
		}
		got := compare.Runs(run(before...), run(now...)).SignP
		if got == nil || math.Abs(*got-tt.want) > 1e-12 {
			t.Errorf("%d better, %d worse: got %v, want %v", tt.better, tt.worse, got, tt.want)
		}
	}
	if c := compare.Runs(run("a p"), run("a p")); c.SignP != nil || c.RateRange != nil {
		t.Errorf("nothing moved, and yet %v, %v", c.SignP, c.RateRange)
	}
}

func TestWhatIsUnknownStaysUnknown(t *testing.T) {
	t.Parallel()
	base, head := run("a pp", "b pp"), run("a pp", "b pp")
	head.Traits = &compare.Traits{}
	head.Traits.Add(&eval.Trial{Agent: "x", ID: "a", Usage: map[eval.Role]eval.Usage{eval.RoleAgent: {TotalTokens: ptr(int64(30)), Calls: 1}}})
	c := compare.Runs(base, head)
	if a := c.Cases[0]; a.Tokens == nil || *a.Tokens != 5 || a.CostUSD != nil {
		t.Errorf("tokens %v, cost %v", a.Tokens, a.CostUSD)
	}
	if c.Tokens != nil || c.CostUSD != nil || c.Cases[1].Tokens != nil {
		t.Errorf("tokens %v, cost %v", c.Tokens, c.CostUSD)
	}
	base.Traits = nil
	if c := compare.Runs(base, head); c.Cases[0].Tokens != nil || c.Cases[0].InputChanged {
		t.Error("a difference with nothing")
	}
}

func TestACaseThatPassesNoMorePartsFromThoseThatPassedBefore(t *testing.T) {
	t.Parallel()
	answering := func(r compare.Run, planned int, status eval.Status, input string, outputs ...string) compare.Run {
		r.Traits = &compare.Traits{}
		for i, output := range outputs {
			r.Traits.Add(&eval.Trial{Agent: "x", ID: "a", Run: i + 1, Planned: planned, Status: status, Input: eval.StringValue(input), Output: eval.StringValue(output)})
		}
		return r
	}
	base := answering(run("a pppp"), 4, eval.Passed, "?", "yes", "Yes", "yes", "yes")
	head := answering(run("a ffff"), 4, eval.Failed, "?", "no", "no", "no", "no")
	got := compare.Runs(base, head).Cases[0].Parting
	if want := `all 4 failing trials answered "no"; none of the 4 passing ones before did; that may be chance`; got == nil || got.Sentence != want {
		t.Errorf("got %+v", got)
	}
	for name, runs := range map[string][2]compare.Run{
		"some still pass":         {base, answering(run("a fffp"), 4, eval.Failed, "?", "no", "no", "no")},
		"none passed before":      {head, head},
		"the question is another": {base, answering(run("a ffff"), 4, eval.Failed, "!", "no", "no", "no", "no")},
		"one trial each":          {answering(run("a p"), 1, eval.Passed, "?", "yes"), answering(run("a f"), 1, eval.Failed, "?", "no")},
		"nothing is known":        {run("a pppp"), compare.Run{Report: head.Report}},
	} {
		if got := compare.Runs(runs[0], runs[1]).Cases[0].Parting; got != nil {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestInputsAreComparedByStructure(t *testing.T) {
	t.Parallel()
	with := func(input string) compare.Run {
		r := run("a p")
		r.Traits = &compare.Traits{}
		r.Traits.Add(&eval.Trial{Agent: "x", ID: "a", Input: eval.Trusted(input)})
		return r
	}
	for _, tt := range []struct {
		a, b    string
		changed bool
	}{
		{`{"role":"user","content":"a","n":1}`, `{"n":1.0, "content":"a","role":"user"}`, false},
		{`"a"`, `"\u0061"`, false}, {`"a"`, `"A"`, true}, {`["a","b"]`, `["b","a"]`, true}, {`1`, `"1"`, true}, {`{"n":1e2}`, `{"n":100}`, false},
	} {
		if got := compare.Runs(with(tt.a), with(tt.b)).Cases[0].InputChanged; got != tt.changed {
			t.Errorf("%s and %s: changed is %v", tt.a, tt.b, got)
		}
	}
}

func TestCasesOfOneSide(t *testing.T) {
	t.Parallel()
	told := func(c *eval.Comparison) map[string]string {
		of := map[string]string{}
		for _, change := range c.Cases {
			of[change.ID] = string(change.Change) + ": " + change.Reason
		}
		return of
	}
	base, head := run("a p", "b p"), run("c f", "a p")
	want := map[string]string{"a": "unchanged: 1/1 before, 1/1 now", "b": "removed: only in the baseline", "c": "new: not in the baseline, 0/1 now"}
	c := compare.Runs(base, head)
	if diff := cmp.Diff(want, told(c)); diff != "" {
		t.Error(diff)
	}
	var order []string
	for _, change := range c.Cases {
		order = append(order, change.ID)
	}
	if diff := cmp.Diff([]string{"c", "a", "b"}, order); diff != "" {
		t.Error(diff)
	}

	t.Run("a run with filters removes nothing", func(t *testing.T) {
		t.Parallel()
		head := run("a p")
		head.Report.Start.Plan.Filtered = 1
		c := compare.Runs(run("a p", "b p"), head)
		if diff := cmp.Diff(map[string]string{"a": "unchanged: 1/1 before, 1/1 now"}, told(c)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([]string{"1 case of the baseline not selected in this run, or removed"}, c.Notes); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("cases that a change does not reach", func(t *testing.T) {
		t.Parallel()
		head := run("a p")
		head.Report.Start.Plan.Unaffected = 2
		if c := compare.Runs(run("a p", "b pf", "d p"), head); len(c.Cases) != 1 || len(c.Notes) != 1 {
			t.Errorf("got %v, %q", told(c), c.Notes)
		}
		head.Unaffected = []eval.Key{{Agent: "x", ID: "b"}, {Agent: "x", ID: "c"}}
		want := map[string]string{"a": "unchanged: 1/1 before, 1/1 now", "b": "unaffected: 1/2 before", "c": "unaffected: not in the baseline", "d": "removed: only in the baseline"}
		if diff := cmp.Diff(want, told(compare.Runs(run("a p", "b pf", "d p"), head))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("a file that is not of the run", func(t *testing.T) {
		t.Parallel()
		base := run("a p", "b p")
		base.Report.Cases[1].Pos.File = "more.jsonl"
		if got := told(compare.Runs(base, run("a p")))["b"]; got != `removed: its file "more.jsonl" is not one of this run's` {
			t.Error(got)
		}
	})
	t.Run("a baseline that breaks off", func(t *testing.T) {
		t.Parallel()
		base := run("a p")
		base.Report.Start.Plan.Cases = 2
		if got := told(compare.Runs(base, run("a p", "b f")))["b"]; got != "unreliable_baseline: the baseline breaks off before it" {
			t.Error(got)
		}
	})
	t.Run("a baseline that may have left it out", func(t *testing.T) {
		t.Parallel()
		filtered := func(settings map[string]string) compare.Run {
			base := run("a p")
			base.Report.Start.Plan.Filtered, base.Report.Start.Settings = 1, settings
			return base
		}
		head := run("a p", "b f")
		head.Report.Start.Settings = map[string]string{"tag": "smoke"}
		const left, fresh = "unreliable_baseline: the baseline may have left it out, 0/1 now", "new: not in the baseline, 0/1 now"
		if got := told(compare.Runs(filtered(nil), head))["b"]; got != left {
			t.Error(got)
		}
		if got := told(compare.Runs(filtered(map[string]string{"tag": "smoke"}), head))["b"]; got != fresh {
			t.Error(got)
		}
		affected, shard := run("a p"), run("a p")
		affected.Report.Start.Plan.Unaffected, shard.Report.Start.Plan.Shard = 1, "1/2"
		for _, base := range []compare.Run{affected, shard} {
			if got := told(compare.Runs(base, head))["b"]; got != left {
				t.Error(got)
			}
		}
	})
	t.Run("a run that breaks off", func(t *testing.T) {
		t.Parallel()
		head := run("a p")
		head.Report.Start.Plan.Cases = 2
		if got := told(compare.Runs(run("a p", "b f"), head))["b"]; got != "too_few_trials: this run breaks off before it" {
			t.Error(got)
		}
	})
}

func TestTrialsThatNobodyNeededAreNotMissing(t *testing.T) {
	t.Parallel()
	base, head := run("a ppp......."), run("a ppp")
	base.Report.Cases[0].Spared = 7
	if got := compare.Runs(base, head).Cases[0]; got.Change != eval.Unchanged || got.Reason != "3/3 before, 3/3 now" || got.Base.Spared != 7 {
		t.Errorf("got %s: %s", got.Change, got.Reason)
	}
}

// suites draws two runs of the same cases, with errors and missing trials where
// unknown says so.
func suites(t *rapid.T, unknown bool) (base, head []string) {
	letters := `[pppft]{0,12}`
	if unknown {
		letters = `[pppfte.]{0,9}`
	}
	for i := range rapid.IntRange(1, 8).Draw(t, "cases") {
		id := string(rune('a'+i)) + " "
		base = append(base, id+rapid.StringMatching(letters).Draw(t, "base"))
		head = append(head, id+rapid.StringMatching(letters).Draw(t, "head"))
	}
	return base, head
}

func changes(c *eval.Comparison) map[string]eval.Change {
	of := map[string]eval.Change{}
	for _, change := range c.Cases {
		of[change.ID] = change.Change
	}
	return of
}

func TestSwappingTheRunsTurnsRegressionsIntoImprovements(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base, head := suites(t, true)
		there, back := compare.Runs(run(base...), run(head...)), compare.Runs(run(head...), run(base...))
		a, b := changes(there), changes(back)
		for id := range a {
			for _, pair := range [][2]eval.Change{{eval.Regressed, eval.Improved}, {eval.NewCase, eval.RemovedCase}, {eval.Improved, eval.Regressed}, {eval.RemovedCase, eval.NewCase}} {
				if (a[id] == pair[0]) != (b[id] == pair[1]) {
					t.Fatalf("%s is %s, and %s the other way round: %v %v", id, a[id], b[id], base, head)
				}
			}
		}
		if there.Better != back.Worse || there.Worse != back.Better || there.Paired != back.Paired {
			t.Fatalf("%d and %d, and %d and %d the other way round", there.Better, there.Worse, back.Better, back.Worse)
		}
	})
}

func TestTheOrderOfTrialsAndCasesChangesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base, head := suites(t, true)
		mixed := slices.Clone(head)
		for i, line := range mixed {
			id, letters, _ := strings.Cut(line, " ")
			mixed[i] = id + " " + string(rapid.Permutation([]rune(letters)).Draw(t, "trials"))
		}
		mixed = rapid.Permutation(mixed).Draw(t, "cases")
		there, again := compare.Runs(run(base...), run(head...)), compare.Runs(run(base...), run(mixed...))
		if diff := cmp.Diff(changes(there), changes(again)); diff != "" {
			t.Fatal(diff)
		}
		if !maps.Equal(there.Count, again.Count) {
			t.Fatalf("%v, and %v", there.Count, again.Count)
		}
	})
}

// Whatever trials in place of errors and missing ones bring, what was claimed
// stands.
func TestNothingIsClaimedThatAnAnswerCouldUnmake(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		base, head := suites(t, true)
		early := changes(compare.Runs(run(base...), run(head...)))
		filled := func(lines []string) []string {
			lines = slices.Clone(lines)
			for i, line := range lines {
				id, letters, _ := strings.Cut(line, " ")
				letters = strings.Map(func(r rune) rune {
					if r == 'e' || r == '.' {
						return rapid.SampledFrom([]rune("pf")).Draw(t, "answer")
					}
					return r
				}, letters)
				lines[i] = id + " " + letters
			}
			return lines
		}
		late := changes(compare.Runs(run(filled(base)...), run(filled(head)...)))
		missing := strings.Contains(strings.Join(base, "")+strings.Join(head, ""), ".")
		for i, line := range head {
			id, own := line[:1], base[i]+line
			if !missing && !strings.ContainsAny(own, "e") {
				continue // errors of others may move the correction
			}
			claimed, is := early[id], late[id]
			if claimed == eval.Regressed && is != eval.Regressed || claimed == eval.Improved && is != eval.Improved {
				t.Fatalf("%s was %s and is %s: %v %v", id, claimed, is, base, head)
			}
			silent := []eval.Change{eval.Suspect, eval.Unchanged, eval.Flaky}
			if slices.Contains(silent, claimed) && is == eval.Regressed {
				t.Fatalf("%s was %s and is %s: %v %v", id, claimed, is, base, head)
			}
		}
	})
}
