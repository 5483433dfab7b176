package script

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Method is a function of the host that is given functions of the script, or
// gives the script objects that have functions. It runs while the script
// waits, for as long as the call's context lasts.
type Method struct {
	Do func(ctx context.Context, call *Call) (Arg, error)
	// Functions says where among the arguments a function may stand, such as
	// "0" and "2.onChunk"; a * is any key or index, and ** is anywhere.
	// Elsewhere one is refused, as JSON cannot hold it.
	Functions []string
}

// Call is one call of a method. It is the method's until it returns, and of
// the goroutine that it was called on.
type Call struct {
	Args []eval.Value // undefined is absent, and so are functions

	vm        *VM
	functions map[string]goja.Callable
}

// Arg is an argument by its place, absent where there is none.
func (c *Call) Arg(i int) eval.Value {
	if i < 0 || i >= len(c.Args) {
		return eval.Value{}
	}
	return c.Args[i]
}

// Has reports whether a function of the script stands at a place, such as
// "2.onChunk".
func (c *Call) Has(place string) bool { return c.functions[place] != nil }

// Invoke calls the function at a place. What it throws comes back as an error,
// which the method may return, so that the script sees its own exception. A
// promise it returns is refused, since the script waits and cannot settle it.
func (c *Call) Invoke(place string, args ...eval.Value) (eval.Value, error) {
	values := make([]goja.Value, len(args))
	for i, arg := range args {
		values[i] = c.vm.decode(arg)
	}
	c.vm.since.Store(c.vm.program.engine.memory.now())
	defer c.vm.since.Store(0)
	result, err := c.functions[place](goja.Undefined(), values...)
	if err != nil {
		return eval.Value{}, err
	}
	return c.vm.encode(result)
}

// Pos is where in the user's files the script calls the method, zero where
// that is not known.
func (c *Call) Pos() eval.Pos {
	frames := c.vm.frames(c.vm.rt.CaptureCallStack(maxFrames, nil))
	if len(frames) == 0 {
		return eval.Pos{}
	}
	return frames[0].pos
}

// Thrown is what the user sees of an error that Invoke gave.
func (c *Call) Thrown(err error) *Error { return c.vm.fail(err, c.Pos()) }

// Abort is an error of a method that ends the script without letting it catch
// anything. The VM is closed for good, and the call fails with an [*Error] of
// the kind Aborted that wraps it.
type Abort struct{ Reason string }

// Error is the reason.
func (a *Abort) Error() string { return a.Reason }

func (vm *VM) method(m Method) func(goja.FunctionCall) goja.Value {
	return func(fc goja.FunctionCall) goja.Value {
		call := &Call{vm: vm, Args: make([]eval.Value, len(fc.Arguments)), functions: map[string]goja.Callable{}}
		for i, value := range fc.Arguments {
			if goja.IsUndefined(value) {
				continue
			}
			e := &encoder{vm: vm, strict: true, limit: maxResult, take: func(path []string, f goja.Callable) bool {
				place := placeOf(i, path)
				if !fits(place, m.Functions) {
					return false
				}
				call.functions[place] = f
				return true
			}}
			switch err := e.value(nil, "", value); {
			case err == nil:
				call.Args[i] = eval.Trusted(string(e.out))
			case !errors.Is(err, errSkip):
				vm.throw(err)
			}
		}
		var result Arg
		err := vm.waiting(func() (err error) {
			result, err = m.Do(vm.loop.ctx, call)
			return err
		})
		if err != nil {
			vm.throw(err)
		}
		value, err := vm.value(result)
		if err != nil {
			vm.throw(err)
		}
		return value
	}
}

// waiting runs work of the host. The script does nothing meanwhile, so that
// what others take of the memory is not held against it.
func (vm *VM) waiting(work func() error) error {
	began := vm.since.Swap(0)
	_, err := Guard(func() (struct{}, error) { return struct{}{}, work() })
	Rethrow(err)
	if began != 0 {
		vm.since.Store(vm.program.engine.memory.now())
	}
	return err
}

// now is a time for since, which is never 0.
func (m *memory) now() int64 { return int64(time.Since(m.epoch)) + 1 }

// placeOf is where in the arguments the encoder is, as methods know it:
// "2.onChunk".
func placeOf(arg int, path []string) string {
	place := strconv.Itoa(arg)
	for _, step := range path {
		if index, ok := strings.CutPrefix(step, "["); ok {
			step = "." + strings.TrimSuffix(index, "]")
		}
		place += step
	}
	return place
}

// fits reports whether one of the patterns is the place.
func fits(place string, patterns []string) bool {
	steps := strings.Split(place, ".")
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		return pattern == "**" || slices.EqualFunc(strings.Split(pattern, "."), steps, func(want, step string) bool { return want == "*" || want == step })
	})
}
