package script

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// guardPatterns bounds all matching: match, matchAll, replace, search and split
// pass through exec, test has its own way.
func guardPatterns(vm *VM, _ *goja.Object) error {
	prototype := vm.rt.Get("RegExp").ToObject(vm.rt).Get("prototype").ToObject(vm.rt)
	for _, name := range []string{"exec", "test"} {
		original, ok := goja.AssertFunction(prototype.Get(name))
		if !ok {
			return errors.New("the engine has no RegExp.prototype." + name)
		}
		bounded := func(vm *VM, call goja.FunctionCall) goja.Value { return vm.match(original, call) }
		if err := (natives{name: bounded}).define(vm, prototype); err != nil {
			return err
		}
	}
	return nil
}

var proxyType = reflect.TypeFor[goja.Proxy]()

// match calls exec or test. Whether a match that took longer than is allowed
// found nothing, or was given up, nobody knows.
func (vm *VM) match(original goja.Callable, call goja.FunctionCall) goja.Value {
	vm.yield()
	start := time.Now()
	result, err := original(call.This, call.Arguments...)
	if err != nil {
		vm.throw(err)
	}
	if !result.ToBoolean() && time.Since(start) > matchTimeout {
		vm.halt(&halt{kind: Pattern, message: "regular expression timed out after " + matchTimeout.String()})
		vm.yield()
	}
	return result
}

// yield ends the script when it was stopped. Loops of built-ins call it, since
// the engine itself stops between its own instructions only.
func (vm *VM) yield() {
	if h := vm.halted.Load(); h != nil {
		if vm.stuck == nil {
			vm.stuck = vm.frames(vm.rt.CaptureCallStack(0, nil))
		}
		panic(&goja.InterruptedError{})
	}
}

// pattern refuses a pattern that goja would take but never match.
func (vm *VM) pattern(call goja.FunctionCall) goja.Value {
	if hasProperty(call.Argument(0).String()) {
		panic(newError(vm.rt, "SyntaxError", `\p{...} in a regular expression is not supported in this version`))
	}
	return goja.Undefined()
}

// join is Array.prototype.join with a bound.
func (vm *VM) join(call goja.FunctionCall) goja.Value {
	object := call.This.ToObject(vm.rt)
	between := text(vm.rt.ToValue(","))
	if s := call.Argument(0); !goja.IsUndefined(s) {
		between = text(s)
	}
	for _, outer := range vm.joining {
		if outer == object {
			return vm.rt.ToValue("")
		}
	}
	if len(vm.joining) == maxDepth {
		panic(rangeError(vm.rt, "the array is nested more than "+strconv.Itoa(maxDepth)+" deep"))
	}
	vm.joining = append(vm.joining, object)
	defer func() { vm.joining = vm.joining[:len(vm.joining)-1] }()
	var b goja.StringBuilder
	length := 0
	for i := range object.Get("length").ToInteger() {
		if i%1024 == 0 {
			vm.yield()
		}
		if i > 0 {
			b.WriteString(between)
			length += between.Length()
		}
		if item := object.Get(strconv.FormatInt(i, 10)); item != nil && !goja.IsUndefined(item) && !goja.IsNull(item) {
			t := text(item)
			b.WriteString(t)
			length += t.Length()
		}
		if length > maxText {
			panic(rangeError(vm.rt, "a string may have at most "+strconv.Itoa(maxText)+" characters here"))
		}
	}
	return b.String()
}

// text is a value as a string, by the rules of the language.
func text(value goja.Value) goja.String {
	if s, ok := value.ToString().(goja.String); ok {
		return s
	}
	// The engine leaves small numbers what they are.
	var b goja.StringBuilder
	b.WriteUTF8String(value.String())
	return b.String()
}

// isArray is Array.isArray.
func isArray(object *goja.Object) bool {
	for range maxDepth {
		if object == nil || object.ExportType() != proxyType {
			break
		}
		proxy, ok := object.Export().(goja.Proxy)
		if !ok {
			return false
		}
		object = proxy.Target()
	}
	return object != nil && object.ClassName() == "Array"
}

// specials are the built-in classes whose objects hold more than properties.
const specials = " Map Set WeakMap WeakSet Promise ArrayBuffer DataView Generator URLSearchParams Symbol BigInt" +
	" Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array" +
	" Float32Array Float64Array BigInt64Array BigUint64Array "

// special is the name of such a class that the object is of, or empty.
func (vm *VM) special(object *goja.Object) string {
	tag := object.GetSymbol(goja.SymToStringTag)
	if tag == nil || !goja.IsString(tag) {
		return ""
	}
	name := tag.String()
	if strings.HasSuffix(name, " Iterator") || strings.Contains(specials, " "+name+" ") {
		return name
	}
	return ""
}

func (vm *VM) setTimeout(call goja.FunctionCall) goja.Value  { return vm.loop.schedule(call, false) }
func (vm *VM) setInterval(call goja.FunctionCall) goja.Value { return vm.loop.schedule(call, true) }
func (vm *VM) clearTimer(call goja.FunctionCall) goja.Value  { return vm.loop.clear(call) }

// queueMicrotask runs a function after what runs now. What it throws is a
// rejection that nobody handles.
func (vm *VM) queueMicrotask(call goja.FunctionCall) goja.Value {
	f, ok := goja.AssertFunction(call.Argument(0))
	if !ok {
		panic(vm.rt.NewTypeError("queueMicrotask needs a function"))
	}
	promise, resolve, _ := vm.rt.NewPromise()
	then, ok := goja.AssertFunction(vm.rt.ToValue(promise).ToObject(vm.rt).Get("then"))
	if !ok {
		panic(vm.rt.NewTypeError("queueMicrotask needs promises"))
	}
	run := vm.native(func(goja.FunctionCall) goja.Value {
		if _, err := f(goja.Undefined()); err != nil {
			vm.throw(err)
		}
		return goja.Undefined()
	})
	if _, err := then(vm.rt.ToValue(promise), run); err != nil {
		vm.throw(err)
	}
	if err := resolve(goja.Undefined()); err != nil {
		vm.throw(err)
	}
	return goja.Undefined()
}

// process is Process, which nothing serves yet.
func (vm *VM) process(call goja.FunctionCall) goja.Value {
	panic(newError(vm.rt, "Error", "Process("+strconv.Quote(oneLine(call.Argument(0).String()))+") is not supported in this version"))
}
