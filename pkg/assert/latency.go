package assert

import (
	"strconv"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// latency is the trial's own time, without the waits between attempts.
func (p *parser) latency(d *definition, f *source.Fields) {
	p.figure(d, f, p.duration).read = func(t *eval.Transcript) reading {
		span := t.Duration.Duration()
		shown := span.Round(time.Millisecond).String()
		if span < time.Second {
			shown = span.Round(time.Microsecond).String()
		}
		return reading{bound: bound{strconv.FormatInt(int64(span), 10), shown}, value: eval.StringValue(shown)}
	}
}

// duration reads a bound such as "2s", in nanoseconds.
func (p *parser) duration(n *source.Node, path string) *bound {
	const hint = `write it like "2s" or "500ms"`
	if n.Kind() != eval.String {
		p.faults.At(n.Pos, path, "want a duration as text, got %s", source.Describe(n)).Hint = hint
		return nil
	}
	span, err := time.ParseDuration(n.Text)
	if err != nil {
		p.faults.At(n.Pos, path, "bad duration %q", eval.Clip(n.Text)).Hint = hint
		return nil
	}
	if span < 0 {
		p.faults.At(n.Pos, path, "the duration %q is negative", eval.Clip(n.Text))
		return nil
	}
	return &bound{strconv.FormatInt(int64(span), 10), n.Text}
}
