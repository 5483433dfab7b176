package evidence_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
)

func TestAMessageIsItsText(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		`{"type":"text","props":{"content":"hello"}}`:     "hello",
		`{"type":"text","props":{"content":"123456789"}}`: "12345678… (1 byte left out)",
		`{"type":"text","props":{"content":1}}`:           `text {"conten… (5 bytes left out)`,
		`{"type":"wave"}`:                                 "wave",
		`{"type":"bar","props":{}}`:                       "bar {}",
	} {
		if got := evidence.Message(&eval.Sent{Message: eval.Trusted(message)}, 8); got != want {
			t.Errorf("%s is shown as %q, want %q", message, got, want)
		}
	}
	open := &eval.Sent{Message: eval.Trusted(`{"type":"text","props":{"content":"so"}}`), Open: true}
	if got := evidence.Message(open, 8); got != "so (never ended)" {
		t.Errorf("one that never ended is shown as %q", got)
	}
}

func TestStepsStandWithinEachOther(t *testing.T) {
	t.Parallel()
	trace := &eval.Trace{
		Nodes: []eval.TraceNode{
			{ID: "T1", Label: "Plan", Status: eval.TraceCompleted, Output: eval.Trusted(`{"n":1}`), Logs: []eval.TraceLog{{Level: "info", Text: "two"}}, Nodes: []eval.TraceNode{
				{ID: "T2", Status: eval.TraceRunning},
			}},
			{ID: "T3", Label: "Sail", Status: eval.TraceFailed, Error: "storm"},
		},
		Logs: []eval.TraceLog{{Level: "warn", Text: "rain"}},
	}
	all := []string{`Plan: completed, {"n":1}`, "  info: two", "  T2: running", "Sail: failed, storm", "warn: rain"}
	got, more := evidence.Steps(trace, 9, 99)
	if diff := cmp.Diff(all, got); diff != "" || more != 0 {
		t.Errorf("%d more: %s", more, diff)
	}
	got, more = evidence.Steps(trace, 2, 99)
	if diff := cmp.Diff(all[:2], got); diff != "" || more != 3 {
		t.Errorf("%d more: %s", more, diff)
	}
}
