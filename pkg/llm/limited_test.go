package llm_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// visit is one request a provider saw: who asked, and when.
type visit struct {
	name string
	came time.Duration
}

// desk is a provider that writes down who came. A request's first message is
// a name, and serving says what becomes of it.
type desk struct {
	mu      sync.Mutex
	began   time.Time
	visits  []visit
	flying  int
	most    int
	serving func(ctx context.Context, name string, attempt int) (*llm.Response, error)
}

func newDesk(serving func(ctx context.Context, name string, attempt int) (*llm.Response, error)) *desk {
	return &desk{began: time.Now(), serving: serving}
}

func (d *desk) Stream(ctx context.Context, req *llm.Request, _ func(llm.Delta) error) (*llm.Response, error) {
	name := req.Messages[0].Content.Text
	d.mu.Lock()
	d.visits = append(d.visits, visit{name, time.Since(d.began)})
	d.flying++
	d.most = max(d.most, d.flying)
	d.mu.Unlock()
	resp, err := d.serving(ctx, name, req.Attempt)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.flying--
	return resp, err
}

// came are the visits in their order, as "name at".
func (d *desk) came() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := make([]string, len(d.visits))
	for i, v := range d.visits {
		list[i] = v.name + " " + v.came.String()
	}
	return list
}

func asks(name string) *llm.Request {
	return &llm.Request{Messages: []eval.Message{{Role: "user", Content: eval.Content{Text: name}}}}
}

// serves takes as long for each request, and as many tokens.
func serves(took time.Duration, tokens int64) func(context.Context, string, int) (*llm.Response, error) {
	return func(ctx context.Context, _ string, _ int) (*llm.Response, error) {
		select {
		case <-time.After(took):
			return &llm.Response{Usage: eval.Usage{TotalTokens: &tokens, CompletionTokens: &tokens, Calls: 1, Attempts: 1}}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// inTurn asks for each name in a goroutine of its own, one after the other in
// no time, and waits for all.
func inTurn(t *testing.T, m llm.Model, names ...string) {
	t.Helper()
	var all sync.WaitGroup
	for _, name := range names {
		all.Go(func() {
			if _, err := m.Stream(t.Context(), asks(name), nil); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		})
		synctest.Wait()
	}
	all.Wait()
}

func same(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), strings.Join(want, ", "))
	}
}

func TestRequestsGoInTheOrderTheyCame(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		limits llm.Limits
		took   time.Duration
		want   []string
	}{
		"without limits all go at once":  {llm.Limits{}, time.Second, []string{"a 0s", "b 0s", "c 0s"}},
		"a rate spreads them":            {llm.Limits{RPS: 0.5}, time.Second, []string{"a 0s", "b 2s", "c 4s"}},
		"one at a time":                  {llm.Limits{Concurrency: 1}, 3 * time.Second, []string{"a 0s", "b 3s", "c 6s"}},
		"two at a time":                  {llm.Limits{Concurrency: 2}, 3 * time.Second, []string{"a 0s", "b 0s", "c 3s"}},
		"the narrower of two limits":     {llm.Limits{RPS: 1, Concurrency: 1}, 3 * time.Second, []string{"a 0s", "b 3s", "c 6s"}},
		"the other one where it is less": {llm.Limits{RPS: 0.25, Concurrency: 1}, 3 * time.Second, []string{"a 0s", "b 4s", "c 8s"}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(serves(tc.took, 10))
				inTurn(t, llm.Limited(d, llm.NewLimiter(tc.limits)), "a", "b", "c")
				same(t, d.came(), tc.want...)
			})
		})
	}
}

func TestTokensAreGuessedAndThenCorrected(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		tpm    int64
		limit  string // max_tokens
		tokens int64  // that an answer takes
		want   []string
	}{
		// Each request is taken to need 8 tokens and its answer's limit.
		"what was not needed is given back": {600, "292", 100, []string{"a 0s", "b 1s", "c 2s"}},
		"what was needed beyond is a debt":  {600, "292", 700, []string{"a 0s", "b 40s", "c 1m50s"}},
		"more than the budget goes alone":   {600, "1192", 1200, []string{"a 0s", "b 2m0s", "c 4m0s"}},
		"without a limit by what came":      {6000, "", 3000, []string{"a 0s", "b 1s", "c 30.08s"}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(serves(time.Second, tc.tokens))
				m := llm.Limited(d, llm.NewLimiter(llm.Limits{TPM: tc.tpm}))
				for _, name := range []string{"a", "b", "c"} {
					req := asks(name)
					if tc.limit != "" {
						req.Options = llm.Options{"max_tokens": eval.Trusted(tc.limit)}
					}
					if _, err := m.Stream(t.Context(), req, nil); err != nil {
						t.Fatal(err)
					}
				}
				same(t, d.came(), tc.want...)
			})
		})
	}
}

func TestRetryAfterHoldsAllBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(nil)
		d.serving = func(ctx context.Context, name string, attempt int) (*llm.Response, error) {
			if name == "a" && attempt == 1 {
				e := busy(20 * time.Second)
				return nil, &e
			}
			return serves(time.Second, 1)(ctx, name, attempt)
		}
		l := llm.NewLimiter(llm.Limits{})
		m := llm.Retry(llm.Limited(d, l), llm.Policy{Jitter: fixed(0.5)})
		inTurn(t, m, "a", "b", "c", "d", "e")
		came := map[time.Duration]int{}
		for _, v := range d.visits[1:] {
			if v.came < 20*time.Second || v.came > 26*time.Second {
				t.Errorf("%s went after %v, but the provider asked for 20s", v.name, v.came)
			}
			came[v.came]++
		}
		if len(came) < 4 {
			t.Errorf("all went in one moment: %v", d.visits)
		}
	})
}

func TestTheWaitOfAnErrorThatIsFinalHoldsNobodyBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(nil)
		d.serving = func(ctx context.Context, name string, attempt int) (*llm.Response, error) {
			if name == "a" {
				return nil, &llm.Error{Status: 400, Message: "no", RetryAfter: time.Hour}
			}
			return serves(time.Second, 1)(ctx, name, attempt)
		}
		m := llm.Retry(llm.Limited(d, llm.NewLimiter(llm.Limits{})), llm.Policy{Jitter: fixed(0.5)})
		if _, err := m.Stream(t.Context(), asks("a"), nil); err == nil {
			t.Fatal("no error")
		}
		if resp, err := m.Stream(t.Context(), asks("b"), nil); err != nil || resp.Queued != 0 {
			t.Errorf("got %v, %v", resp, err)
		}
	})
}

func TestWaitingIsReportedApart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(nil)
		d.serving = func(ctx context.Context, name string, attempt int) (*llm.Response, error) {
			if name == "b" && attempt == 1 {
				<-time.After(time.Second)
				return nil, &llm.Error{Status: 500, Message: "boom", Retryable: true}
			}
			return serves(3*time.Second, 1)(ctx, name, attempt)
		}
		l := llm.NewLimiter(llm.Limits{Concurrency: 1})
		m := llm.Retry(llm.Limited(d, l), llm.Policy{Jitter: fixed(0.5)})
		var all sync.WaitGroup
		for _, name := range []string{"a", "b", "c"} {
			all.Go(func() {
				resp, err := m.Stream(t.Context(), asks(name), nil)
				if err != nil {
					t.Error(err)
					return
				}
				// b waits 3s for a, fails in 1s, waits 500ms of its own, and
				// then 2.5s for c.
				want := map[string]time.Duration{"a": 0, "b": 5500 * time.Millisecond, "c": 4 * time.Second}[name]
				if resp.Queued != want {
					t.Errorf("%s waited %v, want %v", name, resp.Queued, want)
				}
				if name == "b" && (resp.Attempts[0].Elapsed.Duration() != time.Second || resp.Attempts[0].Waited.Duration() != 500*time.Millisecond) {
					t.Errorf("%+v", resp.Attempts)
				}
			})
			synctest.Wait()
		}
		all.Wait()
	})
}

func TestAWaitThatDoesNotFitTheDeadlineIsNotBegun(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		limits llm.Limits
		before int // requests that are there already
		want   string
	}{
		"of a rate": {
			llm.Limits{RPS: 0.02}, 4,
			"max_rps 0.02 lets this request go in 3m20s, but the deadline leaves 2m0s (lower --parallel, raise max_rps, --timeout or --max-time)",
		},
		"of tokens": {
			llm.Limits{TPM: 600}, 4,
			"max_tpm 600 lets this request go in 3m19s, but the deadline leaves 2m0s (lower --parallel, raise max_tpm, --timeout or --max-time)",
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				d := newDesk(serves(time.Second, 512+8))
				m := llm.Retry(llm.Limited(d, llm.NewLimiter(tc.limits)), llm.Policy{})
				run, cancel := context.WithCancel(t.Context())
				defer cancel()
				for range tc.before {
					go func() { _, _ = m.Stream(run, asks("x"), nil) }()
					synctest.Wait()
				}
				if tc.limits.TPM > 0 {
					<-time.After(2 * time.Second) // the first answer says what it took
				}
				ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
				defer stop()
				start := time.Now()
				_, err := m.Stream(ctx, asks("late"), nil)
				var fault *llm.Error
				if !errors.As(err, &fault) {
					t.Fatalf("got %v", err)
				}
				if fault.Message != tc.want {
					t.Errorf("got  %s\nwant %s", fault.Message, tc.want)
				}
				if fault.Retryable || !fault.Unsent || len(fault.Attempts) != 0 || time.Since(start) != 0 || llm.FailedUsage(err).Calls != 0 {
					t.Errorf("%+v after %v", fault, time.Since(start))
				}
			})
		})
	}
}

func TestAWaitThatStopsFittingEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(func(context.Context, string, int) (*llm.Response, error) {
			<-time.After(5 * time.Second)
			e := busy(10 * time.Minute)
			return nil, &e
		})
		m := llm.Retry(llm.Limited(d, llm.NewLimiter(llm.Limits{Concurrency: 1})), llm.Policy{MaxAttempts: 1})
		var all sync.WaitGroup
		all.Go(func() { _, _ = m.Stream(t.Context(), asks("a"), nil) })
		synctest.Wait()
		ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
		defer stop()
		_, err := m.Stream(ctx, asks("b"), nil)
		var fault *llm.Error
		want := "the provider's Retry-After lets this request go in 10m0s, but the deadline leaves 1m55s (raise --timeout or --max-time)"
		if !errors.As(err, &fault) || fault.Message != want || fault.Queued != 5*time.Second {
			t.Errorf("got  %+v\nwant %s", err, want)
		}
		all.Wait()
	})
}

func TestARefusalAfterAFailureTellsOfBoth(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		d := newDesk(func(context.Context, string, int) (*llm.Response, error) {
			return nil, &llm.Error{Status: 500, Message: "api answered 500", Retryable: true}
		})
		m := llm.Retry(llm.Limited(d, llm.NewLimiter(llm.Limits{RPS: 0.01})), llm.Policy{Jitter: fixed(0)})
		_, err := m.Stream(ctx, asks("a"), nil)
		var fault *llm.Error
		want := "500 after 1 attempt; max_rps 0.01 lets this request go in 1m40s, but the deadline leaves 1m0s (lower --parallel, raise max_rps, --timeout or --max-time): api answered 500"
		if !errors.As(err, &fault) || fault.Message != want || len(fault.Attempts) != 1 || fault.Unsent || !fault.Late {
			t.Errorf("got  %+v\nwant %s", err, want)
		}
	})
}

func TestCancelFreesThePlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(serves(10*time.Second, 1))
		m := llm.Retry(llm.Limited(d, llm.NewLimiter(llm.Limits{RPS: 1, Concurrency: 1})), llm.Policy{})
		var all sync.WaitGroup
		all.Go(func() { _, _ = m.Stream(t.Context(), asks("a"), nil) })
		synctest.Wait()
		for _, c := range []struct {
			after time.Duration
			cause error
			want  string
		}{
			{3 * time.Second, context.Canceled, "cancelled while waiting for the connector's limits"},
			{4 * time.Second, context.DeadlineExceeded, "the deadline passed while waiting for the connector's limits"},
		} {
			all.Go(func() {
				ctx, stop := context.WithCancel(t.Context())
				if c.cause == context.DeadlineExceeded {
					ctx, stop = context.WithTimeout(t.Context(), c.after)
				} else {
					time.AfterFunc(c.after, stop)
				}
				defer stop()
				_, err := m.Stream(ctx, asks("gone"), nil)
				var fault *llm.Error
				if !errors.Is(err, c.cause) || !errors.As(err, &fault) || fault.Message != c.want || fault.Queued != c.after || len(fault.Attempts) != 0 {
					t.Errorf("got %+v, want %s", err, c.want)
				}
			})
			synctest.Wait()
		}
		all.Go(func() { _, _ = m.Stream(t.Context(), asks("b"), nil) })
		all.Wait()
		same(t, d.came(), "a 0s", "b 10s")
	})
}

func TestAContextThatEndsAfterTheQueueSaysWhatWasWaited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDesk(serves(10*time.Second, 1))
		m := llm.Retry(llm.Limited(d, llm.NewLimiter(llm.Limits{Concurrency: 1})), llm.Policy{})
		var all sync.WaitGroup
		all.Go(func() { _, _ = m.Stream(t.Context(), asks("a"), nil) })
		synctest.Wait()
		ctx, stop := context.WithTimeout(t.Context(), 15*time.Second)
		defer stop()
		_, err := m.Stream(ctx, asks("b"), nil)
		var fault *llm.Error
		if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &fault) || fault.Queued != 10*time.Second || len(fault.Attempts) != 1 || fault.Unsent {
			t.Fatalf("got %+v", err)
		}
		if took := fault.Attempts[0].Elapsed.Duration(); took != 5*time.Second {
			t.Errorf("the attempt took %v, want what it took in flight", took)
		}
		all.Wait()
	})
}

func TestAnErrorOfTheCallerComesBackAsItIs(t *testing.T) {
	t.Parallel()
	stop := &llm.Error{Message: "enough"}
	m := &steps{t: t, do: []step{answers("hi")}}
	_, err := llm.Limited(m, llm.NewLimiter(llm.Limits{})).Stream(t.Context(), &llm.Request{}, func(llm.Delta) error { return stop })
	if err != stop {
		t.Errorf("got %v", err)
	}
}

func TestAPanicLeavesThePlace(t *testing.T) {
	t.Parallel()
	m := llm.Limited(&steps{t: t, do: []step{
		func(context.Context, func(llm.Delta) error) (*llm.Response, error) { panic("boom") }, answers("hi"),
	}}, llm.NewLimiter(llm.Limits{Concurrency: 1}))
	func() {
		defer func() { _ = recover() }()
		_, _ = m.Stream(t.Context(), &llm.Request{}, nil)
	}()
	if _, err := m.Stream(t.Context(), &llm.Request{}, nil); err != nil {
		t.Error(err)
	}
}

// Whatever comes, in whatever order: never more at once than allowed, never
// faster, first come first served, and everyone gets through.
func TestLimitsHoldWhateverComes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		limits := llm.Limits{
			RPS:         rapid.SampledFrom([]float64{0, 0.3, 1, 7, 40}).Draw(r, "rps"),
			TPM:         rapid.SampledFrom([]int64{0, 50, 2000, 100_000}).Draw(r, "tpm"),
			Concurrency: rapid.IntRange(0, 4).Draw(r, "concurrency"),
		}
		n := rapid.IntRange(1, 25).Draw(r, "requests")
		pauses := rapid.SliceOfN(rapid.Int64Range(0, 3000), n, n).Draw(r, "pauses in ms")
		took := rapid.SliceOfN(rapid.Int64Range(0, 9000), n, n).Draw(r, "took in ms")
		impatient := rapid.SliceOfN(rapid.SampledFrom([]time.Duration{0, 0, 0, 4 * time.Second}), n, n).Draw(r, "deadlines")
		synctest.Test(t, func(t *testing.T) {
			d := newDesk(func(ctx context.Context, name string, _ int) (*llm.Response, error) {
				return serves(time.Duration(took[len(name)])*time.Millisecond, 40)(ctx, name, 1)
			})
			m := llm.Limited(d, llm.NewLimiter(limits))
			var all sync.WaitGroup
			for i := range n {
				all.Go(func() {
					ctx := t.Context()
					if impatient[i] > 0 {
						var stop context.CancelFunc
						ctx, stop = context.WithTimeout(ctx, impatient[i])
						defer stop()
					}
					if _, err := m.Stream(ctx, asks(strings.Repeat("x", i)), nil); err != nil && impatient[i] == 0 {
						t.Errorf("request %d: %v", i, err)
					}
				})
				<-time.After(time.Duration(pauses[i]) * time.Millisecond)
				synctest.Wait()
			}
			all.Wait()
			if limits.Concurrency > 0 && d.most > limits.Concurrency {
				t.Errorf("%d at once, want at most %d", d.most, limits.Concurrency)
			}
			for i, first := range d.visits {
				for j, last := range d.visits[i:] {
					if burst := max(1, int(limits.RPS/10)); limits.RPS > 0 && j+1 > burst+int((last.came-first.came).Seconds()*limits.RPS) {
						t.Errorf("%d requests within %v", j+1, last.came-first.came)
					}
					if last.came > first.came && len(last.name) < len(first.name) {
						t.Errorf("request %d went after %d", len(last.name), len(first.name))
					}
				}
			}
		})
	})
}
