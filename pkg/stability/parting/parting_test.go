package parting_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/stability/parting"
)

// trial makes a trial of a few words: its status, then per turn, after a "|",
// the tools it called, @checkpoints and ="what it answered".
func trial(tb rapid.TB, text string) *eval.Trial {
	tb.Helper()
	parts := strings.Split(text, "|")
	words := map[string]eval.Status{"p": eval.Passed, "f": eval.Failed, "t": eval.Timeout, "e": eval.Error, "s": eval.Skipped}
	trial := &eval.Trial{Status: words[strings.TrimSpace(parts[0])]}
	if trial.Status == "" {
		tb.Fatalf("no status in %q", text)
	}
	for i, part := range parts[1:] {
		turn := eval.Turn{Turn: i + 1}
		did, said, answered := strings.Cut(part, "=")
		for _, word := range strings.Fields(did) {
			if name, ok := strings.CutPrefix(word, "@"); ok {
				turn.CheckpointsReached = append(turn.CheckpointsReached, name)
				continue
			}
			tool, with, called := strings.Cut(word, ":")
			call := eval.ToolCall{Tool: tool}
			if called {
				call.Arguments = eval.StringValue(with)
			}
			turn.Response.ToolCalls = append(turn.Response.ToolCalls, call)
		}
		if answered {
			turn.Output = eval.StringValue(said)
			trial.Output = turn.Output
		}
		trial.Turns = append(trial.Turns, turn)
	}
	return trial
}

func gathered(tb rapid.TB, texts ...string) *parting.Trials {
	tb.Helper()
	var s parting.Trials
	for _, text := range texts {
		s.Add(trial(tb, text))
	}
	return &s
}

// times is n trials alike.
func times(n int, text string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = text
	}
	return list
}

func join(lists ...[]string) []string {
	var all []string
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

func TestWhereTrialsPart(t *testing.T) {
	t.Parallel()
	share := func(with, of int) eval.Share { return eval.Share{With: with, Of: of} }
	// All apart, p is 1 / C(n, f), twice that where the sides are as large.
	tests := []struct {
		name   string
		trials []string
		want   *eval.Parting
	}{
		{"a tool that only passing trials call", join(times(2, "f| ="), times(8, "p| find =")), &eval.Parting{
			Kind: eval.PartAtToolCall, Name: "find", Turn: 1, Failing: share(0, 2), Passing: share(8, 8), P: 1. / 45, PCorrected: 1. / 45,
			Sentence: `all 8 passing trials called "find" in turn 1; neither failing one did`,
		}},
		{"what failing trials do comes before what they do not", join(times(2, "f| submit ="), times(8, "p| find =")), &eval.Parting{
			Kind: eval.PartAtToolCall, Name: "submit", Turn: 1, Failing: share(2, 2), Passing: share(0, 8), P: 1. / 45, PCorrected: 2. / 45,
			Sentence: `both failing trials called "submit" in turn 1; none of the 8 passing ones did`,
		}},
		{"the first turn they differ in", join(times(3, "f| a = x| b = y| c = 1"), times(3, "p| a = x| d = y| e = 2")), &eval.Parting{
			Kind: eval.PartAtToolCall, Name: "b", Turn: 2, Failing: share(3, 3), Passing: share(0, 3), P: 0.1, PCorrected: 0.6,
			Sentence: `all 3 failing trials called "b" in turn 2; none of the 3 passing ones did; that may be chance`,
		}},
		{"a turn that failing trials never come to", join(times(5, "f| = x"), times(5, "p| = x| = y")), &eval.Parting{
			Kind: eval.PartAtTurn, Name: "2", Turn: 2, Failing: share(0, 5), Passing: share(5, 5), P: 2. / 252, PCorrected: 4. / 252,
			Sentence: `all 5 passing trials went on to turn 2; none of the 5 failing ones did`,
		}},
		{"a call with other arguments", join(times(5, "f| pay:20 ="), times(5, "p| pay:2 =")), &eval.Parting{
			Kind: eval.PartAtToolCall, Name: `pay "20"`, Turn: 1, Failing: share(5, 5), Passing: share(0, 5), P: 2. / 252, PCorrected: 4. / 252,
			Sentence: `all 5 failing trials made the call "pay \"20\"" in turn 1; none of the 5 passing ones did`,
		}},
		{"a checkpoint before the answer", join(times(5, "f| = no"), times(5, "p| @paid = yes")), &eval.Parting{
			Kind: eval.PartAtCheckpoint, Name: "paid", Turn: 1, Failing: share(0, 5), Passing: share(5, 5), P: 2. / 252, PCorrected: 6. / 252,
			Sentence: `all 5 passing trials reached checkpoint "paid" in turn 1; none of the 5 failing ones did`,
		}},
		{"an answer, however it is spaced", join(times(3, "f| = 41"), times(2, "f| =41 "), times(5, "p| =42")), &eval.Parting{
			Kind: eval.PartAtAnswer, Name: "41", Turn: 1, Failing: share(5, 5), Passing: share(0, 5), P: 2. / 252, PCorrected: 4. / 252,
			Sentence: `all 5 failing trials answered "41"; none of the 5 passing ones did`,
		}},
		{"how answers begin", []string{"f|=I cannot help with a", "f|=I cannot help with b", "f|=i cannot  help c", "p|=The price is 1", "p|=It costs 2", "p|=You pay 3 euros", "p|=About 4 it is"}, &eval.Parting{
			Kind: eval.PartAtAnswer, Name: "I cannot help", Turn: 1, Failing: share(3, 3), Passing: share(0, 4), P: 1. / 35, PCorrected: 1. / 35,
			Sentence: `all 3 failing trials began the answer with "I cannot help"; none of the 4 passing ones did`,
		}},
		// The sum of C(20, k) C(30, 21-k) / C(50, 21) over all k as unlikely as 18.
		{"not all of them", join(times(18, "f| submit ="), times(2, "f| ="), times(3, "p| submit ="), times(27, "p| =")), &eval.Parting{
			Kind: eval.PartAtToolCall, Name: "submit", Turn: 1, Failing: share(18, 20), Passing: share(3, 30), P: 1.15871e-08, PCorrected: 1.15871e-08,
			Sentence: `18 of 20 failing trials called "submit" in turn 1; 3 of 30 passing ones did`,
		}},
		{"one failing trial", join(times(1, "f| submit = a"), times(4, "p| = b")), &eval.Parting{
			Kind: eval.PartAtToolCall, Name: "submit", Turn: 1, Failing: share(1, 1), Passing: share(0, 4), P: 0.2, PCorrected: 0.4,
			Sentence: `the failing trial called "submit" in turn 1; none of the 4 passing ones did; that may be chance`,
		}},
		{"one failing trial of another answer", join(times(1, "f|=a"), times(4, "p|=b")), &eval.Parting{
			Kind: eval.PartAtAnswer, Name: "b", Turn: 1, Failing: share(0, 1), Passing: share(4, 4), P: 0.2, PCorrected: 0.2,
			Sentence: `all 4 passing trials answered "b"; the failing one did not; that may be chance`,
		}},
		{"a timeout is a failing trial", join(times(2, "t|"), times(7, "p|=b")), &eval.Parting{
			Kind: eval.PartAtAnswer, Name: "b", Turn: 1, Failing: share(0, 2), Passing: share(7, 7), P: 1. / 36, PCorrected: 1. / 36,
			Sentence: `all 7 passing trials answered "b"; neither failing one did`,
		}},
		{"errors and skipped trials are left out", join(times(3, "f|=a"), times(4, "p|=b"), times(9, "e|submit=b"), times(9, "s")), &eval.Parting{
			Kind: eval.PartAtAnswer, Name: "a", Turn: 1, Failing: share(3, 3), Passing: share(0, 4), P: 1. / 35, PCorrected: 2. / 35,
			Sentence: `all 3 failing trials answered "a"; none of the 4 passing ones did; that may be chance`,
		}},
		{"a little more often is no parting", join(times(3, "f| submit ="), times(2, "f| ="), times(2, "p| submit ="), times(3, "p| =")), nil},
		{"two trials", []string{"f| submit =a", "p|=b"}, nil},
		{"answers that are all different", []string{"f|=a", "f|=b", "p|=c", "p|=d", "p|=e"}, nil},
		{"no passing trial", times(5, "f| submit ="), nil},
		{"no failing trial", times(5, "p| submit ="), nil},
		{"errors alone beside passing ones", []string{"p|=a", "p|=a", "e|=b", "e|=b"}, nil},
		{"nothing differs", []string{"p|=a", "f|=a", "p|=a"}, nil},
		{"nothing ran", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := gathered(t, tt.trials...).Part()
			if diff := cmp.Diff(tt.want, got, cmpopts.EquateApprox(1e-3, 0)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheCheckThatFailsIsNamedBesideAnAnswer(t *testing.T) {
	t.Parallel()
	with := func(assertion string, status eval.Status) func(*eval.Trial) {
		return func(t *eval.Trial) {
			t.Checks = []eval.Check{{Assertion: "assert[0]", Type: "json_schema", Status: eval.Passed}, {Assertion: assertion, Type: "contains", Status: status}}
		}
	}
	say := func(second func(*eval.Trial)) string {
		var s parting.Trials
		for i, text := range []string{"f|=no", "f|=no", "p|=yes", "p|=yes", "p|=yes", "p|=yes", "p|=yes", "p|=yes", "p|=yes"} {
			one := trial(t, text)
			switch i {
			case 0:
				with("assert[1]", eval.Failed)(one)
			case 1:
				second(one)
			}
			s.Add(one)
		}
		return s.Part().Sentence
	}
	const chance = "; that may be chance"
	got := say(with("assert[1]", eval.Failed))
	if want := `both failing trials answered "no"; none of the 7 passing ones did; what fails is assert[1] (contains)` + chance; got != want {
		t.Errorf("got %s", got)
	}
	got = say(with("assert[2]", eval.Failed))
	if want := `both failing trials answered "no"; none of the 7 passing ones did` + chance; got != want {
		t.Errorf("two checks fail: got %s", got)
	}
}

func TestPassingTrialsOfAnEarlierRun(t *testing.T) {
	t.Parallel()
	now := gathered(t, times(5, "f| submit = a")...)
	base := gathered(t, join(times(7, "p| ask = a"), times(3, "f| submit = a"))...)
	got := now.PartFrom(base)
	if want := `all 5 failing trials called "submit" in turn 1; none of the 7 passing ones before did`; got == nil || got.Sentence != want {
		t.Errorf("got %+v", got)
	}
	if now.Part() != nil {
		t.Error("they part from none of their own run")
	}
	if got := base.PartFrom(now); got != nil {
		t.Errorf("none passed, and yet they part: %+v", got)
	}
}

func TestTextsAreCutAndTheTrialIsNotKept(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 1000)
	got := gathered(t, "f|="+long, "f|="+long, "p|=b", "p|=b").Part()
	if got == nil || len(got.Name) > 90 || len(got.Sentence) > 250 {
		t.Errorf("got %+v", got)
	}
}

func TestTooManyStepsLeaveTheEarlierOnesRight(t *testing.T) {
	t.Parallel()
	var trials []string
	for i := range 6000 {
		text := fmt.Sprintf("p| find = answer number %d", i)
		if i%3 == 0 {
			text = fmt.Sprintf("f| find submit = answer number %d| late:%d", i, i)
		}
		trials = append(trials, text)
	}
	got := gathered(t, trials...).Part()
	if want := `all 2000 failing trials called "submit" in turn 1; none of the 4000 passing ones did`; got == nil || got.Sentence != want {
		t.Errorf("got %+v", got)
	}
}

func TestNoOrderOfTrialsChangesWhereTheyPart(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		trials := rapid.SliceOfN(rapid.StringMatching(`[pftes](\| ([ab]( :[12])?){0,2} (@[xy])? (= ?(no|No|yes|it is a|it is b))?){0,3}`), 0, 12).Draw(t, "trials")
		want := gathered(t, trials...).Part()
		got := gathered(t, rapid.Permutation(trials).Draw(t, "order")...).Part()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		if want == nil {
			return
		}
		failing, passing := 0, 0
		for _, text := range trials {
			switch text[0] {
			case 'f', 't':
				failing++
			case 'p':
				passing++
			}
		}
		if want.Failing.Of != failing || want.Passing.Of != passing || want.Failing.With > failing || want.Passing.With > passing {
			t.Fatalf("of %d failing and %d passing trials: %+v", failing, passing, want)
		}
		if (want.PCorrected >= 0.05) != strings.Contains(want.Sentence, "chance") {
			t.Fatalf("%+v", want)
		}
	})
}

// In trials whose outcomes have nothing to do with what they did, a parting
// that is not called chance is in no more than one of twenty cases.
func TestAPartingIsSeldomChanceUnlessItSaysSo(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 5))
	const cases = 4000
	wrong := 0
	for range cases {
		trials := make([]string, 16)
		for i := range trials {
			text := string("pf"[rng.IntN(2)])
			for range 2 {
				text += "|"
				for _, tool := range []string{"a", "b", "c"} {
					if rng.IntN(2) == 0 {
						text += " " + tool
					}
				}
				text += "=" + string("xyz"[rng.IntN(3)])
			}
			trials[i] = text
		}
		if got := gathered(t, trials...).Part(); got != nil && got.PCorrected < 0.05 {
			wrong++
		}
	}
	if wrong == 0 || wrong > cases/20 {
		t.Errorf("%d of %d cases part by chance, and are said not to", wrong, cases)
	}
}
