package markdown

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// rowHead is the head of a table of cases.
func (p *page) rowHead() string {
	columns := []string{"", "case", "passed", "class", "mean time", "place", "first reason"}
	if p.several() {
		columns = []string{"", "case", "passed", "95 % interval", "class", "agreement", "mean time", "p95", "place", "first reason"}
	}
	if p.severalAgents() {
		columns = slices.Insert(columns, 2, "agent")
	}
	return table(columns...)
}

// row is a case in a table.
func (p *page) row(i int) string {
	c := &p.report.Cases[i]
	class := classWords(c.Class)
	if c.Runs == 0 {
		class = unknown
	}
	mark, _ := p.state(i)
	place, reason := p.place(c.Pos), words(clip(c.Reason, cellLimit))
	cells := []string{mark, name(c.ID), score(c), class, joined(millis(c.AvgMS)), place, reason}
	if p.several() {
		cells = []string{
			mark, name(c.ID), score(c), joined(within(c.PassInterval)), class, joined(percent(c.Agreement)),
			joined(millis(c.AvgMS)), joined(millis(c.P95MS)), place, reason,
		}
	}
	if p.severalAgents() {
		cells = slices.Insert(cells, 2, name(c.Agent))
	}
	return row(cells...)
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
