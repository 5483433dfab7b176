package script

import (
	"errors"

	"github.com/dop251/goja"
)

// throw throws an error of Go's in the script. It is called from functions
// that the script called.
func (vm *VM) throw(err error) {
	var exception *goja.Exception
	var limit *Error
	var abort *Abort
	switch {
	case errors.As(err, &abort):
		vm.halt(&halt{kind: Aborted, message: abort.Reason, err: abort})
		return // the engine stops before its next instruction
	case errors.As(err, &exception):
		panic(exception.Value())
	case errors.As(err, &limit) && limit.Kind == Result:
		panic(rangeError(vm.rt, limit.Message))
	case isInterrupt(err):
		panic(err)
	default:
		panic(vm.hostError(err))
	}
}

// isInterrupt reports whether the engine ends the script with this error:
// handing it on keeps it from being caught.
func isInterrupt(err error) bool {
	var interrupted *goja.InterruptedError
	var overflow *goja.StackOverflowError
	return errors.As(err, &interrupted) || errors.As(err, &overflow)
}

// hostError is a JavaScript Error that stands for one of Go's.
func (vm *VM) hostError(err error) *goja.Object {
	object := newError(vm.rt, "Error", err.Error())
	if vm.hostErrors == nil {
		vm.hostErrors = map[*goja.Object]error{}
	}
	vm.hostErrors[object] = err
	return object
}

func rangeError(rt *goja.Runtime, message string) *goja.Object {
	return newError(rt, "RangeError", message)
}

func newError(rt *goja.Runtime, class, message string) *goja.Object {
	object, err := rt.New(rt.Get(class), rt.ToValue(message))
	if err != nil {
		return rt.NewGoError(errors.New(message))
	}
	return object
}
