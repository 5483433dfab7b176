package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// mockNames are the names by which a case may answer for a tool, the most
// exact first: those that assertions know it by.
func mockNames(s *app.Server, tool string) []string {
	var names []string
	for _, server := range serverNames(s) {
		names = append(names, server+tool)
	}
	return append(names, tool)
}

// serverNames are what stands before the names of a server's tools, as models
// and as people have it: as much of its id as is written.
func serverNames(s *app.Server) []string {
	var names []string
	for id := s.ID; id != ""; _, id, _ = strings.Cut(id, ".") {
		names = append(names, strings.ReplaceAll(id, ".", "_")+"__", id+".")
	}
	return names
}

// met notes that a tool exists, so that the case may answer for it.
func (t *trial) met(o offer) {
	if len(t.c.Tools.Members()) == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.mocks == nil {
		t.mocks = map[string]bool{}
	}
	for _, name := range mockNames(o.server, o.name) {
		t.mocks[name] = true
	}
}

// unmet says for which tools the case answers that nobody met in the turn.
func (t *trial) unmet() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(t.c.Tools.Members())) {
		if !t.mocks[name] {
			t.ledger.note("the case answers for tool " + strconv.Quote(eval.Clip(name)) + ", which nobody was offered")
		}
	}
}

// mock is what the case says that a tool gives.
func (c *conversation) mock(o offer) (eval.Value, bool) {
	members := c.trial.c.Tools.Members()
	for _, name := range mockNames(o.server, o.name) {
		if v, ok := members[name]; ok {
			return v, true
		}
	}
	return eval.Value{}, false
}

// badMock makes the turn an error when the case answers for a tool of the
// application with what its schema says it never gives.
func (c *conversation) badMock(ctx context.Context, o offer, answer eval.Value) error {
	if o.process == nil {
		return nil
	}
	why, err := o.process.Result.Violation(answer)
	if err != nil {
		return c.badTool(ctx, o, "its schema cannot tell what results it has: "+err.Error())
	}
	if why == "" {
		return nil
	}
	fault := &target.Fault{Pos: c.trial.c.Pos, Message: fmt.Sprintf("tools: what the case gives for %s.%s is not as the tool's schema says: %s", o.server.ID, o.name, why)}
	c.trial.doom(ctx, fault)
	return fault
}

// mockedError is the error that a mock stands for: the only member of an
// object.
func mockedError(v eval.Value) (string, bool) {
	members := v.Members()
	text, ok := members["error"].Str()
	return text, ok && len(members) == 1
}

// mockedError reports an error that a case gives in a tool's place and that has
// no text. Without one, nobody could tell it from a result.
func (k *checker) mockedError(name string, v eval.Value) {
	members := v.Members()
	failed, ok := members["error"]
	text, isText := failed.Str()
	if ok && len(members) == 1 && (isText && strings.TrimSpace(text) == "" || failed.Kind() == eval.Boolean) {
		k.fault(k.c.Pos, "tools", fmt.Sprintf("tool %q: want the text of the error, got %s", eval.Clip(name), failed.Raw()), `write {"error": "declined"}`)
	}
}

// unknownMock says which tool the case answers for and that is not offered, of
// an agent that reaches no other: scripts may.
func (c *conversation) unknownMock(offers map[string]offer) error {
	if len(c.above) > 0 || hasScripts(c.trial.c, c.agent) {
		return nil
	}
	for _, mock := range slices.Sorted(maps.Keys(c.trial.c.Tools.Members())) {
		known := map[string]bool{}
		for _, o := range offers {
			for _, name := range mockNames(o.server, o.name) {
				known[name] = true
			}
		}
		if !known[mock] {
			return &target.Fault{Pos: c.trial.c.Pos, Message: "tools: " + noSuchTool(mock, known)}
		}
	}
	return nil
}

func noSuchTool(name string, known map[string]bool) string {
	message := fmt.Sprintf("the agent is offered no tool %q", eval.Clip(name))
	if hint := source.DidYouMean(name, sortedKeys(known)); hint != "" {
		message += " (" + hint + ")"
	}
	return message
}

// hasScripts reports whether scripts are at work in trials of a case, which may
// reach any agent and any server.
func hasScripts(c *eval.Case, agent *app.Agent) bool {
	return agent.Hooks != nil || c.Hooks != nil || c.Test != nil
}

// mocks reports tools that the case answers for and that no server it reaches
// can have. What servers outside have is known only to a trial.
func (k *checker) mocks(a *app.App) {
	mocks := k.c.Tools.Members()
	if len(mocks) == 0 {
		return
	}
	for _, name := range sortedKeys(mocks) {
		k.mockedError(name, mocks[name])
	}
	known, open := map[string]bool{}, map[string]bool{}
	add := func(s *app.Server, takes func(string) bool) {
		if s.Transport != app.ByProcess {
			for _, name := range serverNames(s) {
				open[name] = true
			}
			return
		}
		for _, tool := range s.ToolNames() {
			for _, name := range mockNames(s, tool) {
				known[name] = known[name] || takes(tool)
			}
		}
	}
	if hasScripts(k.c, k.agent) {
		for _, s := range a.Servers() {
			add(s, func(string) bool { return true })
		}
	} else {
		for _, u := range k.agent.Servers {
			add(u.Server, u.Takes)
		}
	}
	maps.DeleteFunc(known, func(_ string, takes bool) bool { return !takes })
	for _, name := range slices.Sorted(maps.Keys(mocks)) {
		possible, near := outside(name, open)
		if known[name] || possible {
			continue
		}
		if near != "" {
			k.fault(k.c.Pos, "tools", noSuchTool(name, nil), "did you mean "+strconv.Quote(eval.Clip(near))+"?")
			continue
		}
		k.fault(k.c.Pos, "tools", noSuchTool(name, known), "")
	}
}

// outside reports whether one of the servers outside, which are known by what
// stands before the names of their tools, may have a tool of this name. Such
// names may have dots in them; where one stands behind the name of a server
// that is spelt wrongly, near is what is meant.
func outside(name string, open map[string]bool) (possible bool, near string) {
	for server := range open {
		if strings.HasPrefix(name, server) {
			return true, ""
		}
	}
	for _, separator := range []string{".", "__"} {
		if i := strings.LastIndex(name, separator); i >= 0 {
			i += len(separator)
			if server := source.Nearest(name[:i], sortedKeys(open)); server != "" {
				return false, server + name[i:]
			}
		}
	}
	return len(open) > 0, ""
}
