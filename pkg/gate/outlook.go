package gate

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Outlook follows a run and knows after every trial what of its policy is still
// open: which trials can change a verdict, whatever the others do. It judges
// missing trials by both extremes and by the same arithmetic as [Decide], so
// that what it calls decided is what the gate says in the end. A trial costs it
// the same few steps in a run of any size. It is used from one goroutine.
//
// Conditions on cost, tokens, p95 and regressions are not followed: they hold
// only once all trials ran.
type Outlook struct {
	policy    eval.Policy
	cases     []standing
	least     map[int]int // passes that a case needs, by its planned trials
	test      test        // of a sequential policy
	elsewhere eval.PlanSize

	suite  mean
	hurdle *hurdle // nil without a condition on the mean
	errors int
	open   int // cases whose own conditions are
	todo   int // trials that have not ended, of cases that the gate asks
	beside int // and of those in quarantine
	loose  int // trials that have not ended, of cases whose trials may be excused
	lost   string
}

// NewOutlook begins with the cases, which it knows by their place. Elsewhere
// are cases and trials of the same plan that others run: nothing is ever known
// of these.
func NewOutlook(policy eval.Policy, cases []Expected, elsewhere eval.PlanSize) *Outlook {
	o := &Outlook{policy: policy, cases: make([]standing, len(cases)), least: map[int]int{}, elsewhere: elsewhere}
	if policy.Sequential != nil {
		o.test = newTest(policy)
	}
	for i, c := range cases {
		o.cases[i] = standing{id: c.ID, planned: int32(c.Planned), outside: c.Outside, loose: c.Excusable}
		switch {
		case c.Planned == 0:
			continue
		case c.Outside:
			o.beside += c.Planned
			continue
		}
		o.todo += c.Planned
		if c.Excusable {
			o.loose += c.Planned
		}
		o.suite.expect(c.Planned)
		if own, _ := o.own(&o.cases[i]); own == eval.VerdictInconclusive {
			o.cases[i].open = true
			o.open++
		}
	}
	if policy.MinPassRate != nil && o.suite.cases > 0 {
		o.hurdle = newHurdle(policy, &o.suite)
	}
	return o
}

// Take takes a trial of a case, whatever became of it.
func (o *Outlook) Take(at int, t *eval.Trial) {
	if t.Stopped == eval.StopExcused {
		o.Excuse(at)
		return
	}
	o.Add(at, t.Status)
}

// Add takes a trial of a case that ended. One that was skipped has not.
func (o *Outlook) Add(at int, status eval.Status) {
	c := &o.cases[at]
	if status == eval.Skipped || c.missing() == 0 {
		return
	}
	if c.outside {
		c.ran++
		o.beside--
		return
	}
	passed := 0
	switch {
	case status == eval.Passed:
		passed = 1
	case status == eval.Error && o.policy.MaxErrors != nil:
	default:
		c.bad++
	}
	if status == eval.Error {
		o.errors++
	}
	c.ran++
	c.passed += int32(passed)
	o.ended(c)
	o.suite.add(int(c.planned), passed, 1)
	o.turn(c)
}

// Excuse takes a trial of a case that took itself out: it is planned no more.
func (o *Outlook) Excuse(at int) {
	c := &o.cases[at]
	if c.missing() == 0 {
		return
	}
	if c.outside {
		c.planned--
		o.beside--
		return
	}
	o.ended(c)
	o.suite.excuse(int(c.planned), int(c.passed), int(c.ran))
	c.planned--
	if o.hurdle != nil && o.suite.cases > 0 {
		o.hurdle = newHurdle(o.policy, &o.suite) // fewer trials make less sure
	}
	o.turn(c)
}

// unsure reports whether trials that may yet be excused leave open how many
// trials the mean's bound counts: that can go either way.
func (o *Outlook) unsure() bool { return o.policy.Confidence != nil && o.loose > 0 }

// Close says that no trial of the case comes any more, so that its sequential
// test stays as it is.
func (o *Outlook) Close(at int) {
	c := &o.cases[at]
	if own, _ := o.own(c); o.policy.Sequential != nil && own == eval.VerdictFailed && o.lost == "" {
		o.lost = o.missed(c)
	}
}

// Fail says that the gate fails for a reason that no trial changes.
func (o *Outlook) Fail(reason string) { o.lost = reason }

// Lost is why the gate fails whatever the missing trials do, "" while it may
// yet pass.
func (o *Outlook) Lost() string { return o.lost }

// Held reports whether the gate passes whatever the missing trials do.
func (o *Outlook) Held() bool { return o.lost == "" && o.open == 0 && !o.Shared() }

// Shared reports whether a condition on all cases together is open, so that
// every trial may be the one it hangs on.
func (o *Outlook) Shared() bool {
	if o.lost != "" {
		return false
	}
	if o.dear() {
		return true
	}
	if limit, asked := maxErrors(o.policy); asked && o.errors+o.left() > limit {
		return true
	}
	if o.hurdle == nil || o.suite.cases == 0 {
		return false
	}
	if o.unsure() {
		return true
	}
	low, _ := o.suite.bounds()
	return o.elsewhere.Cases > 0 || !o.hurdle.reached(low)
}

// left is how many trials of cases that the gate asks may still come.
func (o *Outlook) left() int {
	if o.policy.Sequential != nil && o.open == 0 {
		return o.elsewhere.Trials // the tests are over, and how many trials they took is part of their outcome
	}
	return o.todo + o.elsewhere.Trials
}

// dear reports whether a condition is open that only the end of all trials
// decides.
func (o *Outlook) dear() bool {
	return o.took() && o.left()+o.beside > 0 || o.policy.NoRegression && o.left() > 0
}

// took reports whether something is asked of what all trials took, those of
// cases in quarantine too.
func (o *Outlook) took() bool {
	return o.policy.MaxCost != nil || o.policy.MaxTokens != nil || o.policy.MaxP95MS > 0
}

// Needed reports whether one more trial of the case can change a verdict: the
// gate's, or, while the gate may yet pass, that of the case.
func (o *Outlook) Needed(at int) bool {
	c := &o.cases[at]
	switch {
	case c.missing() == 0 || o.lost != "":
		return false
	case c.outside:
		return o.took()
	case o.policy.Sequential != nil:
		// The others' tests leave out what a test that is over did not run.
		return c.open
	default:
		return c.open || o.Shared()
	}
}

// Distance is how many more trials of the case decide its own conditions at
// the soonest, 0 when they are decided.
func (o *Outlook) Distance(at int) int {
	c := &o.cases[at]
	if !c.open {
		return 0
	}
	_, distance := o.own(c)
	return distance
}
