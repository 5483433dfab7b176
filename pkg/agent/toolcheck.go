package agent

import (
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// tools reports tools of process servers that the agent's package names and
// whose process does not exist. That of a script is the application's fault.
func (s *survey) tools(agent *app.Agent) {
	if s.tooled[agent.ID] {
		return
	}
	s.tooled[agent.ID] = true
	known := (&conversation{trial: &trial{target: s.target}, agent: agent}).processes(nil)
	for _, u := range agent.Servers {
		for _, tool := range u.Server.Tools {
			if _, _, script := s.target.app.ToolScript(agent, tool.Process); script || !u.Takes(tool.Name) || tool.Process == "" {
				continue
			}
			p := eval.Problem{Pos: tool.Pos, Path: "tools." + tool.Name}
			later := slices.IndexFunc(laterFamilies, func(family string) bool {
				return strings.HasPrefix(strings.ToLower(tool.Process), family)
			})
			id, isAgent := strings.CutPrefix(tool.Process, "agents.")
			switch {
			case later >= 0:
				p.Message = unavailable(laterFamilies[later])
			case isAgent:
				if found, _ := s.target.app.Split(id); found == "" {
					unknown := s.target.app.UnknownAgent(id)
					p.Message, p.Hint = unknown.Message, unknown.Hint
				}
			default:
				p.Message = known.Lacks(tool.Process)
			}
			if p.Message != "" && !slices.Contains(s.problems, p) {
				s.problems = append(s.problems, p)
			}
		}
	}
}
