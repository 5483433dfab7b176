package evidence_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
)

func TestOf(t *testing.T) {
	t.Parallel()
	pos := eval.Pos{File: "a.jsonl", Line: 3, Column: 1}
	at := eval.Pos{File: "a.jsonl", Line: 3, Column: 40}
	failed := eval.Check{Type: "contains", Assertion: "assert[0]", Status: eval.Failed, Message: `want "x", got "y"`, Pos: at}
	broken := eval.Check{Type: "json_path", Path: "$.a", Assertion: "assert[1]", Status: eval.Error, Message: "no JSON", Reason: "at byte 3"}
	tests := []struct {
		name  string
		trial eval.Trial
		want  []string // status rule place line
	}{
		{"a trial that passed", eval.Trial{Status: eval.Passed, Pos: pos}, nil},
		{"a skipped one", eval.Trial{Status: eval.Skipped, Reason: "off", Pos: pos}, nil},
		{"a check that does not hold", eval.Trial{Status: eval.Failed, Pos: pos, Checks: []eval.Check{{Status: eval.Passed}, failed}},
			[]string{`failed contains a.jsonl:3:40 assert[0] contains: want "x", got "y"`}},
		{"a broken check says more than its trial", eval.Trial{Status: eval.Error, Error: "assert[1] broke", Pos: pos, Checks: []eval.Check{failed, broken}},
			[]string{`failed contains a.jsonl:3:40 assert[0] contains: want "x", got "y"`, `error error a.jsonl:3:1 assert[1] json_path $.a: no JSON`}},
		{"an error", eval.Trial{Status: eval.Error, Error: "429", Pos: pos}, []string{"error error a.jsonl:3:1 429"}},
		{"an error of a script has its own place", eval.Trial{Status: eval.Error, Error: "TypeError", ErrorPos: &eval.Pos{File: "x.ts", Line: 1, Column: 2}, Pos: pos}, []string{"error error x.ts:1:2 TypeError"}},
		{"a timeout", eval.Trial{Status: eval.Timeout, Error: "no answer in 2m", Pos: pos}, []string{"timeout timeout a.jsonl:3:1 no answer in 2m"}},
		{"an error beside checks that fail", eval.Trial{Status: eval.Failed, Error: "cut", Pos: pos, Checks: []eval.Check{failed}},
			[]string{"error error a.jsonl:3:1 cut", `failed contains a.jsonl:3:40 assert[0] contains: want "x", got "y"`}},
		{"a failure without checks", eval.Trial{Status: eval.Failed, Reason: "not as expected", Pos: pos}, []string{"failed failed a.jsonl:3:1 not as expected"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, f := range evidence.Of(&tt.trial) {
				got = append(got, strings.Join([]string{string(f.Status), f.Rule, f.Pos.String(), f.Line()}, " "))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWorstNamesTheStatus(t *testing.T) {
	t.Parallel()
	findings := []evidence.Finding{{Status: eval.Failed, Rule: "a"}, {Status: eval.Error, Rule: "b"}}
	if got := evidence.Worst(eval.Error, findings); got.Rule != "b" {
		t.Errorf("got %q", got.Rule)
	}
	if got := evidence.Worst(eval.Timeout, findings); got.Rule != "a" {
		t.Errorf("got %q", got.Rule)
	}
}

func TestSaid(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"a text", `"hi"`, "hi"},
		{"what the user says", `[{"role":"user","content":"hi"}]`, "hi"},
		{"one message", `{"role":"user","content":"hi"}`, "hi"},
		{"several who speak", `[{"role":"system","content":"be kind"},{"role":"user","content":"hi"}]`, "system: be kind\nuser: hi"},
		{"parts are more than text", `[{"role":"user","content":[{"type":"text","text":"hi"}]}]`, `[{"role":"user","content":[{"type":"text","text":"hi"}]}]`},
		{"no messages", `[1]`, "[1]"},
		{"an empty list", `[]`, "[]"},
		{"an object", `{"a":1}`, `{"a":1}`},
		{"nothing", "null", "(none)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, evidence.Said(eval.Trusted(tt.in), 200)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTranscript(t *testing.T) {
	t.Parallel()
	calls := []eval.ToolCall{
		{Server: "shop", Tool: "find", Arguments: eval.Trusted(`{"id":1}`), Result: eval.StringValue("ok")},
		{Tool: "buy", Error: "no money"},
	}
	long := strings.Repeat("é", 100)
	tests := []struct {
		name  string
		trial eval.Trial
		want  string
	}{
		{"no turns", eval.Trial{Input: eval.StringValue("hi"), Output: eval.Trusted("null")}, "input: hi\noutput: (none)\n"},
		{"one turn with tools", eval.Trial{Turns: []eval.Turn{{Turn: 1, Input: eval.StringValue("hi"), Output: eval.Trusted(`{"a":1}`), Response: eval.Response{ToolCalls: calls}}}},
			"input: hi\ntool call: shop.find({\"id\":1}) = ok\ntool call: buy() error: no money\noutput: {\"a\":1}\n"},
		{"turns that do not fit are counted", eval.Trial{Turns: []eval.Turn{{Turn: 1, Input: eval.StringValue(long), Output: eval.StringValue(long)}, {Turn: 2}, {Turn: 3}}},
			"turn 1\ninput: " + strings.Repeat("é", 10) + "… (180 bytes left out)\noutput: " + strings.Repeat("é", 10) + "… (180 bytes left out)\nand 2 more turns\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, evidence.Transcript(&tt.trial, 80)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTimesTellNoTroublesApart(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"500 after 3 attempts (waited 1.5s): HOST answered 500":                    "500 after 3 attempts (waited TIME): HOST answered 500",
		"max_tpm 200 lets this request go in 1m3.2s, but the deadline leaves 20ms": "max_tpm 200 lets this request go in TIME, but the deadline leaves TIME",
		"127.0.0.1:8911 answered 429 for order 12345":                              "127.0.0.1:8911 answered 429 for order 12345",
	} {
		if got := evidence.Timeless(message); got != want {
			t.Errorf("got %q", got)
		}
	}
}
