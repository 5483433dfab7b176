package app

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// roleNames are the roles a connector can have in agent.yml.
var roleNames = []string{"default", "light", "vision", "audio", "heavy"}

// usePrefix begins a connector that is named by its role.
const usePrefix = "use::"

// roles is what agent.yml says about agents that name no connector.
type roles struct {
	file         string // as shown
	defaultAgent *source.Node
	system       map[string]*source.Node // connectors by role
}

// readRoles reads agent/agent.yml. Its other settings belong to a server.
func (l *loader) readRoles(dir folder) roles {
	r := roles{system: map[string]*source.Node{}}
	path := l.yamlFile(everywhere, dir, rolesNames)
	if path == "" {
		r.file = l.opt.Name(dir.path("agent.yml"))
		return r
	}
	r.file = l.opt.Name(path)
	n := l.document(everywhere, path)
	if n == nil {
		return r
	}
	var faults source.Faults
	f := source.Object(n, "", &faults)
	uses := f.Object("uses")
	uses.String("default")
	r.defaultAgent = textNode(uses.Node("default"))
	system := f.Object("system")
	for _, role := range roleNames {
		system.String(role)
		if at := textNode(system.Node(role)); at != nil {
			r.system[role] = at
		}
	}
	if n.Kind() == eval.Object {
		idle(n, "", []string{"uses", "system"}, &faults)
		idle(f.Node("uses"), "uses", []string{"default"}, &faults)
		idle(f.Node("system"), "system", roleNames, &faults)
	}
	l.add(everywhere, faults.List)
	return r
}

// textNode is the node when it holds a text that is not empty.
func textNode(n *source.Node) *source.Node {
	if n == nil || n.Text == "" {
		return nil
	}
	return n
}

// idle warns of settings that change nothing.
func idle(n *source.Node, path string, used []string, faults *source.Faults) {
	if n == nil {
		return
	}
	for _, m := range n.Fields {
		if slices.Contains(used, m.Key) {
			continue
		}
		p := faults.At(m.KeyPos, path, "%q has no effect in this version", eval.Clip(m.Key))
		p.Warning = true
		p.Hint = source.DidYouMean(m.Key, used)
	}
}

// choose finds the connector of an agent: the one its package names, by id or
// by role, or the default of agent.yml. What is wrong with the choice matters
// only to runs that make it.
func (l *loader) choose(a *Agent) {
	own := owner{ofChoice, a.ID}
	if role, ok := strings.CutPrefix(a.written, usePrefix); ok {
		l.chooseRole(a, role)
	} else if a.written != "" {
		a.Connector = a.written
		if _, ok := l.app.connectors[a.Connector]; !ok {
			l.add(own, eval.Problems{a.at(l.app.UnknownConnector(a.written))})
		}
	} else if !a.unsure {
		l.chooseDefault(a)
	}
	if c, ok := l.app.connectors[a.Connector]; ok {
		for _, p := range a.Suits(c) {
			l.add(own, eval.Problems{a.at(p)})
		}
	}
}

func (l *loader) chooseRole(a *Agent, role string) {
	own := owner{ofChoice, a.ID}
	node := l.roles.system[role]
	switch {
	case !slices.Contains(roleNames, role):
		l.add(own, eval.Problems{a.at(unknown("role", role, roleNames))})
	case node != nil:
		l.take(a, role, node.Text, node.Pos, "system."+role)
	case role == "default" && l.roles.defaultAgent != nil:
		l.chooseDefault(a)
	default:
		l.add(own, eval.Problems{a.at(eval.Problem{
			Message: "no connector has the role " + strconv.Quote(role),
			Hint:    "set system." + role + " in " + l.roles.file,
		})})
	}
}

// chooseDefault follows uses.default to the connector of the agent it names,
// or to the connector of that name, and else takes system.default.
func (l *loader) chooseDefault(a *Agent) {
	node, key := l.roles.defaultAgent, "uses.default"
	if node == nil {
		node, key = l.roles.system["default"], "system.default"
	}
	if node == nil {
		p := eval.Problem{
			Message: "the agent has no connector",
			Hint:    "name one in its " + path.Base(a.Pos.File) + ", or set uses.default in " + l.roles.file,
		}
		if !a.hooks {
			l.add(owner{ofChoice, a.ID}, eval.Problems{a.at(p)})
		}
		return
	}
	id := node.Text
	if leader, ok := l.app.agents[id]; ok && key == "uses.default" {
		id = leader.written
		if id == "" || strings.HasPrefix(id, usePrefix) {
			l.role(a, "default", eval.Problem{Pos: node.Pos, Path: key,
				Message: "the agent " + strconv.Quote(leader.ID) + " names no connector of its own", Hint: "name one in its " + path.Base(leader.Pos.File)})
			return
		}
	}
	l.take(a, "default", id, node.Pos, key)
}

// take gives the agent the connector that agent.yml names for a role.
func (l *loader) take(a *Agent, role, id string, pos eval.Pos, path string) {
	a.role, a.Connector = role, id
	if _, ok := l.app.connectors[id]; ok {
		return
	}
	p := l.app.UnknownConnector(id)
	p.Pos, p.Path = pos, path
	l.role(a, role, p)
}

// role adds a fault of agent.yml, once for all agents that meet it.
func (l *loader) role(a *Agent, role string, p eval.Problem) {
	a.role = role
	own := owner{ofRole, role}
	for _, f := range l.app.faults {
		if f.owner == own {
			return
		}
	}
	l.add(own, eval.Problems{p})
}
