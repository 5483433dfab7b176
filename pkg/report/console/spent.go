package console

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// spent is what the trials took that the summary does not say.
type spent struct {
	queued, took time.Duration
	priced       bool // some of it has a cost
}

func (s *spent) add(t *eval.Trial) {
	s.queued += t.QueuedMS.Duration()
	s.took += t.DurationMS.Duration()
	for _, u := range t.Usage {
		s.priced = s.priced || u.CostUSD != nil && *u.CostUSD > 0
	}
}

// cost is that of the run. One that is unknown is said where prices made a
// part of it known, and goes without saying where there are none.
func (s *spent) cost(u eval.Usage) string {
	switch {
	case u.Calls == 0 && u.Attempts == 0:
		return ""
	case u.CostUSD == nil && s.priced:
		return "cost unknown"
	case u.CostUSD == nil:
		return ""
	case *u.CostUSD == 0:
		return "$0"
	case *u.CostUSD < 0.0005:
		return "<$0.001" // and not what looks like nothing
	case *u.CostUSD < 1:
		return fmt.Sprintf("$%.3f", *u.CostUSD)
	default:
		return fmt.Sprintf("$%.2f", *u.CostUSD)
	}
}

// waited says how much longer the run took because of its connectors' limits,
// where that mattered. Trials wait side by side, so it is their share of it.
func (s *spent) waited(run time.Duration) string {
	if s.took <= 0 {
		return ""
	}
	share := float64(s.queued) / float64(s.took)
	held := time.Duration(share * float64(run))
	if share < 0.05 || held < time.Second {
		return ""
	}
	return "waited " + span(held) + " for limits"
}

// sum is what all roles took together.
func sum(usage map[eval.Role]eval.Usage) eval.Usage {
	var all eval.Usage
	for _, u := range usage {
		all = all.Add(u)
	}
	return all
}

// byRole is whose the tokens are, where they are not the agent's alone.
func byRole(usage map[eval.Role]eval.Usage) string {
	var parts []string
	for _, role := range slices.Sorted(maps.Keys(usage)) {
		switch u := usage[role]; {
		case u.Calls == 0 && u.Attempts == 0:
		case u.TotalTokens == nil:
			parts = append(parts, string(role)+" unknown")
		default:
			parts = append(parts, string(role)+" "+count(*u.TotalTokens))
		}
	}
	if len(parts) < 2 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}
