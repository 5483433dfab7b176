package assert

import (
	"math"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// cost is what the agent's own model calls cost, in USD.
func (p *parser) cost(d *definition, f *source.Fields) {
	p.figure(d, f, p.amount).read = func(t *eval.Transcript) reading {
		usd := t.Usage.CostUSD
		switch {
		case usd == nil && t.Usage.Calls == 0:
			return reading{unknown: "the cost is unknown: no model call was counted"}
		case usd == nil && t.Unpriced != "":
			return reading{unknown: "the cost is unknown: " + t.Unpriced}
		case usd == nil:
			return reading{unknown: "the cost is unknown: the price of a model call is not known"}
		case math.IsNaN(*usd) || math.IsInf(*usd, 0):
			return reading{unknown: "the cost is unknown: it is no number"}
		}
		// A sum of floats is off in its last digits; a picodollar is none.
		number := strconv.FormatFloat(*usd, 'f', 12, 64)
		number = strings.TrimSuffix(strings.TrimRight(number, "0"), ".")
		return reading{bound: bound{number, "$" + number}, value: eval.Trusted(number)}
	}
}

// amount reads a bound in USD.
func (p *parser) amount(n *source.Node, path string) *bound {
	if n.Kind() != eval.Number || eval.CompareNumbers(n.Value.Raw(), "0") < 0 {
		p.faults.At(n.Pos, path, "want an amount in USD of at least 0, got %s", source.Describe(n)).Hint = "a number such as 0.02"
		return nil
	}
	return &bound{n.Value.Raw(), "$" + show(n.Value)}
}
