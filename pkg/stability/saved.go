package stability

import (
	"math"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// spent is what a case's trials took. What one of them did not tell makes the
// sum unknown.
type spent struct {
	tokens, cost     float64
	noTokens, noCost bool
}

func (s *spent) add(trial *eval.Trial) {
	var usage eval.Usage
	for _, u := range trial.Usage {
		usage = usage.Add(u)
	}
	if usage.TotalTokens == nil {
		s.noTokens = true
	} else {
		s.tokens += float64(*usage.TotalTokens)
	}
	if usage.CostUSD == nil {
		s.noCost = true
	} else {
		s.cost += *usage.CostUSD
	}
}

// held are the trials of a case that the schedule held back.
type held struct {
	decided int // that changed no verdict
	settled int // that changed not the gate's
	run     int // the first of all, whose reason it is
	reason  string
}

func (h *held) add(trial *eval.Trial) {
	switch trial.Stopped {
	case "":
		return
	case eval.StopDecided:
		h.decided++
	case eval.StopSettled:
		h.settled++
	case eval.StopBudget:
	}
	if h.run == 0 || trial.Run < h.run {
		h.run, h.reason = trial.Run, trial.Reason
	}
}

// saved is what the trials would have taken that were not needed, by the mean of
// their case's own; nil when each was.
func (b *Builder) saved() *eval.Saved {
	var saved eval.Saved
	tokens, cost := 0.0, 0.0
	noTokens, noCost := false, false
	for i := range b.tallies {
		t := &b.tallies[i]
		if t.several == nil {
			continue
		}
		n := t.several.held.decided + t.several.held.settled
		if n == 0 {
			continue
		}
		saved.Trials += n
		ran, s := float64(t.ran()), &t.several.spent
		tokens += float64(n) * s.tokens / ran
		cost += float64(n) * s.cost / ran
		noTokens = noTokens || ran == 0 || s.noTokens
		noCost = noCost || ran == 0 || s.noCost
	}
	if saved.Trials == 0 {
		return nil
	}
	if !noTokens {
		saved.Tokens = &tokens
	}
	if !noCost {
		cost = math.Round(cost*1e9) / 1e9 // without the last bits of a sum
		saved.CostUSD = &cost
	}
	return &saved
}
