package cli

import (
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
)

// connectorRecord is a connector as list shows it: no key, and of the host
// nothing that may be secret.
type connectorRecord struct {
	ID          string           `json:"id"`
	Name        string           `json:"name,omitempty"`
	Type        string           `json:"type"`
	File        string           `json:"file"`
	Line        int              `json:"line,omitempty"`
	Model       string           `json:"model,omitempty"`
	Host        string           `json:"host,omitempty"`
	MaxAttempts int              `json:"max_attempts,omitempty"`
	MaxRPS      float64          `json:"max_rps,omitempty"`
	MaxTPM      int64            `json:"max_tpm,omitempty"`
	MaxRequests int              `json:"max_concurrency,omitempty"`
	PricesKnown bool             `json:"prices_known"`
	Variables   []variableRecord `json:"variables"` // that its file uses
	Agents      []string         `json:"agents"`    // that use it
}

type variableRecord struct {
	Name string `json:"name"`
	Set  bool   `json:"set"`
}

func newConnectorRecord(c *app.Connector, agents []*app.Agent) *connectorRecord {
	r := &connectorRecord{
		ID: c.ID, Name: c.Name, Type: c.Type, File: c.Pos.File, Line: c.Pos.Line, Model: c.Model, Host: c.Host,
		MaxAttempts: c.MaxAttempts, MaxRPS: c.Limits.RPS, MaxTPM: c.Limits.TPM, MaxRequests: c.Limits.Concurrency,
		PricesKnown: c.Prices.PromptPerMillion != nil && c.Prices.CompletionPerMillion != nil,
		Variables:   []variableRecord{}, Agents: []string{},
	}
	for _, v := range c.Variables {
		r.Variables = append(r.Variables, variableRecord(v))
	}
	for _, a := range agents {
		if a.Connector == c.ID {
			r.Agents = append(r.Agents, a.ID)
		}
	}
	return r
}

func (p *Process) listConnectors(s *suite) listing {
	l := listing{titles: []column{
		{title: "CONNECTOR"}, {title: "TYPE"}, {title: "MODEL", gives: true}, {title: "HOST", gives: true},
		{title: "LIMITS"}, {title: "PRICES"}, {title: "VARIABLES"}, {title: "AGENTS", gives: true},
	}}
	for _, c := range s.app.Connectors() {
		r := newConnectorRecord(c, s.app.Agents())
		l.records = append(l.records, r)
		l.rows = append(l.rows, r.row())
	}
	return l
}

func (r *connectorRecord) row() []string {
	prices := "unknown"
	if r.PricesKnown {
		prices = "known"
	}
	return []string{
		r.ID, r.Type, r.Model, r.Host, r.limits(), prices, variables(r.Variables), strings.Join(r.Agents, ", "),
	}
}

// variables says which have values.
func variables(of []variableRecord) string {
	var list []string
	for _, v := range of {
		state := " not set"
		if v.Set {
			state = " set"
		}
		list = append(list, v.Name+state)
	}
	return strings.Join(list, ", ")
}

// limits are what the connector is held to, in words.
func (r *connectorRecord) limits() string {
	var list []string
	add := func(number, what string) {
		if number != "0" {
			list = append(list, number+what)
		}
	}
	add(strconv.FormatFloat(r.MaxRPS, 'f', -1, 64), "/s")
	add(strconv.FormatInt(r.MaxTPM, 10), " tokens/min")
	add(strconv.Itoa(r.MaxRequests), " at once")
	add(strconv.Itoa(r.MaxAttempts), " attempts")
	return strings.Join(list, ", ")
}
