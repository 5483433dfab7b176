package cli

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// comparing is what the flags of a comparison say.
type comparing struct {
	outputs []string
	asJSON  bool
	verbose bool
	gated   bool // a regression fails
	read    []string
}

// defineCompare is the command that puts a run beside an earlier one.
func defineCompare(set *pflag.FlagSet) action {
	var c comparing
	set.VarP(kinds{&c.outputs, "FILE"}, "output", "o", "report of HEAD with the comparison, format by its extension; may be repeated")
	set.BoolVar(&c.asJSON, "json", false, "the comparison as one line of JSON")
	set.BoolVarP(&c.verbose, "verbose", "v", false, "show every case")
	set.BoolVar(&c.gated, "fail-on-regression", false, "exit 1 when a case regressed, or a new one does not pass")
	masks := masks(set)
	return func(p *Process, ctx context.Context, words []string) int {
		var running atomic.Bool
		ctx, stop := p.watch(ctx, &running)
		defer stop()
		if len(words) != 2 {
			return p.refuse(eval.Problem{
				Message: fmt.Sprintf("two reports are compared, and there are %d", len(words)), Hint: "name the earlier one first: surefoot compare BASE.jsonl HEAD.jsonl",
			})
		}
		var redactor *redact.Redactor
		if len(*masks) > 0 {
			redactor = redact.New(nil, *masks)
		}
		base, err := p.base(ctx, words[0], redactor)
		if err != nil {
			return p.failed(ctx, err)
		}
		e, err := p.earlier(words[1:], *masks)
		if err != nil {
			return p.failed(ctx, err)
		}
		defer e.close()
		for _, word := range words {
			if word != "-" {
				c.read = append(c.read, p.abs(word))
			}
		}
		beside := &compared{base: base}
		if e.Comparison, err = beside.with(&e.Report, e.trials(ctx)); err != nil {
			return p.failed(ctx, err)
		}
		running.Store(true)
		return p.compare(ctx, e, c)
	}
}

// compare shows and writes what the comparison of an earlier run came to.
func (p *Process) compare(ctx context.Context, e *earlier, c comparing) int {
	if len(c.outputs) > 0 && e.Start.Policy.NoRegression {
		return p.failed(ctx, errors.New("cannot write the report with another comparison: its verdict was decided by the one it has (leave -o out, or run it anew)"))
	}
	err := p.keep(ctx, e, c.read, "a report that is compared", c.outputs)
	if err != nil {
		return p.failed(ctx, err)
	}
	if c.asJSON {
		err = lines{p.Out}.Event(e.Comparison)
	} else {
		err = console.WriteComparison(e.Comparison, e.name, console.Options{Out: p.Out, Err: p.Err, Plain: !p.Live, Color: p.Color, Verbose: c.verbose, Width: p.Width, Now: p.Now})
	}
	if err != nil {
		return p.failed(ctx, err)
	}
	if !c.gated {
		return exitPassed
	}
	asked := e.Report
	asked.Summary.ReportFaults = nil // only what regressed is asked
	decision := gate.Decide(eval.Policy{NoRegression: true}, &asked)
	if decision.Verdict == eval.VerdictPassed {
		return exitPassed
	}
	fmt.Fprintln(p.Err, "surefoot: "+safetext.Line(decision.Title))
	return exitFailed
}
