package app

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// leastPrice is below what any provider takes for a million tokens, and above
// what they take for one.
const leastPrice = 0.0001

// mostPrice is above what any provider takes for a million tokens.
const mostPrice = 1e6

// readPrices reads the prices in a node that stands at path.
func readPrices(n *source.Node, path string, faults *source.Faults) llm.Prices {
	const unit = "prices are US dollars for a million tokens"
	f := source.Object(n, path, faults)
	price := func(name string) *float64 {
		x := f.Number(name)
		if x == nil {
			return nil
		}
		raw := f.Node(name).Value.Raw()
		switch {
		case *x < 0:
			faults.At(f.Pos(name), f.Path(name), "a price is not negative, got %s", raw)
		case *x > 0 && *x < leastPrice:
			faults.At(f.Pos(name), f.Path(name), "the price %s looks like that of one token", raw).Hint =
				unit + ": write " + strconv.FormatFloat(*x*1e6, 'g', 6, 64)
		case *x > mostPrice:
			faults.At(f.Pos(name), f.Path(name), "no model costs %s for a million tokens", raw).Hint =
				unit + fmt.Sprintf(", at most %d", int(mostPrice))
		}
		return x
	}
	p := llm.Prices{
		PromptPerMillion: price("prompt"), CompletionPerMillion: price("completion"),
		CacheReadPerMillion: price("cache_read"), CacheWritePerMillion: price("cache_write"),
	}
	f.Done()
	for _, name := range []string{"prompt", "completion"} {
		if n.Kind() == eval.Object && !f.Has(name) {
			faults.At(n.Pos, path, "the price %q is missing", name).Hint = unit + ", 0 where it is free"
		}
	}
	return p
}

// prices gives connectors the prices of the price file, which win over their
// own: those of the connector's id, or else of its model's name.
func (l *loader) prices() {
	if l.opt.Prices == "" {
		return
	}
	list := l.priceList(l.opt.Prices)
	if list == nil {
		return
	}
	for _, c := range l.app.Connectors() {
		prices, ok := list[c.ID]
		if !ok && c.Model != "" {
			prices, ok = list[c.Model]
		}
		switch {
		case ok:
			c.Prices = prices
		case c.Prices == (llm.Prices{}) && c.Type != Script:
			l.add(owner{ofConnector, c.ID}, eval.Problems{l.unpriced(c, sortedKeys(list))})
		}
	}
}

// unpriced warns of a connector whose cost will be unknown although prices
// were given.
func (l *loader) unpriced(c *Connector, known []string) eval.Problem {
	p := eval.Problem{
		Pos: c.Pos, Warning: true,
		Message: fmt.Sprintf("%s has prices neither for %q nor for the model %q, so its cost is unknown",
			l.opt.Name(l.opt.Prices), c.ID, eval.Clip(c.Model)),
	}
	for _, name := range []string{c.Model, c.ID} {
		if p.Hint == "" {
			p.Hint = source.DidYouMean(name, known)
		}
	}
	return p
}

// priceList reads the price file, YAML or JSON by its ending: prices by the
// ids of connectors and the names of models. It is nil when that is not what
// the file holds.
func (l *loader) priceList(path string) map[string]llm.Prices {
	var n *source.Node
	if slices.Contains([]string{".yml", ".yaml"}, strings.ToLower(filepath.Ext(path))) {
		n = l.document(everywhere, path)
	} else {
		n = l.object(everywhere, path)
	}
	if n == nil {
		return nil
	}
	var faults source.Faults
	list := map[string]llm.Prices{}
	switch {
	case n.Kind() != eval.Object:
		faults.At(n.Pos, "", "want prices by connector or model, got %s", source.Describe(n))
	case len(n.Fields) == 0:
		faults.At(n.Pos, "", "the file holds no prices")
	default:
		for _, m := range n.Fields {
			if m.Key == "prices" && holdsObjects(m.Node) {
				faults.At(m.KeyPos, "", "the key \"prices\" is one too many").Hint = "write what it holds at the top of the file"
				continue
			}
			list[m.Key] = readPrices(m.Node, eval.Clip(m.Key), &faults)
		}
	}
	l.add(everywhere, faults.List)
	if len(faults.List) > 0 {
		return nil
	}
	return list
}

// holdsObjects reports whether an object holds nothing but objects, which no
// prices do.
func holdsObjects(n *source.Node) bool {
	return len(n.Fields) > 0 && !slices.ContainsFunc(n.Fields, func(m source.Member) bool { return m.Node.Kind() != eval.Object })
}
