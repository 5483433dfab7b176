package markdown_test

import (
	"bytes"
	"errors"
	"io"
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
	for name, run := range sample.Runs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sample.Golden(t, name+".md", sample.Write(t, markdown.Write, run))
		})
	}
}

func TestAWriteErrorComesBack(t *testing.T) {
	t.Parallel()
	for _, size := range []sample.Full{0, 100, 2000} {
		run := sample.Large(200, 1, 10_000)
		if err := markdown.Write(&size, run.Report, run.Trials); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("got %v", err)
		}
	}
}

func TestForeignTrialsAreErrors(t *testing.T) {
	t.Parallel()
	run := sample.Passed()
	strange := func(yield func(*eval.Trial, error) bool) {
		yield(&eval.Trial{Agent: "expense", ID: "strange"}, nil)
	}
	if err := markdown.Write(new(bytes.Buffer), run.Report, strange); err == nil {
		t.Error("a trial of no case was written")
	}
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
	for _, said := range []string{"3950 more cases not shown", "and 3000 more", "All 4000 cases"} {
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
	if !strings.Contains(page, "# ❔ expense: unfinished\n") || !strings.Contains(page, "the run did not end") {
		t.Error(page)
	}
}

// prose are the lines of a page that stand in no fence.
func prose(t *testing.T, page string) []string {
	t.Helper()
	var lines []string
	fence := ""
	for line := range strings.SplitSeq(page, "\n") {
		text := strings.TrimLeft(line, " ")
		ticks := text[:len(text)-len(strings.TrimLeft(text, "`"))]
		switch {
		case fence == "" && len(ticks) >= 3:
			fence = ticks
		case fence == "":
			lines = append(lines, line)
		case len(ticks) >= len(fence) && strings.TrimSpace(text) == ticks:
			fence = ""
		}
	}
	if fence != "" {
		t.Error("a fence is left open")
	}
	return lines
}

func TestHostileTextIsSeenAndDoesNothing(t *testing.T) {
	t.Parallel()
	page := string(sample.Write(t, markdown.Write, sample.Hostile()))
	if strings.ContainsAny(page, "\x1b\x00\u202e\r\ufffe") {
		t.Error("a hidden character is left")
	}
	for _, line := range prose(t, page) {
		for _, bad := range []string{"<script", "</details><", "@octocat", " #1", "![", "x](", "https://", "www.", "a@b", "$x$", " **b**", "<!-- marker", "0123456", "6789abc"} {
			if strings.Contains(line, bad) {
				t.Errorf("%q works in %q", bad, line)
			}
		}
	}
	for _, shown := range []string{`\x1b[2J`, `\u202e`, "::error::owned"} {
		if !strings.Contains(page, shown) {
			t.Errorf("%q is not shown", shown)
		}
	}
}
