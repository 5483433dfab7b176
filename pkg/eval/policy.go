package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// UnmarshalJSON reads the policy of an earlier run, perhaps of a newer version.
// It refuses what it does not know, since a condition that is passed over, or
// a class nobody can be below, lets everything pass.
func (p *Policy) UnmarshalJSON(text []byte) error {
	type plain Policy // without this method
	var known plain
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&known); err != nil {
		return errors.New("policy: " + strings.TrimPrefix(err.Error(), "json: "))
	}
	if what := Policy(known).unknown(); what != "" {
		return errors.New("policy: " + what)
	}
	*p = Policy(known)
	return nil
}

// unknown is what no run can have asked for, "" for nothing.
func (p Policy) unknown() string {
	switch q, s := p.MinPass, p.Sequential; {
	case p.MinStability != "" && !slices.Contains(Classes(), p.MinStability):
		return fmt.Sprintf("unknown class %q of min_stability", Clip(string(p.MinStability)))
	case p.MinPassRate != nil && !(*p.MinPassRate > 0 && *p.MinPassRate <= 100):
		return fmt.Sprintf("min_pass_rate is %v, not above 0 and at most 100", *p.MinPassRate)
	case q != nil && (q.Passed < 1 || q.Passed > q.Of):
		return fmt.Sprintf("min_pass is %d of %d", q.Passed, q.Of)
	case p.Confidence != nil && !(*p.Confidence > 50 && *p.Confidence < 100):
		return fmt.Sprintf("confidence is %v, not above 50 and below 100", *p.Confidence)
	case s != nil && !(s.Alpha > 0 && s.Alpha < 50 && s.Beta > 0 && s.Beta < 50 && s.Indifference > 0 && s.Indifference < p.MinStability.Floor()):
		return fmt.Sprintf("sequential is alpha %v, beta %v, indifference %v", s.Alpha, s.Beta, s.Indifference)
	case p.MaxErrors != nil && *p.MaxErrors < 0, p.MaxCost != nil && *p.MaxCost < 0, p.MaxTokens != nil && *p.MaxTokens < 0, p.MaxP95MS < 0:
		return "a limit is below zero"
	default:
		return ""
	}
}
