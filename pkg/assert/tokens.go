package assert

import (
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// tokens are all the agent's own model calls took, prompts and completions.
func (p *parser) tokens(d *definition, f *source.Fields) {
	p.figure(d, f, p.count).read = func(t *eval.Transcript) reading {
		total := t.Usage.TotalTokens
		switch {
		case total == nil && t.Usage.Calls == 0:
			return reading{unknown: "the tokens are unknown: no model call was counted"}
		case total == nil:
			return reading{unknown: "the tokens are unknown: the provider did not report them"}
		}
		number := strconv.FormatInt(*total, 10)
		return reading{bound: bound{number, number + " tokens"}, value: eval.Trusted(number)}
	}
}
