package script

import (
	"errors"
	"strconv"

	"github.com/dop251/goja"
)

// maxLength is how many elements a built-in may go through, be they there or
// not: an array of one element can say that it has four billion.
const maxLength = 16 << 20

type builtin = func(goja.FunctionCall) goja.Value

// guard puts a check before a function of the engine's. The function is called
// as the engine would: what it throws and what stops it passes through.
func (vm *VM) guard(object *goja.Object, name string, check builtinCheck) error {
	member, ok := object.Get(name).(*goja.Object)
	if !ok {
		return errors.New("the engine has no " + name)
	}
	original, ok := member.Export().(builtin)
	if !ok {
		return errors.New("the engine's " + name + " is not as it was")
	}
	return natives{name: func(vm *VM, call goja.FunctionCall) goja.Value {
		check(vm, call)
		return original(call)
	}}.define(vm, object)
}

type builtinCheck func(*VM, goja.FunctionCall)

func (vm *VM) global(name string) *goja.Object { return vm.rt.Get(name).ToObject(vm.rt) }

func (vm *VM) prototype(name string) *goja.Object {
	return vm.global(name).Get("prototype").ToObject(vm.rt)
}

// elementwise are the functions of arrays that go through all elements, or
// make room for them, without the engine being able to stop.
var elementwise = [...]string{
	"concat", "copyWithin", "every", "fill", "filter", "find", "findIndex", "findLast", "findLastIndex", "flat", "flatMap", "forEach",
	"includes", "indexOf", "lastIndexOf", "map", "reduce", "reduceRight", "reverse", "shift", "slice", "some", "sort", "splice",
	"toLocaleString", "toReversed", "toSorted", "toSpliced", "unshift", "with",
}

// guardElements bounds one of them.
func guardElements(name string) func(*VM, *goja.Object) error {
	check := checkReceiver
	switch name {
	case "concat":
		check = checkConcat
	case "flat":
		check = checkFlat
	}
	return func(vm *VM, _ *goja.Object) error { return vm.guard(vm.prototype("Array"), name, check) }
}

// guardArrays puts our join in place, and lets the iterators of arrays be
// stopped, which spreading and the like go through.
func guardArrays(vm *VM, _ *goja.Object) error {
	prototype := vm.prototype("Array")
	iterate, ok := goja.AssertFunction(prototype.Get("values"))
	if !ok {
		return errors.New("the engine has no Array.prototype.values")
	}
	iterator, err := iterate(vm.rt.NewArray())
	if err != nil {
		return err
	}
	if err := vm.guard(iterator.ToObject(vm.rt).Prototype(), "next", func(vm *VM, _ goja.FunctionCall) { vm.yield() }); err != nil {
		return err
	}
	return natives{"join": (*VM).join}.define(vm, prototype)
}

func checkReceiver(vm *VM, call goja.FunctionCall) { vm.short(call.This) }

func checkConcat(vm *VM, call goja.FunctionCall) {
	total := vm.short(call.This)
	for _, item := range call.Arguments {
		total += vm.short(item)
	}
	vm.few(total, maxItems)
}

// checkFlat refuses to flatten what nests too deep: the engine's stack is the
// process's.
func checkFlat(vm *VM, call goja.FunctionCall) {
	vm.short(call.This)
	if depth := call.Argument(0); goja.IsUndefined(depth) || depth.ToInteger() <= maxDepth {
		return
	}
	var walk func(object *goja.Object, depth int)
	walk = func(object *goja.Object, depth int) {
		if depth > maxDepth {
			panic(rangeError(vm.rt, "the array is nested more than "+strconv.Itoa(maxDepth)+" deep"))
		}
		for i := range vm.short(object) {
			if i%1024 == 0 {
				vm.yield()
			}
			if inner, ok := object.Get(strconv.FormatInt(i, 10)).(*goja.Object); ok && isArray(inner) {
				walk(inner, depth+1)
			}
		}
	}
	if object, ok := call.This.(*goja.Object); ok {
		walk(object, 1)
	}
}

// short is the length of an array, or of what passes for one.
func (vm *VM) short(value goja.Value) int64 {
	object, ok := value.(*goja.Object)
	if !ok {
		return 0
	}
	n := object.Get("length")
	if n == nil {
		return 0
	}
	length := max(n.ToInteger(), 0)
	vm.few(length, maxLength)
	return length
}

func (vm *VM) few(n, limit int64) {
	if n > limit {
		panic(rangeError(vm.rt, "an array may have at most "+strconv.FormatInt(limit, 10)+" elements here"))
	}
}

// guardCalls bounds the arguments that are given as a list.
func guardCalls(vm *VM, _ *goja.Object) error {
	for _, g := range []struct {
		object *goja.Object
		name   string
		list   int
	}{
		{vm.prototype("Function"), "apply", 1},
		{vm.global("Reflect"), "apply", 2},
		{vm.global("Reflect"), "construct", 1},
		{vm.global("String"), "raw", 0},
	} {
		if err := vm.guard(g.object, g.name, func(vm *VM, call goja.FunctionCall) {
			list, ok := call.Argument(g.list).(*goja.Object)
			if g.name == "raw" && ok {
				list, ok = list.Get("raw").(*goja.Object)
			}
			if !ok {
				return
			}
			if n := list.Get("length"); n != nil && n.ToInteger() > maxArguments {
				panic(rangeError(vm.rt, "a call may have at most "+strconv.Itoa(maxArguments)+" arguments here"))
			}
		}); err != nil {
			return err
		}
	}
	return nil
}

const maxArguments = 1_000_000
