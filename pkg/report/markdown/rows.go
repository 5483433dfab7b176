package markdown

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
)

// rowHead is the head of a table of cases. A comment, and a table that is not
// folded, leave out what nobody decides by.
func (p *page) rowHead(folded bool) string {
	columns := []string{"", "case"}
	if p.severalAgents() {
		columns = append(columns, "agent")
	}
	columns = append(columns, "passed")
	if c := p.report.Comparison; c != nil {
		columns = append(columns, words(clip(standing.Name(&c.Base), baseLimit)), "change")
	}
	switch {
	case p.opt.Style == Comment:
		columns = append(columns, "class")
	case p.several() && !folded:
		columns = append(columns, "95 % interval", "class")
	case p.several():
		columns = append(columns, "95 % interval", "class", "agreement", "mean time", "p95")
	default:
		columns = append(columns, "class", "mean time")
	}
	return table(append(columns, "first reason", "place")...)
}

// row is a case in a table.
func (p *page) row(i int, folded bool) string {
	c := &p.report.Cases[i]
	class := c.Class.Words()
	if c.Runs == 0 {
		class = unknown
	}
	mark, _ := p.state(i)
	cells := []string{mark, name(c.ID)}
	if p.severalAgents() {
		cells = append(cells, name(c.Agent))
	}
	cells = append(cells, score(c))
	if p.report.Comparison != nil {
		before, became := unknown, unknown
		if change := p.board.Change(c); change != nil {
			before, became = cmp.Or(standing.Score(change.Base), unknown), words(standing.Word(change.Change))
		}
		cells = append(cells, before, became)
	}
	switch {
	case p.opt.Style == Comment:
		cells = append(cells, class)
	case p.several() && !folded:
		cells = append(cells, joined(within(c.PassInterval)), class)
	case p.several():
		cells = append(cells, joined(within(c.PassInterval)), class, joined(percent(c.Agreement)), joined(millis(c.AvgMS)), joined(millis(c.P95MS)))
	default:
		cells = append(cells, class, joined(millis(c.AvgMS)))
	}
	return row(append(cells, p.reason(c), p.place(c.Pos))...)
}

// reason is why a case did not pass each time, and where its trials part.
func (p *page) reason(c *eval.CaseResult) string {
	text := words(clip(c.Reason, cellLimit))
	if part := p.board.Parting(c); part != nil && part.Sentence != "" {
		text = strings.TrimLeft(text+" · **where they part:** ", " ·") + words(clip(part.Sentence, cellLimit))
	}
	return spacious(text)
}

// environment says how, when and by what the run was made.
func (p *page) environment() string {
	s, e := &p.report.Start, &p.report.Start.Environment
	var b strings.Builder
	b.WriteString(table("", ""))
	add := func(title, value string) {
		if value != "" {
			b.WriteString(row(title, name(strings.ReplaceAll(value, "\n", ", "))))
		}
	}
	add("User", e.UserID)
	add("Team", e.TeamID)
	add("Locale", e.Locale)
	add("Client", strings.TrimSpace(e.ClientType+" "+e.ClientIP))
	add("Connector", p.report.Summary.Connector)
	if !s.Timestamp.IsZero() {
		add("Started", s.Timestamp.UTC().Format(time.RFC3339))
	}
	if ended := p.report.Completed(); !ended.IsZero() {
		add("Completed", ended.UTC().Format(time.RFC3339))
	}
	add("Input files", strings.Join(s.Plan.Inputs, ", "))
	add("Reports", strings.Join(s.Reports, ", "))
	for _, key := range slices.Sorted(maps.Keys(s.Settings)) {
		add("Setting "+words(key), s.Settings[key])
	}
	add("Seed", strconv.FormatInt(s.Seed, 10))
	add("Plan", s.Plan.Hash)
	if c := p.report.Comparison; c != nil {
		add("Baseline", c.Base.Name)
		add("Baseline's commit", c.Base.Commit)
		add("Baseline's verdict", string(c.Base.Verdict))
		if !c.Base.Timestamp.IsZero() {
			add("Baseline started", c.Base.Timestamp.UTC().Format(time.RFC3339))
		}
	}
	add("Surefoot", s.Version)
	return details("Environment and metadata", b.String())
}

// foot is where a page leads, and what made it.
func (p *page) foot() string {
	var parts []string
	links := &p.opt.Links
	for _, to := range []struct{ text, address string }{{"HTML report", links.HTML}, {"JSONL", links.JSONL}, {"all files", links.Artifact}} {
		if text := link(to.text, to.address); text != to.text {
			parts = append(parts, text)
		}
	}
	if p.opt.Style != File {
		parts = append(parts, "surefoot "+words(clip(p.report.Start.Version, 40)), "seed "+strconv.FormatInt(p.report.Start.Seed, 10))
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, " · ") + "\n"
}
