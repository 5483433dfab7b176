package gate

import (
	"cmp"
	"slices"
)

// mean is the mean of the cases' pass rates while trials are missing. It counts
// whole trials, apart for each number of trials that cases have, and divides
// last: so its sums are the same in whatever order trials end, and the last
// bits are those of the same run asked anew.
type mean struct {
	groups []group // by planned
	cases  int
}

// group is what the cases come to that have so many trials each.
type group struct{ planned, cases, passed, missing int }

// expect adds a case that is to have so many trials.
func (m *mean) expect(planned int) {
	g := m.group(planned)
	g.cases++
	g.missing += planned
	m.cases++
}

// add takes trials of such a case.
func (m *mean) add(planned, passed, ran int) {
	g := m.group(planned)
	g.passed += passed
	g.missing -= ran
}

// excuse takes a trial that did not run out of those of a case, of which so many
// passed and ran. A case without any is none of the mean's.
func (m *mean) excuse(planned, passed, ran int) {
	g := m.group(planned)
	g.cases--
	g.passed -= passed
	g.missing -= planned - ran
	if planned--; planned == 0 {
		m.cases--
		return
	}
	g = m.group(planned)
	g.cases++
	g.passed += passed
	g.missing += planned - ran
}

func (m *mean) group(planned int) *group {
	at, found := slices.BinarySearchFunc(m.groups, planned, func(g group, n int) int { return cmp.Compare(g.planned, n) })
	if !found {
		m.groups = slices.Insert(m.groups, at, group{planned: planned})
	}
	return &m.groups[at]
}

// bounds are the mean when all missing trials fail, and when all pass.
func (m *mean) bounds() (low, high float64) {
	for _, g := range m.groups {
		low += 100 * float64(g.passed) / float64(g.planned)
		high += 100 * float64(g.passed+g.missing) / float64(g.planned)
	}
	return low / float64(m.cases), high / float64(m.cases)
}

// trials is how many trials the mean counts as. Where each case has as many,
// it is all of them, and the binomial bound is on the safe side: trials of
// cases with different rates scatter less than trials of one (W. Hoeffding, The
// Annals of Mathematical Statistics 27 (1956) 713-721). Where they differ, few
// trials of a case count as much as many of another, and it is fewer (the
// effective sample size of L. Kish, Survey Sampling, 1965, section 11.7). It is
// known before the first trial, so that more passes never make the bound lower.
func (m *mean) trials() float64 {
	inverse := 0.0
	for _, g := range m.groups {
		inverse += float64(g.cases) / float64(g.planned)
	}
	return float64(m.cases) * float64(m.cases) / inverse
}
