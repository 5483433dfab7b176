package walk_test

import (
	"errors"
	"fmt"
	"iter"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
)

var errBroken = errors.New("cannot read back")

// trials reads "a b b": the ids of trials, ! for an error.
func trials(ids ...string) iter.Seq2[*eval.Trial, error] {
	return func(yield func(*eval.Trial, error) bool) {
		runs := map[string]int{}
		for _, id := range ids {
			runs[id]++
			var t *eval.Trial
			var err error
			if t = (&eval.Trial{Agent: "x", ID: id, Run: runs[id]}); id == "!" {
				t, err = nil, errBroken
			}
			if !yield(t, err) {
				return
			}
		}
	}
}

func cases(ids ...string) []eval.CaseResult {
	var cs []eval.CaseResult
	for _, id := range ids {
		cs = append(cs, eval.CaseResult{Agent: "x", ID: id})
	}
	return cs
}

func TestCases(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		trials iter.Seq2[*eval.Trial, error]
		want   []string
		err    string
	}{
		{"each case gets its trials", trials("a", "a", "b"), []string{"a: a1 a2", "b: b1", "c:"}, ""},
		{"a case without trials is visited", trials("c"), []string{"a:", "b:", "c: c1"}, ""},
		{"no trials at all", trials(), []string{"a:", "b:", "c:"}, ""},
		{"a trial of no case", trials("a", "d"), []string{"a: a1", "b:", "c:"}, `a trial of case "d" (agent "x") is out of the report's order`},
		{"a trial that comes late", trials("b", "a"), []string{"a:", "b: b1", "c:"}, `a trial of case "a" (agent "x") is out of the report's order`},
		{"an error among the trials", trials("a", "!"), []string{"a: a1"}, "cannot read back"},
		{"an error behind the trials", trials("a", "c", "!"), []string{"a: a1", "b:", "c: c1"}, "cannot read back"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			err := walk.Cases(cases("a", "b", "c"), tt.trials, func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
				text := c.ID + ":"
				for t := range trials {
					text += fmt.Sprintf(" %s%d", t.ID, t.Run)
				}
				got = append(got, text)
				return nil
			})
			text := ""
			if err != nil {
				text = err.Error()
			}
			if diff := cmp.Diff(tt.want, got); diff != "" || text != tt.err {
				t.Errorf("error %q\n%s", text, diff)
			}
		})
	}
}

func TestWhatAVisitLeavesIsSkipped(t *testing.T) {
	t.Parallel()
	var got []string
	err := walk.Cases(cases("a", "b"), trials("a", "a", "a", "b"), func(_ *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		for t := range trials {
			got = append(got, fmt.Sprintf("%s%d", t.ID, t.Run))
			break
		}
		return nil
	})
	if diff := cmp.Diff([]string{"a1", "b1"}, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

func TestAnErrorOfAVisitEndsTheWalk(t *testing.T) {
	t.Parallel()
	full, visits := errors.New("full"), 0
	err := walk.Cases(cases("a", "b"), trials("a", "b"), func(*eval.CaseResult, iter.Seq[*eval.Trial]) error {
		visits++
		return full
	})
	if !errors.Is(err, full) || visits != 1 {
		t.Errorf("%v after %d visits", err, visits)
	}
}
