package figure

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Spent is what the trials took that the summary does not say. The zero value
// is none; its owner adds to it.
type Spent struct {
	queued, took time.Duration
	priced       bool // some of it has a cost
}

// Add takes note of a trial.
func (s *Spent) Add(t *eval.Trial) {
	s.queued += t.QueuedMS.Duration()
	s.took += t.DurationMS.Duration()
	for _, u := range t.Usage {
		s.priced = s.priced || u.CostUSD != nil && *u.CostUSD > 0
	}
}

// Cost is that of the run. One that is unknown is said where prices made a
// part of it known, and goes without saying where there are none.
func (s *Spent) Cost(u eval.Usage) string {
	switch {
	case u.Calls == 0 && u.Attempts == 0:
		return ""
	case u.CostUSD == nil && s.priced:
		return "cost unknown"
	case u.CostUSD == nil:
		return ""
	default:
		return Dollars(*u.CostUSD)
	}
}

// Dollars shows a cost with the digits that matter.
func Dollars(usd float64) string {
	switch {
	case usd == 0:
		return "$0"
	case usd < 0.00005:
		return "<$0.0001" // and not what looks like nothing
	case usd < 0.01:
		return fmt.Sprintf("$%.4f", usd)
	case usd < 1:
		return fmt.Sprintf("$%.3f", usd)
	default:
		return fmt.Sprintf("$%.2f", usd)
	}
}

// Waited says how much longer the run took because of its connectors' limits,
// where that mattered. Trials wait side by side, so it is their share of it.
func (s *Spent) Waited(run time.Duration) string {
	if s.took <= 0 {
		return ""
	}
	share := float64(s.queued) / float64(s.took)
	held := time.Duration(share * float64(run))
	if share < 0.05 || held < time.Second {
		return ""
	}
	return "waited " + Span(held) + " for limits"
}

// Sum is what all roles took together.
func Sum(usage map[eval.Role]eval.Usage) eval.Usage {
	var all eval.Usage
	for _, u := range usage {
		all = all.Add(u)
	}
	return all
}

// TokensByRole is whose the tokens are, in parentheses behind a blank, where
// they are not the agent's alone.
func TokensByRole(usage map[eval.Role]eval.Usage) string {
	return byRole(usage, func(u eval.Usage) string {
		if u.TotalTokens == nil {
			return "unknown"
		}
		return Count(*u.TotalTokens)
	})
}

// CostByRole is the same of the costs, where one of them is known.
func CostByRole(usage map[eval.Role]eval.Usage) string {
	known := false
	text := byRole(usage, func(u eval.Usage) string {
		if u.CostUSD == nil {
			return "unknown"
		}
		known = true
		return Dollars(*u.CostUSD)
	})
	if !known {
		return ""
	}
	return text
}

func byRole(usage map[eval.Role]eval.Usage, show func(eval.Usage) string) string {
	var parts []string
	for _, role := range slices.Sorted(maps.Keys(usage)) {
		if u := usage[role]; u.Calls > 0 || u.Attempts > 0 {
			parts = append(parts, string(role)+" "+show(u))
		}
	}
	if len(parts) < 2 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}
