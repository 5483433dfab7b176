package markdown_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
)

// checkWhole complains of a page that is cut where it must not be.
func checkWhole(page string, limit int) error {
	begin := strings.TrimPrefix(page, "<!-- surefoot report -->\n")
	switch {
	case len(page) > max(limit, markdown.MinLimit):
		return fmt.Errorf("%d bytes of %d", len(page), limit)
	case !utf8.ValidString(page):
		return fmt.Errorf("not UTF-8")
	case !regexp.MustCompile(`^#+ (✅|❌|🟡) .*(passed|failed|inconclusive|unfinished)`).MatchString(begin):
		return fmt.Errorf("it does not begin with the verdict: %.80q", begin)
	}
	fence, open := "", 0
	for line := range strings.Lines(page) {
		text := strings.TrimLeft(strings.TrimRight(line, "\n"), " ")
		ticks := text[:len(text)-len(strings.TrimLeft(text, "`"))]
		switch {
		case fence == "" && len(ticks) >= 3:
			fence = ticks
		case fence != "" && text == ticks && len(ticks) >= len(fence):
			fence = ""
		case fence == "":
			open += strings.Count(line, "<details>") - strings.Count(line, "</details>")
		}
	}
	if fence != "" || open != 0 {
		return fmt.Errorf("%q and %d folded parts are left open", fence, open)
	}
	return nil
}

// drawn is a run of any shape, with texts that grow when they are made safe.
func drawn(t *rapid.T) sample.Run {
	foreign := rapid.OneOf(
		rapid.String(), rapid.StringMatching("[$|&<`#@]{0,300}"), rapid.Just(sample.Evil), rapid.Just("plain words"),
		rapid.Map(rapid.IntRange(0, 2000), func(n int) string { return strings.Repeat("long ", n) }),
	)
	one := rapid.IntRange(0, 3)
	var r eval.Report
	r.Start.Agents = rapid.SliceOfN(foreign, 0, 3).Draw(t, "agents")
	r.Start.Version, r.Start.Settings = foreign.Draw(t, "version"), map[string]string{foreign.Draw(t, "setting"): foreign.Draw(t, "value")}
	if rapid.Bool().Draw(t, "stability") {
		r.Start.Policy.MinStability = eval.MostlyStable
	}
	var all []*eval.Trial
	for i := range rapid.IntRange(0, 40).Draw(t, "cases") {
		c := eval.CaseResult{
			Agent: "a", ID: fmt.Sprint(i, foreign.Draw(t, "id")), Name: foreign.Draw(t, "name"), Reason: foreign.Draw(t, "reason"),
			Passed: one.Draw(t, "passed"), Failed: one.Draw(t, "failed"), Errors: one.Draw(t, "errors"),
			Pos: eval.Pos{File: foreign.Draw(t, "file"), Line: i},
		}
		c.Runs = c.Passed + c.Failed + c.Errors
		c.Planned, c.Class, c.Status = c.Runs+one.Draw(t, "missing"), eval.ClassOf(c.Passed, c.Runs), eval.Failed
		r.Cases = append(r.Cases, c)
		r.Summary.TotalRuns, r.Summary.TotalTrials, r.Summary.Total = r.Summary.TotalRuns+c.Runs, r.Summary.TotalTrials+c.Planned, i+1
		r.Summary.ErrorTrials += c.Errors
		for run := range c.Failed + c.Errors {
			said := foreign.Draw(t, "said")
			trial := &eval.Trial{Agent: "a", ID: c.ID, Run: run + 1, Status: eval.Failed, Input: eval.StringValue(said), Output: eval.StringValue(said), Pos: c.Pos}
			if run < c.Failed {
				trial.Checks = []eval.Check{{Status: eval.Failed, Type: "equals", Assertion: said, Message: said, Expected: eval.StringValue(said), Actual: eval.StringValue("x" + said)}}
			} else {
				trial.Status, trial.Error = eval.Error, said
			}
			all = append(all, trial)
		}
	}
	if rapid.Bool().Draw(t, "past") {
		drawPast(t, &r, foreign)
	}
	r.Decision = gate.Decide(r.Start.Policy, &r)
	if rapid.Bool().Draw(t, "strange") {
		r.Decision.Verdict = eval.Verdict(foreign.Draw(t, "verdict"))
		r.Summary.ReportFaults = rapid.SliceOfN(foreign, 0, 30).Draw(t, "faults")
		for range rapid.IntRange(0, 50).Draw(t, "conditions") {
			text := foreign.Draw(t, "condition")
			r.Decision.Conditions = append(r.Decision.Conditions, eval.Condition{Name: text, Reason: text, Unit: text, Required: eval.StringValue(text)})
		}
	}
	return sample.Run{Report: r, Trials: func(yield func(*eval.Trial, error) bool) {
		for _, t := range all {
			if !yield(t, nil) {
				return
			}
		}
	}}
}

// drawPast gives a run a baseline, and its cases what is known beyond it.
func drawPast(t *rapid.T, r *eval.Report, foreign *rapid.Generator[string]) {
	one := rapid.IntRange(0, 3)
	r.Comparison = &eval.Comparison{
		Base:  eval.Baseline{Name: foreign.Draw(t, "baseline"), Commit: foreign.Draw(t, "commit")},
		Count: map[eval.Change]int{eval.Regressed: one.Draw(t, "regressed"), eval.Suspect: one.Draw(t, "suspect")},
		Notes: rapid.SliceOfN(foreign, 0, 20).Draw(t, "notes"),
	}
	r.Summary.Saved = &eval.Saved{Trials: one.Draw(t, "saved")}
	changes := rapid.SampledFrom([]eval.Change{eval.Regressed, eval.Suspect, eval.Improved, eval.Unchanged, eval.Flaky, eval.NewCase, eval.RemovedCase, eval.Unaffected})
	for i := range r.Cases {
		c := &r.Cases[i]
		c.Stopped, c.Parting, c.Noise = foreign.Draw(t, "stopped"), &eval.Parting{Sentence: foreign.Draw(t, "parting")}, &eval.Noise{Sentence: foreign.Draw(t, "noise")}
		if rapid.Bool().Draw(t, "remembered") {
			c.Memory = &eval.Memory{Sentence: foreign.Draw(t, "memory"), PassRates: []float64{0, 0}}
		}
		if rapid.IntRange(0, 3).Draw(t, "quarantined") == 0 {
			c.Memory = &eval.Memory{Quarantine: &eval.Quarantine{Reason: foreign.Draw(t, "why"), Until: foreign.Draw(t, "until"), Expired: rapid.Bool().Draw(t, "expired")}}
		}
		r.Comparison.Cases = append(r.Comparison.Cases, eval.CaseChange{
			Agent: c.Agent, ID: c.ID, Change: changes.Draw(t, "change"), Reason: foreign.Draw(t, "change's reason"),
			Base: &eval.CaseOutcome{Planned: 3, Runs: 3, Passed: one.Draw(t, "passed before")},
		})
	}
}

func TestAnyPageFitsAnyLimit(t *testing.T) {
	t.Parallel()
	styles := []markdown.Style{markdown.File, markdown.Summary, markdown.Comment, markdown.Check}
	rapid.Check(t, func(t *rapid.T) {
		run := drawn(t)
		d, err := markdown.Gather(run.Report, run.Trials)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			opt := onGitHub(rapid.SampledFrom(styles).Draw(t, "style"))
			opt.Limit = rapid.OneOf(rapid.IntRange(1, 3000), rapid.IntRange(1, 200_000)).Draw(t, "limit")
			page := string(d.Render(opt))
			if err := checkWhole(page, opt.Limit); err != nil {
				t.Fatalf("%v: %.2000s", err, page)
			}
			if n := len(run.Report.Cases); n > 1 && !strings.Contains(page, fmt.Sprintf("All %d cases", n)) && !strings.Contains(page, "rest is in") {
				t.Fatalf("it does not say what is left out: %.2000s", page)
			}
		}
	})
}

// shape is how much of each kind a page shows.
type shape struct{ rows, transcripts, sections, unstable, gate, figures int }

func shapeOf(page string) shape {
	before, all, _ := strings.Cut(page, "<details><summary>All ")
	return shape{
		rows:        strings.Count(all, "\n| ✅ |"),
		transcripts: strings.Count(page, "<summary>Transcript"),
		sections:    strings.Count(page, "· failed ·"),
		unstable:    strings.Count(before, "\n| ❌ | `case"),
		gate:        strings.Count(page, "| gate |"),
		figures:     strings.Count(page, " cases passed"),
	}
}

// TestWhatIsLeastUsefulGoesFirst walks down every limit there is.
func TestWhatIsLeastUsefulGoesFirst(t *testing.T) {
	t.Parallel()
	run := sample.Large(60, 5, 300)
	for i := range 40 { // the last ones pass
		c := &run.Report.Cases[i+20]
		c.Status, c.Passed, c.Failed, c.Class = eval.Passed, 5, 0, eval.Stable
	}
	run.Report.Summary.Passed, run.Report.Summary.Failed = 40, 20
	run.Report.Decision = gate.Decide(eval.Policy{}, &run.Report)
	trials := run.Trials
	run.Trials = func(yield func(*eval.Trial, error) bool) {
		for t, err := range trials {
			if t.ID >= "case-00020" {
				t.Status, t.Checks = eval.Passed, nil
			}
			if !yield(t, err) {
				return
			}
		}
	}
	d, err := markdown.Gather(run.Report, run.Trials)
	if err != nil {
		t.Fatal(err)
	}
	opt := onGitHub(markdown.Summary)
	whole := shapeOf(string(d.Render(opt)))
	if want := (shape{40, 20, 20, 0, 1, 1}); whole != want {
		t.Fatalf("the whole page has %+v", whole)
	}
	seen := map[string]bool{}
	for opt.Limit = 40_000; opt.Limit > 0; opt.Limit -= max(opt.Limit/100, 11) {
		page := string(d.Render(opt))
		got := shapeOf(page)
		if err := checkWhole(page, opt.Limit); err != nil {
			t.Fatal(err)
		}
		switch {
		case got.rows > 0 && got.transcripts < whole.transcripts, got.transcripts > 0 && got.sections < whole.sections,
			got.sections+got.unstable > 0 && got.gate+got.figures < 2, got.gate > got.figures:
			t.Fatalf("at %d bytes: %+v", opt.Limit, got)
		}
		if got != whole && !strings.Contains(page, "rest is in") {
			t.Fatalf("at %d bytes nothing is said of what is left out: %s", opt.Limit, page)
		}
		seen[fmt.Sprint(got.rows > 0, got.transcripts > 0, got.sections > 0, got.sections < whole.sections, got.unstable > 0, got.gate > 0, got.figures > 0)] = true
	}
	for _, rung := range []string{
		"true true true false false true true", "false true true false false true true",
		"false false true true true true true", "false false false true true true true", "false false false true false true true",
		"false false false true false false true", "false false false true false false false",
	} {
		if !seen[rung] {
			t.Errorf("no limit gives %s (rows, transcripts, sections, fewer sections, unstable, gate, figures)", rung)
		}
	}
}

func TestErrorsAreNotHiddenByFailures(t *testing.T) {
	t.Parallel()
	run := sample.Large(500, 1, 100)
	last := &run.Report.Cases[499]
	last.Status, last.Failed, last.Errors = eval.Error, 0, 1
	for _, style := range []markdown.Style{markdown.Summary, markdown.Comment, markdown.Check} {
		page := string(sample.Write(t, render(onGitHub(style)), run))
		if !strings.Contains(page, "# 💥 `case-00499` · error · 0/1") || !strings.Contains(page, "broke around the agent") {
			t.Errorf("the error is not shown: %.3000s", page)
		}
	}
}

// BenchmarkSummary is the summary of 5,000 cases of five trials each.
func BenchmarkSummary(b *testing.B) {
	run := sample.Large(5000, 5, 500)
	var all []*eval.Trial
	for t := range run.Trials {
		all = append(all, t)
	}
	trials := func(yield func(*eval.Trial, error) bool) {
		for _, t := range all {
			if !yield(t, nil) {
				return
			}
		}
	}
	for b.Loop() {
		if err := markdown.Render(new(bytes.Buffer), run.Report, trials, onGitHub(markdown.Summary)); err != nil {
			b.Fatal(err)
		}
	}
}
