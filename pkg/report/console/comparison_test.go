package console_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
)

// many changes are more than a screen shows.
func manyChanges(n int, change eval.Change) *eval.Comparison {
	c := &eval.Comparison{Base: eval.Baseline{Name: "main"}, Count: map[eval.Change]int{change: n}}
	for i := range n {
		c.Cases = append(c.Cases, eval.CaseChange{Agent: "a", ID: fmt.Sprintf("case-%d", i), Change: change, Reason: "5/5 before, 0/5 now", Head: &eval.CaseOutcome{Planned: 5}})
	}
	return c
}

func TestAComparisonByItself(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		comparison *eval.Comparison
		options    console.Options
		lines      int
		has        string
	}{
		{"few", manyChanges(3, eval.Regressed), console.Options{Terminal: true}, 8, "▼ case-2 "},
		{"more than a screen shows", manyChanges(30, eval.Regressed), console.Options{Terminal: true}, 26, "and 10 more regressed"},
		{"a log has all", manyChanges(30, eval.Regressed), console.Options{Plain: true}, 35, "case-29"},
		{"what is as it was is only counted", manyChanges(30, eval.Unchanged), console.Options{Plain: true}, 5, "against main: 30 unchanged"},
		{"but for who asks for all", manyChanges(30, eval.Unchanged), console.Options{Plain: true, Verbose: true}, 35, "case-29"},
		{"whether it got worse comes first", manyChanges(2, eval.Regressed), console.Options{Plain: true}, 7, "\n✗ 2 of 2 cases regressed\n"},
		{"it did not", manyChanges(2, eval.Suspect), console.Options{Plain: true}, 7, "\n✓ none of 2 cases regressed\n"},
		{"nobody knows", manyChanges(2, eval.TooFewTrials), console.Options{Plain: true}, 7, "\n? none of 2 cases surely regressed, and of 2 it cannot be told\n"},
		{"none", &eval.Comparison{Base: eval.Baseline{Name: "main"}}, console.Options{Plain: true}, 5, "against main: no case to compare"},
		{"none of nothing is no good news", &eval.Comparison{Base: eval.Baseline{Name: "main"}}, console.Options{Plain: true}, 5, "\n? no case ran\n"},
		{"no baseline", &eval.Comparison{}, console.Options{Plain: true}, 5, "no baseline yet, so every case is new"},
		{"two agents", &eval.Comparison{Base: eval.Baseline{Name: "main"}, Cases: []eval.CaseChange{{Agent: "a", ID: "c", Change: eval.NewCase}, {Agent: "b", ID: "c", Change: eval.NewCase}}}, console.Options{Plain: true}, 7, "b/c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			tt.options.Out = &out
			if err := console.WriteComparison(tt.comparison, "pr.jsonl", tt.options); err != nil {
				t.Fatal(err)
			}
			if got := strings.Count(out.String(), "\n"); got != tt.lines || !strings.Contains(out.String(), tt.has) {
				t.Errorf("%d lines:\n%s", got, out.String())
			}
		})
	}
}
