package eval_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestUsageOfAnUnknownPartIsUnknown(t *testing.T) {
	t.Parallel()
	five, one := int64(5), 1.0
	known := eval.Usage{PromptTokens: &five, CompletionTokens: &five, CostUSD: &one, Calls: 1, Attempts: 2}
	unknown := eval.Usage{PromptTokens: &five, Calls: 1, Attempts: 1}
	ten := int64(10)
	want := eval.Usage{PromptTokens: &ten, Calls: 2, Attempts: 3}
	if diff := cmp.Diff(want, known.Add(unknown)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(known, eval.Usage{}.Add(known)); diff != "" {
		t.Errorf("no call added: %s", diff)
	}
}

func TestASumThatIsTooLargeIsUnknown(t *testing.T) {
	t.Parallel()
	most, dear := int64(math.MaxInt64), math.MaxFloat64
	u := eval.Usage{PromptTokens: &most, CostUSD: &dear, Calls: 1, Attempts: 1}
	if diff := cmp.Diff(eval.Usage{Calls: 2, Attempts: 2}, u.Add(u)); diff != "" {
		t.Error(diff)
	}
}

func TestRowBeginsWithItsType(t *testing.T) {
	t.Parallel()
	row, err := eval.AppendRow(nil, &eval.TrialStart{Agent: "a", ID: "<1>", Run: 2})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(row), `{"type":"trial_start","agent":"a","id":"<1>","run":2}`+"\n"; got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

func TestRowHoldsNothingATerminalOrARunnerObeys(t *testing.T) {
	t.Parallel()
	text := "é\u009b2J\u202eabc\u2066x\u2028 日本 \U000e0041\x7f ##[add-mask]e ####vso[x] ## [ a#[0]"
	row, err := eval.AppendRow(nil, &eval.Log{Message: text})
	if err != nil {
		t.Fatal(err)
	}
	want := `é\u009b2J\u202eabc\u2066x\u2028 日本 \udb40\udc41\u007f \u0023#[add-mask]e ##\u0023#vso[x] ## [ a#[0]`
	if !strings.Contains(string(row), want) {
		t.Errorf("got %s", row)
	}
	var back struct{ Message string }
	if err := json.Unmarshal(row, &back); err != nil || back.Message != text {
		t.Errorf("%v: %q", err, back.Message)
	}
}

func TestProblemIsOneLine(t *testing.T) {
	t.Parallel()
	p := eval.Problem{
		Pos: eval.Pos{File: "evals/refund.jsonl", Line: 12, Column: 9}, Case: "refund-03", Path: "assert[1].type",
		Message: `unknown assertion "contian"`, Hint: `did you mean "contains"?`,
	}
	want := `evals/refund.jsonl:12:9: case "refund-03": assert[1].type: unknown assertion "contian" (did you mean "contains"?)`
	if got := p.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestClassesByPassRate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		passed, runs int
		want         eval.Class
	}{
		{0, 0, eval.Undetermined}, {1, 1, eval.Stable}, {0, 1, eval.HighlyUnstable},
		{999, 1000, eval.MostlyStable}, {4, 5, eval.MostlyStable}, {79, 100, eval.Unstable},
		{1, 2, eval.Unstable}, {49, 100, eval.HighlyUnstable},
	} {
		if got := eval.ClassOf(tt.passed, tt.runs); got != tt.want {
			t.Errorf("%d of %d: %s, want %s", tt.passed, tt.runs, got, tt.want)
		}
	}
}
