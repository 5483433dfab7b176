package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/atomicfile"
	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/run"
	"github.com/surefoot-dev/surefoot/pkg/history"
	"github.com/surefoot-dev/surefoot/pkg/revision"
)

// memory is what is known of earlier runs, and which cases are in quarantine.
// Nil knows nothing.
type memory struct {
	path, name string           // of the history, "" without one
	past       *history.History // nil without one
	listed     map[eval.Key]history.Quarantine
	now        time.Time
	run        history.Run             // this one, once it has begun
	reads      bool                    // and writes nothing
	shown      func(eval.Key) eval.Key // a case's key as files have it
	order      []history.Quarantine    // the list, in the order of its files
}

// remember reads the files of --history and --quarantine.
func (p *Process) remember(s *config.Settings, shown func(eval.Key) eval.Key) (*memory, eval.Problems) {
	if s.History == "" && s.Quarantine == "" {
		return nil, nil
	}
	m := &memory{listed: map[eval.Key]history.Quarantine{}, now: p.Now(), shown: shown, reads: s.DryRun}
	var problems eval.Problems
	if s.History != "" {
		m.path = p.abs(s.History)
		m.name = p.name(m.path)
		var more eval.Problems
		m.past, more = history.Read(m.path, m.name)
		problems = append(problems, more...)
		if m.past != nil {
			problems = append(problems, m.list(m.past.Quarantine)...)
		}
		for _, output := range s.Output {
			if resolved(p.abs(output)) == resolved(m.path) {
				problems = append(problems, eval.Problem{Message: "the history " + quote(m.name) + " is a report of this run too", Hint: "give each a file of its own"})
			}
		}
	}
	if s.Quarantine != "" {
		path := p.abs(s.Quarantine)
		entries, more := history.ReadQuarantine(path, p.name(path))
		problems = append(append(problems, more...), m.list(entries)...)
	}
	return m, problems
}

// list takes entries in, none of them twice.
func (m *memory) list(entries []history.Quarantine) eval.Problems {
	var problems eval.Problems
	for _, q := range entries {
		key := m.shown(q.Key())
		if other, twice := m.listed[key]; twice {
			problems = append(problems, eval.Problem{
				Pos: q.Pos, Message: fmt.Sprintf("case %s of agent %s is in quarantine already, at %s", quote(q.Case), quote(q.Agent), other.Pos), Hint: "keep one of them",
			})
			continue
		}
		m.listed[key] = q
		m.order = append(m.order, q)
	}
	return problems
}

// writable makes sure, before anything is spent, that the history can be
// written.
func (m *memory) writable() eval.Problems {
	if m == nil || m.past == nil || m.reads {
		return nil
	}
	if err := atomicfile.Check(m.path); err != nil {
		return eval.Problems{{Message: fmt.Sprintf("cannot write the history %s: %s", quote(m.name), err), Hint: "its folder must be there; the file is made"}}
	}
	return nil
}

// outside reports whether the case is in quarantine.
func (m *memory) outside(key eval.Key) bool {
	if m == nil {
		return false
	}
	q, listed := m.listed[m.shown(key)]
	return listed && !q.At(m.now).Expired
}

// gated are the cases that the gate asks.
func (m *memory) gated(cases []*eval.Case) []*eval.Case {
	if m == nil || len(m.listed) == 0 {
		return cases
	}
	return slices.DeleteFunc(slices.Clone(cases), func(c *eval.Case) bool { return m.outside(c.Key()) })
}

// aside are the cases that the gate does not ask.
func (m *memory) aside(cases []*eval.Case) map[eval.Key]bool {
	aside := map[eval.Key]bool{}
	for _, c := range cases {
		if m.outside(c.Key()) {
			aside[c.Key()] = true
		}
	}
	return aside
}

// over is why the gate fails whatever cases do, "" where it need not: the
// quarantine of one that is run has ended.
func (m *memory) over(cases []*eval.Case) string {
	if m == nil {
		return ""
	}
	for _, c := range cases {
		if q, listed := m.listed[m.shown(c.Key())]; listed && c.Skip == "" && q.At(m.now).Expired {
			return fmt.Sprintf("the quarantine of case %s ended on %s", quote(c.ID), q.Until)
		}
	}
	return ""
}

// begin says which run this is.
func (m *memory) begin(p *Process, start *eval.Start) {
	if m == nil {
		return
	}
	here, _ := run.Of(p.lookup, p.event()) // whoever publishes says what is wrong
	m.run = history.Run{Time: start.Timestamp, Plan: start.Plan.Hash, Commit: cmp.Or(here.HeadSHA, here.SHA, p.head()), Link: here.URL()}
}

// head is the commit that the current folder has checked out, "" where there is
// none.
func (p *Process) head() string {
	repo, err := revision.Open(p.Dir)
	if err != nil {
		return ""
	}
	commit, err := repo.Resolve("HEAD")
	if err != nil {
		return "" // such as before the first commit
	}
	return string(commit)
}

// recall gives a case that was run its memory. A quarantine that it has already
// stays, unless there is another one.
func (m *memory) recall(c *eval.CaseResult) {
	if m == nil || c.Planned == 0 {
		return
	}
	var known *eval.Quarantine
	if c.Memory != nil {
		known = c.Memory.Quarantine
	}
	key := m.shown(c.Key())
	if q, listed := m.listed[key]; listed {
		known = q.At(m.now)
	}
	switch {
	case m.past != nil:
		named := *c
		named.Agent, named.ID = key.Agent, key.ID
		c.Memory = m.past.Recall(m.run, &named)
	case known == nil:
		return
	default:
		c.Memory = &eval.Memory{State: eval.Unknown, PassRates: []float64{}, Sentence: "unknown: earlier runs are not looked at"}
	}
	c.Memory.Quarantine = known
}

// recallAll gives all cases their memory.
func (m *memory) recallAll(cases []eval.CaseResult) {
	for i := range cases {
		m.recall(&cases[i])
	}
}

// keep writes what the run says of its cases into the history, as it is now.
func (m *memory) keep(ctx context.Context, cases []eval.CaseResult) error {
	if m == nil || m.past == nil || m.reads {
		return nil
	}
	named := slices.Clone(cases)
	for i := range named {
		key := m.shown(named[i].Key())
		named[i].Agent, named[i].ID = key.Agent, key.ID
	}
	err := history.Update(context.WithoutCancel(ctx), m.path, m.name, func(h *history.History) error {
		h.Add(m.run, named)
		return nil
	})
	if err != nil {
		return fmt.Errorf("the history %q was not written: %w", m.name, err)
	}
	return nil
}
