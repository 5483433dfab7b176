package llm_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// steps is a model that does one thing after the other.
type steps struct {
	t    *testing.T
	do   []step
	seen []int // Request.Attempt of each call
}

type step func(ctx context.Context, onDelta func(llm.Delta) error) (*llm.Response, error)

func (s *steps) Stream(ctx context.Context, req *llm.Request, onDelta func(llm.Delta) error) (*llm.Response, error) {
	s.t.Helper()
	s.seen = append(s.seen, req.Attempt)
	if len(s.seen) > len(s.do) {
		s.t.Fatalf("request %d was not expected", len(s.seen))
	}
	return s.do[len(s.seen)-1](ctx, onDelta)
}

func (s *steps) checkUsed() {
	s.t.Helper()
	if len(s.seen) != len(s.do) {
		s.t.Errorf("%d of %d requests were made", len(s.seen), len(s.do))
	}
}

func answers(text string) step {
	return func(_ context.Context, onDelta func(llm.Delta) error) (*llm.Response, error) {
		if err := onDelta(llm.Delta{Content: text}); err != nil {
			return nil, err
		}
		return &llm.Response{Content: text, Usage: eval.Usage{Calls: 1, Attempts: 1}}, nil
	}
}

func fails(e llm.Error, after time.Duration) step {
	return func(ctx context.Context, _ func(llm.Delta) error) (*llm.Response, error) {
		select {
		case <-time.After(after):
			return nil, &e
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func failsAfterDelta(e llm.Error) step {
	return func(_ context.Context, onDelta func(llm.Delta) error) (*llm.Response, error) {
		if err := onDelta(llm.Delta{Reasoning: "hm"}); err != nil {
			return nil, err
		}
		return nil, &e
	}
}

func busy(after time.Duration) llm.Error {
	return llm.Error{Status: 429, Message: "api answered 429: slow down", Retryable: true, RetryAfter: after}
}

var refusedOnce = llm.Error{Message: "cannot reach api", Retryable: true}

func fixed(f float64) func() float64 { return func() float64 { return f } }

func TestRetryAnswers(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		do       []step
		policy   llm.Policy
		took     time.Duration
		attempts []eval.Attempt
	}{
		"an answer at once is passed on as it is": {
			do: []step{answers("hi")},
		},
		"the zero policy asks three times and doubles its waits": {
			do:   []step{fails(busy(0), 0), fails(busy(0), 0), answers("hi")},
			took: 1500 * time.Millisecond,
			attempts: []eval.Attempt{
				{Role: eval.RoleJudge, Number: 1, Status: 429, Error: "api answered 429: slow down", Waited: eval.Millis(500 * time.Millisecond)},
				{Role: eval.RoleJudge, Number: 2, Status: 429, Error: "api answered 429: slow down", Waited: eval.Millis(time.Second)},
			},
		},
		"the jitter comes on top of what the provider asked for": {
			do:   []step{fails(busy(10*time.Second), 2*time.Second), answers("hi")},
			took: 12*time.Second + 500*time.Millisecond,
			attempts: []eval.Attempt{{
				Role: eval.RoleJudge, Number: 1, Status: 429, Error: "api answered 429: slow down",
				Waited: eval.Millis(10500 * time.Millisecond), Elapsed: eval.Millis(2 * time.Second),
			}},
		},
		"no wait of our own is longer than the greatest": {
			do:     []step{fails(refusedOnce, 0), fails(refusedOnce, 0), fails(refusedOnce, 0), answers("hi")},
			policy: llm.Policy{MaxAttempts: 4, Base: 4 * time.Second, Max: 6 * time.Second},
			took:   2*time.Second + 3*time.Second + 3*time.Second,
			attempts: []eval.Attempt{
				{Role: eval.RoleJudge, Number: 1, Error: "cannot reach api", Waited: eval.Millis(2 * time.Second)},
				{Role: eval.RoleJudge, Number: 2, Error: "cannot reach api", Waited: eval.Millis(3 * time.Second)},
				{Role: eval.RoleJudge, Number: 3, Error: "cannot reach api", Waited: eval.Millis(3 * time.Second)},
			},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := &steps{t: t, do: tc.do}
				tc.policy.Jitter = fixed(0.5)
				ctx := eval.WithScope(t.Context(), eval.Scope{Role: eval.RoleJudge})
				req := &llm.Request{}
				start := time.Now()
				resp, err := llm.Retry(m, tc.policy).Stream(ctx, req, nil)
				if err != nil {
					t.Fatal(err)
				}
				m.checkUsed()
				if took := time.Since(start); took != tc.took {
					t.Errorf("took %v, want %v", took, tc.took)
				}
				want := &llm.Response{
					Content:  "hi",
					Attempts: tc.attempts,
					Usage:    eval.Usage{Calls: 1, Attempts: len(tc.do)},
				}
				if diff := cmp.Diff(want, resp); diff != "" {
					t.Error(diff)
				}
				for i, n := range m.seen {
					if n != i+1 {
						t.Errorf("request %d says it is attempt %d", i+1, n)
					}
				}
				if req.Attempt != 0 {
					t.Error("the caller's request was changed")
				}
			})
		})
	}
}

func TestRetryGivesUp(t *testing.T) {
	t.Parallel()
	bad := llm.Error{Status: 400, Message: "api answered 400: no such option"}
	cut := llm.Error{Status: 200, Message: "api cut the stream off", Retryable: true}
	cases := map[string]struct {
		do       []step
		attempts int // allowed
		deadline time.Duration
		took     time.Duration
		want     string
	}{
		"a failure that lasts keeps its text": {
			do:   []step{fails(bad, 0)},
			want: "api answered 400: no such option",
		},
		"a single attempt keeps its text": {
			do:       []step{fails(busy(0), 0)},
			attempts: 1,
			want:     "api answered 429: slow down",
		},
		"the number of attempts and the time waited are said": {
			do:       []step{fails(busy(10*time.Second), 0), fails(busy(10*time.Second), 0), fails(busy(11*time.Second), 0), fails(busy(0), 0)},
			attempts: 4,
			took:     31 * time.Second,
			want:     "429 after 4 attempts (waited 31s): api answered 429: slow down",
		},
		"a lasting failure after a passing one ends it": {
			do:   []step{fails(busy(1500*time.Millisecond), 0), fails(bad, 0)},
			took: 1500 * time.Millisecond,
			want: "400 after 2 attempts (waited 1.5s): api answered 400: no such option",
		},
		"no status at all is no answer": {
			do:       []step{fails(refusedOnce, 0), fails(refusedOnce, 0)},
			attempts: 2,
			want:     "no answer after 2 attempts: cannot reach api",
		},
		"a broken answer with a good status is no answer": {
			do:       []step{fails(cut, 0), fails(cut, 0)},
			attempts: 2,
			want:     "no answer after 2 attempts: api cut the stream off",
		},
		"once a delta arrived nothing is asked again": {
			do:   []step{failsAfterDelta(cut)},
			want: "api cut the stream off",
		},
		"a wait that does not fit the deadline is not begun": {
			do:       []step{fails(busy(2*time.Minute), 5*time.Second)},
			deadline: 35 * time.Second,
			took:     5 * time.Second,
			want:     "429 after 1 attempt; asked to wait 2m0s, but the deadline leaves 30s: api answered 429: slow down",
		},
		"a wait beyond all time does not overflow": {
			do:       []step{fails(busy(1<<63-1), 0)},
			deadline: time.Minute,
			want:     "429 after 1 attempt; asked to wait 2562047h47m16.854775807s, but the deadline leaves 1m0s: api answered 429: slow down",
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if tc.deadline > 0 {
					var cancel context.CancelFunc
					ctx, cancel = context.WithTimeout(ctx, tc.deadline)
					defer cancel()
				}
				m := &steps{t: t, do: tc.do}
				model := llm.Retry(m, llm.Policy{MaxAttempts: tc.attempts, Jitter: fixed(0)})
				start := time.Now()
				_, err := model.Stream(ctx, &llm.Request{}, nil)
				if took := time.Since(start); took != tc.took {
					t.Errorf("took %v, want %v", took, tc.took)
				}
				m.checkUsed()
				var fault *llm.Error
				if !errors.As(err, &fault) {
					t.Fatalf("got %v, want an *llm.Error", err)
				}
				if fault.Message != tc.want {
					t.Errorf("got  %s\nwant %s", fault.Message, tc.want)
				}
				if late := strings.Contains(tc.want, "the deadline leaves"); fault.Late != late {
					t.Errorf("late: %t, want %t", fault.Late, late)
				}
				if len(fault.Attempts) != len(tc.do) {
					t.Errorf("%d attempts are known, want %d", len(fault.Attempts), len(tc.do))
				}
			})
		})
	}
}

func TestRetryOwnWaitMustFitToo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		m := &steps{t: t, do: []step{fails(refusedOnce, 0)}}
		_, err := llm.Retry(m, llm.Policy{Base: 8 * time.Second, Jitter: fixed(0.5)}).Stream(ctx, &llm.Request{}, nil)
		want := "no answer after 1 attempt; the next wait would be 4s, but the deadline leaves 1s: cannot reach api"
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	})
}

func TestRetryDropsJitterThatDoesNotFit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		m := &steps{t: t, do: []step{fails(busy(4900*time.Millisecond), 0), answers("hi")}}
		resp, err := llm.Retry(m, llm.Policy{Jitter: fixed(0.9)}).Stream(ctx, &llm.Request{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if waited := resp.Attempts[0].Waited.Duration(); waited != 4900*time.Millisecond {
			t.Errorf("waited %v, want what the provider asked for", waited)
		}
	})
}

func TestRetryEndsWithItsContext(t *testing.T) {
	t.Parallel()
	hang := fails(llm.Error{}, time.Hour)
	cases := map[string]struct {
		do    []step
		limit time.Duration // of the context; after it the deadline passes
		stop  time.Duration // when it is cancelled instead
		want  string
		is    error
	}{
		"the deadline passes in the first request": {
			do: []step{hang}, limit: 3 * time.Second, is: context.DeadlineExceeded,
			want: "the deadline passed while waiting for an answer",
		},
		"the deadline passes in a later request": {
			do: []step{fails(busy(time.Second), 0), hang}, limit: 3 * time.Second, is: context.DeadlineExceeded,
			want: "the deadline passed while waiting for an answer after 1 failed attempt (waited 1s): api answered 429: slow down",
		},
		"a failure that passes comes with the deadline": {
			do: []step{func(ctx context.Context, _ func(llm.Delta) error) (*llm.Response, error) {
				<-ctx.Done()
				e := busy(0)
				return nil, &e
			}}, limit: 3 * time.Second, is: context.DeadlineExceeded,
			want: "the deadline passed after 1 failed attempt: api answered 429: slow down",
		},
		"the caller cancels a wait": {
			do: []step{fails(busy(20*time.Second), 0)}, stop: 3 * time.Second, is: context.Canceled,
			want: "cancelled after 1 failed attempt (waited 3s): api answered 429: slow down",
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if tc.limit > 0 {
					ctx, cancel = context.WithTimeout(ctx, tc.limit)
					defer cancel()
				} else {
					time.AfterFunc(tc.stop, cancel)
				}
				m := &steps{t: t, do: tc.do}
				_, err := llm.Retry(m, llm.Policy{Jitter: fixed(0)}).Stream(ctx, &llm.Request{}, nil)
				m.checkUsed()
				if !errors.Is(err, tc.is) {
					t.Errorf("%v is not %v", err, tc.is)
				}
				var fault *llm.Error
				if !errors.As(err, &fault) || fault.Message != tc.want {
					t.Errorf("got  %v\nwant %s", err, tc.want)
				} else if len(fault.Attempts) != len(tc.do) {
					t.Errorf("%d attempts are known, want %d", len(fault.Attempts), len(tc.do))
				}
			})
		})
	}
}

func TestRetryPassesTheCallersErrorOn(t *testing.T) {
	t.Parallel()
	stop := fmt.Errorf("enough: %w", &llm.Error{Retryable: true})
	m := &steps{t: t, do: []step{answers("hi")}}
	_, err := llm.Retry(m, llm.Policy{}).Stream(t.Context(), &llm.Request{}, func(llm.Delta) error { return stop })
	if err != stop {
		t.Errorf("got %v, want the error of onDelta itself", err)
	}
}

func TestRetryPassesUnknownErrorsOn(t *testing.T) {
	t.Parallel()
	odd := errors.New("odd")
	m := &steps{t: t, do: []step{func(context.Context, func(llm.Delta) error) (*llm.Response, error) { return nil, odd }}}
	if _, err := llm.Retry(m, llm.Policy{}).Stream(t.Context(), &llm.Request{}, nil); err != odd {
		t.Errorf("got %v, want %v", err, odd)
	}
}

func TestARequestThatCannotBeMadeIsNoAttempt(t *testing.T) {
	t.Parallel()
	m := &steps{t: t, do: []step{fails(llm.Error{Unsent: true, Message: "the request cannot be made: no"}, 0)}}
	_, err := llm.Retry(llm.Limited(m, llm.NewLimiter(llm.Limits{})), llm.Policy{}).Stream(t.Context(), &llm.Request{}, nil)
	if err == nil || err.Error() != "the request cannot be made: no" {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff(eval.Usage{}, llm.FailedUsage(err)); diff != "" {
		t.Error(diff)
	}
}

func TestRetryKnowsWhetherEveryRequestWasRejected(t *testing.T) {
	t.Parallel()
	rejected := llm.Error{Status: 429, Rejected: true, Retryable: true}
	stated := llm.Error{Status: 429, Retryable: true}
	late := llm.Error{Status: 429, Rejected: true, Retryable: true, RetryAfter: time.Minute}
	cases := map[string]struct {
		do   []step
		stop bool // the caller does, while the next request waits
		want bool
	}{
		"all were":                           {do: []step{fails(rejected, 0), fails(rejected, 0), fails(rejected, 0)}, want: true},
		"the first only says so":             {do: []step{fails(stated, 0), fails(rejected, 0), fails(rejected, 0)}},
		"the last only says so":              {do: []step{fails(rejected, 0), fails(rejected, 0), fails(stated, 0)}},
		"all were until the caller gave up":  {do: []step{fails(late, 0)}, stop: true, want: true},
		"one was not until the caller ended": {do: []step{fails(stated, 0), fails(late, 0)}, stop: true},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if tc.stop {
					time.AfterFunc(30*time.Second, cancel)
				}
				m := &steps{t: t, do: tc.do}
				_, err := llm.Retry(m, llm.Policy{Jitter: fixed(0)}).Stream(ctx, &llm.Request{}, nil)
				m.checkUsed()
				var fault *llm.Error
				if !errors.As(err, &fault) || fault.Rejected != tc.want {
					t.Errorf("got %+v", fault)
				}
				if free := llm.FailedUsage(err).TotalTokens != nil; free != tc.want {
					t.Errorf("free is %v", free)
				}
			})
		})
	}
}
