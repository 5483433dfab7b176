package gate

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Why says in one line why the case needs no more trials.
func (o *Outlook) Why(at int) string {
	c := &o.cases[at]
	own, _ := o.own(c)
	ran, passed := int(c.ran), int(c.passed)
	missed := fmt.Sprintf("%d of %s did not pass", ran-passed, eval.Plural(ran, "trial"))
	switch p := o.policy; {
	case c.outside:
		return "it is in quarantine, and nothing is asked of it"
	case o.Moot(at):
		return "the gate fails whatever it does: " + o.lost
	case c.open || !o.asked(c):
		return "the gate passes whatever it does"
	case p.Sequential != nil:
		return fmt.Sprintf("the sequential test is over: %d of %s passed", passed, eval.Plural(ran, "trial"))
	case everyCase(p):
		return missed + ", and all must"
	case own == eval.VerdictFailed:
		return fmt.Sprintf("%s, %d of %d must", missed, o.leastOf(int(c.planned)), c.planned)
	default:
		return fmt.Sprintf("%d of %s passed, %d of %d must", passed, eval.Plural(ran, "trial"), o.leastOf(int(c.planned)), c.planned)
	}
}

// Moot reports whether the gate fails without the case, of which by itself
// nothing is decided.
func (o *Outlook) Moot(at int) bool {
	c := &o.cases[at]
	return o.lost != "" && !c.outside && (c.open || !o.asked(c))
}

// asked reports whether there is a condition on the case itself.
func (o *Outlook) asked(c *standing) bool {
	return everyCase(o.policy) || o.policy.Sequential != nil || o.leastOf(int(c.planned)) > 0
}

func (o *Outlook) tooManyErrors() string {
	if limit, asked := maxErrors(o.policy); asked && o.errors > limit {
		return fmt.Sprintf("%s, %d allowed", eval.Plural(o.errors, "error"), limit)
	}
	return ""
}

// missed is what a case can no longer do that its own conditions ask.
func (o *Outlook) missed(c *standing) string {
	class, q, best := o.policy.MinStability, o.policy.MinPass, int(c.passed)+c.missing()
	switch {
	case everyCase(o.policy):
		return fmt.Sprintf("case %q did not pass", c.id)
	case o.policy.Sequential != nil:
		return fmt.Sprintf("case %q is not %s, by its sequential test", c.id, class)
	case class != "" && !steady(o.policy, best, int(c.planned)):
		return fmt.Sprintf("case %q can no longer be %s%s", c.id, class, o.surely())
	default:
		return fmt.Sprintf("case %q can no longer pass %d of %s", c.id, q.Passed, eval.Plural(q.Of, "trial"))
	}
}

func (o *Outlook) surely() string {
	if o.policy.Confidence == nil {
		return ""
	}
	return fmt.Sprintf(" at %s %% confidence", amount(*o.policy.Confidence))
}
