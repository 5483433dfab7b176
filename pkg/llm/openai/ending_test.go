package openai_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

// ended is a text whose last chunk has these finish reasons, as JSON.
func ended(reasons ...string) string {
	chunks := []string{`{"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}`}
	for _, reason := range reasons {
		chunks = append(chunks, `{"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":`+reason+`}]}`)
	}
	return events(append(chunks, "[DONE]")...)
}

func TestEndingsThatAreComplete(t *testing.T) {
	t.Parallel()
	for _, word := range []string{
		"stop", "STOP", "end", "end_turn", "endTurn", "eos", "eos_token", "stop_sequence", "STOP_SEQUENCE", "complete", "COMPLETE", "completed",
	} {
		t.Run(word, func(t *testing.T) {
			t.Parallel()
			checkAnswer(t, wiretest.Stream(ended(`"`+word+`"`)), hello, llm.Response{Content: "Hi", FinishReason: word, Usage: unknown})
		})
	}
	t.Run("null as a word says nothing", func(t *testing.T) {
		t.Parallel()
		checkAnswer(t, wiretest.Stream(ended(`"null"`, `"stop"`, `""`)), hello, llm.Response{Content: "Hi", FinishReason: "stop", Usage: unknown})
	})
}

func TestEndingsThatAreNotComplete(t *testing.T) {
	t.Parallel()
	const odd = "ended the answer in a way that is not known to be complete"
	cases := map[string]struct {
		reasons []string
		want    string
	}{
		"a word for what was cut":         {[]string{`"max_length"`}, `cut the answer for its length (finish_reason "max_length": raise the token limit, or set allow_truncated)`},
		"another word for what was cut":   {[]string{`"token_limit"`}, `cut the answer for its length (finish_reason "token_limit": raise the token limit, or set allow_truncated)`},
		"a limit of time":                 {[]string{`"time_limit"`}, `broke off the answer (finish_reason "time_limit")`},
		"incomplete":                      {[]string{`"incomplete"`}, `broke off the answer (finish_reason "incomplete")`},
		"Gemini's filter and its finding": {[]string{`"content_filter: PROHIBITED_CONTENT"`}, `ended the answer by its content filter (finish_reason "content_filter: PROHIBITED_CONTENT")`},
		"Gemini's own word":               {[]string{`"UNEXPECTED_TOOL_CALL"`}, odd + ` (finish_reason "UNEXPECTED_TOOL_CALL")`},
		"a word of nobody":                {[]string{`"truncated"`}, odd + ` (finish_reason "truncated")`},
		"a long word":                     {[]string{`"` + strings.Repeat("x", 300) + `"`}, odd + ` (finish_reason "` + strings.Repeat("x", 200) + `...")`},
		"a number":                        {[]string{`1`}, `ended the answer with a finish_reason that is no text: "1"`},
		"an object":                       {[]string{`{"reason":"length"}`}, `ended the answer with a finish_reason that is no text: "{\"reason\":\"length\"}"`},
		"false":                           {[]string{`false`}, `ended the answer with a finish_reason that is no text: "false"`},
		"a cut that is then called whole": {[]string{`"length"`, `"stop"`}, `cut the answer for its length (finish_reason "length": raise the token limit, or set allow_truncated)`},
		"an odd word before a good one":   {[]string{`"not_finished"`, `"stop"`}, odd + ` (finish_reason "not_finished")`},
		"tool calls beside a text":        {[]string{`"tool_calls"`}, "ended the answer for tool calls, but sent none"},
		"tool use beside a text":          {[]string{`"TOOL_USE"`}, "ended the answer for tool calls, but sent none"},
		"a function call beside a text":   {[]string{`"function_call"`}, "ended the answer for tool calls, but sent none"},
		"tool calls, and stop after them": {[]string{`"tool_calls"`, `"stop"`}, "ended the answer for tool calls, but sent none"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wiretest.CheckFault(t, ask(t, openai.Config{}, wiretest.Stream(ended(tc.reasons...))), &llm.Error{Status: 200, Message: "HOST " + tc.want})
		})
	}
	t.Run("tool calls that are an empty list", func(t *testing.T) {
		t.Parallel()
		err := ask(t, openai.Config{}, wiretest.Reply(200, "application/json",
			`{"choices":[{"index":0,"message":{"role":"assistant","content":"<tool_call>find","tool_calls":[]},"finish_reason":"tool_calls"}]}`))
		wiretest.CheckFault(t, err, &llm.Error{Status: 200, Message: "HOST ended the answer for tool calls, but sent none"})
	})
}

func TestCutAnswersAreNamedWhateverTheWord(t *testing.T) {
	t.Parallel()
	req := *hello
	req.AllowTruncated = true
	for _, word := range []string{"length", "MAX_TOKENS", "max_length", "model_length", "token_limit", "max_output_tokens", "model_context_window_exceeded"} {
		t.Run(word, func(t *testing.T) {
			t.Parallel()
			checkAnswer(t, wiretest.Stream(ended(`"`+word+`"`)), &req, llm.Response{Content: "Hi", FinishReason: word, Truncated: true, Usage: unknown})
		})
	}
	for _, word := range []string{"time_limit", "incomplete", "content_filter", "abort", "soon"} {
		t.Run(fmt.Sprintf("%s is not for length", word), func(t *testing.T) {
			t.Parallel()
			client := newClient(t, openai.Config{Host: wiretest.NewServer(t, wiretest.Stream(ended(`"`+word+`"`))).URL})
			if resp, err := client.Stream(t.Context(), &req, nil); err == nil {
				t.Errorf("got %+v", resp)
			}
		})
	}
}
