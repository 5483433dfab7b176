package console

import (
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// header says what is about to run.
func (c *Console) header() {
	s := &c.start
	var facts []string
	if len(s.Agents) > 0 {
		facts = append(facts, agents(s.Agents))
	}
	if connector := s.Settings["connector"]; connector != "" {
		facts = append(facts, safetext.Line(connector))
	}
	facts = append(facts, extent(s.Plan))
	if n := s.Settings["parallel"]; n != "" && n != "1" {
		facts = append(facts, safetext.Line(n)+" in flight")
	}
	if dir := s.Settings["record"]; dir != "" {
		facts = append(facts, "recording to "+safetext.Line(dir))
	}
	if dir := s.Settings["replay"]; dir != "" {
		facts = append(facts, "replayed from "+safetext.Line(dir))
	}
	if s.Plan.Shard != "" {
		facts = append(facts, "shard "+safetext.Line(s.Plan.Shard))
	}
	if s.Plan.Filtered > 0 {
		facts = append(facts, fmt.Sprintf("%d filtered out", s.Plan.Filtered))
	}
	if s.Plan.Unaffected > 0 {
		facts = append(facts, fmt.Sprintf("%d not affected", s.Plan.Unaffected))
	}
	c.line(c.fit(c.bold("surefoot") + " " + safetext.Line(s.Version) + "  " + strings.Join(facts, c.dim(" · "))))
	c.line("")
}

func agents(ids []string) string {
	const few = 3
	if len(ids) > few {
		return eval.Plural(len(ids), "agent")
	}
	return safetext.Line(strings.Join(ids, ", "))
}

// extent is cases × trials where that is the whole plan.
func extent(p eval.PlanFacts) string {
	cases := eval.Plural(p.Cases, "case")
	switch p.Trials {
	case p.Cases:
		return cases
	case p.Cases * p.Runs:
		if p.MinRuns > 0 {
			return fmt.Sprintf("%s × %d to %d trials", cases, p.MinRuns, p.Runs)
		}
		return fmt.Sprintf("%s × %s", cases, eval.Plural(p.Runs, "trial"))
	default:
		if p.MinRuns > 0 {
			cases += ", at most"
			return cases + " " + eval.Plural(p.Trials, "trial")
		}
		return cases + ", " + eval.Plural(p.Trials, "trial")
	}
}
