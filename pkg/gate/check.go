package gate

import (
	"fmt"
	"math"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/interval"
)

// Check says what of a policy the plan can never satisfy, whatever its trials
// do, with the number it would need: it is asked before the first of them is
// paid for. Runs is how many trials a case gets.
func Check(policy eval.Policy, cases []*eval.Case, runs func(*eval.Case) int) eval.Problems {
	var problems eval.Problems
	refuse := func(hint, format string, args ...any) {
		problems = append(problems, eval.Problem{Message: fmt.Sprintf(format, args...), Hint: hint})
	}
	if policy.Sequential != nil {
		checkSequential(policy, cases, runs, refuse)
		return problems
	}
	if policy.Confidence != nil {
		sure := "with --confidence " + amount(*policy.Confidence)
		if policy.MinPassRate == nil && policy.MinStability == "" {
			refuse("give one of them, or leave --confidence out", "--confidence %s is of --min-pass-rate and --min-stability, and neither is given", amount(*policy.Confidence))
		}
		if required := policy.MinPassRate; required != nil {
			checkRate(policy, cases, runs, func(hint, what string) {
				refuse(hint, "--min-pass-rate %s %s %s", amount(*required), sure, what)
			})
		}
		if class := policy.MinStability; class == eval.Stable {
			refuse("ask for mostly_stable, or leave --confidence out", "--min-stability stable %s: no number of trials shows that all will pass", sure)
		} else if class != "" {
			least := interval.Clean(class.Floor(), *policy.Confidence)
			checkEach(cases, runs, least, math.MaxInt, func(which string) {
				refuse(giveRuns(least), "--min-stability %s %s needs %s of each case that all pass, and %s", class, sure, eval.Plural(least, "trial"), which)
			})
		}
	}
	if q := policy.MinPass; q != nil {
		checkEach(cases, runs, q.Of, q.Of, func(which string) {
			refuse(giveRuns(q.Of), "--min-pass %d/%d is of %s of each case, and %s", q.Passed, q.Of, eval.Plural(q.Of, "trial"), which)
		})
	}
	return problems
}

// checkRate asks whether the lower bound reaches the rate when all pass.
func checkRate(policy eval.Policy, cases []*eval.Case, runs func(*eval.Case) int, refuse func(hint, what string)) {
	required := *policy.MinPassRate
	least := interval.Clean(required, *policy.Confidence)
	if least == 0 {
		refuse("ask for less than 100, or leave --confidence out", "can never hold: no number of trials shows that all will pass")
		return
	}
	var w mean
	trials, own := 0, false
	for _, c := range cases {
		if n := runs(c); n > 0 {
			w.expect(n)
			trials += n
			own = own || c.Runs > 0
		}
	}
	if trials == 0 || reaches(believed(policy, 100, w.trials()), required) {
		return
	}
	have := fmt.Sprintf("there are %d", trials)
	if trials == 1 {
		have = "there is 1"
	}
	if n := int(w.trials()); n < trials {
		have += fmt.Sprintf(", which count as %d, since cases differ in how many they have", n)
	}
	hint := giveRuns(int(math.Ceil(float64(least) / float64(w.cases))))
	if own {
		hint += `, also where a case has "runs" of its own`
	}
	refuse(hint, fmt.Sprintf("needs %s that all pass, and %s", eval.Plural(least, "trial"), have))
}

// checkEach tells of the first case that has fewer trials than the least or
// more than the most.
func checkEach(cases []*eval.Case, runs func(*eval.Case) int, least, most int, refuse func(which string)) {
	var first *eval.Case
	others := 0
	for _, c := range cases {
		switch n := runs(c); {
		case n == 0 || n >= least && n <= most:
		case first == nil:
			first = c
		default:
			others++
		}
	}
	if first == nil {
		return
	}
	which := fmt.Sprintf("case %q has %d", eval.Clip(first.ID), runs(first))
	if first.Runs > 0 {
		which += " of its own"
	}
	if others > 0 {
		which += fmt.Sprintf(" (and %s)", eval.Plural(others, "more case"))
	}
	refuse(which)
}

func giveRuns(n int) string { return fmt.Sprintf("give --runs %d", n) }
