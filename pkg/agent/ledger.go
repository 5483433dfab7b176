package agent

import (
	"errors"
	"slices"
	"sync"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/script"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// ledger is what all models and scripts of a turn took and said, whoever
// called them. It is safe for concurrent use.
type ledger struct {
	mu    sync.Mutex
	reply target.Reply // its sums
}

// answered adds what a call of a model took.
func (l *ledger) answered(c *app.Connector, role eval.Role, answer *llm.Response) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := &l.reply
	l.used(role, answer.Usage)
	r.Attempts = append(r.Attempts, answer.Attempts...)
	r.Notes = append(r.Notes, answer.Notes...)
	r.Logs = append(r.Logs, answer.Logs...)
	if answer.Unpriced != "" && r.Unpriced == "" {
		r.Unpriced = answer.Unpriced
		if c.Prices != (llm.Prices{}) {
			r.Notes = append(r.Notes, "the cost is unknown: "+answer.Unpriced)
		}
	}
	r.Queued += eval.Millis(answer.Queued)
	r.Recorded += eval.Millis(answer.Recorded)
	r.Replayed = r.Replayed || answer.Replayed
}

func (l *ledger) used(role eval.Role, usage eval.Usage) {
	if l.reply.Usage == nil {
		l.reply.Usage = map[eval.Role]eval.Usage{}
	}
	l.reply.Usage[role] = l.reply.Usage[role].Add(usage)
}

// cut adds a call whose caller heard enough before it ended: what it took is
// not known.
func (l *ledger) cut(role eval.Role) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.used(role, eval.Usage{Calls: 1, Attempts: 1})
}

// failed adds what is known of a call that brought no answer.
func (l *ledger) failed(role eval.Role, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if usage := llm.FailedUsage(err); usage.Calls > 0 {
		l.used(role, usage)
	}
	var fault *llm.Error
	if !errors.As(err, &fault) {
		return
	}
	l.reply.Attempts = append(l.reply.Attempts, fault.Attempts...)
	l.reply.Logs = append(l.reply.Logs, fault.Logs...)
	l.reply.Queued += eval.Millis(fault.Queued)
	if fault.Stack != "" {
		l.reply.Logs = append(l.reply.Logs, fault.Stack)
	}
}

// said adds what a script wrote to its console.
func (l *ledger) said(lines []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reply.Logs = append(l.reply.Logs, lines...)
}

// left notes what a script started and did not wait for, which ended with its
// call.
func (l *ledger) left(name string, vm *script.VM) {
	if n := vm.Left(); n > 0 {
		l.note(name + " did not wait for " + eval.Plural(n, "timer") + ", which ended with it (await what must happen)")
	}
}

// note adds an oddity that changes no verdict.
func (l *ledger) note(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reply.Notes = append(l.reply.Notes, text)
}

// broke adds the stack of a script that failed.
func (l *ledger) broke(err error) {
	var e *script.Error
	if errors.As(err, &e) {
		l.said(e.Logs)
		if e.Stack != "" {
			l.said([]string{e.Stack})
		}
	}
}

// sums are what was added so far.
func (l *ledger) sums() target.Reply {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := l.reply
	r.Attempts, r.Notes, r.Logs = slices.Clone(r.Attempts), slices.Clone(r.Notes), slices.Clone(r.Logs)
	return r
}
