package cli

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/again"
)

// again is the command that runs one case of this run once more, with what
// can change its answer.
func (p *Process) again(s *suite, c eval.CaseResult) string {
	run := again.Run{Agent: s.selection.agent, Settings: s.settings.Texts(), Seed: s.settings.Seed}
	for _, mask := range s.settings.Mask {
		run.Masks = append(run.Masks, mask.String())
	}
	return run.Command(&c)
}

// shellWord quotes a word for a POSIX shell where it must be.
func shellWord(word string) string { return again.Quote(word) }
