package cli

import (
	"context"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// caseRecord is a case as list shows it.
type caseRecord struct {
	Agent      string   `json:"agent"`
	ID         string   `json:"id"`
	Name       string   `json:"name,omitempty"`
	Tags       []string `json:"tags,omitempty"`
	File       string   `json:"file"`
	Line       int      `json:"line"`
	Runs       int      `json:"runs"`
	Assertions int      `json:"assertions"`
	Skip       string   `json:"skip,omitempty"` // why it is not run
}

func (p *Process) listCases(s *suite) listing {
	l := listing{titles: []column{
		{title: "CASE"}, {title: "NAME", gives: true}, {title: "TAGS", gives: true}, {title: "RUNS", right: true},
		{title: "ASSERTIONS", right: true}, {title: "WHERE"}, {title: "SKIPPED", gives: true},
	}}
	if s.selection.message != nil {
		l.problems = eval.Problems{{Message: "a message is no case to list: " + quote(*s.selection.message)}}
		l.missing = true
		return l
	}
	s.lookOnly = true
	if len(s.selection.generators) > 0 {
		l.problems = eval.Problems{{Message: "cases of a generator are there only when it ran", Hint: "surefoot eval --dry-run shows them"}}
		l.missing = true
		return l
	}
	cases, problems := p.cases(context.Background(), s)
	selected, more := selectCases(cases, s.settings)
	if problems.Errors() == 0 {
		problems = append(problems, more...)
	}
	l.problems, l.missing = problems, problems.Errors() > 0
	for _, c := range selected.Cases {
		r := &caseRecord{
			Agent: c.Agent, ID: c.ID, Name: c.Name, Tags: c.Tags, File: c.Pos.File, Line: c.Pos.Line,
			Runs: selected.RunsOf(c), Assertions: len(c.Assertions), Skip: c.Skip,
		}
		if c.Skip != "" {
			r.Runs = 0
		}
		l.records = append(l.records, r)
		l.rows = append(l.rows, []string{
			c.Agent + "/" + c.ID, c.Name, strings.Join(c.Tags, ", "), strconv.Itoa(r.Runs), strconv.Itoa(r.Assertions),
			c.Pos.LineString(), c.Skip,
		})
	}
	return l
}
