package openai_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

func TestErrorsInsideAnAnswer(t *testing.T) {
	t.Parallel()
	const (
		hi   = `{"choices":[{"index":0,"delta":{"content":"Hi"}}]}`
		stop = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	)
	cases := map[string]struct {
		chunk  string
		status int
		said   string
	}{
		"a type that is error":          {`{"type":"error","message":"boom"}`, 200, "boom"},
		"a type of error beside text":   {`{"type":"Error","message":"boom","choices":[{"delta":{"content":"x"}}]}`, 200, "boom"},
		"a code and a message":          {`{"code":500,"message":"internal error"}`, 500, "internal error"},
		"a code beside a choice":        {`{"code":"503","message":"busy","choices":[{"delta":{"content":""}}]}`, 503, "busy"},
		"an exception":                  {`{"exception":"boom"}`, 200, "boom"},
		"an exception with its code":    {`{"exception":{"message":"boom","code":503}}`, 503, "boom"},
		"an error in capitals":          {`{"Error":"boom"}`, 200, "boom"},
		"an error message alone":        {`{"error_msg":"boom"}`, 200, "boom"},
		"an error after the finish too": {stop + "\n\ndata: " + `{"error":"quota exceeded"}`, 200, "quota exceeded"},
		"a code in words":               {`{"code":"internal_error"}`, 500, `"{\"code\":\"internal_error\"}"`},
		"a type in words":               {`{"type":"OverloadedError","msg":"later"}`, 529, "later"},
		"a detail beside a choice":      {`{"detail":"model overloaded","choices":[{"index":0,"delta":{"content":""}}]}`, 200, "model overloaded"},
		"a detail in a list":            {`{"detail":[{"loc":["body"],"msg":"field required"}]}`, 200, "body: field required"},
		"errors in a list":              {`{"errors":["out of memory"],"choices":[{"delta":{}}]}`, 200, "out of memory"},
		"a status that is failed":       {`{"status":"failed","choices":[{"delta":{"content":"x"}}]}`, 200, `"{\"status\":\"failed\",\"choices\":[{\"delta\":{\"content\":\"x\"}}]}"`},
		"a status that is a number":     {`{"status":502,"choices":[{"delta":{"content":"x"}}],"message":"bad gateway"}`, 502, "bad gateway"},
		"no success":                    {`{"success":false,"msg":"try again"}`, 200, "try again"},
		"an error of the choice":        {`{"choices":[{"index":0,"delta":{"content":""},"error":{"code":502,"message":"upstream died"}}]}`, 502, "upstream died"},
		"MiniMax's way":                 {`{"choices":null,"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}`, 200, "insufficient balance"},
		"Groq's way":                    {`{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"x_groq":{"id":"r","error":"over capacity"}}`, 200, "over capacity"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := ask(t, openai.Config{}, wiretest.Stream(events(hi, tc.chunk, stop, "[DONE]")))
			wiretest.CheckFault(t, err, &llm.Error{Status: tc.status, Message: "HOST sent an error instead of an answer: " + tc.said})
		})
	}
	t.Run("one before any text may be tried again, and is not free", func(t *testing.T) {
		t.Parallel()
		err := ask(t, openai.Config{}, wiretest.Stream(events(`{"code":429,"message":"slow down"}`)))
		wiretest.CheckFault(t, err, &llm.Error{Status: 429, Retryable: true, Message: "HOST sent an error instead of an answer: slow down"})
	})
	t.Run("one in a whole answer", func(t *testing.T) {
		t.Parallel()
		err := ask(t, openai.Config{}, wiretest.Reply(200, "application/json", `{"statusCode":500,"message":"Internal server error"}`))
		wiretest.CheckFault(t, err, &llm.Error{Status: 500, Retryable: true, Message: "HOST sent an error instead of an answer: Internal server error"})
	})
}

func TestErrorsThatAreNoEvents(t *testing.T) {
	t.Parallel()
	const (
		hi   = `{"choices":[{"index":0,"delta":{"content":"Hi"}}]}`
		stop = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	)
	cases := map[string]struct {
		line   string
		status int
		said   string
	}{
		"a field, as llama.cpp has it":     {`error: {"code":500,"message":"slot unavailable","type":"server_error"}`, 500, "slot unavailable"},
		"a field of words":                 {"error: slot unavailable", 200, `"slot unavailable"`},
		"a field behind unfinished data":   {"data: " + stop + "\nerror: {\"message\":\"boom\"}", 200, "boom"},
		"a bare line":                      {`{"error":{"message":"CUDA out of memory","code":503}}`, 503, "CUDA out of memory"},
		"a bare line of another form":      {`{"detail":"boom"}`, 200, "boom"},
		"a bare object over several lines": {"{\n  \"error\": {\n    \"message\": \"boom\"\n  }\n}", 200, "boom"},
		"a bare chunk":                     {`{"choices":[]}`, 200, `"{\"choices\":[]}"`},
		"a bare line that is cut":          {`{"error":{"mess`, 200, `"{\"error\":{\"mess"`},
		"an event of that name alone":      {"event: error\ndata:", 200, ""},
	}
	for name, tc := range cases {
		for place, body := range map[string]string{
			"before the finish": events(hi) + tc.line + "\n\n" + events(stop, "[DONE]"),
			"after the finish":  events(hi, stop) + tc.line + "\n\n" + events("[DONE]"),
			"at the end":        events(hi, stop) + tc.line,
		} {
			t.Run(name+" "+place, func(t *testing.T) {
				t.Parallel()
				want := "HOST sent an error instead of an answer"
				if tc.said != "" {
					want += ": " + tc.said
				}
				wiretest.CheckFault(t, ask(t, openai.Config{}, wiretest.Stream(body)), &llm.Error{Status: tc.status, Message: want})
			})
		}
	}
	t.Run("one before any text may be tried again", func(t *testing.T) {
		t.Parallel()
		err := ask(t, openai.Config{}, wiretest.Stream("error: {\"code\":503,\"message\":\"loading\"}\n\ndata: [DONE]\n\n"))
		wiretest.CheckFault(t, err, &llm.Error{Status: 503, Retryable: true, Message: "HOST sent an error instead of an answer: loading"})
	})
}

func TestMessagesAreErrorsWhereNoAnswerComes(t *testing.T) {
	t.Parallel()
	const (
		busy  = `{"choices":[],"message":"no capacity"}`
		hi    = `{"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"}}]}`
		empty = `{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":"stop"}]}`
	)
	for name, body := range map[string]string{
		"alone":                        events(busy),
		"before the end mark":          events(busy, "[DONE]"),
		"behind an unfinished text":    events(hi, busy, "[DONE]"),
		"behind a text that is cut":    events(hi, busy),
		"beside an answer of no words": events(busy, empty, "[DONE]"),
		"instead of a whole answer":    busy,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wiretest.CheckFault(t, ask(t, openai.Config{}, wiretest.Stream(body)), &llm.Error{Status: 200, Message: "HOST sent an error instead of an answer: no capacity"})
		})
	}
	t.Run("but not with a code of success", func(t *testing.T) {
		t.Parallel()
		err := ask(t, openai.Config{}, wiretest.Stream(events(`{"code":0,"message":"Success","choices":[]}`, empty, "[DONE]")))
		wiretest.CheckFault(t, err, &llm.Error{Status: 200, Message: `HOST answered with nothing: no content, no refusal, no tool call (finish_reason "stop")`})
	})
}

func TestWhatIsNoErrorInsideAnAnswer(t *testing.T) {
	t.Parallel()
	const stop = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	for name, chunk := range map[string]string{
		"a ping":                        `{"type":"ping"}`,
		"an empty object":               `{}`,
		"good words beside a choice":    `{"code":0,"message":"success","success":true,"status":"completed","choices":[{"index":0,"delta":{}}]}`,
		"a code of 200 as a text":       `{"code":"200","msg":"","choices":[]}`,
		"good words beside usage":       `{"choices":[],"message":"success","usage":{"prompt_tokens":null}}`,
		"no error in every way":         `{"error":null,"errors":[],"detail":null,"status":null,"success":null,"message":""}`,
		"empty details":                 `{"detail":{ },"errors":[ ],"choices":[]}`,
		"MiniMax when all is well":      `{"choices":[],"base_resp":{"status_code":0,"status_msg":""}}`,
		"Groq when all is well":         `{"choices":[{"index":0,"delta":{}}],"x_groq":{"id":"req_1","usage":{"prompt_tokens":null}}}`,
		"progress with a code of 0":     `{"code":0,"message":"Success","choices":[]}`,
		"progress in a message":         `{"choices":[],"message":"processing"}`,
		"progress in a queue":           `{"type":"status","status":"queued","message":"position 3 of 7"}`,
		"a blank error of the choice":   `{"choices":[{"index":0,"delta":{},"error":{"code":null,"message":""}}]}`,
		"a status of work":              `{"status":"in_progress","type":"chat.completion.chunk"}`,
		"Perplexity's further members":  `{"object":"chat.completion.chunk","citations":["https://x.test"],"search_results":[],"choices":[{"index":0,"delta":{"content":""}}]}`,
		"LM Studio's and vLLM's extras": `{"system_fingerprint":"m","stats":{},"prompt_logprobs":null,"kv_transfer_params":null,"choices":[{"index":0,"delta":{},"stop_reason":null,"token_ids":null}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkAnswer(t, wiretest.Stream(events(chunk, `{"choices":[{"index":0,"delta":{"content":"Hi"}}]}`, chunk, stop, chunk, "[DONE]")), hello,
				llm.Response{Content: "Hi", FinishReason: "stop", Usage: unknown})
		})
	}
}
