package history_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/history"
)

// began is when the first run of the tests did; each is a day after the one
// before.
var began = time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)

func run(i int) history.Run {
	return history.Run{Time: began.AddDate(0, 0, i), Plan: "plan", Commit: fmt.Sprintf("%07d", i) + "99", Link: fmt.Sprintf("https://ci/%d", i)}
}

// result is a case of five trials: P all passed, M some did, F none did, E all
// ended in an error, e all but errors passed, - none ran.
func result(letter rune) eval.CaseResult {
	c := eval.CaseResult{Agent: "shop", ID: "refund", Planned: 5, Runs: 5}
	switch letter {
	case 'P':
		c.Passed = 5
	case 'M':
		c.Passed, c.Failed = 3, 2
	case 'F':
		c.Failed, c.Timeouts = 4, 1
	case 'E':
		c.Errors = 5
	case 'e':
		c.Passed, c.Errors = 3, 2
	default:
		c.Runs = 0
	}
	return c
}

// recall is what the last of the letters is told by those before.
func recall(letters string) *eval.Memory {
	var h history.History
	var m *eval.Memory
	for i, letter := range letters {
		c := result(letter)
		m = h.Recall(run(i), &c)
		h.Add(run(i), []eval.CaseResult{c})
	}
	return m
}

func TestTheStateOfACase(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		runs, sentence string
		since          int // -1 is unknown
	}{
		{"P", "unknown: 1 run cannot tell yet", -1},
		{"E", "unknown: no run is known that says anything of it", -1},
		{"PF", "unknown: 2 runs cannot tell yet", -1},
		{"PPP", "steady: passed all of the 3 runs that are known", -1},
		{"PeP", "steady: passed all of the 3 runs that are known", -1},
		{"PPEP", "steady: passed all of the 3 runs that are known", -1},
		{"FFFPP", "steady since 0000003 (2026-11-04): passed the last 2 runs", 3},
		{"FFFP", "steady since this run: passed the last 1 run", 3},
		{"FFF", "broken: no trial passed in any of the 3 runs that are known", -1},
		{"PPPPF", "broken since this run, after 4 runs that passed", 4},
		{"PPPPFE", "broken since 0000004 (2026-11-05): no trial passed in the last 1 run, after 4 runs that passed", 4},
		{"PPPPFF", "broken since 0000004 (2026-11-05): no trial passed in the last 2 runs, after 4 runs that passed", 4},
		{"PPPPFFFFF", "broken since 0000004 (2026-11-05): no trial passed in the last 5 runs, after 4 runs that passed", 4},
		{"PMP", "flaky: passed 2 of the last 3 runs", -1},
		{"PPPPM", "flaky since this run: passed 4 of the last 5 runs", 4},
		{"PPPPFP", "flaky since 0000004 (2026-11-05): passed 5 of the last 6 runs", 4},
		{"PFPFPPPPPPPPP", "flaky: passed 9 of the last 10 runs", -1},
		{"PFPFPPPPPPPPPP", "steady since 0000004 (2026-11-05): passed the last 10 runs", 4},
		{"PFPFPPPPPPPPPPMP", "flaky since 0000014 (2026-11-15): passed 9 of the last 10 runs", 14},
		{"FPPPPPPPPPFPP", "flaky: passed 9 of the last 10 runs", -1},
		// P of the streak by chance: one in C(9,2) = 36, and one in C(10,3) = 120.
		{"PMPPMPPFF", "flaky: passed 5 of the last 9 runs", -1},
		{"PMPPMPPFFF", "was flaky, and is failing since 0000007 (2026-11-08): no trial passed in the last 3 runs, and some did in 7 of the 7 before", 7},
		// C(6,2)/C(9,2) = 15/36: a case that rarely passes has such streaks.
		{"FPFFFPFFF", "flaky: passed 2 of the last 9 runs", -1},
		{"PMPPMPPFFFFFFFFFFFFFFF", "was flaky, and is failing since 0000007 (2026-11-08): no trial passed in the last 15 runs, and some did in 7 of the 7 before", 7},
		{"FPFFFPFFFFFFFFF", "flaky: passed 1 of the last 10 runs", -1},
		{"FPFFFPFFFFFFFFFF", "broken since 0000006 (2026-11-07): no trial passed in the last 10 runs, after 1 run that passed", 6},
		{"FFPFFFFFFFFFFF", "broken since 0000003 (2026-11-04): no trial passed in the last 11 runs, after 1 run that passed", 3},
	} {
		t.Run(tt.runs, func(t *testing.T) {
			t.Parallel()
			m := recall(tt.runs)
			if diff := cmp.Diff(tt.sentence, m.Sentence); diff != "" {
				t.Error(diff)
			}
			var want *eval.Moment
			if tt.since >= 0 {
				r := run(tt.since)
				want = &eval.Moment{Time: r.Time, Commit: r.Commit, Run: r.Link}
			}
			if diff := cmp.Diff(want, m.Since); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheFiguresOfAMemory(t *testing.T) {
	t.Parallel()
	m := recall("PMEFe")
	m.Sentence, m.Since = "", nil
	// Of the run with errors, three trials passed and none failed.
	want := &eval.Memory{Runs: 3, Passed: 1, State: eval.Wavering, PassRates: []float64{100, 60, 0, 100}}
	if diff := cmp.Diff(want, m); diff != "" {
		t.Error(diff)
	}
}

func TestACaseThatDidNotGetAllItsTrialsCountsWhereItsOutcomeIsKnown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		c    eval.CaseResult
		want bool
	}{
		{"all passed so far", eval.CaseResult{Planned: 5, Runs: 3, Passed: 3}, false},
		{"one failed already", eval.CaseResult{Planned: 5, Runs: 3, Passed: 2, Failed: 1}, true},
		{"one timed out already", eval.CaseResult{Planned: 5, Runs: 3, Passed: 2, Timeouts: 1}, true},
		{"no other trial could change anything", eval.CaseResult{Planned: 5, Runs: 3, Passed: 3, Spared: 2, Stopped: "decided"}, true},
		{"a budget was spent", eval.CaseResult{Planned: 5, Runs: 3, Passed: 3, Stopped: "stopped at --max-trials 3: 1 case undecided"}, false},
		{"some were not needed, and then a budget was spent", eval.CaseResult{Planned: 5, Runs: 3, Passed: 3, Spared: 1, Stopped: "decided"}, false},
		{"an error", eval.CaseResult{Planned: 5, Runs: 3, Passed: 2, Errors: 1}, false},
		{"nothing but errors", eval.CaseResult{Planned: 2, Runs: 2, Errors: 2}, false},
		{"it was not to run", eval.CaseResult{}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := history.Evidence(&tt.c); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

// TestAFlakyCaseIsHardlyEverTakenForFailing simulates cases that stay as they
// are: at one look, fewer than one in twenty may be said to have drifted.
func TestAFlakyCaseIsHardlyEverTakenForFailing(t *testing.T) {
	t.Parallel()
	const cases = 1000
	for _, rate := range []int{20, 50, 80} {
		wrong := 0
		// A linear congruential generator (D. E. Knuth, TAOCP 2, 3.3.4) is random
		// enough, and the same on every machine.
		state := uint64(rate)
		for range cases {
			var h history.History
			for i := range 20 {
				state = state*6364136223846793005 + 1442695040888963407
				letter := 'F'
				if int(state>>33)%100 < rate {
					letter = 'P'
				}
				h.Add(run(i), []eval.CaseResult{result(letter)})
			}
			if h.Past(h.Keys()[0]).State == eval.Drifting {
				wrong++
			}
		}
		if share := float64(wrong) / cases; share >= 0.05 {
			t.Errorf("of cases that pass %d %% of their runs, %.1f %% are taken for failing", rate, 100*share)
		}
	}
}

// TestWhenARunWasAddedChangesNothing: what is told goes by when runs began.
func TestWhenARunWasAddedChangesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.SliceOfN(rapid.SampledFrom([]rune("PPMFEe-")), 0, 80).Draw(t, "runs")
		order := make([]int, len(letters))
		for i := range order {
			order[i] = i
		}
		var in, mixed history.History
		for i, letter := range letters {
			in.Add(run(i), []eval.CaseResult{result(letter)})
		}
		for _, i := range rapid.Permutation(order).Draw(t, "order") {
			mixed.Add(run(i), []eval.CaseResult{result(letters[i])})
			mixed.Add(run(i), []eval.CaseResult{result(letters[i])}) // again, in place of itself
		}
		key := eval.Key{Agent: "shop", ID: "refund"}
		a, b := in.Past(key), mixed.Past(key)
		if diff := cmp.Diff(a, b); diff != "" {
			t.Fatal(diff)
		}
		if a.Runs > 50 || a.Passed > a.Runs || len(a.PassRates) > 20 || len(a.PassRates) != min(a.Runs, 20) {
			t.Fatalf("out of bounds: %+v", a)
		}
		if known := a.Since != nil; known && (a.Since.Time.Before(began) || a.State == eval.Unknown) {
			t.Fatalf("since: %+v", a)
		}
	})
}
