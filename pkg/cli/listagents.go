package cli

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// agentRecord is an agent as list shows it, with its texts in the run's
// locale.
type agentRecord struct {
	ID           string             `json:"id"`
	Name         string             `json:"name"`
	Type         string             `json:"type"`
	File         string             `json:"file"`
	Line         int                `json:"line,omitempty"`
	Connector    string             `json:"connector,omitempty"`
	Optional     bool               `json:"connector_optional"`
	Connectors   []string           `json:"connectors,omitempty"` // that users may choose from
	Filters      []string           `json:"filters,omitempty"`
	Cases        int                `json:"cases"`
	Modes        []string           `json:"modes"`
	DefaultMode  string             `json:"default_mode"`
	Servers      []string           `json:"mcp_servers,omitempty"` // whose tools it is offered
	Prompts      int                `json:"prompts"`
	Presets      []string           `json:"presets,omitempty"`
	Description  string             `json:"description,omitempty"`
	Capabilities string             `json:"capabilities,omitempty"`
	Avatar       string             `json:"avatar,omitempty"`
	Tags         []string           `json:"tags,omitempty"`
	Sort         *float64           `json:"sort,omitempty"`
	Placeholder  *placeholderRecord `json:"placeholder,omitempty"`
	Share        string             `json:"share,omitempty"`
	Public       bool               `json:"public"`
	Readonly     bool               `json:"readonly"`
	BuiltIn      bool               `json:"built_in"`
	Mentionable  bool               `json:"mentionable"`
	Automated    bool               `json:"automated"`
}

type placeholderRecord struct {
	Title       string   `json:"title,omitempty"`
	Description string   `json:"description,omitempty"`
	Prompts     []string `json:"prompts,omitempty"`
}

func newAgentRecord(a *app.Agent, locale string, cases int) *agentRecord {
	label := func(text string) string { return a.Label(locale, text) }
	labels := func(texts []string) []string {
		var list []string
		for _, text := range texts {
			list = append(list, label(text))
		}
		return list
	}
	r := &agentRecord{
		ID: a.ID, Name: label(a.Name), Type: a.Type, File: a.Pos.File, Line: a.Pos.Line,
		Connector: a.Connector, Optional: a.Optional, Connectors: a.Connectors, Filters: a.Filters,
		Cases: cases, Modes: a.Modes, DefaultMode: a.DefaultMode,
		Prompts: len(a.Prompts), Presets: slices.Sorted(maps.Keys(a.Presets)),
		Description: label(a.Description), Capabilities: label(a.Capabilities), Avatar: a.Avatar,
		Tags: labels(a.Tags), Sort: a.Sort, Share: a.Share, Public: a.Public, Readonly: a.Readonly,
		BuiltIn: a.BuiltIn, Mentionable: a.Mentionable, Automated: a.Automated,
	}
	for _, u := range a.Servers {
		r.Servers = append(r.Servers, u.Server.ID)
	}
	if p := a.Placeholder; p.Title != "" || p.Description != "" || len(p.Prompts) > 0 {
		r.Placeholder = &placeholderRecord{label(p.Title), label(p.Description), labels(p.Prompts)}
	}
	return r
}

func (p *Process) listAgents(s *suite) listing {
	cases, problems := p.every(s)
	counts := map[string]int{}
	for _, c := range cases {
		counts[c.Agent]++
	}
	l := listing{
		problems: problems,
		titles: []column{
			{title: "AGENT"}, {title: "NAME", gives: true}, {title: "CONNECTOR"}, {title: "CASES", right: true},
			{title: "MODES", gives: true}, {title: "TAGS", gives: true},
		},
	}
	for _, a := range s.app.Agents() {
		if only := s.selection.agent; only != "" && a.ID != only {
			continue
		}
		r := newAgentRecord(a, s.identity.Locale, counts[a.ID])
		l.records = append(l.records, r)
		l.rows = append(l.rows, []string{
			r.ID, r.Name, r.Connector, strconv.Itoa(r.Cases), strings.Join(r.Modes, ", "), strings.Join(r.Tags, ", "),
		})
		l.details = append(l.details, r.detail())
	}
	return l
}

// detail is all that is known of an agent, one fact a line.
func (r *agentRecord) detail() string {
	var b strings.Builder
	b.WriteString(safetext.Line(r.ID) + "\n")
	fact := func(name, text string) {
		if text != "" {
			b.WriteString("  " + safetext.Pad(name, 14) + safetext.Line(text) + "\n")
		}
	}
	list := func(name string, texts []string) { fact(name, strings.Join(texts, ", ")) }
	fact("name", r.Name)
	fact("description", r.Description)
	fact("capabilities", r.Capabilities)
	fact("type", r.Type)
	fact("file", r.File)
	fact("connector", r.Connector)
	list("or one of", r.Connectors)
	list("needs", r.Filters)
	fact("cases", strconv.Itoa(r.Cases))
	modes := slices.Clone(r.Modes)
	for i, mode := range modes {
		if mode == r.DefaultMode && len(modes) > 1 {
			modes[i] += " (default)"
		}
	}
	list("modes", modes)
	list("servers", r.Servers)
	fact("prompts", strconv.Itoa(r.Prompts))
	list("presets", r.Presets)
	list("tags", r.Tags)
	if p := r.Placeholder; p != nil {
		fact("placeholder", p.Title)
		fact("", p.Description)
		for _, text := range p.Prompts {
			fact("", "- "+text)
		}
	}
	fact("avatar", r.Avatar)
	if r.Sort != nil {
		fact("sort", strconv.FormatFloat(*r.Sort, 'g', -1, 64))
	}
	fact("share", r.Share)
	list("is", r.traits())
	return b.String()
}

// traits are the yes-or-no descriptions that are yes.
func (r *agentRecord) traits() []string {
	var list []string
	for _, t := range []struct {
		is   bool
		word string
	}{
		{r.Public, "public"}, {r.Readonly, "readonly"}, {r.BuiltIn, "built in"}, {r.Mentionable, "mentionable"},
		{r.Automated, "automated"}, {r.Optional, "free to use another connector"},
	} {
		if t.is {
			list = append(list, t.word)
		}
	}
	return list
}
