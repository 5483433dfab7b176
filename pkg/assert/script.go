package assert

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Scripts calls functions of the application's scripts in the world of the
// trial whose answer is checked. Its errors are about the script.
type Scripts interface {
	Script(ctx context.Context, reference string, args ...eval.Value) (eval.Value, error)
}

// function is a check that a script does: it is given the output, the input,
// the value of the assertion, or what the case expects, and the whole of the
// trial.
type function struct {
	reference string
	value     eval.Value
}

// script reads the function that checks: scripts.MOD.FN, or use with
// "scripts:MOD.FN".
func (p *parser) script(d *definition, f *source.Fields) {
	reference, use, value := f.String("script"), f.String("use"), f.Node("value")
	switch {
	case f.Has("script") && f.Has("use"):
		p.faults.At(f.Pos("use"), f.Path("use"), "script and use mean the same, want one of them")
	case f.Has("use"):
		var ok bool
		if reference, ok = strings.CutPrefix(use, "scripts:"); !ok && use != "" {
			p.faults.At(f.Pos("use"), f.Path("use"), "want scripts:MODULE.FUNCTION, got %q", eval.Clip(use))
		}
	case !f.Has("script"):
		p.faults.At(p.at, f.Path("script"), "missing").Hint = "such as scripts.check.Total"
	}
	reference = strings.TrimPrefix(strings.TrimPrefix(reference, "scripts:"), "scripts.")
	if reference == "" {
		return
	}
	if module, name, ok := cutLast(reference); !ok || module == "" || name == "" {
		at := "script"
		if f.Has("use") {
			at = "use"
		}
		p.faults.At(f.Pos(at), f.Path(at), "want a module and a function of it, got %q", eval.Clip(reference)).Hint = "such as scripts.check.Total"
		return
	}
	c := &function{reference: reference}
	if value != nil {
		c.value, d.expected = value.Value, value.Value
	}
	d.check = c
}

func (c *function) check(ctx context.Context, v *View, _ place) outcome {
	if v.scripts == nil {
		return broken("no scripts can be called here")
	}
	name := "scripts." + c.reference
	whole, err := v.whole()
	if err != nil {
		return broken(name + ": " + err.Error())
	}
	value, input := c.value, eval.Value{}
	if v.of != nil {
		input = v.of.Input
		if value.IsZero() {
			value = v.of.Expected
		}
	}
	result, err := v.scripts.Script(ctx, c.reference, v.output(), input, value, whole)
	if err != nil {
		return broken(name + ": " + clip(err.Error()))
	}
	o, err := readVerdict(result)
	if err != nil {
		return broken(fmt.Sprintf("%s returned %v", name, err))
	}
	o.want, o.unwant, o.actual = name+" to pass", name+" not to pass", v.actual()
	if o.got == "" {
		o.got = map[state]string{holds: "passed", fails: "not passed"}[o.state]
	}
	return o
}

// whole is all of the trial, as scripts see it.
func (v *View) whole() (eval.Value, error) {
	t := v.transcript
	var written eval.Value
	if v.of != nil {
		written = v.of.Raw
	}
	return eval.ValueOf(struct {
		Case       eval.Value      `json:"case,omitzero"`
		Transcript []eval.Turn     `json:"transcript"`
		ToolCalls  []eval.ToolCall `json:"tool_calls"`
		Usage      eval.Usage      `json:"usage"`
	}{written, t.Turns, append([]eval.ToolCall{}, t.ToolCalls...), t.Usage})
}

// readVerdict reads true, false, or an object that says so. Anything else is
// no verdict.
func readVerdict(v eval.Value) (outcome, error) {
	const want = "(want true, false, or {pass, message, score})"
	if v.Kind() == eval.Boolean {
		return outcome{state: holdsIf(v.Raw() == "true")}, nil
	}
	if v.Kind() != eval.Object {
		got := "nothing"
		if !v.IsZero() {
			got = clip(v.Raw())
		}
		return outcome{}, fmt.Errorf("%s %s", got, want)
	}
	var o outcome
	said := 0
	members := v.Members()
	for _, name := range slices.Sorted(maps.Keys(members)) {
		member := members[name]
		switch {
		case (name == "pass" || name == "passed") && member.Kind() == eval.Boolean:
			if verdict := holdsIf(member.Raw() == "true"); said > 0 && verdict != o.state {
				return o, fmt.Errorf("pass and passed that differ %s", want)
			} else { //nolint:revive // the verdict is of the condition
				o.state = verdict
			}
			said++
		case (name == "message" || name == "reason") && member.Kind() == eval.String:
			if text, _ := member.Str(); o.got == "" {
				o.got = clip(text)
			}
		case name == "score" && member.Kind() == eval.Number:
			score, err := strconv.ParseFloat(member.Raw(), 64)
			if err != nil {
				return o, fmt.Errorf("a score of %s", clip(member.Raw()))
			}
			o.score = &score
		case member.Kind() == eval.Null:
		default:
			return o, fmt.Errorf("an object with %s: %s %s", clip(name), clip(member.Raw()), want)
		}
	}
	if said == 0 {
		return o, fmt.Errorf("an object without pass %s", want)
	}
	return o, nil
}

func cutLast(reference string) (module, name string, ok bool) {
	dot := strings.LastIndexByte(reference, '.')
	if dot < 0 {
		return "", "", false
	}
	return reference[:dot], reference[dot+1:], true
}

// References are the functions of scripts that an assertion calls, groups
// included, without their leading word.
func References(raw eval.Value) []string {
	members := raw.Members()
	var list []string
	if kind, _ := members["type"].Str(); kind == "script" {
		for _, name := range []string{"script", "use"} {
			if text, ok := members[name].Str(); ok {
				list = append(list, strings.TrimPrefix(strings.TrimPrefix(text, "scripts:"), "scripts."))
			}
		}
	}
	inner := members["assert"]
	if inner.Kind() == eval.Object {
		return append(list, References(inner)...)
	}
	for _, item := range inner.Items() {
		list = append(list, References(item)...)
	}
	return list
}
