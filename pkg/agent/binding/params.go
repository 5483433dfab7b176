package binding

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// params are the arguments of a call. The first that is wrong is its error.
type params struct {
	call *script.Call
	name string // of the function, for errors
	err  error
}

func (p *params) fail(i int, want string) {
	if p.err != nil {
		return
	}
	got := "nothing"
	if v := p.call.Arg(i); !v.IsZero() {
		got = eval.Clip(v.Raw())
	}
	p.err = fmt.Errorf("%s: argument %d: want %s, got %s", p.name, i+1, want, got)
}

// given reports whether there is an argument that is not null.
func (p *params) given(i int) bool {
	v := p.call.Arg(i)
	return !v.IsZero() && v.Kind() != eval.Null
}

// text is a text that must be there.
func (p *params) text(i int, what string) string {
	s, ok := p.call.Arg(i).Str()
	if !ok {
		p.fail(i, what)
	}
	return s
}

// maybe is a text that may be left out.
func (p *params) maybe(i int, what string) string {
	if !p.given(i) {
		return ""
	}
	return p.text(i, what)
}

// number is a number, or what stands for one that was left out.
func (p *params) number(i int, what string, otherwise float64) float64 {
	if !p.given(i) && !math.IsNaN(otherwise) {
		return otherwise
	}
	n, err := strconv.ParseFloat(p.call.Arg(i).Raw(), 64)
	if err != nil || p.call.Arg(i).Kind() != eval.Number {
		p.fail(i, what)
	}
	return n
}

// whole is a whole number that must be there.
func (p *params) whole(i int, what string) int {
	n := p.number(i, what, math.NaN())
	if n != math.Trunc(n) || math.Abs(n) > 1<<52 {
		p.fail(i, what)
		return 0
	}
	return int(n)
}

// value is anything but nothing; undefined is null.
func (p *params) value(i int) eval.Value {
	if v := p.call.Arg(i); !v.IsZero() {
		return v
	}
	return eval.Trusted("null")
}

// function is one that scripts can call by name. What it gives is JSON, or an
// object that has functions.
func function(name string, do func(*params) (any, error)) script.Method {
	return script.Method{Do: func(_ context.Context, call *script.Call) (script.Arg, error) {
		p := &params{call: call, name: name}
		return p.result(do(p))
	}}
}

// result is what a function gives to its script. Nothing is undefined.
func (p *params) result(v any, err error) (script.Arg, error) {
	if p.err != nil {
		return script.Arg{}, p.err
	}
	if err != nil {
		return script.Arg{}, fmt.Errorf("%s: %w", p.name, err)
	}
	switch v := v.(type) {
	case nil:
		return script.Arg{}, nil
	case script.Arg:
		return v, nil
	case eval.Value:
		return script.Arg{Value: v}, nil
	default:
		value, err := eval.ValueOf(v)
		return script.Arg{Value: value}, err
	}
}

// functions names each function after where it stands.
func functions(at string, of map[string]func(*params) (any, error)) map[string]script.Method {
	methods := make(map[string]script.Method, len(of))
	for name, do := range of {
		methods[name] = function(at+name, do)
	}
	return methods
}

// later is an object whose functions come with later versions: a script that
// calls one is told so.
func later(what string, names ...string) script.Arg {
	methods := map[string]script.Method{}
	for _, name := range names {
		methods[name] = function(what+"."+name, func(*params) (any, error) {
			return nil, errNotAvailable
		})
	}
	return script.Arg{Methods: methods}
}
