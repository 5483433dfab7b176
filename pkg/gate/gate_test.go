package gate_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

func ptr[T any](v T) *T { return &v }

// report builds one from a line per case: p passed, f failed, e error,
// t timeout, . planned but not run. An empty line is a skipped case.
func report(cases ...string) *eval.Report {
	var planned []*eval.Case
	runs := map[string]int{}
	start := &eval.Start{}
	for i, c := range cases {
		id := string(rune('a' + i))
		planned = append(planned, &eval.Case{Agent: "a", ID: id})
		runs[id] = len(c)
		start.Plan.Trials += len(c)
	}
	b := stability.NewBuilder(start, planned, func(c *eval.Case) int { return runs[c.ID] })
	statuses := map[rune]eval.Status{'p': eval.Passed, 'f': eval.Failed, 'e': eval.Error, 't': eval.Timeout, '.': eval.Skipped}
	for i, c := range cases {
		for run, letter := range c {
			b.Add(asked(planned[i].ID, run, statuses[letter]))
		}
		if c == "" {
			b.Add(&eval.Trial{Agent: "a", ID: planned[i].ID, Run: 1, Status: eval.Skipped})
		}
	}
	return b.Report(0, "")
}

// asked is a trial that took a tenth of a dollar, ten tokens and, by which it
// is, from one to nine milliseconds.
func asked(id string, run int, status eval.Status) *eval.Trial {
	t := &eval.Trial{Agent: "a", ID: id, Run: run + 1, Status: status}
	if status != eval.Skipped {
		t.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: {TotalTokens: ptr(int64(10)), CostUSD: ptr(0.1), Calls: 1, Attempts: 1}}
		t.DurationMS = eval.Millis(1+(int(id[0])+5*run)%9) * eval.Millis(time.Millisecond)
	}
	return t
}

// interrupted is the report of a run that ended early.
func interrupted(r *eval.Report) *eval.Report {
	r.Summary.Interrupted = "interrupted"
	return r
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	rate := func(r float64) eval.Policy { return eval.Policy{MinPassRate: &r} }
	class := func(c eval.Class) eval.Policy { return eval.Policy{MinStability: c} }
	tests := map[string]struct {
		policy eval.Policy
		report *eval.Report
		want   eval.Verdict
		title  string
	}{
		"every case passed":              {eval.Policy{}, report("p", "p"), "passed", "passed: all 2 cases passed"},
		"one failed":                     {eval.Policy{}, report("p", "f"), "failed", "failed: 1 of 2 cases did not pass"},
		"one error":                      {eval.Policy{}, report("p", "e"), "failed", "failed: 1 of 2 cases did not pass (1 broke with an error)"},
		"one timeout":                    {eval.Policy{}, report("t"), "failed", "failed: 1 of 1 case did not pass (1 timed out)"},
		"one trial of many failed":       {eval.Policy{}, report("pppp", "pppf"), "failed", "failed: 1 of 2 cases did not pass"},
		"not all ran":                    {eval.Policy{}, report("p", "."), "inconclusive", "inconclusive: 1 of 2 cases undecided"},
		"not all ran, but one failed":    {eval.Policy{}, report("f", "."), "failed", "failed: 1 of 2 cases did not pass"},
		"no case":                        {eval.Policy{}, report(), "failed", "failed: there was no case to run"},
		"all skipped":                    {eval.Policy{}, report("", ""), "failed", "failed: every case is skipped"},
		"skipped beside passed":          {eval.Policy{}, report("p", ""), "passed", "passed: the one case passed"},
		"errors allowed":                 {eval.Policy{MaxErrors: ptr(1)}, report("p", "e"), "passed", "passed: none of 2 cases failed"},
		"errors allowed, not failures":   {eval.Policy{MaxErrors: ptr(1)}, report("p", "f"), "failed", "failed: 1 of 2 cases did not pass"},
		"too many errors":                {eval.Policy{MaxErrors: ptr(1)}, report("ee", "p"), "failed", "failed: 2 errors, 1 allowed"},
		"nothing but errors":             {eval.Policy{MaxErrors: ptr(9)}, report("e", "e"), "inconclusive", "inconclusive: every trial ended in an error, so nothing is known of the agent"},
		"a timeout is no error":          {eval.Policy{MinPassRate: ptr(50.0)}, report("p", "t"), "passed", "passed: pass rate 50 %, at least 50 % required"},
		"rate reached":                   {rate(80), report("pppp", "ppff", "pppp", "pppp", "ppff"), "passed", "passed: pass rate 80 %, at least 80 % required"},
		"rate just missed":               {rate(66.7), report("p", "p", "f"), "failed", "failed: pass rate 66.6 % is below the required 66.7 %"},
		"errors count against the rate":  {eval.Policy{MinPassRate: ptr(60.0), MaxErrors: ptr(9)}, report("pe"), "failed", "failed: pass rate 50 % is below the required 60 %"},
		"a rate allows no error":         {rate(10), report("pppe"), "failed", "failed: 1 error, 0 allowed"},
		"a rate of nothing, nothing run": {rate(0), report("."), "inconclusive", "inconclusive: no trial ran"},
		"rate open":                      {rate(50), report("p.", "p."), "inconclusive", "inconclusive: 0 errors so far, 2 trials not run, 0 errors allowed"},
		"rate lost whatever comes":       {rate(90), report("f...", "p..."), "failed", "failed: the pass rate lies between 12.5 and 87.5 %, 90 % required"},
		"class reached":                  {class(eval.MostlyStable), report("ppppf", "ppppp"), "passed", "passed: no case below mostly_stable"},
		"class missed":                   {class(eval.MostlyStable), report("pppff"), "failed", "failed: 1 of 1 case below mostly_stable"},
		"the run ended early":            {rate(50), interrupted(report("p.", "p.")), "inconclusive", "inconclusive: interrupted"},
		"it ended early, and failed":     {rate(90), interrupted(report("f...", "p...")), "failed", "failed: the pass rate lies between 12.5 and 87.5 %, 90 % required"},
		"class open":                     {class(eval.MostlyStable), report("pppp."), "inconclusive", "inconclusive: 0 errors so far, 1 trial not run, 0 errors allowed"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := gate.Decide(tt.policy, tt.report)
			if got.Verdict != tt.want || got.Title != tt.title {
				t.Errorf("got %s, %q\nwant %s, %q", got.Verdict, got.Title, tt.want, tt.title)
			}
			if len(got.Conditions) == 0 {
				t.Error("no conditions")
			}
		})
	}
}

// policies draws any policy.
func policies(t *rapid.T) eval.Policy {
	var p eval.Policy
	if rapid.Bool().Draw(t, "rate?") {
		p.MinPassRate = ptr(float64(rapid.IntRange(0, 100).Draw(t, "rate")))
	}
	if rapid.Bool().Draw(t, "class?") {
		p.MinStability = rapid.SampledFrom(eval.Classes()[:3]).Draw(t, "class")
	}
	if rapid.Bool().Draw(t, "confidence?") {
		p.Confidence = ptr(rapid.SampledFrom([]float64{51, 75, 90, 95}).Draw(t, "confidence"))
	}
	if rapid.Bool().Draw(t, "quota?") {
		p.MinPass = &eval.Quota{Passed: rapid.IntRange(1, 5).Draw(t, "quota"), Of: 5}
	}
	if rapid.Bool().Draw(t, "cost?") {
		p.MaxCost = ptr(0.1 * float64(rapid.IntRange(0, 12).Draw(t, "cost")))
	}
	if rapid.Bool().Draw(t, "tokens?") {
		p.MaxTokens = ptr(int64(rapid.IntRange(0, 120).Draw(t, "tokens")))
	}
	if rapid.Bool().Draw(t, "p95?") {
		p.MaxP95MS = eval.Millis(rapid.IntRange(1, 9).Draw(t, "p95")) * eval.Millis(time.Millisecond)
	}
	if rapid.Bool().Draw(t, "errors?") {
		p.MaxErrors = ptr(rapid.IntRange(0, 3).Draw(t, "errors"))
	}
	return p
}

func TestAnUnfinishedVerdictIsTheFinishedOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		policy := policies(t)
		var cut, full []string
		for range rapid.IntRange(1, 4).Draw(t, "cases") {
			line := rapid.StringMatching(`[pppfet]{1,6}`).Draw(t, "trials")
			ran := rapid.IntRange(0, len(line)).Draw(t, "ran")
			full = append(full, line)
			cut = append(cut, line[:ran]+"......"[:len(line)-ran])
		}
		early, late := gate.Decide(policy, report(cut...)).Verdict, gate.Decide(policy, report(full...)).Verdict
		if late == eval.VerdictInconclusive && strings.Trim(strings.Join(full, ""), "e") != "" {
			t.Fatalf("inconclusive though all ran: %v", full)
		}
		if early != eval.VerdictInconclusive && early != late {
			t.Fatalf("%v decided %s, but %v is %s", cut, early, full, late)
		}
	})
}

// check asks it of cases with a trial a letter.
func check(policy eval.Policy, lines []string) eval.Problems {
	var cases []*eval.Case
	for i, line := range lines {
		cases = append(cases, &eval.Case{Agent: "a", ID: string(rune('a' + i)), Runs: len(line)})
	}
	return gate.Check(policy, cases, func(c *eval.Case) int { return c.Runs })
}

func TestWatchStopsExactlyWhenTheGateIsLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		policy := policies(t)
		policy.MaxP95MS = 0 // which is decided at the end
		length := "{1,5}"
		if n := rapid.IntRange(0, 20).Draw(t, "trials of each"); n > 0 {
			length = fmt.Sprintf("{%d}", n)
			if policy.MinPass != nil {
				policy.MinPass = &eval.Quota{Passed: max(1, n-policy.MinPass.Passed+1), Of: n}
			}
		}
		lines := rapid.SliceOfN(rapid.StringMatching("[pppppppfet]"+length), 1, 3).Draw(t, "cases")
		if len(check(policy, lines)) > 0 { // no run begins with it
			policy.Confidence, policy.MinPass = nil, nil
		}
		planned := map[eval.Key]gate.Expected{}
		for i, line := range lines {
			id := string(rune('a' + i))
			planned[eval.Key{Agent: "a", ID: id}] = gate.Expected{ID: id, Planned: len(line)}
		}
		watch := gate.NewWatch(policy, planned)
		statuses := map[byte]eval.Status{'p': eval.Passed, 'f': eval.Failed, 'e': eval.Error, 't': eval.Timeout}
		seen := make([]string, len(lines))
		for i, line := range lines {
			seen[i] = strings.Repeat(".", len(line))
		}
		for i, line := range lines {
			for run := range len(line) {
				seen[i] = line[:run+1] + strings.Repeat(".", len(line)-run-1)
				lost := watch.Lost(asked(string(rune('a'+i)), run, statuses[line[run]])) != ""
				decided := gate.Decide(policy, report(seen...)).Verdict == eval.VerdictFailed
				if lost && !decided {
					t.Fatalf("%v stops %v, which is not lost", policy, seen)
				}
				if !lost && decided && line[run] != 'p' {
					t.Fatalf("%v goes on with %v, which is lost", policy, seen)
				}
				if lost {
					return
				}
			}
		}
	})
}

func TestTheClassOfCasesThatDidNotRunIsUnknown(t *testing.T) {
	t.Parallel()
	for cases, want := range map[string]string{".": "", "p": `"stable"`, "f": `"highly_unstable"`} {
		decision := gate.Decide(eval.Policy{MinStability: eval.MostlyStable}, report(cases, "."))
		if got := decision.Conditions[0].Actual.Raw(); got != want {
			t.Errorf("of %q the class is %s, want %s", cases, got, want)
		}
	}
}
