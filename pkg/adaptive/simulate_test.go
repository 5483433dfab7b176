package adaptive_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/adaptive"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
)

// draw is a suite of cases that pass at this rate, 0 to 1.
func draw(r *rand.Rand, cases, least, most int, rate float64) *suite {
	lines := make([]string, cases)
	for i := range lines {
		line := make([]byte, most)
		for run := range line {
			line[run] = 'f'
			if r.Float64() < rate {
				line[run] = 'p'
			}
		}
		lines[i] = string(line)
	}
	return of(least, lines...)
}

// spent is the share of the trials that suites of ten cases spend, in percent.
func spent(policy eval.Policy, least, most int, rate float64) float64 {
	const suites, cases = 50, 10
	r := rand.New(rand.NewPCG(6, uint64(most)))
	ran := 0
	for range suites {
		s := draw(r, cases, least, most, rate)
		for _, t := range s.run(adaptive.New(s.plan, adaptive.Options{Policy: policy}), 1, inOrder) {
			if t.Status != eval.Skipped {
				ran++
			}
		}
	}
	return 100 * float64(ran) / float64(suites*cases*most)
}

// TestTheDocsSayWhatIsSaved holds the table of docs/stability.md against what
// seeded suites come to.
func TestTheDocsSayWhatIsSaved(t *testing.T) {
	t.Parallel()
	all := ptr(1000)
	var b strings.Builder
	for _, runs := range [][2]int{{3, 10}, {5, 20}} {
		least, most := runs[0], runs[1]
		q := most * 8 / 10
		for _, row := range []struct {
			flags  string
			policy eval.Policy
		}{
			{"", eval.Policy{}},
			{fmt.Sprintf(" --min-pass %d/%d", q, most), eval.Policy{MinPass: &eval.Quota{Passed: q, Of: most}}},
			{fmt.Sprintf(" --min-pass %d/%d --max-errors 1000", q, most), eval.Policy{MinPass: &eval.Quota{Passed: q, Of: most}, MaxErrors: all}},
			{" --min-pass-rate 80 --max-errors 1000", eval.Policy{MinPassRate: ptr(80.0), MaxErrors: all}},
		} {
			fmt.Fprintf(&b, "| `--runs %d..%d%s` |", least, most, row.flags)
			for _, rate := range []float64{1, 0.95, 0.8, 0.5, 0} {
				fmt.Fprintf(&b, " %.0f %% |", 100-spent(row.policy, least, most, rate))
			}
			b.WriteString("\n")
		}
	}
	inDocs(t, b.String())
}

// inDocs fails unless the page has these lines.
func inDocs(t *testing.T, lines string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/stability.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), lines) {
		t.Errorf("docs/stability.md has not these rows:\n%s", lines)
	}
}

// verdicts are what a sequential test makes of a case that passes at a rate,
// in percent of many such cases, and how many trials they took in the mean.
func verdicts(sequential eval.Sequential, class eval.Class, most, parallel int, rate float64) (passed, failed, trials float64) {
	const cases = 1000
	policy := eval.Policy{MinStability: class, Sequential: &sequential}
	r := rand.New(rand.NewPCG(7, uint64(most)))
	for range cases {
		s := draw(r, 1, 3, most, rate)
		c := eval.CaseResult{Planned: most}
		for _, t := range s.run(adaptive.New(s.plan, adaptive.Options{Policy: policy}), parallel, inOrder) {
			switch t.Status {
			case eval.Passed:
				c.Passed++
				c.Runs++
			case eval.Failed:
				c.Runs++
			default:
			}
		}
		trials += float64(c.Runs)
		switch gate.Case(policy, &eval.Report{}, &c) {
		case eval.VerdictPassed:
			passed++
		case eval.VerdictFailed:
			failed++
		case eval.VerdictInconclusive:
		}
	}
	return 100 * passed / cases, 100 * failed / cases, trials / cases
}

// TestASequentialTestErrsNoMoreOftenThanItSays holds the table of
// docs/stability.md, and its error rates below those asked for. Wald's bounds
// keep them below alpha/(1-beta) and beta/(1-alpha); three standard errors of
// 1,000 cases are added.
func TestASequentialTestErrsNoMoreOftenThanItSays(t *testing.T) {
	t.Parallel()
	const bound = 100*0.05/0.95 + 2.1
	sequential := eval.Sequential{Alpha: 5, Beta: 5, Indifference: 10}
	var b strings.Builder
	for _, rate := range []float64{1, 0.9, 0.8, 0.75, 0.7, 0.6, 0.5} {
		fmt.Fprintf(&b, "| %.0f %% |", 100*rate)
		for _, most := range []int{60, 300} {
			passed, failed, trials := verdicts(sequential, eval.MostlyStable, most, 1, rate)
			fmt.Fprintf(&b, " %.1f / %.1f / %.1f | %.0f |", passed, failed, 100-passed-failed, trials)
			if rate <= 0.7 && passed > bound {
				t.Errorf("of cases at %v, %v %% pass", rate, passed)
			}
			if rate >= 0.8 && failed > bound {
				t.Errorf("of cases at %v, %v %% fail", rate, failed)
			}
		}
		b.WriteString("\n")
	}
	inDocs(t, b.String())
}

// Trials that were in flight when the test was over are counted, and change
// how often it errs no more than that.
func TestASequentialTestErrsNoMoreOftenInParallel(t *testing.T) {
	t.Parallel()
	const bound = 100*0.1/0.9 + 3
	sequential := eval.Sequential{Alpha: 10, Beta: 10, Indifference: 20}
	if passed, _, _ := verdicts(sequential, eval.Unstable, 100, 8, 0.3); passed > bound {
		t.Errorf("of cases at 30 %%, %v %% pass", passed)
	}
	if _, failed, _ := verdicts(sequential, eval.Unstable, 100, 8, 0.5); failed > bound {
		t.Errorf("of cases at 50 %%, %v %% fail", failed)
	}
}
