package merge

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

// Part is the report of one shard, and the file as people know it.
type Part struct {
	Name   string
	Report *past.Report
}

// start is where the part says what it is of.
func (p *Part) start() *eval.Start { return &p.Report.Start }

// place is that of the first row.
func (p *Part) place() string { return p.Name + ":1" }

// Report is the run that all shards are together. It has no decision yet. Its
// files are those of the parts, which must stay open for the trials.
type Report struct {
	eval.Report
	Notes []string // what differs between the shards without making them another run

	of map[eval.Key]*Part
}

// Join joins the parts, whose order changes nothing. Without a policy, theirs
// must be the same. The error has a line for everything that is wrong.
func Join(parts []Part, policy *eval.Policy) (*Report, error) {
	parts = slices.Clone(parts)
	slices.SortStableFunc(parts, func(a, b Part) int {
		return cmp.Or(cmp.Compare(indexOf(a.start()), indexOf(b.start())), cmp.Compare(a.Name, b.Name))
	})
	if err := fit(parts, policy == nil); err != nil {
		return nil, err
	}
	r := &Report{of: map[eval.Key]*Part{}}
	if err := r.share(parts); err != nil {
		return nil, err
	}
	start := r.begin(parts)
	if policy != nil {
		start.Policy = *policy
	}
	return r, r.fold(parts, start)
}

func indexOf(s *eval.Start) int {
	shard, err := eval.ParseShard(s.Plan.Shard)
	if err != nil {
		return 0
	}
	return shard.Index
}

// share gives every case to the one part that has it.
func (r *Report) share(parts []Part) error {
	for i := range parts {
		part := &parts[i]
		for at := range part.Report.Cases {
			c := &part.Report.Cases[at]
			if other := r.of[c.Key()]; other != nil {
				return fmt.Errorf("%s: case %q of agent %q is in %s too: these are not shards of one plan", part.place(), eval.Clip(c.ID), eval.Clip(c.Agent), other.Name)
			}
			r.of[c.Key()] = part
		}
	}
	return nil
}

// begin is the first row of the whole: that of the first part, without what
// parts have of their own.
func (r *Report) begin(parts []Part) *eval.Start {
	start := *parts[0].start()
	whole := *start.Plan.Whole
	start.Plan.Cases, start.Plan.Trials, start.Plan.Shard, start.Plan.Whole = whole.Cases, whole.Trials, "", nil
	start.Settings = maps.Clone(start.Settings)
	start.Reports = nil
	agents := map[string]bool{}
	for i := range parts {
		s := parts[i].start()
		if s.Timestamp.Before(start.Timestamp) {
			start.Timestamp = s.Timestamp
		}
		for _, id := range s.Agents {
			agents[id] = true
		}
		if s.Plan.Application == "" {
			start.Plan.Application = "" // nobody knows that of the whole
			r.Notes = append(r.Notes, parts[i].place()+": "+past.Undigested)
		}
		for _, d := range past.Noted(parts[0].start(), s) {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: %s", parts[0].place(), told(d, parts[i].place())))
		}
		for name, text := range start.Settings {
			if s.Settings[name] != text {
				delete(start.Settings, name)
			}
		}
	}
	delete(start.Settings, "shard")
	start.Agents = slices.Sorted(maps.Keys(agents))
	return &start
}

func told(d past.Difference, place string) string {
	return fmt.Sprintf("%s is %q, and %q in %s", d.What, eval.Clip(d.A), eval.Clip(d.B), place)
}

// fold makes the figures of all trials anew, in the order of the plan.
func (r *Report) fold(parts []Part, start *eval.Start) error {
	var cases []eval.CaseResult
	var took eval.Millis
	var ended, faults []string
	abandoned := 0
	for i := range parts {
		p := parts[i].Report
		cases = append(cases, p.Cases...)
		took = max(took, p.Summary.DurationMS)
		abandoned += p.Summary.Abandoned
		if why := p.Summary.Interrupted; why != "" {
			ended = append(ended, "shard "+p.Start.Plan.Shard+": "+why)
		}
		for _, fault := range p.Summary.ReportFaults {
			faults = append(faults, "shard "+p.Start.Plan.Shard+": "+fault)
		}
	}
	slices.SortFunc(cases, func(a, b eval.CaseResult) int {
		return cmp.Or(past.InPlanOrder(start.Plan.Inputs)(a, b), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.ID, b.ID))
	})
	builder := stability.NewBuilder(start, nil, nil)
	for i := range cases {
		c := &cases[i]
		builder.Expect(&eval.Case{Agent: c.Agent, ID: c.ID, Name: c.Name, Pos: c.Pos}, c.Planned+c.Excused)
	}
	r.Cases = cases
	for t, err := range r.Trials() {
		if err != nil {
			return err
		}
		builder.Add(t)
	}
	for i := range parts {
		for at := range parts[i].Report.Work {
			builder.Work(&parts[i].Report.Work[at])
		}
	}
	r.Report = *builder.Report(took, strings.Join(ended, "; "))
	for i := range cases {
		r.Cases[i].Memory = cases[i].Memory // of runs before, which trials say nothing of
	}
	r.Summary.ReportFaults, r.Summary.Abandoned = faults, abandoned
	return nil
}

// Trials are the trials in the order of the report's cases, by run, one in
// memory at a time.
func (r *Report) Trials() iter.Seq2[*eval.Trial, error] {
	return func(yield func(*eval.Trial, error) bool) {
		for i := range r.Cases {
			key := r.Cases[i].Key()
			for t, err := range r.of[key].Report.TrialsOf(slices.Values([]eval.Key{key})) {
				if !yield(t, err) {
					return
				}
			}
		}
	}
}
