package eval_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestAPolicyComesBack(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]eval.Policy{
		"of no condition": {},
		"of all": {
			MinPassRate: new(80.0), MinStability: eval.MostlyStable, MinPass: &eval.Quota{Passed: 4, Of: 5}, Confidence: new(95.0),
			MaxErrors: new(0), MaxCost: new(0.0), MaxTokens: new(int64(0)), MaxP95MS: eval.Millis(1500 * time.Millisecond),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := json.Marshal(p)
			if err != nil {
				t.Fatal(err)
			}
			var got eval.Policy
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(p, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAPolicyThatIsNotKnownWhollyIsRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want string }{
		"a condition of another version": {`{"max_regressions":0}`, `policy: unknown field "max_regressions"`},
		"a class nobody can be below":    {`{"min_stability":"rock_solid"}`, `policy: unknown class "rock_solid" of min_stability`},
		"a rate of nothing":              {`{"min_pass_rate":0}`, `policy: min_pass_rate is 0, not above 0 and at most 100`},
		"a quota of nothing":             {`{"min_pass":{"passed":0,"of":5}}`, `policy: min_pass is 0 of 5`},
		"a member of a quota":            {`{"min_pass":{"passed":1,"of":5,"each":"agent"}}`, `policy: unknown field "each"`},
		"no confidence":                  {`{"min_pass_rate":80,"confidence":0}`, `policy: confidence is 0, not above 50 and below 100`},
		"a test that never errs":         {`{"min_stability":"unstable","sequential":{"alpha":0,"beta":5,"indifference":10}}`, `policy: sequential is alpha 0, beta 5, indifference 10`},
		"a test of no class":             {`{"sequential":{"alpha":5,"beta":5,"indifference":10}}`, `policy: sequential is alpha 5, beta 5, indifference 10`},
		"fewer errors than none":         {`{"max_errors":-1}`, `policy: a limit is below zero`},
		"a list":                         {`[]`, `policy: cannot unmarshal array into Go value of type eval.plain`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := eval.Policy{MaxErrors: new(3)}
			err := json.Unmarshal([]byte(tt.text), &p)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			if p.MaxErrors == nil || *p.MaxErrors != 3 {
				t.Error("it was changed all the same")
			}
		})
	}
}
