package binding

import (
	"context"
	_ "embed"
	"errors"
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

//go:embed testing.js
var testing string

// Test is what a script test asserts, says and decides, as it does. It is used
// from one goroutine.
type Test struct {
	Name    string
	Checks  []eval.Check
	Skipped bool
	Reason  string // of one that skipped itself

	// JSONPath checks a value at a path.
	JSONPath func(value eval.Value, path string, expected eval.Value) (status eval.Status, message string)

	logs  []string
	bytes int // of the values that the checks keep
	bare  int // checks that keep none
}

// Bounds of what one test asserts, and of the bytes of what it looked at: from
// then on the report tells what became of its assertions, and not of which
// values.
const (
	maxChecks = 100_000
	maxValues = 16 << 20
	maxShown  = 2000 // characters of a message
)

var errChecks = errors.New("a test asserts at most 100,000 times")

// stopped ends a test that needs no more.
var stopped = &script.Abort{Reason: "the test stopped itself"}

// Stopped reports whether an error of a test's call says that it stopped
// itself.
func Stopped(err error) bool { return errors.Is(err, stopped) }

// Logs are what the test logged.
func (t *Test) Logs() []string { return t.logs }

// Failed reports whether anything that was asserted does not hold, or broke.
func (t *Test) Failed() bool {
	return slices.ContainsFunc(t.Checks, func(c eval.Check) bool { return c.Status != eval.Passed })
}

// Arg is t as the argument of a test.
func (t *Test) Arg() script.Arg {
	method := func(do func(call *script.Call) (any, error)) script.Method {
		return script.Method{Do: func(_ context.Context, call *script.Call) (script.Arg, error) {
			v, err := do(call)
			if err != nil || v == nil {
				return script.Arg{}, err
			}
			value, err := eval.ValueOf(v)
			return script.Arg{Value: value}, err
		}}
	}
	name, err := eval.ValueOf(map[string]string{"name": t.Name})
	if err != nil {
		panic("binding: texts always encode: " + err.Error())
	}
	return script.Arg{Through: testing, Value: name, Methods: map[string]script.Method{
		"record":   method(func(call *script.Call) (any, error) { return nil, t.record(call) }),
		"failed":   method(func(*script.Call) (any, error) { return t.Failed(), nil }),
		"log":      method(func(call *script.Call) (any, error) { t.log(call.Arg(0).Text()); return nil, nil }),
		"stop":     method(func(*script.Call) (any, error) { return nil, stopped }),
		"skip":     method(func(call *script.Call) (any, error) { return nil, t.skip(call) }),
		"jsonPath": method(func(call *script.Call) (any, error) { return t.jsonPath(call) }),
		"agent": method(func(*script.Call) (any, error) {
			return nil, errors.New("t.assert.Agent: not available in this version")
		}),
	}}
}

const (
	maxLines = 1000
	maxLine  = 16 << 10
)

func (t *Test) log(text string) {
	if len(t.logs) < maxLines {
		if len(text) > maxLine {
			text = text[:maxLine] + "…"
		}
		t.logs = append(t.logs, text)
	}
}

// skip ends the test. What failed before stays failed, also where nobody has
// seen it yet.
func (t *Test) skip(call *script.Call) error {
	if thrown := call.Underway(); thrown != nil {
		t.Checks = append(t.Checks, eval.Check{
			Type: "skip", Assertion: "t", Status: eval.Error, Pos: thrown.Pos, Message: "the test skipped itself after this had been thrown: " + thrown.Message,
		})
	}
	reason := call.Arg(0).Text()
	if reason == "" {
		reason = "the test skipped itself"
	}
	t.Skipped, t.Reason = true, reason
	return stopped
}

// record takes what became of an assertion, at the line that asserted it.
func (t *Test) record(call *script.Call) error {
	if len(t.Checks) == maxChecks {
		return errChecks
	}
	var said struct {
		Type     string      `json:"type"`
		Status   eval.Status `json:"status"`
		Message  string      `json:"message"`
		Said     string      `json:"said"`
		Expected eval.Value  `json:"expected"`
		Actual   eval.Value  `json:"actual"`
	}
	if err := call.Arg(0).Decode(&said); err != nil {
		return err
	}
	c := eval.Check{
		Type: said.Type, Assertion: "t.assert", Status: said.Status, Passed: said.Status == eval.Passed,
		Expected: said.Expected, Actual: said.Actual, Message: said.Message, Pos: call.Pos(),
	}
	if slices.Contains([]string{"error", "fail", "fatal"}, said.Type) {
		c.Assertion = "t"
	}
	t.keep(c, said.Said)
	return nil
}

// keep keeps a check, with what the test says of one that does not hold in the
// place of our message.
func (t *Test) keep(c eval.Check, said string) {
	c.Message = short(c.Message)
	if said != "" && c.Status == eval.Failed {
		c.Message, c.Reason = short(said), c.Message
	}
	if weight := len(c.Expected.Raw()) + len(c.Actual.Raw()); t.bytes+weight > maxValues {
		c.Expected, c.Actual = eval.Value{}, eval.Value{}
		t.bare++
	} else {
		t.bytes += weight
	}
	t.Checks = append(t.Checks, c)
}

// Notes say what the report does not tell of the test.
func (t *Test) Notes() []string {
	if t.bare == 0 {
		return nil
	}
	return []string{"the report leaves out the values of " + eval.Plural(t.bare, "assertion") + ", since all of the test's are more than " + strconv.Itoa(maxValues>>20) + " MiB"}
}

func short(text string) string {
	for i := range text {
		if i > maxShown {
			return text[:i] + "…"
		}
	}
	return text
}

// Left is the check of a test that returned before what it started: what that
// would have asserted is not known.
func (t *Test) Left(timers int, at eval.Pos) {
	is := "were"
	if timers == 1 {
		is = "was"
	}
	t.Checks = append(t.Checks, eval.Check{
		Type: "await", Assertion: "t", Status: eval.Error, Pos: at,
		Message: eval.Plural(timers, "timer") + " " + is + " still pending when the test returned: await them, or clear them",
	})
}

func (t *Test) jsonPath(call *script.Call) (any, error) {
	path, ok := call.Arg(1).Str()
	if !ok {
		return nil, errors.New("t.assert.JSONPath: want a value, a path and what is expected there")
	}
	status, message := t.JSONPath(call.Arg(0), path, call.Arg(2))
	c := eval.Check{
		Type: "JSONPath", Assertion: "t.assert", Path: path, Status: status, Passed: status == eval.Passed,
		Expected: call.Arg(2), Actual: call.Arg(0), Message: message, Pos: call.Pos(),
	}
	t.keep(c, call.Arg(3).Text())
	return c.Passed, nil
}
