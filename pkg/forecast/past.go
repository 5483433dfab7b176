package forecast

import (
	"iter"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Past is what trials of a case came to before. A nil mean is unknown.
type Past struct {
	Passed  int
	Scored  int      // passed, failed or timed out: what a comparison looks at
	Tokens  *float64 // of all roles, per trial
	CostUSD *float64 // the same
	TookMS  float64  // per trial, without waiting
}

// Remember folds the trials of an earlier run. Cases of which none ran are not
// in it. The error is the first of the trials.
func Remember(trials iter.Seq2[*eval.Trial, error]) (map[eval.Key]Past, error) {
	type sums struct {
		passed, scored, ran int
		took                float64
		usage               eval.Usage
	}
	of := map[eval.Key]*sums{}
	for t, err := range trials {
		if err != nil {
			return nil, err
		}
		if t.Status == eval.Skipped {
			continue
		}
		s := of[t.Key()]
		if s == nil {
			s = &sums{}
			of[t.Key()] = s
		}
		s.ran++
		if t.Status == eval.Passed {
			s.passed++
		}
		if t.Status != eval.Error {
			s.scored++
		}
		s.took += t.TookMS().Float()
		for _, usage := range t.Usage {
			s.usage = s.usage.Add(usage)
		}
	}
	past := make(map[eval.Key]Past, len(of))
	for key, s := range of {
		p := Past{Passed: s.passed, Scored: s.scored, TookMS: s.took / float64(s.ran)}
		if s.usage.TotalTokens != nil {
			mean := float64(*s.usage.TotalTokens) / float64(s.ran)
			p.Tokens = &mean
		}
		if s.usage.CostUSD != nil {
			mean := *s.usage.CostUSD / float64(s.ran)
			p.CostUSD = &mean
		}
		past[key] = p
	}
	return past, nil
}
