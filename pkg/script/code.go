package script

import (
	"errors"
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// guardJSON puts our JSON.stringify in place, and bounds what JSON.parse is
// given.
func guardJSON(vm *VM, _ *goja.Object) error {
	object := vm.global("JSON")
	original, ok := object.Get("parse").Export().(builtin)
	if !ok {
		return errors.New("the engine has no JSON.parse")
	}
	return natives{"stringify": (*VM).stringify, "parse": func(vm *VM, call goja.FunctionCall) goja.Value {
		s := text(call.Argument(0))
		if deep(s.String()) {
			panic(newError(vm.rt, "SyntaxError", "JSON.parse: the text is nested more than "+strconv.Itoa(maxParsed)+" deep"))
		}
		return original(goja.FunctionCall{This: call.This, Arguments: []goja.Value{s, call.Argument(1)}})
	}}.define(vm, object)
}

const maxParsed = 10_000 // nested values of a text of JSON

// deep reports whether a text of JSON nests more than the engine's parser has
// stack for.
func deep(text string) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > maxParsed {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

// guardCode bounds the code that is made while a script runs: new Function and
// its kin. Code for eval would be compiled where nothing can look at it first,
// and is refused.
func guardCode(vm *VM, _ *goja.Object) error {
	refuse := natives{"eval": func(vm *VM, _ goja.FunctionCall) goja.Value {
		panic(newError(vm.rt, "EvalError", "eval is not available to scripts: write the code out, or use new Function"))
	}}
	if err := refuse.define(vm, vm.rt.GlobalObject()); err != nil {
		return err
	}
	p, err := vm.program.engine.prelude.program("kinds")
	if err != nil {
		return err
	}
	kinds, err := vm.rt.RunProgram(p)
	if err != nil {
		return err
	}
	construct, ok := vm.global("Reflect").Get("construct").Export().(builtin)
	if !ok {
		return errors.New("the engine has no Reflect.construct")
	}
	list := kinds.ToObject(vm.rt)
	for _, at := range []string{"0", "1", "2"} {
		prototype := list.Get(at).ToObject(vm.rt).Prototype()
		original := prototype.Get("constructor")
		var made *goja.Object
		made = vm.rt.ToValue(func(call goja.ConstructorCall) *goja.Object {
			args := vm.code(call.Arguments)
			target := goja.Value(call.NewTarget)
			if call.NewTarget == nil || call.NewTarget == made {
				target = original
			}
			return construct(goja.FunctionCall{Arguments: []goja.Value{original, vm.rt.NewArray(args...), target}}).ToObject(vm.rt)
		}).ToObject(vm.rt)
		if err := errors.Join(
			made.DefineDataProperty("prototype", prototype, goja.FLAG_FALSE, goja.FLAG_FALSE, goja.FLAG_FALSE),
			made.DefineDataProperty("name", original.ToObject(vm.rt).Get("name"), goja.FLAG_FALSE, goja.FLAG_TRUE, goja.FLAG_FALSE),
			prototype.DefineDataProperty("constructor", made, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE),
		); err != nil {
			return err
		}
		if at == "0" {
			if err := vm.rt.GlobalObject().DefineDataProperty("Function", made, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
				return err
			}
		}
	}
	return nil
}

// code is what a function is made of, when that is safe to compile.
func (vm *VM) code(args []goja.Value) []any {
	parts := make([]any, len(args))
	var all strings.Builder
	for i, arg := range args {
		s := text(arg)
		parts[i] = s
		if all.Len()+s.Length() > maxCode {
			panic(newError(vm.rt, "SyntaxError", "code that is made as the script runs may have at most 1 MiB"))
		}
		all.WriteString(s.String())
		all.WriteByte('\n')
	}
	if t := untangle(all.String()); t != nil {
		panic(newError(vm.rt, "SyntaxError", t.message))
	}
	return parts
}
