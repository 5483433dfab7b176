package script

import (
	"errors"
	"strconv"

	"github.com/dop251/goja"
)

// stringify is JSON.stringify.
func (vm *VM) stringify(call goja.FunctionCall) goja.Value {
	e := &encoder{vm: vm, limit: maxText}
	if list, ok := call.Argument(1).(*goja.Object); ok {
		if e.replace, ok = goja.AssertFunction(list); !ok && isArray(list) {
			e.listed = true
			seen := map[string]bool{}
			for i := range list.Get("length").ToInteger() {
				if i%1024 == 0 {
					vm.yield()
				}
				item := list.Get(strconv.FormatInt(i, 10))
				if key := item.String(); (goja.IsString(item) || goja.IsNumber(item)) && !seen[key] {
					seen[key] = true
					e.only = append(e.only, key)
				}
			}
		}
	}
	switch space := call.Argument(2); {
	case goja.IsNumber(space):
		e.gap = "          "[:min(10, max(0, space.ToInteger()))]
	case goja.IsString(space):
		gap := []rune(space.String())
		e.gap = string(gap[:min(10, len(gap))])
	}
	switch err := e.value(nil, "", call.Argument(0)); {
	case errors.Is(err, errSkip):
		return goja.Undefined()
	case errors.Is(err, errCyclic):
		panic(vm.rt.NewTypeError("Converting circular structure to JSON"))
	case err != nil:
		vm.throw(err)
	}
	return vm.rt.ToValue(string(e.out))
}
