package forecast

import "github.com/surefoot-dev/surefoot/pkg/eval"

// Past is what trials of a case came to before. A nil mean is unknown.
type Past struct {
	Passed  int
	Scored  int      // passed, failed or timed out: what a comparison looks at
	Tokens  *float64 // of all roles, per trial
	CostUSD *float64 // the same
	TookMS  float64  // per trial, without waiting
}

// PastOf are the means of a case of an earlier run, of all of whose trials the
// usage is. A case of which none ran has no past.
func PastOf(c *eval.CaseResult, usage eval.Usage) *Past {
	if c.Runs == 0 || c.AvgMS == nil {
		return nil
	}
	p := &Past{Passed: c.Passed, Scored: c.Passed + c.Failed + c.Timeouts, TookMS: *c.AvgMS}
	if usage.TotalTokens != nil {
		mean := float64(*usage.TotalTokens) / float64(c.Runs)
		p.Tokens = &mean
	}
	if usage.CostUSD != nil {
		mean := *usage.CostUSD / float64(c.Runs)
		p.CostUSD = &mean
	}
	return p
}
