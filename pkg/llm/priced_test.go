package llm_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

type constant struct {
	resp *llm.Response
	err  error
}

func (c constant) Stream(context.Context, *llm.Request, func(llm.Delta) error) (*llm.Response, error) {
	return c.resp, c.err
}

func TestPriced(t *testing.T) {
	t.Parallel()
	known := eval.Usage{PromptTokens: new(int64(2_000)), CompletionTokens: new(int64(500)), Calls: 1, Attempts: 1}
	stated := known
	stated.CostUSD = new(0.5)
	half := known
	half.CompletionTokens = nil
	cached := known
	cached.CacheReadTokens, cached.CacheWriteTokens = new(int64(1_000)), new(int64(400))
	uncached := known
	uncached.CacheReadTokens, uncached.CacheWriteTokens = new(int64(0)), new(int64(0))
	odd := known
	odd.CacheReadTokens = new(int64(2_001))
	plain := llm.Prices{PromptPerMillion: new(2.5), CompletionPerMillion: new(10.0)}
	reading, both := plain, plain
	reading.CacheReadPerMillion, both.CacheReadPerMillion = new(1.25), new(1.25)
	both.CacheWritePerMillion = new(3.0)
	free := llm.Prices{
		PromptPerMillion: new(0.0), CompletionPerMillion: new(0.0), CacheReadPerMillion: new(0.0), CacheWritePerMillion: new(0.0),
	}
	cases := map[string]struct {
		usage  eval.Usage
		prices llm.Prices
		want   *float64
		why    string
	}{
		"tokens and prices make a cost":     {known, llm.Prices{PromptPerMillion: new(2.5), CompletionPerMillion: new(10.0)}, new(0.01), ""},
		"a free model costs nothing":        {known, llm.Prices{PromptPerMillion: new(0.0), CompletionPerMillion: new(0.0)}, new(0.0), ""},
		"without prices it is unknown":      {known, llm.Prices{}, nil, "the price of a model call is not known"},
		"with one price it is unknown":      {known, llm.Prices{PromptPerMillion: new(2.5)}, nil, "the price of a model call is not known"},
		"with unknown tokens it is unknown": {half, plain, nil, "the provider did not report its tokens"},
		"a cost the model states is kept":   {stated, llm.Prices{PromptPerMillion: new(2.5), CompletionPerMillion: new(10.0)}, new(0.5), ""},
		// 600 x 2.5 + 1000 x 1.25 + 400 x 3 + 500 x 10, a million for a dollar
		"cached tokens have their own prices":  {cached, both, new(0.00895), ""},
		"a cache that was not used is free":    {uncached, plain, new(0.01), ""},
		"a cache may be free":                  {cached, free, new(0.0), ""},
		"reading without its price is unknown": {cached, plain, nil, `1000 prompt tokens came from the provider's cache, and the price "cache_read" is missing`},
		"writing without its price is unknown": {cached, reading, nil, `400 prompt tokens went into the provider's cache, and the price "cache_write" is missing`},
		"no prompt is shorter than its parts":  {odd, both, nil, "the provider reports more cached tokens than its prompt has"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inner := &llm.Response{Usage: tc.usage}
			resp, err := llm.Priced(constant{resp: inner}, tc.prices).Stream(t.Context(), &llm.Request{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, resp.Usage.CostUSD); diff != "" {
				t.Error(diff)
			}
			if resp.Unpriced != tc.why {
				t.Errorf("got  %s\nwant %s", resp.Unpriced, tc.why)
			}
			if diff := cmp.Diff(tc.usage, inner.Usage); diff != "" {
				t.Error("the model's own response was changed", diff)
			}
		})
	}
}

func TestPricedHeedsAModelWhoseTokensMakeNoCost(t *testing.T) {
	t.Parallel()
	inner := &llm.Response{
		Usage: eval.Usage{PromptTokens: new(int64(1)), CompletionTokens: new(int64(1)), Calls: 1, Attempts: 1}, Unpriced: "it searched the web",
	}
	prices := llm.Prices{PromptPerMillion: new(1.0), CompletionPerMillion: new(1.0)}
	resp, err := llm.Priced(constant{resp: inner}, prices).Stream(t.Context(), &llm.Request{}, nil)
	if err != nil || resp.Usage.CostUSD != nil || resp.Unpriced != "it searched the web" {
		t.Errorf("got %+v, %v", resp, err)
	}
}

func TestPricedPassesErrorsOn(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	prices := llm.Prices{PromptPerMillion: new(1.0), CompletionPerMillion: new(1.0)}
	if _, err := llm.Priced(constant{err: boom}, prices).Stream(t.Context(), &llm.Request{}, nil); err != boom {
		t.Errorf("got %v", err)
	}
}

func TestFailedUsage(t *testing.T) {
	t.Parallel()
	after := func(statuses ...int) error {
		e := &llm.Error{Rejected: true}
		for i, s := range statuses {
			e.Attempts = append(e.Attempts, eval.Attempt{Number: i + 1, Status: s})
		}
		return e
	}
	stated := &llm.Error{Attempts: []eval.Attempt{{Number: 1, Status: 429}}}
	free := func(attempts int) eval.Usage {
		return eval.Usage{
			PromptTokens: new(int64), CompletionTokens: new(int64), TotalTokens: new(int64), CostUSD: new(float64),
			Calls: 1, Attempts: attempts,
		}
	}
	cases := map[string]struct {
		err  error
		want eval.Usage
	}{
		"requests that were turned down cost nothing":    {after(429, 429, 401), free(3)},
		"what a broken server took is unknown":           {after(429, 500), eval.Usage{Calls: 1, Attempts: 2}},
		"what a cut answer took is unknown":              {after(200), eval.Usage{Calls: 1, Attempts: 1}},
		"what an answer that states 429 took is unknown": {stated, eval.Usage{Calls: 1, Attempts: 1}},
		"what a slow request took is unknown":            {after(408), eval.Usage{Calls: 1, Attempts: 1}},
		"no answer at all is unknown":                    {after(0), eval.Usage{Calls: 1, Attempts: 1}},
		"an error without attempts counts no call":       {after(), eval.Usage{}},
		"another error counts no call":                   {errors.New("boom"), eval.Usage{}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tc.want, llm.FailedUsage(tc.err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
