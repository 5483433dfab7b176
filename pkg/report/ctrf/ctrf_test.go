package ctrf_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/ctrf"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

func TestMain(m *testing.M) { os.Exit(sample.Main(m)) }

func TestWrite(t *testing.T) {
	t.Parallel()
	sample.Goldens(t, ctrf.Write, ".ctrf.json", func(t *testing.T, got []byte) { sample.Valid(t, "ctrf.schema.json", got) })
}

func TestAWriteErrorComesBack(t *testing.T) {
	t.Parallel()
	sample.WriteErrorsComeBack(t, ctrf.Write)
}

func TestForeignTrialsAreErrors(t *testing.T) {
	t.Parallel()
	sample.ForeignTrialsAreErrors(t, ctrf.Write)
}

func TestMemoryDoesNotGrowWithTrials(t *testing.T) { //nolint:paralleltest // it looks at the memory of the process
	sample.MemoryDoesNotGrow(t, ctrf.Write, 1<<20)
}

type document struct {
	Results struct {
		Summary map[string]any
		Tests   []struct {
			Name, Status, RawStatus, Message string
			Flaky                            bool
			Retries                          int
			RetryAttempts                    []struct{ Status string }
		}
	}
}

func read(t *testing.T, run sample.Run) document {
	t.Helper()
	var doc document
	if err := json.Unmarshal(sample.Write(t, ctrf.Write, run), &doc); err != nil {
		t.Fatal(err)
	}
	return doc
}

func TestStatuses(t *testing.T) {
	t.Parallel()
	var got []string
	for _, run := range []sample.Run{sample.Mixed(), sample.Interrupted(), sample.Empty()} {
		for _, test := range read(t, run).Results.Tests {
			line := test.Name + ": " + test.Status + " (" + test.RawStatus + ")"
			if test.Flaky {
				line += " flaky"
			}
			got = append(got, line)
		}
	}
	want := []string{
		"greet: passed (passed)", "confirm-amount: passed (failed) flaky", "refuse-negative: failed (error)",
		"hook: failed (error)", "slow: failed (timeout)", "later: skipped (skipped)",
		"done: passed (passed)", "half: other (skipped)", "never: pending (skipped)", "gate: failed (inconclusive)",
		"gate: failed (failed)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheSummaryCountsTheTests(t *testing.T) {
	t.Parallel()
	for name, run := range sample.Runs() {
		doc := read(t, run)
		counts := map[string]float64{"passed": 0, "failed": 0, "skipped": 0, "pending": 0, "other": 0, "flaky": 0}
		for _, test := range doc.Results.Tests {
			counts[test.Status]++
			if test.Flaky {
				counts["flaky"]++
			}
		}
		counts["tests"] = float64(len(doc.Results.Tests))
		for key, n := range counts {
			if doc.Results.Summary[key] != n {
				t.Errorf("%s: %v %s, and there are %v", name, doc.Results.Summary[key], key, n)
			}
		}
	}
}

func TestARunWithoutADecisionIsNoGoodOne(t *testing.T) {
	t.Parallel()
	run := sample.Passed()
	run.Report.Decision = eval.Decision{}
	tests := read(t, run).Results.Tests
	if last := tests[len(tests)-1]; last.Name != "gate" || last.Status != "failed" || !strings.Contains(last.Message, "did not end") {
		t.Errorf("got %+v", last)
	}
}

func TestHostileTextIsSeenAndNotObeyed(t *testing.T) {
	t.Parallel()
	for _, test := range read(t, sample.Hostile()).Results.Tests {
		for _, text := range []string{test.Name, test.Message} {
			if strings.ContainsAny(text, "\x1b\x00\u202e\r") {
				t.Errorf("obeyed: %q", text)
			}
		}
	}
}
