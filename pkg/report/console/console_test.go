package console_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
)

func TestMain(m *testing.M) {
	flag.Bool("update", false, "write the golden files anew")
	os.Exit(m.Run())
}

func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// mode is a way to look at a run.
type mode struct {
	name  string
	width int
	set   func(*console.Options)
}

func screenMode(o *console.Options) { o.Terminal = true }
func logMode(o *console.Options)    { o.Plain = true }

// show plays the events to a console and gives what it wrote. Time goes on by
// a second with each event, and the live line ticks after each.
func show(t *testing.T, m mode, events []eval.Event) (out, err string) {
	t.Helper()
	var outs, errs bytes.Buffer
	now := time.Date(2026, 11, 30, 17, 46, 49, 0, time.UTC)
	o := console.Options{
		Out: &outs, Err: &errs,
		Width:       func() int { return m.width },
		Now:         func() time.Time { return now },
		Command:     func(c eval.CaseResult) string { return "surefoot eval " + c.Agent + " --case " + c.ID + " --seed 7 -v" },
		ReportPaths: func() []string { return []string{"tests/output-20261130174649.jsonl"} },
	}
	m.set(&o)
	c := console.New(o)
	for _, ev := range events {
		if err := c.Event(ev); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Second)
		c.Tick()
	}
	return outs.String(), errs.String()
}

func visible(s string) string { return strings.NewReplacer("\x1b", "␛", "\r", "␍").Replace(s) }

func TestGolden(t *testing.T) {
	t.Parallel()
	wide := mode{"screen", 100, screenMode}
	plain := mode{"log", 100, logMode}
	narrow := mode{"narrow", 40, screenMode}
	verbose := mode{"verbose", 80, func(o *console.Options) { o.Terminal, o.Verbose = true, true }}
	verboseLog := mode{"verbose-log", 80, func(o *console.Options) { o.Plain, o.Verbose = true, true }}
	colour := mode{"colour", 100, func(o *console.Options) { o.Terminal, o.Color = true, true }}
	tests := []struct {
		name   string
		events []eval.Event
		modes  []mode
	}{
		{"pass", allPass(), []mode{wide, plain, narrow, verbose}},
		{"mixed", mixed(), []mode{wide, plain, narrow, colour, verbose, verboseLog}},
		{"runs", fiveRuns(), []mode{wide, plain, narrow, colour, verbose}},
		{"costly", costly(), []mode{wide, plain, narrow}},
		{"empty", zeroCases(), []mode{wide, plain}},
		{"inconclusive", inconclusive(), []mode{wide, plain, colour}},
		{"interrupted", interrupted(), []mode{wide, plain}},
		{"unchecked", unchecked(), []mode{wide, plain}},
		{"hostile", hostile(), []mode{wide, plain, verbose, verboseLog, narrow}},
		{"wide", wideText(), []mode{wide, plain, narrow}},
		{"many", many(), []mode{wide, plain}},
		{"agents", twoAgents(), []mode{wide, plain}},
		{"tolerated", tolerated(), []mode{wide, plain}},
		{"compared", compared(), []mode{wide, plain, narrow, colour, {"80", 80, screenMode}}},
	}
	for _, tt := range tests {
		for _, m := range tt.modes {
			name := tt.name + "-" + m.name
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				out, errs := show(t, m, tt.events)
				got := visible(out)
				if errs != "" {
					got += "--- stderr\n" + strings.ReplaceAll(visible(errs), "␍", "\n␍") + "\n"
				}
				path := filepath.Join("testdata", name+".txt")
				if updating() {
					if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

func TestWordsPeopleSearchFor(t *testing.T) {
	t.Parallel()
	plain := mode{"log", 100, logMode}
	tests := []struct {
		name    string
		events  []eval.Event
		has     []string
		without []string
	}{
		{"all passed", allPass(), []string{"ALL TESTS PASSED", "  PASSED"}, []string{"FAILED"}},
		{"a failure", mixed(), []string{"TESTS FAILED", "  FAILED", "  ERROR", "  TIMEOUT", "SKIPPED"}, []string{"ALL TESTS PASSED"}},
		{"inconclusive is not passed", inconclusive(), []string{"INCONCLUSIVE"}, []string{"ALL TESTS", "TESTS FAILED", "? PASSED"}},
		{"a gate that lets failures through", tolerated(), []string{"✓ PASSED"}, []string{"ALL TESTS PASSED", "TESTS FAILED"}},
		{"no case at all", zeroCases(), []string{"TESTS FAILED"}, []string{"PASSED"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out, _ := show(t, plain, tt.events)
			for _, word := range tt.has {
				if !strings.Contains(out, word) {
					t.Errorf("no %q in\n%s", word, out)
				}
			}
			for _, word := range tt.without {
				if strings.Contains(out, word) {
					t.Errorf("%q in\n%s", word, out)
				}
			}
		})
	}
}

func TestTheLiveLineNeverWraps(t *testing.T) {
	t.Parallel()
	for _, events := range [][]eval.Event{allPass(), mixed(), fiveRuns(), hostile(), wideText()} {
		_, errs := show(t, mode{"screen", 40, screenMode}, events)
		for frame := range strings.SplitSeq(errs, "\r") {
			frame, painted := strings.CutSuffix(frame, "\x1b[K")
			if !painted {
				continue // a notice, or nothing
			}
			if n := len([]rune(frame)); n > 39 {
				t.Errorf("a live line of %d cells: %q", n, frame)
			}
		}
	}
}

func TestTheLiveLineIsGoneAtTheEnd(t *testing.T) {
	t.Parallel()
	_, errs := show(t, mode{"screen", 80, screenMode}, fiveRuns())
	if !strings.HasSuffix(errs, "\r\x1b[K") {
		t.Errorf("it ends in %q", errs[max(0, len(errs)-40):])
	}
}

func TestWithoutATerminalThereIsNoControlSequence(t *testing.T) {
	t.Parallel()
	for _, events := range [][]eval.Event{allPass(), mixed(), fiveRuns(), hostile()} {
		out, errs := show(t, mode{"log", 80, logMode}, events)
		if strings.ContainsAny(out+errs, "\x1b\r") {
			t.Errorf("%q", out+errs)
		}
	}
}

func TestNoCommandOfARunnerIsLeft(t *testing.T) {
	t.Parallel()
	for _, verbose := range []bool{false, true} {
		for _, terminal := range []bool{false, true} {
			out, errs := show(t, mode{"log", 60, func(o *console.Options) {
				o.Plain, o.Terminal, o.Verbose = !terminal, terminal, verbose
			}}, hostile())
			for line := range strings.SplitSeq(out+errs, "\n") {
				if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
					t.Errorf("verbose %v: %q", verbose, line)
				}
			}
		}
	}
}

func TestALogIsToldNowAndThenThatTheRunIsAlive(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	now := time.Unix(0, 0)
	c := console.New(console.Options{Out: &out, Err: &errs, Plain: true, Now: func() time.Time { return now }})
	for _, ev := range []eval.Event{
		&eval.Start{Agents: []string{"a"}, Plan: eval.PlanFacts{Cases: 4, Trials: 4, Runs: 1}},
		&eval.TrialStart{Agent: "a", ID: "x", Run: 1},
		&eval.Trial{Agent: "a", ID: "x", Run: 1, Status: eval.Passed},
		&eval.TrialStart{Agent: "a", ID: "slow", Run: 1},
	} {
		if err := c.Event(ev); err != nil {
			t.Fatal(err)
		}
	}
	for range 25 {
		now = now.Add(time.Second)
		c.Tick()
	}
	want := "... 1/4 trials, 1 passed, 0 failed, ~30 s left, slow for 10 s\n... 1/4 trials, 1 passed, 0 failed, ~1m 00s left, slow for 20 s\n"
	if diff := cmp.Diff(want, errs.String()); diff != "" {
		t.Error(diff)
	}
}

type broken struct{ writes int }

func (b *broken) Write([]byte) (int, error) { b.writes++; return 0, errors.New("broken pipe") }

func TestABrokenOutIsToldOnce(t *testing.T) {
	t.Parallel()
	c := console.New(console.Options{Out: &broken{}, Err: &bytes.Buffer{}, Plain: true})
	told := 0
	for _, ev := range mixed() {
		if c.Event(ev) != nil {
			told++
		}
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}

func TestTickMayComeAtAnyTime(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	c := console.New(console.Options{Out: &out, Err: &errs, Terminal: true, Color: true})
	var wg sync.WaitGroup
	stop := make(chan struct{})
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				c.Tick()
			}
		}
	})
	for _, ev := range many() {
		if err := c.Event(ev); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	wg.Wait()
}

func TestProblems(t *testing.T) {
	t.Parallel()
	at := eval.Pos{File: "evals/refund.jsonl", Line: 12, Column: 9}
	typo := eval.Problem{Pos: at, Case: "refund-03", Path: "assert[1].type", Message: `unknown assertion "contian"`, Hint: `did you mean "contains"?`}
	warning := eval.Problem{Message: "unknown variable\n::error::x", Warning: true}
	tests := []struct {
		name     string
		problems eval.Problems
		want     string
	}{
		{"none", nil, ""},
		{"one of each", eval.Problems{typo, warning}, `evals/refund.jsonl:12:9: case "refund-03": assert[1].type: unknown assertion "contian" (did you mean "contains"?)` + "\n" + `warning: unknown variable\n::error::x` + "\n1 problem, 1 warning\n"},
		{"several", eval.Problems{{Message: "::a"}, {Message: "b"}}, `\::a` + "\nb\n2 problems\n"},
		{"warnings only", eval.Problems{warning}, `warning: unknown variable\n::error::x` + "\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			if err := console.Problems(&b, tt.problems); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, b.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
	if err := console.Problems(&broken{}, eval.Problems{typo}); err == nil {
		t.Error("a write error is lost")
	}
}

func ExampleProblems() {
	_ = console.Problems(os.Stdout, eval.Problems{{Pos: eval.Pos{File: "a.jsonl", Line: 3}, Case: "x", Message: "no input"}})
	// Output:
	// a.jsonl:3: case "x": no input

}
