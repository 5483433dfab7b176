package cli

import (
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// result is one output of the action.
type result struct {
	name, help, value string
}

// results are the outputs of the action. What is unknown is empty. A run that
// could not begin has no report.
func (p *published) results(report *eval.Report) []result {
	if report == nil {
		report = &eval.Report{}
	}
	s := &report.Summary
	number := func(n int) string {
		if report.Start.SchemaVersion == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	tokens, cost := spent(s.Usage)
	return []result{
		{"verdict", "The gate's answer: passed, failed or inconclusive", string(p.verdict)},
		{"title", "The verdict in one line", p.title},
		{"total", "Cases, skipped ones included", number(s.Total)},
		{"passed", "Cases of which all trials passed", number(s.Passed)},
		{"failed", "Cases that failed", number(s.Failed)},
		{"errors", "Cases in which something broke", number(s.Errors)},
		{"timeouts", "Cases that took too long", number(s.Timeouts)},
		{"skipped", "Cases that were skipped", number(s.Skipped)},
		{"pass-rate", "Mean pass rate of the cases, 0 to 100; empty when nothing ran", rateText(s.PassRate)},
		{"stability", "The worst class of a case: stable, mostly_stable, unstable, highly_unstable or undetermined", string(worst(report.Cases))},
		{"unstable", "Cases whose class is known and is not stable", number(s.Unstable)},
		{"regressions", "Cases that are worse than in the baseline by more than chance; empty without one", regressions(report.Comparison)},
		{"cost", "What all models cost in US dollars; empty when it is unknown", cost},
		{"tokens", "Tokens of all models; empty when they are unknown", tokens},
		{"html-path", "The report for people, from the top of the repository; empty when output names none", p.html},
		{"jsonl-path", "The report of the run, from the top of the repository", p.jsonl},
		{"artifact-id", "The id of the artifact; empty when none was uploaded", p.artifactID},
		{"artifact-url", "The page of the artifact", p.artifactURL},
		{"comment-url", "The comment on the pull request; empty when there is none", p.commentURL},
	}
}

// regressions is how many cases regressed, "" where nothing was compared.
func regressions(c *eval.Comparison) string {
	if c == nil || c.Base == (eval.Baseline{}) {
		return ""
	}
	return strconv.Itoa(c.Count[eval.Regressed])
}

func rateText(rate *float64) string {
	if rate == nil {
		return ""
	}
	return strconv.FormatFloat(*rate, 'f', -1, 64)
}

// spent are the tokens and the cost of all roles together.
func spent(usage map[eval.Role]eval.Usage) (tokens, cost string) {
	var sum eval.Usage
	for _, u := range usage {
		sum = sum.Add(u)
	}
	if sum.TotalTokens != nil {
		tokens = strconv.FormatInt(*sum.TotalTokens, 10)
	}
	if sum.CostUSD != nil {
		cost = strconv.FormatFloat(*sum.CostUSD, 'f', -1, 64)
	}
	return tokens, cost
}

// worst is the lowest class of the cases that were to run.
func worst(cases []eval.CaseResult) eval.Class {
	var class eval.Class
	for i := range cases {
		c := &cases[i]
		if c.Status == eval.Skipped && c.Planned == 0 {
			continue
		}
		if class == "" || c.Class.Below(class) {
			class = c.Class
		}
	}
	return class
}
