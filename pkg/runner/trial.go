package runner

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// errTimeout is the cause with which a trial's own deadline ends it.
var errTimeout = errors.New("timeout")

func newTrial(t plan.Ticket) *eval.Trial {
	c := t.Case
	return &eval.Trial{
		Agent: c.Agent, ID: c.ID, Name: c.Name, Tags: c.Tags, Run: t.Run, Planned: t.Planned, Pos: c.Pos,
		Input: c.Input, Expected: c.Expected, Unchecked: c.Unchecked(), Base: t.Base,
	}
}

// trial runs one attempt at a case from opening its session to closing it.
func (cfg *Config) trial(parent context.Context, t plan.Ticket) (trial *eval.Trial) {
	trial = newTrial(t)
	limit := cfg.Timeout
	if t.Case.Timeout > 0 {
		limit = t.Case.Timeout
	}
	scope := eval.Scope{Agent: t.Case.Agent, Case: t.Case.ID, Run: t.Run, Turn: 1, Role: eval.RoleAgent, Base: t.Base}
	ctx, cancel := context.WithTimeoutCause(eval.WithScope(parent, scope), limit, errTimeout)
	defer cancel()
	began, ended := time.Now(), time.Time{}
	defer func() {
		if fault := recover(); fault != nil {
			trial.Status = eval.Error
			trial.Error = fmt.Sprintf("surefoot itself failed: %v", fault)
			trial.Notes = append(trial.Notes, string(debug.Stack()))
		}
		if ended.IsZero() {
			ended = time.Now()
		}
		trial.DurationMS = eval.Millis(ended.Sub(began))
	}()

	session, err := cfg.Target.Open(ctx, t.Case, t.Run)
	if err != nil {
		fail(parent, ctx, trial, err, limit)
		return trial
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), cfg.Cleanup)
		defer cancel()
		if err := session.Close(closing); err != nil {
			spoil(trial, "closing the session: "+oneLine(err.Error()), err)
		}
	}()
	if hooked, ok := session.(target.Hooked); ok {
		err := hooked.Before(ctx)
		aside(trial, hooked)
		if err != nil {
			if fail(parent, ctx, trial, err, limit); trial.Status == eval.Timeout {
				trial.Error += ", in the hook before it"
			}
			return trial
		}
		began = time.Now() // what the agent takes is without its hooks
		defer func() {
			ended = time.Now()
			trial.DurationMS = eval.Millis(ended.Sub(began))
			cfg.after(ctx, hooked, trial)
		}()
	}
	reply, err := session.Send(ctx, t.Case.Messages)
	took := time.Since(began)
	record(trial, reply, took)
	if err != nil {
		fail(parent, ctx, trial, err, limit)
		return trial
	}
	trial.Output = reply.Output
	trial.Checks = append(reply.Checks, cfg.Check(ctx, t.Case, &eval.Transcript{
		Output: trial.Output, Turns: trial.Turns, ToolCalls: trial.ToolCalls,
		Usage: reply.Usage[eval.RoleAgent], Unpriced: reply.Unpriced, Duration: eval.Millis(took) - trial.WaitedMS + trial.RecordedMS,
	}, session)...)
	if hooked, ok := session.(target.Hooked); ok {
		aside(trial, hooked)
	}
	if ctx.Err() != nil {
		fail(parent, ctx, trial, ctx.Err(), limit)
		return trial
	}
	if got, want := len(trial.Checks), len(t.Case.Assertions); got < want {
		trial.Status = eval.Error
		trial.Error = fmt.Sprintf("surefoot itself failed: %d of %d assertions were checked", got, want)
		return trial
	}
	status, reason := verdict(trial.Checks)
	if t.Case.Test != nil {
		trial.Unchecked = len(trial.Checks) == 0 && reply.Excused == ""
	}
	if reply.Excused != "" && status == eval.Passed {
		status, reason, trial.Stopped = eval.Skipped, oneLine(reply.Excused), eval.StopExcused
	}
	trial.Status = status
	if status == eval.Error {
		trial.Error = reason
	} else {
		trial.Reason = reason
	}
	return trial
}

// after lets the case's hook see what became of the trial, also of one that was
// cut.
func (cfg *Config) after(ctx context.Context, hooked target.Hooked, trial *eval.Trial) {
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), cfg.HookTimeout)
	defer cancel()
	err := hooked.After(closing, trial)
	aside(trial, hooked)
	if err == nil {
		return
	}
	text := oneLine(err.Error())
	if errors.Is(closing.Err(), context.DeadlineExceeded) {
		text = "timeout after " + eval.Span(cfg.HookTimeout) + ", in the hook after it"
	}
	spoil(trial, text, err)
}

// aside adds what scripts of the case said and took besides the agent.
func aside(trial *eval.Trial, hooked target.Hooked) {
	reply := hooked.Aside()
	trial.Logs = append(trial.Logs, reply.Logs...)
	trial.Notes = append(trial.Notes, reply.Notes...)
	trial.Attempts = append(trial.Attempts, reply.Attempts...)
	add(trial, reply.Usage)
}

// add adds to what the trial took.
func add(trial *eval.Trial, usage map[eval.Role]eval.Usage) {
	for role, used := range usage {
		if trial.Usage == nil {
			trial.Usage = map[eval.Role]eval.Usage{}
		}
		trial.Usage[role] = trial.Usage[role].Add(used)
	}
}

// record puts what the agent did into the row, also of a turn that failed.
func record(trial *eval.Trial, reply *target.Reply, took time.Duration) {
	trial.Attempts = append(trial.Attempts, reply.Attempts...)
	add(trial, reply.Usage)
	trial.Connector, trial.Model = reply.Connector, reply.Model
	trial.Truncated, trial.Refusal = reply.Truncated, reply.Refusal
	trial.Notes = append(trial.Notes, reply.Notes...)
	trial.Logs = append(trial.Logs, reply.Logs...)
	trial.ToolCalls = append(trial.ToolCalls, reply.ToolCalls...)
	if reply.ToolCalls == nil { // what was asked for, and not run
		trial.ToolCalls = append(trial.ToolCalls, reply.Response.ToolCalls...)
	}
	trial.Replayed, trial.RecordedMS, trial.QueuedMS = reply.Replayed, reply.Recorded, reply.Queued
	trial.WaitedMS = reply.Queued
	for _, a := range reply.Attempts {
		trial.WaitedMS += a.Waited
	}
	input, err := eval.ValueOf(reply.Input)
	if err != nil {
		trial.Notes = append(trial.Notes, "the input could not be recorded: "+err.Error())
	}
	trial.Turns = append(trial.Turns, eval.Turn{
		Turn: 1, Input: input, Output: reply.Output, Response: reply.Response, Sent: reply.Sent, Trace: reply.Trace,
		DurationMS: eval.Millis(took),
	})
}

// fail gives the trial the status that err means: its own deadline is a
// timeout, the end of the run skips it, also where the run would end before
// the trial's turn, as does a target that may not go on; anything else is an
// error.
func fail(run, ctx context.Context, trial *eval.Trial, err error, limit time.Duration) {
	var fault *target.Fault
	errors.As(err, &fault)
	if ctx.Err() != nil {
		if cause := context.Cause(ctx); errors.Is(cause, errTimeout) {
			trial.Status, trial.Error = eval.Timeout, "timeout after "+eval.Span(limit)
			if fault != nil && !fault.Pos.IsZero() { // where a script was
				trial.ErrorPos = &fault.Pos
				trial.Notes = append(trial.Notes, "it was cut in: "+oneLine(err.Error()))
			}
			if queued := trial.QueuedMS.Duration(); queued > limit/10 {
				trial.Error += fmt.Sprintf(", of which the connector's limits took %s (lower --parallel, or raise --timeout)", queued.Round(time.Millisecond))
			}
		} else {
			trial.Status, trial.Reason = eval.Skipped, cause.Error()
		}
		return
	}
	if stopped := (*Stopped)(nil); errors.As(err, &stopped) {
		trial.Status, trial.Reason = eval.Skipped, oneLine(stopped.Reason)
		return
	}
	if fault != nil && fault.Late && endsWith(run, ctx) {
		trial.Status, trial.Reason = eval.Skipped, "the run ends too soon: "+oneLine(err.Error())
		return
	}
	trial.Status, trial.Error = eval.Error, oneLine(err.Error())
	if fault != nil && !fault.Pos.IsZero() {
		trial.ErrorPos = &fault.Pos
	}
}

// endsWith reports that a trial's deadline is the run's, not one of its own.
func endsWith(run, trial context.Context) bool {
	last, bounded := run.Deadline()
	deadline, _ := trial.Deadline()
	return bounded && deadline.Equal(last)
}

// spoil makes a trial an error that did not end cleanly: what it left behind
// may spoil the next one. What went wrong before stays its error.
func spoil(trial *eval.Trial, text string, err error) {
	if trial.Status == eval.Passed || trial.Status == eval.Failed {
		trial.Status, trial.Error = eval.Error, text
		var fault *target.Fault
		if errors.As(err, &fault) && !fault.Pos.IsZero() {
			trial.ErrorPos = &fault.Pos
		}
		return
	}
	trial.Notes = append(trial.Notes, text)
}

// verdict is error when a check broke, failed when one does not hold, and
// passed else. The reason is the worst check's.
func verdict(checks []eval.Check) (eval.Status, string) {
	status, reason := eval.Passed, ""
	for _, c := range checks {
		line := c.Assertion + " " + c.Type + ": " + c.Message
		switch {
		case c.Status == eval.Error && status != eval.Error:
			status, reason = eval.Error, line
		case c.Status == eval.Failed && status == eval.Passed:
			status, reason = eval.Failed, line
		case c.Status != eval.Passed && c.Status != eval.Failed && c.Status != eval.Error:
			return eval.Error, c.Assertion + " " + c.Type + ": the check has no status"
		}
	}
	return status, oneLine(reason)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
