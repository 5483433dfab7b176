package promptfoo

import (
	"errors"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// checks collects a case's assertions, and what is lost of them.
type checks struct {
	*maker
	v      vars
	values []eval.Value
	tags   []string // of metrics
	lost   []string // kinds that were not translated
}

func (l *checks) add(nodes []*source.Node) {
	for _, n := range nodes {
		if target := l.at(n); target != nil && target.Kind() == eval.Array {
			l.add(target.Items)
			continue
		}
		a, ok := l.translate(n)
		if raw, err := eval.ValueOf(a); ok && err == nil {
			l.values = append(l.values, raw)
		}
	}
}

func (l *checks) lose(n *source.Node, kind, why, hint string) {
	l.suite.Lose(n.Pos, "assert "+kind, why, hint)
	if kind = eval.Clip(kind); !slices.Contains(l.lost, kind) {
		l.lost = append(l.lost, kind)
	}
}

// passing are members of an assertion that say nothing of whether it holds.
var passing = []string{"type", "value", "threshold", "weight", "metric", "provider", "rubricPrompt", "config", "assert", "metricOnly"}

// translate makes an assertion of ours; false when there is none to write.
func (l *checks) translate(n *source.Node) (assertion, bool) {
	at := n
	if n = l.at(n); n == nil {
		if !slices.Contains(l.lost, "$ref") {
			l.lost = append(l.lost, "$ref")
		}
		return assertion{}, false
	}
	kind := text(n.Field("type"))
	base, not := strings.CutPrefix(kind, "not-")
	switch {
	case n.Kind() != eval.Object || kind == "":
		l.lose(n, "without a type", "want an assertion with a type, got "+source.Describe(n), "")
		return assertion{}, false
	case isTrue(n.Field("metricOnly")) || n.Field("weight") != nil && n.Field("weight").Value.Raw() == "0":
		l.suite.Lose(n.Pos, "assert "+kind, "it only measures and cannot fail, so it is left out", "")
		return assertion{}, false
	}
	l.metric(n)
	if kind == "assert-set" {
		return l.set(n)
	}
	if why := whyLost(base); why != "" && base != "javascript" && base != "python" {
		hint := ""
		if why == judged {
			hint = "assert what must stand in the answer, with contains or regex"
		}
		l.lose(n, kind, why, hint)
		return assertion{}, false
	}
	if !isKind(kind) {
		l.lose(n, kind, "the kind of assertion is unknown", source.DidYouMean(kind, keptKinds))
		return assertion{}, false
	}
	for _, m := range n.Fields {
		if !slices.Contains(passing, m.Key) {
			l.lose(n, kind, "its "+quote(m.Key)+" is not translated", "")
			return assertion{}, false
		}
	}
	as := asserted{r: l.reader, v: l.v, kind: base, not: not, n: n}
	a, err := as.translate()
	if err == nil {
		err = l.check(a, n.Pos)
	}
	switch {
	case errors.Is(err, errNotThere):
		l.suite.Lose(at.Pos, "assert "+kind, "it has no threshold and cannot fail, so it is left out", "")
		return assertion{}, false
	case err != nil:
		l.lose(n, kind, err.Error(), "")
		return assertion{}, false
	case as.differs != "":
		l.suite.Change(n.Pos, "assert "+kind, as.differs, as.hint)
	}
	return a, true
}

// check says why a translation is none that a case may hold.
func (l *checks) check(a assertion, pos eval.Pos) error {
	raw, err := eval.ValueOf(a)
	if err != nil {
		return err
	}
	if _, err = l.compiler.Compile(raw, "assert", pos); err != nil {
		return errors.New("its translation is refused: " + err.Error())
	}
	return nil
}

// set is a group of assertions that must all hold.
func (l *checks) set(n *source.Node) (assertion, bool) {
	if n.Field("threshold") != nil {
		l.lose(n, "assert-set", "a set that need not hold in whole has no translation", "")
		return assertion{}, false
	}
	group := assertion{Type: "all"}
	for _, inner := range items(n.Field("assert")) {
		if a, ok := l.translate(inner); ok {
			group.Assert = append(group.Assert, a)
		}
	}
	return group, len(group.Assert) > 0
}

// metric makes a tag of the metric an assertion counts for.
func (l *checks) metric(n *source.Node) {
	name, err := l.v.render(text(n.Field("metric")))
	if name = strings.TrimSpace(name); err == nil && name != "" && !slices.Contains(l.tags, name) {
		l.tags = append(l.tags, name)
	}
}
