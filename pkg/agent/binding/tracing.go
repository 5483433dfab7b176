package binding

import (
	"github.com/surefoot-dev/surefoot/pkg/agent/trace"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// tracing is ctx.trace, or a step of it: what is noted belongs to the step.
func tracing(t *trace.Trace, n *trace.Node) script.Arg {
	at := "ctx.trace."
	if n != nil {
		at = "node."
	}
	do := map[string]func(*params) (any, error){
		"Add": func(p *params) (any, error) {
			return begin(t, n, p.value(0), p.call.Arg(1))
		},
		"Parallel": func(p *params) (any, error) { return parallel(t, n, p) },
	}
	for _, level := range []string{"Debug", "Info", "Warn", "Error"} {
		do[level] = func(p *params) (any, error) {
			text := p.call.Arg(0).Text()
			return tracing(t, n), t.Log(n, lower(level), text)
		}
	}
	arg := script.Arg{}
	if n != nil {
		arg.Value = eval.Trusted(`{"id":` + eval.StringValue(n.ID()).Raw() + `}`)
		do["SetOutput"] = func(p *params) (any, error) { return tracing(t, n), n.Output(p.value(0)) }
		do["SetMetadata"] = func(p *params) (any, error) {
			name := p.text(0, "a name")
			if p.err != nil {
				return nil, p.err
			}
			return tracing(t, n), n.Metadata(name, p.value(1))
		}
		do["Complete"] = func(p *params) (any, error) { return tracing(t, n), n.Complete(p.call.Arg(0)) }
		do["Fail"] = func(p *params) (any, error) { return tracing(t, n), n.Fail(p.call.Arg(0).Text()) }
	}
	arg.Methods = functions(at, do)
	return arg
}

func lower(level string) string {
	return map[string]string{"Debug": "debug", "Info": "info", "Warn": "warn", "Error": "error"}[level]
}

// begin begins a step.
func begin(t *trace.Trace, within *trace.Node, input, option eval.Value) (any, error) {
	o := trace.Option{}
	members := option.Members()
	for name, to := range map[string]*string{"label": &o.Label, "type": &o.Type, "icon": &o.Icon, "description": &o.Description} {
		*to, _ = members[name].Str()
	}
	n, err := t.Add(within, input, o)
	if err != nil {
		return nil, err
	}
	return tracing(t, n), nil
}

// parallel begins several steps.
func parallel(t *trace.Trace, within *trace.Node, p *params) (any, error) {
	if p.call.Arg(0).Kind() != eval.Array {
		p.fail(0, "a list of {input, option}")
		return nil, p.err
	}
	nodes := []script.Arg{}
	for _, item := range p.call.Arg(0).Items() {
		members := item.Members()
		n, err := begin(t, within, orNull(members["input"]), members["option"])
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n.(script.Arg))
	}
	return script.Arg{Elements: nodes}, nil
}
