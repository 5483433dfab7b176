// Package plan decides which trials a run has and in which order: cases times
// runs, after filters. It runs nothing. It also asks, before anything runs,
// whether everything the selected cases need is there ([Plan.Check]).
package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Filter selects cases; each part that is given must match.
type Filter struct {
	Run  *regexp.Regexp // on the id, unanchored
	IDs  []string       // any of ID or AGENT/ID
	Tags []string       // any of
}

// Plan is what a run has to do. It is not changed once made.
type Plan struct {
	Cases    []*eval.Case
	Runs     int // trials per case, unless a case says otherwise; at most, of an adaptive plan
	MinRuns  int // trials per case at least, of an adaptive plan; 0 of any other
	Filtered int // cases the filter left out

	Unaffected []*eval.Case // that passed the filter, and that a change does not reach
	Since      string       // the commit that the change is measured from, "" for all cases

	Part  eval.Shard // of Whole, when the plan is one of its shards
	Whole *Plan      // nil when this is the whole plan
}

// New selects the cases that pass the filter. runs is at least 1.
func New(cases []*eval.Case, filter Filter, runs int) *Plan {
	p := &Plan{Runs: runs}
	for _, c := range cases {
		if filter.match(c) {
			p.Cases = append(p.Cases, c)
		}
	}
	p.Filtered = len(cases) - len(p.Cases)
	return p
}

// Affected leaves of the plan the cases that what changed since a commit can
// affect, and the skipped ones, which cost nothing and are still to be told of.
func (p *Plan) Affected(since string, affected func(*eval.Case) bool) *Plan {
	part := *p
	part.Cases, part.Since = nil, since
	for _, c := range p.Cases {
		if affected(c) || c.Skip != "" {
			part.Cases = append(part.Cases, c)
		} else {
			part.Unaffected = append(part.Unaffected, c)
		}
	}
	return &part
}

// UnknownIDs lists the ids of the filter that name none of the cases.
func (f Filter) UnknownIDs(cases []*eval.Case) []string { return unknown(f.IDs, cases, named) }

// UnknownTags lists the tags of the filter that none of the cases has.
func (f Filter) UnknownTags(cases []*eval.Case) []string { return unknown(f.Tags, cases, tagged) }

func unknown(words []string, cases []*eval.Case, has func(*eval.Case, string) bool) []string {
	var none []string
	for _, word := range words {
		if !slices.ContainsFunc(cases, func(c *eval.Case) bool { return has(c, word) }) {
			none = append(none, word)
		}
	}
	return none
}

func tagged(c *eval.Case, tag string) bool { return slices.Contains(c.Tags, tag) }

func (f Filter) match(c *eval.Case) bool {
	if f.Run != nil && !f.Run.MatchString(c.ID) {
		return false
	}
	if len(f.IDs) > 0 && !slices.ContainsFunc(f.IDs, func(id string) bool { return named(c, id) }) {
		return false
	}
	return len(f.Tags) == 0 ||
		slices.ContainsFunc(f.Tags, func(tag string) bool { return tagged(c, tag) })
}

func named(c *eval.Case, id string) bool { return id == c.ID || id == c.Agent+"/"+c.ID }

// RunsOf is how many trials the case gets: none when it is skipped.
func (p *Plan) RunsOf(c *eval.Case) int {
	switch {
	case c.Skip != "":
		return 0
	case c.Runs > 0:
		return c.Runs
	default:
		return p.Runs
	}
}

// LeastOf is how many trials the case gets whatever they come to: all that it
// has, unless the plan is adaptive. Then a number of its own is the most it
// gets, as the plan's is for other cases.
func (p *Plan) LeastOf(c *eval.Case) int {
	runs := p.RunsOf(c)
	if p.MinRuns == 0 {
		return runs
	}
	return min(p.MinRuns, runs)
}

// Trials is how many trials are to run, at most.
func (p *Plan) Trials() int {
	n := 0
	for _, c := range p.Cases {
		n += p.RunsOf(c)
	}
	return n
}

// Hash changes when a case or the number of its trials does, and with the
// order of the cases, but not with blanks. So it does with how many trials a
// case gets at least, where that is less. It is 16 digits of lower-case hex.
// All shards of a plan have the hash of the whole.
func (p *Plan) Hash() string {
	if p.Whole != nil {
		return p.Whole.Hash()
	}
	h := sha256.New()
	var text bytes.Buffer
	for _, c := range p.Cases {
		text.Reset()
		if err := json.Compact(&text, []byte(c.Raw.Raw())); err != nil {
			text.WriteString(c.Raw.Raw()) // a case that no file holds
		}
		runs := strconv.Itoa(p.RunsOf(c))
		if p.MinRuns > 0 {
			runs = strconv.Itoa(p.LeastOf(c)) + ".." + runs
		}
		for _, part := range []string{c.Agent, c.ID, runs, text.String()} {
			h.Write([]byte(strconv.Itoa(len(part)) + ":" + part))
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// Facts identify the plan in a report. The inputs are those of the whole.
func (p *Plan) Facts(inputs []string) eval.PlanFacts {
	facts := eval.PlanFacts{
		Hash: p.Hash(), Cases: len(p.Cases), Trials: p.Trials(), Filtered: p.Filtered, Runs: p.Runs, MinRuns: p.MinRuns, Inputs: inputs,
		Unaffected: len(p.Unaffected), Since: p.Since, Shard: p.Part.String(),
	}
	if p.Whole != nil {
		facts.Whole = &eval.PlanSize{Cases: len(p.Whole.Cases), Trials: p.Whole.Trials()}
	}
	return facts
}

// Check asks every check about every case that will run and returns all
// problems.
func (p *Plan) Check(checks ...func(*eval.Case) eval.Problems) eval.Problems {
	var problems eval.Problems
	for _, c := range p.Cases {
		if c.Skip != "" {
			continue
		}
		for _, check := range checks {
			problems = append(problems, check(c)...)
		}
	}
	return problems
}
