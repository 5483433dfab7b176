package runner_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/runner"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// agent answers each case by a function of its id.
type agent struct {
	answer func(ctx context.Context, id string, run int) (*target.Reply, error)
	open   error
	close  error
	opened atomic.Int32
	closed atomic.Int32
	flying atomic.Int32
	most   atomic.Int32
}

func (a *agent) Open(_ context.Context, c *eval.Case, run int) (target.Session, error) {
	if a.open != nil {
		return nil, a.open
	}
	a.opened.Add(1)
	if now := a.flying.Add(1); now > a.most.Load() {
		a.most.Store(now)
	}
	return &session{a, c.ID, run}, nil
}

type session struct {
	agent *agent
	id    string
	run   int
}

func (s *session) Send(ctx context.Context, _ []eval.Message) (*target.Reply, error) {
	return s.agent.answer(ctx, s.id, s.run)
}

func (s *session) Close(context.Context) error {
	s.agent.closed.Add(1)
	s.agent.flying.Add(-1)
	return s.agent.close
}

func says(text string) func(context.Context, string, int) (*target.Reply, error) {
	return func(context.Context, string, int) (*target.Reply, error) {
		return &target.Reply{Output: eval.StringValue(text)}, nil
	}
}

// journal keeps the events in order.
type journal struct {
	mu     sync.Mutex
	events []eval.Event
	fault  error
}

func (j *journal) Event(ev eval.Event) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.events = append(j.events, ev)
	return j.fault
}

func (j *journal) trials() map[string]*eval.Trial {
	trials := map[string]*eval.Trial{}
	for _, ev := range j.events {
		if t, ok := ev.(*eval.Trial); ok {
			key := fmt.Sprintf("%s %d", t.ID, t.Run)
			if trials[key] != nil {
				panic("two rows for " + key)
			}
			trials[key] = t
		}
	}
	return trials
}

func run(ctx context.Context, t *testing.T, a *agent, change func(*runner.Config), runs int, cases ...*eval.Case) map[string]*eval.Trial {
	t.Helper()
	j := &journal{}
	cfg := runner.Config{
		Target: a, Sink: j, Timeout: time.Minute, Cleanup: time.Second, Grace: time.Second, Parallel: runner.Parallel{N: 4},
		Check: func(context.Context, *eval.Case, *eval.Transcript, target.Session) []eval.Check { return nil },
	}
	if change != nil {
		change(&cfg)
	}
	if err := runner.Run(ctx, cfg, plan.New(cases, plan.Filter{}, runs).Schedule(nil)); err != nil {
		t.Fatal(err)
	}
	if a.opened.Load() != a.closed.Load() {
		t.Errorf("%d sessions opened, %d closed", a.opened.Load(), a.closed.Load())
	}
	return j.trials()
}

func statuses(trials map[string]*eval.Trial) []string {
	var out []string
	for key, t := range trials {
		text := t.Error
		if text == "" {
			text = t.Reason
		}
		out = append(out, strings.TrimSpace(key+" "+string(t.Status)+" "+text))
	}
	slices.Sort(out)
	return out
}

func TestStatuses(t *testing.T) {
	t.Parallel()
	a := &agent{answer: func(_ context.Context, id string, _ int) (*target.Reply, error) {
		switch id {
		case "broken":
			return &target.Reply{}, &target.Fault{Message: "connector \"main\":\n no answer", Pos: eval.Pos{File: "m.ts", Line: 3}}
		case "panics":
			panic("boom")
		}
		return &target.Reply{Output: eval.StringValue("hi")}, nil
	}}
	checks := func(_ context.Context, c *eval.Case, _ *eval.Transcript, _ target.Session) []eval.Check {
		status := map[string]eval.Status{"wrong": eval.Failed, "unsure": eval.Error, "blank": ""}[c.ID]
		if c.ID == "fine" {
			status = eval.Passed
		}
		return []eval.Check{
			{Assertion: "assert[0]", Type: "contains", Status: eval.Passed},
			{Assertion: "assert[1]", Type: "regex", Status: status, Message: "want x,\n got y"},
		}
	}
	trials := run(t.Context(), t, a, func(c *runner.Config) { c.Check = checks }, 1,
		&eval.Case{ID: "fine"}, &eval.Case{ID: "wrong"}, &eval.Case{ID: "unsure"}, &eval.Case{ID: "blank"},
		&eval.Case{ID: "broken"}, &eval.Case{ID: "panics"}, &eval.Case{ID: "off", Skip: "not yet"})
	want := []string{
		"blank 1 error assert[1] regex: the check has no status",
		"broken 1 error connector \"main\": no answer",
		"fine 1 passed",
		"off 1 skipped not yet",
		"panics 1 error surefoot itself failed: boom",
		"unsure 1 error assert[1] regex: want x, got y",
		"wrong 1 failed assert[1] regex: want x, got y",
	}
	if diff := cmp.Diff(want, statuses(trials)); diff != "" {
		t.Error(diff)
	}
	if pos := trials["broken 1"].ErrorPos; pos == nil || pos.Line != 3 {
		t.Errorf("error at %v", pos)
	}
}

func TestAnAssertionThatNobodyCheckedIsAnError(t *testing.T) {
	t.Parallel()
	trials := run(t.Context(), t, &agent{answer: says("hi")}, nil, 1, &eval.Case{ID: "a", Assertions: make([]eval.Assertion, 2)})
	if diff := cmp.Diff([]string{"a 1 error surefoot itself failed: 0 of 2 assertions were checked"}, statuses(trials)); diff != "" {
		t.Error(diff)
	}
}

func TestAnAgentThatCannotOpenIsAnError(t *testing.T) {
	t.Parallel()
	trials := run(t.Context(), t, &agent{open: errors.New("no such file")}, nil, 1, &eval.Case{ID: "a"})
	if diff := cmp.Diff([]string{"a 1 error no such file"}, statuses(trials)); diff != "" {
		t.Error(diff)
	}
}

func TestASessionThatDoesNotCloseSpoilsAPass(t *testing.T) {
	t.Parallel()
	trials := run(t.Context(), t, &agent{answer: says("hi"), close: errors.New("still running")}, nil, 1, &eval.Case{ID: "a"})
	if diff := cmp.Diff([]string{"a 1 error closing the session: still running"}, statuses(trials)); diff != "" {
		t.Error(diff)
	}
}

func hang(ctx context.Context, _ string, _ int) (*target.Reply, error) {
	<-ctx.Done()
	return &target.Reply{}, ctx.Err()
}

func TestDeadlineIsATimeoutOfTheCaseThatSetIt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		trials := run(t.Context(), t, &agent{answer: hang}, nil, 1, &eval.Case{ID: "own", Timeout: time.Second}, &eval.Case{ID: "run's"})
		want := []string{"own 1 timeout timeout after 1s", "run's 1 timeout timeout after 1m"}
		if diff := cmp.Diff(want, statuses(trials)); diff != "" {
			t.Error(diff)
		}
		if d := trials["own 1"].DurationMS.Duration(); d != time.Second {
			t.Errorf("took %s", d)
		}
	})
}

func TestEndOfTheRunSkipsWhatDidNotEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(3*time.Second, func() { cancel(&runner.Stopped{Reason: "interrupted"}) })
		a := &agent{answer: func(ctx context.Context, id string, run int) (*target.Reply, error) {
			if id == "quick" {
				return &target.Reply{}, nil
			}
			return hang(ctx, id, run)
		}}
		trials := run(ctx, t, a, func(c *runner.Config) { c.Parallel.N = 2 }, 1,
			&eval.Case{ID: "quick"}, &eval.Case{ID: "slow"}, &eval.Case{ID: "slower"}, &eval.Case{ID: "waiting"}, &eval.Case{ID: "off", Skip: "not yet"})
		want := []string{"off 1 skipped not yet", "quick 1 passed", "slow 1 skipped interrupted", "slower 1 skipped interrupted", "waiting 1 skipped interrupted"}
		if diff := cmp.Diff(want, statuses(trials)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestATrialThatDoesNotStopIsLeftBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(&runner.Stopped{Reason: "interrupted"}) })
		release := make(chan struct{})
		a := &agent{answer: func(context.Context, string, int) (*target.Reply, error) {
			<-release
			return &target.Reply{}, nil
		}}
		j := &journal{}
		began := time.Now()
		err := runner.Run(ctx, runner.Config{
			Target: a, Sink: j, Timeout: time.Minute, Cleanup: time.Second, Grace: 3 * time.Second,
			Check: func(context.Context, *eval.Case, *eval.Transcript, target.Session) []eval.Check { return nil },
		}, plan.New([]*eval.Case{{ID: "deaf"}, {ID: "next"}}, plan.Filter{}, 1).Schedule(nil))
		if took := time.Since(began); err != nil || took != 4*time.Second {
			t.Errorf("%v after %s", err, took)
		}
		want := []string{"deaf 1 skipped interrupted, and it did not stop in time", "next 1 skipped interrupted"}
		if diff := cmp.Diff(want, statuses(j.trials())); diff != "" {
			t.Error(diff)
		}
		close(release)
	})
}

func TestParallelIsABound(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := &agent{answer: func(ctx context.Context, _ string, _ int) (*target.Reply, error) {
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
			return &target.Reply{}, nil
		}}
		began := time.Now()
		run(t.Context(), t, a, func(c *runner.Config) { c.Parallel.N = 3 }, 10, &eval.Case{ID: "a"})
		if took := time.Since(began); took != 4*time.Second || a.most.Load() != 3 {
			t.Errorf("ten trials of 1s took %s with %d in flight", took, a.most.Load())
		}
	})
}

func TestAutoHalvesWhenAProviderRefuses(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var calls, after atomic.Int32
		a := &agent{}
		a.answer = func(_ context.Context, _ string, _ int) (*target.Reply, error) {
			n := calls.Add(1)
			<-time.After(time.Second)
			reply := &target.Reply{}
			if n > 4+8 && n <= 4+8+16 {
				reply.Attempts = []eval.Attempt{{Number: 1, Status: 429}}
			}
			if n > 4+8+16+8 && a.flying.Load() > after.Load() {
				after.Store(a.flying.Load())
			}
			return reply, nil
		}
		run(t.Context(), t, a, func(c *runner.Config) { c.Parallel = runner.Parallel{Auto: true} }, 60, &eval.Case{ID: "a"})
		if a.most.Load() != 16 {
			t.Errorf("grew to %d in flight before the first refusal, want 16", a.most.Load())
		}
		if got := after.Load(); got < 8 || got > 12 {
			t.Errorf("%d in flight after one burst of refusals, want about 8", got)
		}
	})
}

func TestAutoHeedsWhatTrialsQueuedFor(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		queued func(flying int32) time.Duration // of a trial of one second
		low    int32
		high   int32
	}{
		"a little of it is no sign":               {func(int32) time.Duration { return 50 * time.Millisecond }, 60, 64},
		"who queues does not make it grow":        {func(flying int32) time.Duration { return time.Duration(flying/5) * 200 * time.Millisecond }, 8, 8},
		"a round that only queued makes it less":  {func(int32) time.Duration { return 800 * time.Millisecond }, 4, 4},
		"it settles where trials begin to queue":  {func(flying int32) time.Duration { return time.Duration(max(0, flying-9)) * 200 * time.Millisecond }, 10, 16},
		"and shrinks to it where it was above it": {func(flying int32) time.Duration { return time.Duration(min(1, flying/12)) * 900 * time.Millisecond }, 12, 16},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				a := &agent{}
				a.answer = func(context.Context, string, int) (*target.Reply, error) {
					flying := a.flying.Load()
					<-time.After(time.Second)
					return &target.Reply{Queued: eval.Millis(tc.queued(flying))}, nil
				}
				run(t.Context(), t, a, func(c *runner.Config) { c.Parallel = runner.Parallel{Auto: true} }, 400, &eval.Case{ID: "a"})
				if most := a.most.Load(); most < tc.low || most > tc.high {
					t.Errorf("at most %d in flight, want %d to %d", most, tc.low, tc.high)
				}
			})
		})
	}
}

func TestATurnThatComesTooLateIsNoErrorWhereTheRunEndsBefore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		a := &agent{answer: func(context.Context, string, int) (*target.Reply, error) {
			return &target.Reply{}, &target.Fault{Message: "its turn is in 1h", Late: true}
		}}
		trials := run(ctx, t, a, nil, 1, &eval.Case{ID: "the run's time"}, &eval.Case{ID: "its own time", Timeout: time.Second})
		want := []string{"its own time 1 error its turn is in 1h", "the run's time 1 skipped the run ends too soon: its turn is in 1h"}
		if diff := cmp.Diff(want, statuses(trials)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestATimeoutSaysWhatTheLimitsTook(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := &agent{answer: func(ctx context.Context, _ string, _ int) (*target.Reply, error) {
			<-ctx.Done()
			return &target.Reply{Queued: eval.Millis(50 * time.Second)}, ctx.Err()
		}}
		trials := run(t.Context(), t, a, nil, 1, &eval.Case{ID: "a"})
		want := "a 1 timeout timeout after 1m, of which the connector's limits took 50s (lower --parallel, or raise --timeout)"
		if diff := cmp.Diff([]string{want}, statuses(trials)); diff != "" {
			t.Error(diff)
		}
		if trial := trials["a 1"]; trial.QueuedMS.Duration() != 50*time.Second || trial.WaitedMS != trial.QueuedMS {
			t.Errorf("%+v", trial)
		}
	})
}

func TestLatencyIsWithoutWhatWasWaited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a := &agent{answer: func(context.Context, string, int) (*target.Reply, error) {
			<-time.After(10 * time.Second)
			return &target.Reply{
				Queued: eval.Millis(5 * time.Second), Attempts: []eval.Attempt{{Number: 1, Waited: eval.Millis(2 * time.Second)}},
			}, nil
		}}
		var latency eval.Millis
		trials := run(t.Context(), t, a, func(c *runner.Config) {
			c.Check = func(_ context.Context, _ *eval.Case, t *eval.Transcript, _ target.Session) []eval.Check {
				latency = t.Duration
				return nil
			}
		}, 1, &eval.Case{ID: "a"})
		trial := trials["a 1"]
		if latency.Duration() != 3*time.Second || trial.WaitedMS.Duration() != 7*time.Second || trial.DurationMS.Duration() != 10*time.Second {
			t.Errorf("latency %v, waited %v, took %v", latency, trial.WaitedMS, trial.DurationMS)
		}
	})
}

func TestWhatTheSinkCannotKeepIsSaidAndTheRunGoesOn(t *testing.T) {
	t.Parallel()
	j := &journal{fault: errors.New("disk full")}
	err := runner.Run(t.Context(), runner.Config{
		Target: &agent{answer: says("hi")}, Sink: j, Timeout: time.Minute, Cleanup: time.Second,
		Check: func(context.Context, *eval.Case, *eval.Transcript, target.Session) []eval.Check { return nil },
	}, plan.New([]*eval.Case{{ID: "a"}, {ID: "b"}}, plan.Filter{}, 1).Schedule(nil))
	if err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("got %v", err)
	}
	if len(j.trials()) != 2 {
		t.Errorf("%d trials, want both", len(j.trials()))
	}
}
