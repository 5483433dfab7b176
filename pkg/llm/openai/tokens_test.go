package openai_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
)

func TestUsageIsUnknownWhereItIsNotSound(t *testing.T) {
	t.Parallel()
	n := func(n int64) *int64 { return &n }
	cached := func(u eval.Usage, read, written *int64) eval.Usage {
		u.CacheReadTokens, u.CacheWriteTokens = read, written
		return u
	}
	cases := map[string]struct {
		usages []string
		want   eval.Usage
	}{
		"a total less than its parts":                {[]string{`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":3}`}, usage(n(10), n(5), nil)},
		"a total that was not filled in":             {[]string{`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":0}`}, usage(n(10), n(5), nil)},
		"a total less than the one known part":       {[]string{`{"prompt_tokens":10,"total_tokens":3}`}, usage(n(10), nil, nil)},
		"no total":                                   {[]string{`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":null}`}, usage(n(10), n(5), n(15))},
		"a total that is no count":                   {[]string{`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":-1}`}, usage(n(10), n(5), nil)},
		"negative counts":                            {[]string{`{"prompt_tokens":-1,"completion_tokens":5,"total_tokens":20}`}, usage(nil, n(5), n(20))},
		"fractional counts":                          {[]string{`{"prompt_tokens":10,"completion_tokens":2.5}`}, usage(n(10), nil, nil)},
		"a later count that is none":                 {[]string{`{"prompt_tokens":10,"completion_tokens":5}`, `{"prompt_tokens":10,"completion_tokens":-5}`}, usage(n(10), nil, nil)},
		"a later null keeps what was said":           {[]string{`{"prompt_tokens":10,"completion_tokens":5}`, `{"prompt_tokens":null,"completion_tokens":6}`}, usage(n(10), n(6), n(16))},
		"zeros of a server that counts none":         {[]string{`{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0}`}, unknown},
		"zero for a prompt in the cache":             {[]string{`{"prompt_tokens":0,"completion_tokens":5,"total_tokens":5}`}, usage(nil, n(5), nil)},
		"reasoning beside the answer is put into it": {[]string{`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":40,"completion_tokens_details":{"reasoning_tokens":25}}`}, usage(n(10), n(30), n(40))},
		"reasoning within the answer stays there":    {[]string{`{"prompt_tokens":10,"completion_tokens":30,"total_tokens":40,"completion_tokens_details":{"reasoning_tokens":25}}`}, usage(n(10), n(30), n(40))},
		"what a cache read":                          {[]string{`{"prompt_tokens":10,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":8}}`}, cached(usage(n(10), n(5), n(15)), n(8), nil)},
		"what a cache did not read":                  {[]string{`{"prompt_tokens":10,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":0}}`}, cached(usage(n(10), n(5), n(15)), n(0), nil)},
		"what a cache wrote":                         {[]string{`{"prompt_tokens":10,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":1,"cache_write_tokens":9}}`}, cached(usage(n(10), n(5), n(15)), n(1), n(9))},
		"Moonshot's name for it":                     {[]string{`{"prompt_tokens":10,"completion_tokens":5,"cached_tokens":8}`}, cached(usage(n(10), n(5), n(15)), n(8), nil)},
		"a cache that read of an unknown prompt":     {[]string{`{"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":1}}`}, usage(nil, n(5), nil)},
		"details that are null or none":              {[]string{`{"prompt_tokens":10,"completion_tokens":5,"prompt_tokens_details":null,"completion_tokens_details":[]}`}, usage(n(10), n(5), n(15))},
		"a cost of any server":                       {[]string{`{"prompt_tokens":10,"completion_tokens":5,"cost":0.5}`}, usage(n(10), n(5), n(15))},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			chunks := []string{`{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}`}
			for _, u := range tc.usages {
				chunks = append(chunks, `{"choices":[],"usage":`+u+`}`)
			}
			checkAnswer(t, wiretest.Stream(events(append(chunks, "[DONE]")...)), hello, llm.Response{Content: "Hi", FinishReason: "stop", Usage: tc.want})
		})
	}
	t.Run("a total with tokens that nobody explains makes no cost", func(t *testing.T) {
		t.Parallel()
		checkAnswer(t, wiretest.Stream(events(`{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":40}}`)), hello,
			llm.Response{Content: "Hi", FinishReason: "stop", Usage: usage(n(10), n(5), n(40)),
				Unpriced: "the usage counts tokens in its total that are neither of the prompt nor of the answer"})
	})
	for name, details := range map[string]string{
		"more from a cache than there is":  `{"cached_tokens":11}`,
		"more into a cache than there is":  `{"cached_tokens":1,"cache_write_tokens":11}`,
		"what is no count, from a cache":   `{"cached_tokens":-1}`,
		"what is not even a number, there": `{"cached_tokens":"8"}`,
	} {
		t.Run(name+" makes no cost", func(t *testing.T) {
			t.Parallel()
			want := usage(n(10), n(5), n(15))
			if strings.Contains(details, "write") {
				want.CacheReadTokens = n(1)
			}
			checkAnswer(t, wiretest.Stream(events(`{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5,"prompt_tokens_details":`+details+`}}`)), hello,
				llm.Response{Content: "Hi", FinishReason: "stop", Usage: want, Unpriced: "how many tokens of the prompt went through a cache is not known"})
		})
	}
	t.Run("an empty answer is of no tokens", func(t *testing.T) {
		t.Parallel()
		checkAnswer(t, wiretest.Reply(200, "application/json", `{"choices":[{"message":{"content":""},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":0,"total_tokens":9}}`), hello,
			llm.Response{FinishReason: "stop", Usage: usage(n(9), n(0), n(9))})
	})
}
