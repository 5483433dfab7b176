package process

import (
	"fmt"
	"math"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Args are the arguments of a process. The first that is wrong is the call's
// error, whatever the process makes of it.
type Args struct {
	name   string
	values []eval.Value
	err    *error
}

// Len is how many there are.
func (a Args) Len() int { return len(a.values) }

// Value is an argument, absent where there is none.
func (a Args) Value(i int) eval.Value {
	if i >= len(a.values) {
		return eval.Value{}
	}
	return a.values[i]
}

// Given reports whether there is an argument that is not null.
func (a Args) Given(i int) bool {
	v := a.Value(i)
	return !v.IsZero() && v.Kind() != eval.Null
}

// From are the arguments from one on.
func (a Args) From(i int) Args {
	a.values = a.values[min(i, len(a.values)):]
	return a
}

// Values are all of them.
func (a Args) Values() []eval.Value { return a.values }

// Name is the name that was called.
func (a Args) Name() string { return a.name }

// Fail says what an argument should have been.
func (a Args) Fail(i int, want string) {
	if *a.err != nil {
		return
	}
	got := "nothing"
	if v := a.Value(i); !v.IsZero() {
		got = eval.Clip(v.Raw())
	}
	*a.err = fmt.Errorf("%s: argument %d: want %s, got %s", a.name, i+1, want, got)
}

// Text is a text that must be there.
func (a Args) Text(i int) string {
	s, ok := a.Value(i).Str()
	if !ok {
		a.Fail(i, "a text")
	}
	return s
}

// Maybe is a text that may be left out.
func (a Args) Maybe(i int, otherwise string) string {
	if !a.Given(i) {
		return otherwise
	}
	return a.Text(i)
}

// Whole is a whole number that may be left out.
func (a Args) Whole(i, otherwise int) int {
	if !a.Given(i) {
		return otherwise
	}
	n, err := strconv.ParseFloat(a.Value(i).Raw(), 64)
	if a.Value(i).Kind() != eval.Number || err != nil || n != math.Trunc(n) || math.Abs(n) > 1<<52 {
		a.Fail(i, "a whole number")
		return otherwise
	}
	return int(n)
}

func wrap(a Args, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", a.Name(), err)
}
