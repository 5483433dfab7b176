package adaptive_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/adaptive"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/resume"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

func ptr[T any](v T) *T { return &v }

// suite is a plan whose trials are known before they run: a letter each, p
// passed, f failed, e error, t timeout.
type suite struct {
	plan     *plan.Plan
	outcomes map[eval.Key]string
	outside  map[eval.Key]bool // in quarantine
}

// of makes a suite of cases of so many trials. The least is of each case.
func of(least int, outcomes ...string) *suite {
	s := &suite{outcomes: map[eval.Key]string{}, outside: map[eval.Key]bool{}}
	var cases []*eval.Case
	most := 1
	for i, line := range outcomes {
		c := &eval.Case{Agent: "a", ID: fmt.Sprintf("c%03d", i), Runs: len(line)}
		if line == "" {
			c.Skip = "later"
		}
		cases = append(cases, c)
		s.outcomes[c.Key()] = line
		most = max(most, len(line))
	}
	s.plan = plan.New(cases, plan.Filter{}, most)
	s.plan.MinRuns = least
	return s
}

var statuses = map[byte]eval.Status{'p': eval.Passed, 'f': eval.Failed, 'e': eval.Error, 't': eval.Timeout}

// trial is what becomes of a ticket.
func (s *suite) trial(t plan.Ticket) *eval.Trial {
	trial := &eval.Trial{Agent: t.Case.Agent, ID: t.Case.ID, Run: t.Run, Planned: t.Planned, Status: eval.Skipped}
	switch {
	case t.Case.Skip != "":
		trial.Reason = t.Case.Skip
	case t.Stop != "":
		trial.Stopped, trial.Reason = t.Stop, t.Why
	case s.outcomes[t.Case.Key()][t.Run-1] == 'x':
		trial.Stopped, trial.Reason = eval.StopExcused, "not here"
	default:
		trial.Status = statuses[s.outcomes[t.Case.Key()][t.Run-1]]
		trial.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: {TotalTokens: ptr(int64(10)), CostUSD: ptr(0.25), Calls: 1, Attempts: 1}}
	}
	return trial
}

// run runs the schedule with so many trials in flight, of which the one that
// pick names ends next.
func (s *suite) run(schedule resume.Scheduler, parallel int, pick func(n int) int) (trials []*eval.Trial) {
	var flying []plan.Ticket
	end := func(t plan.Ticket) {
		trial := s.trial(t)
		schedule.Record(trial)
		trials = append(trials, trial)
	}
	for {
		for len(flying) < parallel {
			ticket, ok := schedule.Next()
			if !ok {
				break
			}
			if ticket.Stop != "" || ticket.Planned == 0 {
				end(ticket)
				continue
			}
			flying = append(flying, ticket)
		}
		if len(flying) == 0 {
			break
		}
		i := pick(len(flying))
		ticket := flying[i]
		flying = slices.Delete(flying, i, i+1)
		end(ticket)
	}
	reason, rest := schedule.Rest()
	for ticket := range rest {
		trial := s.trial(ticket)
		trial.Status = eval.Skipped
		if ticket.Why == "" {
			trial.Reason = reason
		}
		trials = append(trials, trial)
	}
	return trials
}

// report folds trials and has them decided.
func (s *suite) report(policy eval.Policy, trials []*eval.Trial) *eval.Report {
	start := &eval.Start{Plan: s.plan.Facts(nil), Policy: policy}
	b := stability.NewBuilder(start, s.plan.Cases, s.plan.RunsOf)
	for _, t := range trials {
		b.Add(t)
	}
	r := b.Report(0, "")
	for i := range r.Cases {
		if c := &r.Cases[i]; s.outside[c.Key()] {
			c.Memory = &eval.Memory{Quarantine: &eval.Quarantine{Reason: "upstream", Until: "2026-12-24"}}
		}
	}
	r.Decision = gate.Decide(policy, r)
	return r
}

func (s *suite) whole(policy eval.Policy) *eval.Report {
	return s.report(policy, s.run(s.plan.Schedule(nil), 1, func(int) int { return 0 }))
}

// once fails unless each planned trial has exactly one row.
func (s *suite) once(t *rapid.T, trials []*eval.Trial) {
	seen := map[string]bool{}
	for _, trial := range trials {
		name := fmt.Sprintf("%s %d", trial.ID, trial.Run)
		if seen[name] {
			t.Fatalf("trial %s has two rows", name)
		}
		seen[name] = true
	}
	want := 0
	for _, c := range s.plan.Cases {
		want += max(s.plan.RunsOf(c), 1)
	}
	if len(trials) != want {
		t.Fatalf("%d rows, want %d", len(trials), want)
	}
}

// counts are policies of conditions that count.
func counts(t *rapid.T) eval.Policy {
	var p eval.Policy
	if rapid.Bool().Draw(t, "rate?") {
		p.MinPassRate = ptr(rapid.SampledFrom([]float64{10, 50, 60, 80, 90, 100}).Draw(t, "rate"))
	}
	if rapid.Bool().Draw(t, "class?") {
		p.MinStability = rapid.SampledFrom(eval.Classes()[:3]).Draw(t, "class")
	}
	if rapid.Bool().Draw(t, "quota?") {
		of := rapid.IntRange(1, 9).Draw(t, "of")
		p.MinPass = &eval.Quota{Passed: rapid.IntRange(1, of).Draw(t, "quota"), Of: of}
	}
	if rapid.Bool().Draw(t, "confidence?") {
		p.Confidence = ptr(rapid.SampledFrom([]float64{51, 75, 95}).Draw(t, "confidence"))
	}
	if rapid.Bool().Draw(t, "errors?") {
		p.MaxErrors = ptr(rapid.SampledFrom([]int{0, 1, 2, 5, 10, 30, 999}).Draw(t, "errors"))
	}
	return p
}

// suites have outcomes of agents of all kinds, and lengths that the policy can
// be satisfied with.
func suites(t *rapid.T, policy eval.Policy) *suite {
	agent := rapid.SampledFrom([]string{"p", "pppppppppf", "pppf", "pf", "f", "pppppe", "pfet", "e"})
	length := rapid.IntRange(1, 9)
	if policy.MinPass != nil {
		length = rapid.Just(policy.MinPass.Of)
	}
	var lines []string
	for range rapid.IntRange(1, 6).Draw(t, "cases") {
		n := length.Draw(t, "trials")
		letters := rapid.SampledFrom([]byte(agent.Draw(t, "agent")))
		line := make([]byte, n)
		for i := range line {
			line[i] = letters.Draw(t, "outcome")
		}
		lines = append(lines, string(line))
	}
	if rapid.IntRange(0, 5).Draw(t, "skip?") == 0 {
		lines = append(lines, "")
	}
	return of(rapid.IntRange(1, 5).Draw(t, "least"), lines...)
}

// What is left out of an adaptive run could not have changed its verdict,
// whatever the outcomes, the policy, the number in flight and the order in
// which trials end.
func TestTheVerdictIsThatOfAllTrials(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		policy := counts(t)
		s := suites(t, policy)
		parallel := rapid.IntRange(1, 8).Draw(t, "parallel")
		for _, c := range s.plan.Cases {
			if rapid.IntRange(0, 9).Draw(t, "quarantine?") == 0 {
				s.outside[c.Key()] = true
			}
		}
		trials := s.run(adaptive.New(s.plan, adaptive.Options{Policy: policy, Outside: s.outside}), parallel, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "ends") })
		s.once(t, trials)
		got, want := s.report(policy, trials), s.whole(policy)
		if got.Decision.Verdict != want.Decision.Verdict {
			t.Fatalf("%s\nbut all trials say\n%s\n%v", got.Decision.Title, want.Decision.Title, s.outcomes)
		}
		for i := range got.Cases {
			c, full := &got.Cases[i], &want.Cases[i]
			least := s.plan.LeastOf(s.plan.Cases[i])
			if c.Runs < least || c.Runs > c.Planned {
				t.Fatalf("%s has %d trials, not %d to %d", c.ID, c.Runs, least, c.Planned)
			}
			if (c.Runs < c.Planned) != (c.Stopped != "") || c.Skipped != c.Spared && c.Planned > 0 {
				t.Fatalf("%s has %d of %d trials, %d spared, and is stopped since %q", c.ID, c.Runs, c.Planned, c.Spared, c.Stopped)
			}
			if c.Class != eval.Undetermined && c.Class != full.Class {
				t.Fatalf("%s is %s, and with all trials %s", c.ID, c.Class, full.Class)
			}
			if c.Planned > 0 && c.PassBounds != nil && (*full.PassRate < c.PassBounds[0] || *full.PassRate > c.PassBounds[1]) {
				t.Fatalf("%s lies within %v, and with all trials at %v", c.ID, *c.PassBounds, *full.PassRate)
			}
		}
	})
}

// What ran one after the other is what a replay asks for, however many trials
// it has in flight and in whatever order they end.
func TestAReplayAsksForNoTrialThatWasNotNeeded(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		policy := counts(t)
		if rapid.Bool().Draw(t, "sequential?") {
			policy = eval.Policy{MinStability: eval.MostlyStable, Sequential: &eval.Sequential{Alpha: 20, Beta: 20, Indifference: 40}, MaxErrors: policy.MaxErrors}
		}
		s := suites(t, policy)
		ran := func(trials []*eval.Trial) map[string]bool {
			of := map[string]bool{}
			for _, trial := range trials {
				if trial.Status != eval.Skipped {
					of[fmt.Sprintf("%s %d", trial.ID, trial.Run)] = true
				}
			}
			return of
		}
		want := ran(s.run(adaptive.New(s.plan, adaptive.Options{Policy: policy}), 1, inOrder))
		parallel := rapid.IntRange(1, 8).Draw(t, "parallel")
		replay := adaptive.New(s.plan, adaptive.Options{Policy: policy, Alone: true})
		got := ran(s.run(replay, parallel, func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "ends") }))
		if !maps.Equal(got, want) {
			t.Fatalf("asked for %v, and %v ran", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
	})
}

// So it is where trials take themselves out as they run, which is known of none
// before.
func TestTheVerdictIsThatOfAllTrialsThoughSomeAreExcused(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		policy := counts(t)
		lines := rapid.SliceOfN(rapid.StringMatching("[px]{1,9}|[pfx]{1,9}|[ppppppppx]{3,9}|x{1,9}|[fe]?[px]{8}"), 1, 5).Draw(t, "cases")
		if policy.MinPass != nil {
			for i := range lines {
				lines[i] = (lines[i] + "pxpxpxpxp")[:policy.MinPass.Of]
			}
		}
		s := of(rapid.IntRange(1, 5).Draw(t, "least"), lines...)
		for _, c := range s.plan.Cases {
			c.Test = &eval.ScriptTest{}
		}
		trials := s.run(adaptive.New(s.plan, adaptive.Options{Policy: policy}), rapid.IntRange(1, 4).Draw(t, "parallel"), func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "ends") })
		s.once(t, trials)
		got, want := s.report(policy, trials), s.whole(policy)
		if got.Decision.Verdict != want.Decision.Verdict {
			t.Fatalf("%s\nbut all trials say\n%s\n%v", got.Decision.Title, want.Decision.Title, s.outcomes)
		}
	})
}

func TestNothingIsSpentForTrialsThatAreExcused(t *testing.T) {
	t.Parallel()
	s := of(2, "pppp", "xxxx")
	for _, c := range s.plan.Cases {
		c.Test = &eval.ScriptTest{}
	}
	policy := eval.Policy{MinPass: &eval.Quota{Passed: 3, Of: 4}, MaxErrors: ptr(2)}
	r := s.report(policy, s.run(adaptive.New(s.plan, adaptive.Options{Policy: policy}), 1, inOrder))
	if c := r.Cases[0]; c.Runs != 3 || c.Stopped != "decided: 3 of 3 trials passed, 3 of 4 must" || r.Decision.Verdict != eval.VerdictPassed {
		t.Errorf("%d trials, %q: %s", c.Runs, c.Stopped, r.Decision.Title)
	}
}

// One trial at a time, none is spent after its case, or the gate, is decided:
// whatever is run beyond the least number could have changed a verdict.
func TestNoTrialIsSpentThatCanChangeNoVerdict(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		policy := counts(t)
		s := suites(t, policy)
		schedule := adaptive.New(s.plan, adaptive.Options{Policy: policy})
		seen := []*eval.Trial{}
		runs := map[eval.Key]int{}
		for {
			ticket, ok := schedule.Next()
			if !ok {
				break
			}
			trial := s.trial(ticket)
			if trial.Status != eval.Skipped {
				if runs[trial.Key()] >= s.plan.LeastOf(ticket.Case) && s.report(policy, rest(s, seen)).Decision.Verdict != eval.VerdictInconclusive {
					t.Fatalf("%s %d is run although the gate is decided: %v", trial.ID, trial.Run, s.outcomes)
				}
				runs[trial.Key()]++
			}
			schedule.Record(trial)
			seen = append(seen, trial)
		}
	})
}

// rest adds a row for each trial that did not run yet.
func rest(s *suite, seen []*eval.Trial) []*eval.Trial {
	there := map[string]bool{}
	for _, t := range seen {
		there[fmt.Sprintf("%s %d", t.ID, t.Run)] = true
	}
	all := slices.Clone(seen)
	for _, c := range s.plan.Cases {
		for run := range max(s.plan.RunsOf(c), 1) {
			if !there[fmt.Sprintf("%s %d", c.ID, run+1)] {
				all = append(all, &eval.Trial{Agent: c.Agent, ID: c.ID, Run: run + 1, Planned: s.plan.RunsOf(c), Status: eval.Skipped})
			}
		}
	}
	return all
}

func inOrder(int) int { return 0 }

func TestWhatIsSpentAndWhy(t *testing.T) {
	t.Parallel()
	all := ptr(99)
	quota := eval.Policy{MinPass: &eval.Quota{Passed: 4, Of: 5}}
	lenient := eval.Policy{MinPass: &eval.Quota{Passed: 3, Of: 5}, MaxErrors: all}
	rate := eval.Policy{MinPassRate: ptr(50.0), MaxErrors: all}
	tests := map[string]struct {
		policy eval.Policy
		least  int
		cases  []string
		runs   []int
		why    []string
	}{
		"every case: one that failed, and then the others": {
			eval.Policy{}, 2, []string{"ppppp", "pfppp"}, []int{2, 2},
			[]string{`decided: the gate fails whatever it does: case "c001" did not pass`, "decided: 1 of 2 trials did not pass, and all must"},
		},
		"every case: all of one that passes": {eval.Policy{}, 2, []string{"ppppp"}, []int{5}, []string{""}},
		"a quota that is missed": {
			quota, 2, []string{"ffppp", "ppppp"}, []int{2, 2},
			[]string{"decided: 2 of 2 trials did not pass, 4 of 5 must", `decided: the gate fails whatever it does: case "c000" can no longer pass 4 of 5 trials`},
		},
		"a quota that is reached, where errors may still come": {quota, 2, []string{"ppppp"}, []int{5}, []string{""}},
		"a quota that is reached, and errors are allowed":      {lenient, 2, []string{"ppppp", "pfpfp"}, []int{3, 5}, []string{"decided: 3 of 3 trials passed, 3 of 5 must", ""}},
		"the mean of all is reached":                           {rate, 1, []string{"pppp", "pppp"}, []int{3, 1}, []string{"decided: the gate passes whatever it does", "decided: the gate passes whatever it does"}},
		"the mean of all is missed": {
			rate, 1, []string{"ffff", "fppp"}, []int{4, 1},
			[]string{"", "decided: the gate fails whatever it does: the pass rate can no longer reach 50 %"},
		},
		"cost is asked of all trials":    {eval.Policy{MinPass: lenient.MinPass, MaxErrors: all, MaxCost: ptr(9.0)}, 2, []string{"ppppp"}, []int{5}, []string{""}},
		"cost of a gate that fails":      {eval.Policy{MinPass: lenient.MinPass, MaxErrors: all, MaxCost: ptr(9.0)}, 2, []string{"fffpp"}, []int{3}, []string{"decided: 3 of 3 trials did not pass, 3 of 5 must"}},
		"a regression is of all trials":  {eval.Policy{MinPass: lenient.MinPass, MaxErrors: all, NoRegression: true}, 2, []string{"ppppp"}, []int{5}, []string{""}},
		"the slowest are of all trials":  {eval.Policy{MinPass: lenient.MinPass, MaxErrors: all, MaxP95MS: 1}, 2, []string{"ppppp"}, []int{5}, []string{""}},
		"too many errors end everything": {eval.Policy{MinPassRate: ptr(10.0)}, 1, []string{"eppp", "pppp"}, []int{1, 1}, []string{"decided: the gate fails whatever it does: 1 error, 0 allowed", "decided: the gate fails whatever it does: 1 error, 0 allowed"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := of(tt.least, tt.cases...)
			r := s.report(tt.policy, s.run(adaptive.New(s.plan, adaptive.Options{Policy: tt.policy}), 1, inOrder))
			for i, c := range r.Cases {
				if c.Runs != tt.runs[i] || c.Stopped != tt.why[i] {
					t.Errorf("case %d: %d trials, %q\nwant %d, %q", i, c.Runs, c.Stopped, tt.runs[i], tt.why[i])
				}
			}
			if want := s.whole(tt.policy).Decision.Verdict; r.Decision.Verdict != want && tt.policy.MaxP95MS == 0 {
				t.Errorf("%s, want %s", r.Decision.Title, want)
			}
		})
	}
}

func TestTheCaseThatIsClosestToADecisionComesFirst(t *testing.T) {
	t.Parallel()
	s := of(3, "ppffppp", "pppffff", "ppfffff")
	policy := eval.Policy{MinPass: &eval.Quota{Passed: 4, Of: 7}, MaxErrors: ptr(99)}
	schedule := adaptive.New(s.plan, adaptive.Options{Policy: policy})
	var order []string
	for {
		ticket, ok := schedule.Next()
		if !ok {
			break
		}
		if ticket.Stop == "" {
			order = append(order, ticket.Case.ID)
		}
		schedule.Record(s.trial(ticket))
	}
	// After three trials each, c001 needs one more pass, the others two.
	if got := strings.Join(order[9:], " "); !strings.HasPrefix(got, "c001") {
		t.Errorf("further trials go to %s", got)
	}
}

// Of a case that one more trial may decide, a second one is begun only when no
// other case has use for it.
func TestTrialsInFlightAreReckonedWith(t *testing.T) {
	t.Parallel()
	s := of(1, "pppp", "pppp", "pppp")
	schedule := adaptive.New(s.plan, adaptive.Options{Policy: eval.Policy{}})
	for range 3 {
		ticket, _ := schedule.Next()
		schedule.Record(s.trial(ticket))
	}
	var order []string
	for range 6 {
		ticket, _ := schedule.Next()
		order = append(order, ticket.Case.ID)
	}
	if got := strings.Join(order, " "); got != "c000 c001 c002 c000 c001 c002" {
		t.Errorf("begun: %s", got)
	}
}

// A shard knows nothing of the others: what all cases are asked together, it
// leaves open.
func TestAShardEndsNothingThatOthersDecide(t *testing.T) {
	t.Parallel()
	s := of(1, "pppp", "pppp", "pppp", "pppp", "pppp", "pppp")
	part := s.plan.Shard(eval.Shard{Index: 1, Of: 2})
	for name, tt := range map[string]struct {
		policy eval.Policy
		spared bool
	}{
		"a mean":                            {eval.Policy{MinPassRate: ptr(20.0), MaxErrors: ptr(99)}, false},
		"errors that others may make":       {eval.Policy{MinPass: &eval.Quota{Passed: 2, Of: 4}, MaxErrors: ptr(11)}, false},
		"errors that all together may make": {eval.Policy{MinPass: &eval.Quota{Passed: 2, Of: 4}, MaxErrors: ptr(24)}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mine := &suite{plan: part, outcomes: s.outcomes}
			r := mine.report(tt.policy, mine.run(adaptive.New(part, adaptive.Options{Policy: tt.policy}), 1, inOrder))
			if got := r.Summary.Saved != nil; got != tt.spared {
				t.Errorf("%d of %d trials ran", r.Summary.TotalRuns, r.Summary.TotalTrials)
			}
		})
	}
}

func TestOfAGateThatFailsAnywayOnlyTheLeastIsRun(t *testing.T) {
	t.Parallel()
	s := of(2, "ppppp", "ppppp")
	schedule := adaptive.New(s.plan, adaptive.Options{Failed: "the quarantine of \"x\" ended"})
	r := s.report(eval.Policy{}, s.run(schedule, 1, inOrder))
	for _, c := range r.Cases {
		if want := `decided: the gate fails whatever it does: the quarantine of "x" ended`; c.Runs != 2 || c.Stopped != want || c.Status != eval.Skipped {
			t.Errorf("%d trials, %s, %q", c.Runs, c.Status, c.Stopped)
		}
	}
}
