package gate_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
)

// condition is the one of that name.
func condition(t *testing.T, d eval.Decision, name string) eval.Condition {
	t.Helper()
	for _, c := range d.Conditions {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no condition %q in %+v", name, d)
	return eval.Condition{}
}

func TestConfidenceAsksTheLowerBound(t *testing.T) {
	t.Parallel()
	sure := func(rate float64) eval.Policy {
		return eval.Policy{MinPassRate: &rate, Confidence: ptr(95.0), MaxErrors: ptr(99)}
	}
	p := func(n int) string { return strings.Repeat("p", n) }
	tests := []struct {
		name   string
		policy eval.Policy
		report *eval.Report
		want   eval.Verdict
		reason string
	}{
		{"29 clean trials show 90", sure(90), report(p(29)), "passed", "pass rate 100 %, of which 90.1 % is sure at 95 % confidence, 90 % required"},
		{"28 do not", sure(90), report(p(28)), "failed", "pass rate 100 %, of which 89.8 % is sure at 95 % confidence, 90 % required"},
		{"trials of all cases count", sure(90), report(p(10), p(10), p(10)), "passed", "pass rate 100 %, of which 90.4 % is sure at 95 % confidence, 90 % required"},
		{"an error counts against it", sure(90), report(p(29) + "e"), "failed", "pass rate 96.6 %, of which 85.1 % is sure at 95 % confidence, 90 % required"},
		{"missing trials leave it open", sure(90), report(p(20) + "........."), "inconclusive", "the pass rate lies between 68.9 and 100 %, and its lower bound at 95 % confidence between 52 and 90.1 %, 90 % required"},
		{"or are too late", sure(90), report("f" + p(20) + "........"), "failed", "the pass rate lies between 68.9 and 96.5 %, and its lower bound at 95 % confidence between 52 and 84.6 %, 90 % required"},
		{"cases of few trials weigh more", sure(70), report(p(100), p(2)), "failed", "pass rate 100 %, of which 68.2 % is sure at 95 % confidence, 70 % required"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := condition(t, gate.Decide(tt.policy, tt.report), "min-pass-rate")
			if got.Verdict != tt.want || got.Reason != tt.reason {
				t.Errorf("got %s, %q\nwant %s, %q", got.Verdict, got.Reason, tt.want, tt.reason)
			}
		})
	}
}

func TestStabilityWithConfidenceIsAskedOfEachCase(t *testing.T) {
	t.Parallel()
	policy := eval.Policy{MinStability: eval.MostlyStable, Confidence: ptr(95.0)}
	clean := strings.Repeat("p", 14)
	for name, tt := range map[string]struct {
		lines []string
		want  eval.Verdict
		title string
	}{
		"14 clean trials": {[]string{clean, clean}, "passed", "passed: no case below mostly_stable, at 95 % confidence"},
		"13 of 14":        {[]string{clean, clean[1:] + "f"}, "failed", "failed: 1 of 2 cases not surely mostly_stable, at 95 % confidence"},
		"one is missing":  {[]string{clean, clean[1:] + "."}, "inconclusive", "inconclusive: 1 of 2 cases undecided; 0 errors so far, 1 trial not run, 0 errors allowed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := gate.Decide(policy, report(tt.lines...)); got.Verdict != tt.want || got.Title != tt.title {
				t.Errorf("got %s, %q\nwant %s, %q", got.Verdict, got.Title, tt.want, tt.title)
			}
		})
	}
}

func TestTheClassThatWasFoundIsTheOneThatIsSure(t *testing.T) {
	t.Parallel()
	policy := eval.Policy{MinStability: eval.MostlyStable, Confidence: ptr(99.95)}
	got := condition(t, gate.Decide(policy, report(strings.Repeat("p", 14))), "min-stability")
	if got.Actual.Text() != string(eval.Unstable) || got.Reason != "1 of 1 case not surely mostly_stable, at 99.95 % confidence" {
		t.Errorf("got %s, %q", got.Actual.Text(), got.Reason)
	}
}

func TestQuota(t *testing.T) {
	t.Parallel()
	policy := eval.Policy{MinPass: &eval.Quota{Passed: 4, Of: 5}, MaxErrors: ptr(9)}
	for name, tt := range map[string]struct {
		lines []string
		want  eval.Verdict
		title string
	}{
		"reached":                 {[]string{"ppppf", "ppppp"}, "passed", "passed: all 2 cases passed at least 4 of 5 trials"},
		"missed":                  {[]string{"pppff", "ppppp"}, "failed", "failed: 1 of 2 cases passed less than 4 of 5 trials"},
		"errors count against it": {[]string{"pppee"}, "failed", "failed: 1 of 1 case passed less than 4 of 5 trials"},
		"open":                    {[]string{"ppp..", "ppppp"}, "inconclusive", "inconclusive: 1 of 2 cases undecided, 4 of 5 trials required"},
		"reached already":         {[]string{"pppp."}, "passed", "passed: the one case passed at least 4 of 5 trials"},
		"lost already":            {[]string{"ff..."}, "failed", "failed: 1 of 1 case passed less than 4 of 5 trials"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := gate.Decide(policy, report(tt.lines...)); got.Verdict != tt.want || got.Title != tt.title {
				t.Errorf("got %s, %q\nwant %s, %q", got.Verdict, got.Title, tt.want, tt.title)
			}
		})
	}
}

func TestAPolicyThatCannotHoldIsRefusedWithTheNumberItNeeds(t *testing.T) {
	t.Parallel()
	rate := func(r float64) eval.Policy { return eval.Policy{MinPassRate: &r, Confidence: ptr(95.0)} }
	class := func(c eval.Class) eval.Policy { return eval.Policy{MinStability: c, Confidence: ptr(95.0)} }
	quota := eval.Policy{MinPass: &eval.Quota{Passed: 4, Of: 5}}
	tests := []struct {
		name   string
		policy eval.Policy
		trials []string // of each case, as many as letters
		want   string
	}{
		{"29 for 90", rate(90), []string{"ppp"}, `--min-pass-rate 90 with --confidence 95 needs 29 trials that all pass, and there are 3 (give --runs 29, also where a case has "runs" of its own)`},
		{"of all cases together", rate(90), []string{"ppp", "ppp"}, `--min-pass-rate 90 with --confidence 95 needs 29 trials that all pass, and there are 6 (give --runs 15, also where a case has "runs" of its own)`},
		{"enough", rate(90), []string{"ppppppppppppppp", "pppppppppppppp"}, ""},
		{"enough for less", rate(50), []string{"ppppp"}, ""},
		{"no number is enough for 100", rate(100), []string{"ppp"}, `--min-pass-rate 100 with --confidence 95 can never hold: no number of trials shows that all will pass (ask for less than 100, or leave --confidence out)`},
		{"nor for stable", class(eval.Stable), []string{"ppp"}, `--min-stability stable with --confidence 95: no number of trials shows that all will pass (ask for mostly_stable, or leave --confidence out)`},
		{"14 of each case", class(eval.MostlyStable), []string{"pppppppppppppp", "ppp", "pp"}, `--min-stability mostly_stable with --confidence 95 needs 14 trials of each case that all pass, and case "b" has 3 of its own (and 1 more case) (give --runs 14)`},
		{"confidence in nothing", eval.Policy{Confidence: ptr(95.0)}, []string{"p"}, `--confidence 95 is of --min-pass-rate and --min-stability, and neither is given (give one of them, or leave --confidence out)`},
		{"a quota of more trials", quota, []string{"ppp"}, `--min-pass 4/5 is of 5 trials of each case, and case "a" has 3 of its own (give --runs 5)`},
		{"a quota of fewer trials", quota, []string{"pppppp"}, `--min-pass 4/5 is of 5 trials of each case, and case "a" has 6 of its own (give --runs 5)`},
		{"a quota that fits", quota, []string{"ppppp", ""}, ""},
		{"every case is skipped", rate(90), []string{""}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, p := range check(tt.policy, tt.trials) {
				got = append(got, p.String())
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
