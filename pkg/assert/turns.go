package assert

import (
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// turns are the exchanges with the agent.
func (p *parser) turns(d *definition, f *source.Fields) {
	p.figure(d, f, p.count).read = func(t *eval.Transcript) reading {
		if len(t.Turns) == 0 {
			return reading{unknown: "the turns are unknown: none was recorded"}
		}
		number := strconv.Itoa(len(t.Turns))
		return reading{bound: bound{number, number}, value: eval.Trusted(number)}
	}
}
