package openai_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

func TestUsageIsUnknownWhereItIsNotSound(t *testing.T) {
	t.Parallel()
	n := func(n int64) *int64 { return &n }
	cases := map[string]struct {
		usages []string
		want   eval.Usage
	}{
		"a total less than its parts":          {[]string{`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":3}`}, usage(n(10), n(5), nil)},
		"a total that was not filled in":       {[]string{`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":0}`}, usage(n(10), n(5), nil)},
		"a total less than the one known part": {[]string{`{"prompt_tokens":10,"total_tokens":3}`}, usage(n(10), nil, nil)},
		"a total that counts reasoning too":    {[]string{`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":40}`}, usage(n(10), n(5), n(40))},
		"no total":                             {[]string{`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":null}`}, usage(n(10), n(5), n(15))},
		"a total that is no count":             {[]string{`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":-1}`}, usage(n(10), n(5), nil)},
		"negative counts":                      {[]string{`{"prompt_tokens":-1,"completion_tokens":5,"total_tokens":20}`}, usage(nil, n(5), n(20))},
		"fractional counts":                    {[]string{`{"prompt_tokens":10,"completion_tokens":2.5}`}, usage(n(10), nil, nil)},
		"a later count that is none":           {[]string{`{"prompt_tokens":10,"completion_tokens":5}`, `{"prompt_tokens":10,"completion_tokens":-5}`}, usage(n(10), nil, nil)},
		"a later null keeps what was said":     {[]string{`{"prompt_tokens":10,"completion_tokens":5}`, `{"prompt_tokens":null,"completion_tokens":6}`}, usage(n(10), n(6), n(16))},
		"zeros of a server that counts none":   {[]string{`{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0}`}, unknown},
		"zero for a prompt in the cache":       {[]string{`{"prompt_tokens":0,"completion_tokens":5,"total_tokens":5}`}, usage(nil, n(5), nil)},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			chunks := []string{`{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}]}`}
			for _, u := range tc.usages {
				chunks = append(chunks, `{"choices":[],"usage":`+u+`}`)
			}
			checkAnswer(t, stream(events(append(chunks, "[DONE]")...)), hello, llm.Response{Content: "Hi", FinishReason: "stop", Usage: tc.want})
		})
	}
	t.Run("an empty answer is of no tokens", func(t *testing.T) {
		t.Parallel()
		checkAnswer(t, reply(200, "application/json", `{"choices":[{"message":{"content":""},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":0,"total_tokens":9}}`), hello,
			llm.Response{FinishReason: "stop", Usage: usage(n(9), n(0), n(9))})
	})
}
