package app

import (
	"fmt"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// belonging says to which part of an application a fault belongs.
type belonging int

const (
	ofApplication belonging = iota // any run meets it
	ofAgent
	ofChoice // the connector an agent's package names
	ofRole   // a connector of agent.yml, by its role
	ofConnector
	ofServer // of the application
)

// owner is the part of an application that a fault belongs to.
type owner struct {
	kind belonging
	id   string // of the agent, role, connector or server
}

var everywhere = owner{kind: ofApplication}

// fault is a problem and whose it is.
type fault struct {
	owner   owner
	problem eval.Problem
	unset   bool // only a variable of a connector's or a server's lacks, which matters to who uses it
}

// Reach is the part of an application that a run can meet.
type Reach struct {
	Agents     []string // that are run
	Own        []string // of these, the ones that use the connector their package names
	Connectors []string // others that are used: of -c and of cases
	Servers    []string // others than those that the packages name
}

// Problems are the faults that a run can meet, as they are, and one warning
// that counts the errors elsewhere.
func (a *App) Problems(r Reach) eval.Problems {
	list := a.Reached(r)
	reached := a.reached(r)
	elsewhere := 0
	for _, f := range a.faults {
		if !reached(f.owner) && !f.problem.Warning && a.matters(f) {
			elsewhere++
		}
	}
	if elsewhere > 0 {
		count := "1 fault"
		if elsewhere > 1 {
			count = fmt.Sprintf("%d faults", elsewhere)
		}
		list = append(list, eval.Problem{
			Message: count + " elsewhere in the application, out of this run's reach",
			Hint:    "run surefoot lint to see all",
			Warning: true,
		})
	}
	return list
}

// Reached are the faults that a run can meet, as they are, sorted by place.
func (a *App) Reached(r Reach) eval.Problems {
	reached := a.reached(r)
	var list eval.Problems
	for _, f := range a.faults {
		if reached(f.owner) {
			list = append(list, f.problem)
		}
	}
	list.Sort()
	return list
}

// matters reports whether a fault counts for who does not meet it. That the
// key of a connector or a server is not set here is none of its faults as long
// as no agent uses it: they stand ready for who has their keys.
func (a *App) matters(f fault) bool {
	if !f.unset {
		return true
	}
	for _, agent := range a.agents {
		switch f.owner.kind {
		case ofServer:
			if agent.names(f.owner.id) {
				return true
			}
		case ofConnector:
			if agent.unsure || agent.Connector == f.owner.id {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// Fault is the first error that a run can meet, nil when there is none.
func (a *App) Fault(r Reach) *eval.Problem {
	if len(a.faults) == 0 {
		return nil
	}
	reached := a.reached(r)
	for _, f := range a.faults {
		if !f.problem.Warning && reached(f.owner) {
			return &f.problem
		}
	}
	return nil
}

func (a *App) reached(r Reach) func(owner) bool {
	connectors := slices.Clone(r.Connectors)
	var roles []string
	for _, id := range r.Own {
		if agent, ok := a.agents[id]; ok {
			connectors = append(connectors, agent.Connector)
			roles = append(roles, agent.role)
		}
	}
	return func(o owner) bool {
		switch o.kind {
		case ofAgent:
			return slices.Contains(r.Agents, o.id)
		case ofChoice:
			return slices.Contains(r.Own, o.id)
		case ofRole:
			return slices.Contains(roles, o.id)
		case ofConnector:
			return slices.Contains(connectors, o.id)
		case ofServer:
			return slices.Contains(r.Servers, o.id) || slices.ContainsFunc(r.Agents, func(id string) bool {
				agent, ok := a.agents[id]
				return ok && agent.names(o.id)
			})
		default:
			return true
		}
	}
}

// lint is all faults that matter to anybody, as they are.
func (a *App) lint() eval.Problems {
	var list eval.Problems
	for _, f := range a.faults {
		if a.matters(f) {
			list = append(list, f.problem)
		}
	}
	list.Sort()
	return list
}
