package app

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// The bounds of limits. Less than these would let next to nothing go within
// any run, and more than these is no limit.
const (
	leastRPS = 0.001
	mostRPS  = 10_000
	mostTPM  = 1_000_000_000
)

// readLimits reads what bounds a connector's requests.
func readLimits(options *source.Fields, faults *source.Faults) llm.Limits {
	var l llm.Limits
	wrong := func(name, want string) {
		n := options.Node(name)
		faults.At(n.Pos, options.Path(name), "want %s, got %s", want, source.Describe(n))
	}
	if x := options.Number("max_rps"); x != nil {
		if l.RPS = *x; l.RPS < leastRPS || l.RPS > mostRPS {
			wrong("max_rps", fmt.Sprintf("requests a second from %v to %v", leastRPS, mostRPS))
		}
	}
	if n := options.Int("max_tpm", 1); n != nil {
		if l.TPM = int64(*n); l.TPM > mostTPM {
			wrong("max_tpm", fmt.Sprintf("tokens a minute up to %d", mostTPM))
		}
	}
	if n := options.Int("max_concurrency", 1); n != nil {
		l.Concurrency = *n
	}
	return l
}
