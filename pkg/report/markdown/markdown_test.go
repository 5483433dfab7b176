package markdown_test

import (
	"bytes"
	"io"
	"iter"
	"os"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
)

func TestMain(m *testing.M) { os.Exit(sample.Main(m)) }

func TestWrite(t *testing.T) {
	t.Parallel()
	sample.Goldens(t, markdown.Write, ".md", nil)
}

// onGitHub is what the action knows of a run.
func onGitHub(style markdown.Style) markdown.Options {
	return markdown.Options{
		Style: style,
		Run:   markdown.Run{Number: 8123, Repository: "https://github.com/acme/shop", SHA: "3f2c1aa9c0ffee"},
		Links: markdown.Links{
			Run: "https://github.com/acme/shop/actions/runs/1", HTML: "https://github.com/acme/shop/actions/runs/1/artifacts/2?a=1&b=(2)", Artifact: "javascript:alert(1)",
		},
		Reproduce: func(c *eval.CaseResult) []markdown.Command {
			return []markdown.Command{{Line: "surefoot eval --case " + c.ID}, {Title: "with Docker", Line: "docker run surefoot eval --case " + c.ID}}
		},
	}
}

func render(opt markdown.Options) sample.Writer {
	return func(w io.Writer, r eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
		return markdown.Render(w, r, trials, opt)
	}
}

func TestARateOfTheGateIsCutAndNotRounded(t *testing.T) {
	t.Parallel()
	for actual, want := range map[string]string{"89.996": "89.99 %", "66.66666666666667": "66.66 %", "85": "85 %", "50.001": "50 %", "1.2345e1": "1.2345e1 %"} {
		run := sample.Passed()
		run.Report.Decision.Conditions = []eval.Condition{{Name: "min-pass-rate", Required: eval.Trusted("90"), Actual: eval.Trusted(actual), Unit: "%", Reason: "why"}}
		if page := string(sample.Write(t, markdown.Write, run)); !strings.Contains(page, "| "+want+" |") {
			t.Errorf("%s: no %q in %s", actual, want, page)
		}
	}
}

func TestStyles(t *testing.T) {
	t.Parallel()
	for name, style := range map[string]markdown.Style{"summary": markdown.Summary, "comment": markdown.Comment, "check": markdown.Check} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for of, run := range sample.Runs() {
				sample.Golden(t, of+"-"+name+".md", sample.Write(t, render(onGitHub(style)), run))
			}
		})
	}
}

func TestWordsAndASentenceAreNoDifference(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("It was shipped.\n", 5)
	tests := map[string]struct {
		check eval.Check
		diff  bool
	}{
		"words that must not be there":            {eval.Check{Type: "not_contains", Expected: eval.Trusted(`["shipped","lost"]`), Actual: eval.StringValue("It was shipped."), Message: "want none of them"}, false},
		"words that must not be in a long answer": {eval.Check{Type: "not_contains", Expected: eval.StringValue("shipped"), Actual: eval.StringValue(long), Message: "want no ..."}, false},
		"words that must be there":                {eval.Check{Type: "contains", Expected: eval.Trusted(`["shipped","lost"]`), Actual: eval.StringValue("It was sent."), Message: "want all of them"}, false},
		"a value that must be the same":           {eval.Check{Type: "equals", Expected: eval.Trusted(`{"a":1,"b":2}`), Actual: eval.Trusted(`{"a":1,"b":3}`), Message: "want another"}, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := sample.Mixed()
			tt.check.Status = eval.Failed
			trials := func(yield func(*eval.Trial, error) bool) {
				for trial, err := range run.Trials {
					if trial != nil && len(trial.Checks) > 0 {
						trial.Checks = []eval.Check{tt.check}
					}
					if !yield(trial, err) {
						return
					}
				}
			}
			page := sample.Write(t, markdown.Write, sample.Run{Report: run.Report, Trials: trials})
			if got := bytes.Contains(page, []byte("```diff")); got != tt.diff {
				t.Errorf("a difference is shown: %v", got)
			}
		})
	}
}

func TestATitleTakesThePlaceOfTheAgents(t *testing.T) {
	t.Parallel()
	page := string(sample.Write(t, render(markdown.Options{Style: markdown.Comment, Title: "nightly, small"}), sample.Passed()))
	if want := "### ✅ nightly, small: passed, the one case passed\n"; !strings.HasPrefix(page, want) {
		t.Errorf("got %.80q", page)
	}
}

func TestRegressionsAreInTheTitleWhateverTheGateAsks(t *testing.T) {
	t.Parallel()
	run := sample.Compared()
	run.Report.Start.Policy.NoRegression = false
	run.Report.Comparison.Count[eval.Regressed] = 2
	page := string(sample.Write(t, render(markdown.Options{Style: markdown.Comment}), run))
	if title, _, _ := strings.Cut(page, "\n"); !strings.HasSuffix(title, "; 2 regressions") {
		t.Errorf("got %q", title)
	}
}

// A case that is worse than it was comes first even where the gate lets it
// pass, and is not called a failure then.
func TestARegressionThatTheGateLetsPassIsShownFirst(t *testing.T) {
	t.Parallel()
	run := sample.Compared()
	run.Report.Start.Policy = eval.Policy{MinStability: eval.MostlyStable}
	for i := range run.Report.Comparison.Cases {
		if c := &run.Report.Comparison.Cases[i]; c.ID == "confirm-amount" {
			c.Change = eval.Regressed
		}
	}
	page := string(sample.Write(t, render(markdown.Options{Style: markdown.Comment}), run))
	at := strings.Index(page, "#### ⚠️ `confirm-amount` · regressed, and let pass · 4/5 passed (main: 5/5)")
	if at < 0 || strings.Index(page, "`greet-fr` · failed") < at {
		t.Errorf("it is not there, or not first: %.5000s", page)
	}
}

func TestWhatHasNoRoomIsSaid(t *testing.T) {
	t.Parallel()
	run := sample.Compared()
	for i := range run.Report.Comparison.Cases {
		c := &run.Report.Comparison.Cases[i]
		c.Change, c.ID = eval.Improved, strings.Repeat(c.ID, 10)
	}
	d, err := markdown.Gather(run.Report, run.Trials)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for limit := 9000; limit > 2500; limit -= 97 {
		page := string(d.Render(markdown.Options{Style: markdown.Comment, Limit: limit}))
		shown, said := strings.Contains(page, "**Improved (14):**"), strings.Contains(page, "no list of what got better, came or went")
		if shown == said {
			t.Fatalf("at %d bytes shown %v, said to be left out %v: %s", limit, shown, said, page)
		}
		if said {
			seen++
		}
	}
	if seen == 0 {
		t.Error("there was always room")
	}
}

func TestPlacesLeadToTheirLines(t *testing.T) {
	t.Parallel()
	run := markdown.Run{Repository: "https://ghe.example/a/b", SHA: "c0ffee1"}
	moved := run
	moved.Path = func(file string) (string, bool) { return "evals/" + file, file != "outside" }
	tests := []struct {
		name string
		run  markdown.Run
		file string
		want string
	}{
		{"of a repository", run, "tests/in.jsonl", "[`tests/in.jsonl:2`](https://ghe.example/a/b/blob/c0ffee1/tests/in.jsonl#L2)"},
		{"from a folder of it", moved, "in.jsonl", "[`in.jsonl:2`](https://ghe.example/a/b/blob/c0ffee1/evals/in.jsonl#L2)"},
		{"outside of it", moved, "outside", "| `outside:2` |"},
		{"above it", run, "../in.jsonl", "| `../in.jsonl:2` |"},
		{"without one", markdown.Run{}, "in.jsonl", "| `in.jsonl:2` |"},
		{"with odd names", run, "a b)|[x](y).jsonl", "](https://ghe.example/a/b/blob/c0ffee1/a%20b%29%7C%5Bx%5D%28y%29.jsonl#L2)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := sample.Passed()
			r.Report.Cases[0].Pos = eval.Pos{File: tt.file, Line: 2, Column: 1}
			page := string(sample.Write(t, render(markdown.Options{Run: tt.run}), r))
			if !strings.Contains(page, tt.want) {
				t.Errorf("%q is not in %s", tt.want, page)
			}
		})
	}
}

func TestFiguresOfSeveralRolesAndOfReplays(t *testing.T) {
	t.Parallel()
	run := sample.Passed()
	tokens, cost := int64(2200), 0.5
	run.Report.Summary.Usage[eval.RoleJudge] = eval.Usage{TotalTokens: &tokens, CostUSD: &cost, Calls: 1, Attempts: 1}
	trials := run.Trials
	run.Trials = func(yield func(*eval.Trial, error) bool) {
		for t, err := range trials {
			t.Replayed, t.QueuedMS = true, t.DurationMS/2
			if !yield(t, err) {
				return
			}
		}
	}
	page := string(sample.Write(t, markdown.Write, run))
	for _, want := range []string{"2.3k tokens (agent 120, judge 2.2k) · ", "0.502 (agent ", "judge <span>$</span>0.500) · 1m 24s · waited 42 s for limits · 1 replayed\n"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in %s", want, page)
		}
	}
}

func TestAWriteErrorComesBack(t *testing.T) {
	t.Parallel()
	sample.WriteErrorsComeBack(t, markdown.Write)
}

func TestForeignTrialsAreErrors(t *testing.T) {
	t.Parallel()
	sample.ForeignTrialsAreErrors(t, markdown.Write)
}

// TestAPageFitsAJobSummary: GitHub takes 1 MiB, and says nothing of the rest.
func TestAPageFitsAJobSummary(t *testing.T) {
	t.Parallel()
	run := sample.Large(4000, 5, 2_000)
	live, written, err := sample.Peak(markdown.Write, run)
	if err != nil || live > 16<<20 || written > 1<<20 || written < 100<<10 {
		t.Errorf("%d MiB live, %d KiB written: %v", live>>20, written>>10, err)
	}
	page := string(sample.Write(t, markdown.Write, run))
	for _, said := range []string{"50 of 4,000 cases that do not pass in full", "1,000 of 4,000 cases in the table", "and 3,000 more", "All 4,000 cases"} {
		if !strings.Contains(page, said) {
			t.Errorf("it does not say %q", said)
		}
	}
}

func TestARunWithoutADecisionIsNoGoodOne(t *testing.T) {
	t.Parallel()
	run := sample.Passed()
	run.Report.Decision = eval.Decision{}
	page := string(sample.Write(t, markdown.Write, run))
	if !strings.Contains(page, "# 🟡 expense: unfinished, the run did not end, so nothing was decided\n") {
		t.Error(page)
	}
}
