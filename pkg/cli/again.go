package cli

import (
	"maps"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/again"
)

// again is the command that runs one case of this run once more, with what
// can change its answer.
func (p *Process) again(s *suite, c eval.CaseResult) string {
	if strings.HasPrefix(c.Pos.File, "agents:") {
		return "" // it makes other cases the next time
	}
	return p.repeated(s).Command(&c)
}

// repeated is this run, as commands repeat it.
func (p *Process) repeated(s *suite) again.Run {
	run := again.Run{Agent: s.selection.agent, Settings: s.settings.Texts(), Seed: s.settings.Seed, Dir: s.github.below()}
	for _, mask := range s.settings.Mask {
		run.Masks = append(run.Masks, mask.String())
	}
	return run
}

// contained is the same in a container: in the image this process runs in, or
// one that is built from the action's own repository.
func (p *Process) contained(s *suite, c *eval.CaseResult) string {
	in := again.Container{Image: p.env("SUREFOOT_IMAGE"), Source: p.actionSource()}
	if s.player == nil {
		names := map[string]bool{}
		for _, connector := range s.app.Connectors() {
			for _, v := range connector.Variables {
				names[v.Name] = true
			}
		}
		in.Variables = slices.Sorted(maps.Keys(names))
	}
	return p.repeated(s).Docker(c, in)
}

// actionSource is what an image of this action is built from. A step that uses
// an action of its own repository knows none.
func (p *Process) actionSource() string {
	const own = "surefoot-dev/surefoot"
	repository, ref := p.env("GITHUB_ACTION_REPOSITORY"), p.env("GITHUB_ACTION_REF")
	if repository == "" {
		repository = own
	}
	source := "https://github.com/" + repository + ".git"
	if ref != "" {
		source += "#" + ref
	}
	return source
}

// below is the folder that the run works in from the top of the repository,
// where people copy commands to; "" is the top, or unknown.
func (g *publisher) below() string {
	if g == nil {
		return ""
	}
	if dir := g.path(g.dir); dir != "." {
		return dir
	}
	return ""
}

// shellWord quotes a word for a POSIX shell where it must be.
func shellWord(word string) string { return again.Quote(word) }
