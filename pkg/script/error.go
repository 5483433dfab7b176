package script

import (
	"errors"
	"strconv"

	"github.com/dop251/goja"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Kind says what went wrong with a call.
type Kind string

// The kinds of errors. Those that stop a script from outside close its VM.
const (
	Thrown    Kind = "thrown"    // an exception or a rejected promise
	Missing   Kind = "missing"   // there is no such function
	Result    Kind = "result"    // what the function returned is not JSON
	Unsettled Kind = "unsettled" // a promise that nothing can settle any more
	Stopped   Kind = "stopped"   // the context ended; Err is its error
	Aborted   Kind = "aborted"   // a function of the host ended it; Err is its *Abort
	Overflow  Kind = "overflow"  // recursion too deep
	Memory    Kind = "memory"    // too much memory
	Pattern   Kind = "pattern"   // a regular expression that did not end
	Closed    Kind = "closed"    // the VM was closed before
	Internal  Kind = "internal"  // the engine itself failed
)

// Error is why a call has no result.
type Error struct {
	Kind    Kind
	Message string   // one line
	Pos     eval.Pos // in the user's file; its file alone where the place is unknown
	Stack   string   // the user's functions, innermost first, one a line
	Err     error    // of the context, or of the host's function that threw
	Logs    []string // console output of a script whose VM could not be opened
}

// Error is the message without the place.
func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// fail puts an error of goja's in our form.
func (vm *VM) fail(err error, fallback eval.Pos) *Error {
	var ours *Error
	if errors.As(err, &ours) {
		if ours.Pos.IsZero() {
			ours.Pos = fallback
		}
		return ours
	}
	var overflow *goja.StackOverflowError
	if errors.As(err, &overflow) {
		vm.halt(&halt{kind: Overflow, message: "the script calls itself too deeply (more than " + strconv.Itoa(maxCalls) + " calls within each other)"})
		return vm.halted.Load().error(vm.frames(overflow.Stack()), fallback)
	}
	var interrupted *goja.InterruptedError
	if errors.As(err, &interrupted) {
		if h := vm.halted.Load(); h != nil {
			frames := vm.frames(interrupted.Stack())
			if len(frames) == 0 {
				frames = vm.stuck
			}
			return h.error(frames, fallback)
		}
	}
	var halted *halt
	if errors.As(err, &halted) {
		return halted.error(nil, fallback)
	}
	var exception *goja.Exception
	if errors.As(err, &exception) {
		return vm.thrown(exception.Value(), vm.frames(exception.Stack()), fallback)
	}
	return &Error{Kind: Internal, Message: "the script engine failed: " + oneLine(err.Error()), Pos: fallback, Err: err}
}

// thrown is the error for a value that was thrown, or that a promise was
// rejected with. An Error object knows its own stack.
func (vm *VM) thrown(value goja.Value, frames []frame, fallback eval.Pos) *Error {
	object, ok := value.(*goja.Object)
	if !ok {
		text := "undefined"
		if value != nil {
			text = value.String()
		}
		if _, isSymbol := value.(*goja.Symbol); isSymbol {
			text = "Symbol(" + text + ")"
		}
		if _, isText := value.(goja.String); isText {
			text = strconv.Quote(oneLine(text))
		}
		return traced(Thrown, "thrown: "+oneLine(text), frames, fallback)
	}
	var message string
	var cause error
	if err := vm.within(func() {
		if stack, ok := object.Get("stack").(goja.String); ok {
			if own := vm.parseStack(stack.String()); len(own) > 0 {
				frames = own
			}
		}
		if object.ClassName() == "Error" {
			message = object.String()
			if h, ok := vm.hostErrors[object]; ok {
				cause = h
			}
			return
		}
		message = "thrown: " + vm.inspect(object, maxMessage)
	}); err != nil {
		message = "thrown: an object that cannot be shown"
	}
	e := traced(Thrown, oneLine(message), frames, fallback)
	e.Err = cause
	e.within()
	return e
}

// within puts the error where another script threw, or was stopped, that this
// one called: its functions come first, as if the one had imported the other.
func (e *Error) within() {
	var inner *Error
	if !errors.As(e.Err, &inner) || inner.Pos.Line == 0 {
		return
	}
	e.Pos = inner.Pos
	if inner.Stack != "" && e.Stack != "" {
		e.Stack = inner.Stack + "\n" + e.Stack
	} else {
		e.Stack = inner.Stack + e.Stack
	}
}

// halt is why a script was stopped from outside.
type halt struct {
	kind    Kind
	message string
	err     error
}

// Error is the message.
func (h *halt) Error() string { return h.message }

func (h *halt) error(frames []frame, fallback eval.Pos) *Error {
	e := traced(h.kind, h.message, frames, fallback)
	e.Err = h.err
	return e
}
