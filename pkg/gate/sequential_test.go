package gate_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
)

func sequential(class eval.Class, indifference float64) eval.Policy {
	return eval.Policy{MinStability: class, Sequential: &eval.Sequential{Alpha: 5, Beta: 5, Indifference: indifference}}
}

// With alpha and beta of 5 % the sum of the logarithms must reach ln 19 =
// 2.944. At 80 against 70 a pass adds ln(0.8/0.7) = 0.13353 and a miss
// ln(0.2/0.3) = -0.40547: 23 passes are 3.071 and 22 are 2.938, and 8 misses
// are -3.244. At 100 against 90 one miss is the end, and 28 passes are 2.950.
func TestASequentialTestIsOverAtItsBounds(t *testing.T) {
	t.Parallel()
	p := func(n int) string { return strings.Repeat("p", n) }
	tail := strings.Repeat(".", 40)
	mostly, stable := sequential(eval.MostlyStable, 10), sequential(eval.Stable, 10)
	const of80, of100 = " (sequential test of 80 % against 70 %, alpha 5 %, beta 5 %)", " (sequential test of 100 % against 90 %, alpha 5 %, beta 5 %)"
	for name, tt := range map[string]struct {
		policy eval.Policy
		line   string
		want   eval.Verdict
		title  string
	}{
		"23 pass":                         {mostly, p(23) + tail, "passed", "passed: no case below mostly_stable" + of80},
		"22 do not decide it":             {mostly, p(22) + tail, "inconclusive", "inconclusive: 1 of 1 case undecided" + of80 + "; 0 errors so far, 40 trials not run, 0 errors allowed"},
		"nor where there are no more":     {mostly, p(22), "inconclusive", "inconclusive: 1 of 1 case undecided" + of80},
		"8 fail":                          {mostly, "ffffffff" + tail, "failed", "failed: 1 of 1 case below mostly_stable" + of80},
		"7 do not":                        {mostly, "fffffff" + tail, "inconclusive", "inconclusive: 1 of 1 case undecided" + of80 + "; 0 errors so far, 40 trials not run, 0 errors allowed"},
		"a timeout is a miss":             {mostly, "ttttffff" + tail, "failed", "failed: 1 of 1 case below mostly_stable" + of80},
		"an error is one, and too many":   {mostly, p(40) + "e", "failed", "failed: 1 error, 0 allowed"},
		"where all must pass, one misses": {stable, p(20) + "f" + tail, "failed", "failed: 1 of 1 case below stable" + of100},
		"where all must pass, 28 do":      {stable, p(28) + tail, "passed", "passed: no case below stable" + of100},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := report(tt.line)
			if got := gate.Decide(tt.policy, r); got.Verdict != tt.want || got.Title != tt.title {
				t.Errorf("got %s, %q\nwant %s, %q", got.Verdict, got.Title, tt.want, tt.title)
			}
			if got := gate.Case(tt.policy, r, &r.Cases[0]); tt.want != eval.VerdictFailed && got != tt.want {
				t.Errorf("the case by itself: %s", got)
			}
		})
	}
}

func TestASequentialTestThatCannotBeIsRefused(t *testing.T) {
	t.Parallel()
	with := func(change func(*eval.Policy)) eval.Policy {
		p := sequential(eval.MostlyStable, 10)
		change(&p)
		return p
	}
	long := strings.Repeat("p", 60)
	for _, tt := range []struct {
		policy eval.Policy
		line   string
		want   string
	}{
		{sequential(eval.MostlyStable, 10), long, ""},
		{sequential("", 10), long, "--sequential tests the class of each case, and --min-stability is not given (give --min-stability, or leave --sequential out)"},
		{with(func(p *eval.Policy) { p.MinPassRate = ptr(80.0) }), long, "--sequential tests each case, and --min-pass-rate is of all of them (leave one of them out)"},
		{with(func(p *eval.Policy) { p.MinPass = &eval.Quota{Passed: 4, Of: 60} }), long, "--sequential decides how many trials a case needs, and --min-pass 4/60 asks for exactly 60 (leave one of them out)"},
		{with(func(p *eval.Policy) { p.Confidence = ptr(95.0) }), long, "--sequential has its own error rates, --alpha and --beta, and --confidence is of a fixed number of trials (leave one of them out)"},
		{sequential(eval.MostlyStable, 80), long, "--indifference 80 leaves nothing of the 80 % that mostly_stable asks for (give less)"},
		{sequential(eval.MostlyStable, 10), long[:22], `--sequential with --min-stability mostly_stable, --alpha 5 and --indifference 10 needs 23 trials of each case that all pass, and case "a" has 22 of its own (give --runs MIN..23 or more)`},
	} {
		var got []string
		for _, p := range check(tt.policy, []string{tt.line}) {
			got = append(got, p.String())
		}
		if text := strings.Join(got, "\n"); text != tt.want {
			t.Errorf("got  %s\nwant %s", text, tt.want)
		}
	}
}
