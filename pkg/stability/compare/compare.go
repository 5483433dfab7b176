package compare

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Runs puts head beside base. The order of trials changes nothing. Who the
// base is, the caller says: the comparison names none.
func Runs(base, head Run) *eval.Comparison {
	c := &eval.Comparison{Cases: []eval.CaseChange{}, Count: map[eval.Change]int{}}
	m := matching{base: base, head: head, was: index(base.Report), is: index(head.Report)}
	var pairs []*pair
	var at []int
	for i := range head.Report.Cases {
		now := &head.Report.Cases[i]
		change := eval.CaseChange{Agent: now.Agent, ID: now.ID, Base: outcome(m.was[now.Key()]), Head: outcome(now)}
		if p := m.pair(&change); p != nil {
			pairs, at = append(pairs, p), append(at, len(c.Cases))
		} else {
			m.alone(&change)
		}
		c.Cases = append(c.Cases, change)
	}
	settle(pairs)
	for i, p := range pairs {
		change := &c.Cases[at[i]]
		p.change(change)
		m.costs(change)
		if m.inputChanged(change.Key()) {
			change.InputChanged = true
		} else if change.Head.Passed == 0 {
			change.Parting = m.parting(change.Key())
		}
	}
	m.gone(c)
	for i := range c.Cases {
		c.Count[c.Cases[i].Change]++
	}
	suite(c, pairs, at)
	return c
}

// matching finds the cases of one run in the other.
type matching struct {
	base, head Run
	was, is    map[eval.Key]*eval.CaseResult
}

func index(r *eval.Report) map[eval.Key]*eval.CaseResult {
	of := make(map[eval.Key]*eval.CaseResult, len(r.Cases))
	for i := range r.Cases {
		of[r.Cases[i].Key()] = &r.Cases[i]
	}
	return of
}

// pair is the case on both sides, nil where it was not to run on one of them.
func (m *matching) pair(c *eval.CaseChange) *pair {
	was, is := m.was[c.Key()], m.is[c.Key()]
	if was == nil || is == nil || was.Planned == 0 || is.Planned == 0 {
		return nil
	}
	return &pair{base: sampleOf(was), head: sampleOf(is), outside: is.Quarantined()}
}

// alone is what became of a case that was to run on one side at most.
func (m *matching) alone(c *eval.CaseChange) {
	now := m.is[c.Key()]
	switch {
	case c.Base == nil && m.base.broken():
		c.Change, c.Reason = eval.UnreliableBaseline, "the baseline breaks off before it"
	case now.Planned == 0 && (c.Base == nil || c.Base.Planned == 0):
		c.Change, c.Reason = eval.Unchanged, "skipped before and now"
		if c.Base == nil {
			c.Change, c.Reason = eval.NewCase, "not in the baseline, and skipped"
		}
	case now.Planned == 0:
		c.Change, c.Reason = eval.RemovedCase, fmt.Sprintf("%s before, skipped now", sampleOf(m.was[c.Key()]))
	case c.Base == nil && m.base.mayHaveLeft(m.head):
		c.Change, c.Reason = eval.UnreliableBaseline, "the baseline may have left it out, "+sampleOf(now).String()+" now"
	case c.Base == nil:
		c.Change, c.Reason = eval.NewCase, "not in the baseline, "+sampleOf(now).String()+" now"
	default:
		c.Change, c.Reason = eval.NewCase, "skipped before, "+sampleOf(now).String()+" now"
	}
}

// gone adds the cases that this run does not have: that a change does not reach,
// and that only the baseline has. Those that filters left out are not removed,
// and cannot be told from ones that are.
func (m *matching) gone(c *eval.Comparison) {
	files := map[string]bool{}
	for _, name := range m.head.Report.Start.Plan.Inputs {
		files[name] = true
	}
	unaffected := map[eval.Key]bool{}
	for _, key := range m.head.Unaffected {
		unaffected[key] = true
		change := eval.CaseChange{Agent: key.Agent, ID: key.ID, Change: eval.Unaffected, Base: outcome(m.was[key]), Reason: "not in the baseline"}
		if was := m.was[key]; was != nil {
			change.Reason = sampleOf(was).String() + " before"
		}
		c.Cases = append(c.Cases, change)
	}
	left := 0
	for i := range m.base.Report.Cases {
		was := &m.base.Report.Cases[i]
		if m.is[was.Key()] != nil || unaffected[was.Key()] {
			continue
		}
		if m.head.partial() {
			left++
			continue
		}
		change := eval.CaseChange{Agent: was.Agent, ID: was.ID, Change: eval.RemovedCase, Base: outcome(was)}
		switch {
		case m.head.broken():
			change.Change, change.Reason = eval.TooFewTrials, "this run breaks off before it"
		case !files[was.Pos.File]:
			change.Reason = fmt.Sprintf("its file %q is not one of this run's", eval.Clip(was.Pos.File))
		default:
			change.Reason = "only in the baseline"
		}
		c.Cases = append(c.Cases, change)
	}
	if left > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("%s of the baseline not selected in this run, or removed", eval.Plural(left, "case")))
	}
}

// inputChanged reports whether the input is known on both sides, and another.
func (m *matching) inputChanged(key eval.Key) bool {
	was, is := m.base.trait(key), m.head.trait(key)
	return was.known && is.known && was.input != is.input
}

// parting is where the trials of a case part from those that passed before.
func (m *matching) parting(key eval.Key) *eval.Parting {
	was, is := m.base.trait(key).steps, m.head.trait(key).steps
	if was == nil || is == nil {
		return nil
	}
	return is.PartFrom(was)
}

// costs are what a trial of the case takes more than it did.
func (m *matching) costs(c *eval.CaseChange) {
	key := c.Key()
	was, is := m.was[key], m.is[key]
	c.DurationMS = less(is.AvgMS, was.AvgMS)
	before, now := m.base.trait(key).usage, m.head.trait(key).usage
	c.Tokens = less(each(tokens(now), is.Runs), each(tokens(before), was.Runs))
	c.CostUSD = less(each(now.CostUSD, is.Runs), each(before.CostUSD, was.Runs))
}

func tokens(u eval.Usage) *float64 {
	if u.TotalTokens == nil {
		return nil
	}
	n := float64(*u.TotalTokens)
	return &n
}

func each(sum *float64, runs int) *float64 {
	if sum == nil || runs == 0 {
		return nil
	}
	n := *sum / float64(runs)
	return &n
}

// less is a difference, unknown where a part of it is.
func less(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	d := *a - *b
	return &d
}
