package assert_test

import (
	"math"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func ptr[T any](v T) *T { return &v }

func TestFigures(t *testing.T) {
	t.Parallel()
	full := eval.Transcript{
		Output: text("x"), Turns: make([]eval.Turn, 2), Duration: eval.Millis(1500 * time.Millisecond),
		Usage: eval.Usage{TotalTokens: ptr(int64(120)), CostUSD: ptr(0.1 + 0.2), Calls: 1},
	}
	called := eval.Transcript{Output: text("x"), Usage: eval.Usage{Calls: 1}}
	broken := eval.Transcript{Output: text("x"), Usage: eval.Usage{Calls: 1, CostUSD: ptr(math.NaN())}}
	unpriced := called
	unpriced.Unpriced = "one price is missing"
	empty := eval.Transcript{Output: text("x")}
	quick := eval.Transcript{Output: text("x"), Duration: eval.Millis(1234567 * time.Nanosecond)}
	tests := map[string]struct {
		raw        string
		transcript eval.Transcript
		status     eval.Status
		message    string
	}{
		"latency below":          {`{"type": "latency", "max": "2s"}`, full, eval.Passed, "want at most 2s, got 1.5s"},
		"latency at the bound":   {`{"type": "latency", "max": "1500ms"}`, full, eval.Passed, "want at most 1500ms, got 1.5s"},
		"latency above":          {`{"type": "latency", "max": "1s"}`, full, eval.Failed, "want at most 1s, got 1.5s"},
		"latency above, negated": {`{"type": "latency", "max": "1s", "negate": true}`, full, eval.Passed, "want not at most 1s, got 1.5s"},
		"latency between":        {`{"type": "latency", "max": "2s", "min": "1s"}`, full, eval.Passed, "want between 1s and 2s, got 1.5s"},
		"a short latency":        {`{"type": "latency", "min": "2ms"}`, quick, eval.Failed, "want at least 2ms, got 1.235ms"},

		"a cost that is a sum of floats": {`{"type": "cost", "max": 0.3}`, full, eval.Passed, "want at most $0.3, got $0.3"},
		"cost above":                     {`{"type": "cost", "max": 0.29}`, full, eval.Failed, "want at most $0.29, got $0.3"},
		"cost unknown":                   {`{"type": "cost", "max": 1}`, called, eval.Error, "the cost is unknown: the price of a model call is not known"},
		"cost unknown for a reason":      {`{"type": "cost", "max": 1}`, unpriced, eval.Error, "the cost is unknown: one price is missing"},
		"cost unknown, negated":          {`{"type": "cost", "max": 1, "negate": true}`, called, eval.Error, "the cost is unknown: the price of a model call is not known"},
		"cost without a call":            {`{"type": "cost", "max": 1}`, empty, eval.Error, "the cost is unknown: no model call was counted"},
		"cost no number":                 {`{"type": "cost", "max": 1}`, broken, eval.Error, "the cost is unknown: it is no number"},

		"tokens":         {`{"type": "tokens", "max": 120}`, full, eval.Passed, "want at most 120, got 120 tokens"},
		"tokens above":   {`{"type": "tokens", "max": 1e2}`, full, eval.Failed, "want at most 1e2, got 120 tokens"},
		"tokens below":   {`{"type": "tokens", "min": 121}`, full, eval.Failed, "want at least 121, got 120 tokens"},
		"tokens unknown": {`{"type": "tokens", "min": 0}`, called, eval.Error, "the tokens are unknown: the provider did not report them"},
		"no tokens":      {`{"type": "tokens", "min": 0}`, empty, eval.Error, "the tokens are unknown: no model call was counted"},

		"turns":         {`{"type": "turns", "min": 2, "max": 2}`, full, eval.Passed, "want between 2 and 2, got 2"},
		"turns above":   {`{"type": "turns", "max": 1}`, full, eval.Failed, "want at most 1, got 2"},
		"turns unknown": {`{"type": "turns", "max": 1}`, empty, eval.Error, "the turns are unknown: none was recorded"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := evaluateOn(t, tt.raw, &tt.transcript)
			if got.Status != tt.status || got.Message != tt.message {
				t.Errorf("got  %s %q\nwant %s %q", got.Status, got.Message, tt.status, tt.message)
			}
		})
	}
	got := evaluateOn(t, `{"type": "latency", "max": "2s"}`, &full)
	if got.Expected.Raw() != `{"max":"2s"}` || got.Actual.Raw() != `"1.5s"` {
		t.Errorf("expected %s, actual %s", got.Expected.Raw(), got.Actual.Raw())
	}
}

func TestProblemsOfFigures(t *testing.T) {
	t.Parallel()
	testProblems(t, map[string][]string{
		"no bound":             {`{"type": "latency"}`, `f:1:1: assert.max: a latency assertion needs max or min`},
		"a value":              {`{"type": "cost", "value": 1}`, `f:1:1: assert.max: a cost assertion needs max or min (write max instead of value)`},
		"latency as a number":  {`{"type": "latency", "max": 2}`, `f:1:28: assert.max: want a duration as text, got 2 (write it like "2s" or "500ms")`},
		"latency without unit": {`{"type": "latency", "max": "2"}`, `f:1:28: assert.max: bad duration "2" (write it like "2s" or "500ms")`},
		"negative latency":     {`{"type": "latency", "max": "-2s"}`, `f:1:28: assert.max: the duration "-2s" is negative`},
		"latency upside down":  {`{"type": "latency", "max": "1s", "min": "1001ms"}`, `f:1:41: assert.min: min 1001ms is above max 1s`},
		"cost as text":         {`{"type": "cost", "max": "$1"}`, `f:1:25: assert.max: want an amount in USD of at least 0, got the text "$1" (a number such as 0.02)`},
		"negative cost":        {`{"type": "cost", "max": -1}`, `f:1:25: assert.max: want an amount in USD of at least 0, got -1 (a number such as 0.02)`},
		"broken tokens":        {`{"type": "tokens", "max": 1.5}`, `f:1:27: assert.max: want a whole number of at least 0, got 1.5`},
		"turns upside down":    {`{"type": "turns", "max": 1, "min": 2}`, `f:1:36: assert.min: min 2 is above max 1`},
		"misspelt bound":       {`{"type": "turns", "maxx": 1, "min": 2}`, `f:1:19: assert: unknown field "maxx" (did you mean "max"?)`},
	})
}
