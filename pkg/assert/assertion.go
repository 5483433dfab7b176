// Package assert turns the assertions a user wrote into checks of a
// transcript. An assertion is compiled once, with every mistake in it reported
// with its place, and then evaluated for each trial. What cannot be judged,
// such as a cost that is unknown, is an error and never a verdict, with negate
// as without. It stands behind dataset, which calls Check when cases are
// loaded, and behind runner, which compiles and evaluates. It calls no model and
// reads no file but the schemas that lie beside a case; a script that checks is
// called by who has it ([Scripts]).
package assert

import (
	"context"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Assertion is a compiled assertion at its place in a case. It is immutable
// and may be evaluated from several goroutines.
type Assertion struct {
	def *definition
	at  place
}

// Evaluate checks the view's transcript. The check's status is passed, failed
// or error; an ended context is an error. A user's own message stands in the
// check when it failed, with the generated one as its reason.
func (a *Assertion) Evaluate(ctx context.Context, v *View) eval.Check {
	check, _ := a.def.evaluate(ctx, v, a.at)
	return check
}

// definition is what an assertion says, wherever it stands, so that cases can
// share it.
type definition struct {
	kind     string
	negate   bool
	message  string
	path     string // of json_path
	expected eval.Value
	check    checker
}

// checker judges a transcript without regard to negate.
type checker interface {
	check(ctx context.Context, v *View, at place) outcome
}

// evaluate gives the row and, for the group around it, the state with negate
// taken into account.
func (d *definition) evaluate(ctx context.Context, v *View, at place) (eval.Check, state) {
	o := d.outcome(ctx, v, at)
	judged := o.state.under(d.negate)
	c := eval.Check{
		Type:      d.kind,
		Assertion: at.path,
		Path:      d.path,
		Status:    judged.status(),
		Negate:    d.negate,
		Expected:  d.expected,
		Actual:    o.actual,
		Message:   o.message(d.negate),
		Score:     o.score,
		Checks:    o.checks,
		Pos:       at.pos,
	}
	c.Passed = c.Status == eval.Passed
	if c.Status == eval.Failed && d.message != "" {
		c.Message, c.Reason = d.message, c.Message
	}
	return c, judged
}

// outcome runs the check and keeps what breaks in it, in a library too, from
// taking the run along.
func (d *definition) outcome(ctx context.Context, v *View, at place) (o outcome) {
	if err := ctx.Err(); err != nil {
		return broken("not checked: " + err.Error())
	}
	if v.transcript.Output.IsZero() {
		return broken("there is no answer to check")
	}
	defer func() {
		if r := recover(); r != nil {
			o = broken("the check itself broke: " + clip(fmt.Sprint(r)))
		}
	}()
	return d.check.check(ctx, v, at)
}
