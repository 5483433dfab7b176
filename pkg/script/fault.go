package script

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// Fault is a panic of the host's: a fault of ours, which no script may take for
// something that it asked for and did not get.
type Fault struct {
	Value any
	Stack []byte // of the goroutine that panicked
}

func (f *Fault) Error() string { return fmt.Sprintf("surefoot itself failed: %v", f.Value) }

// Guard gives what f panics with as a *[Fault], so that it can be carried to
// the script's goroutine.
func Guard[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = &Fault{Value: x, Stack: debug.Stack()}
		}
	}()
	return f()
}

// Rethrow panics where err holds a *[Fault]. On the script's goroutine that
// ends the script with an error that nothing in it can catch.
func Rethrow(err error) {
	if fault := (*Fault)(nil); errors.As(err, &fault) {
		panic(fault)
	}
}
