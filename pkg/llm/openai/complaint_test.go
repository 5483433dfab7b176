package openai_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm"
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
		"a message alone":               {`{"message":"Internal server error"}`, 200, "Internal server error"},
		"a message beside no choices":   {`{"choices":[],"message":"no capacity"}`, 200, "no capacity"},
		"a code in words":               {`{"code":"internal_error"}`, 500, `"{\"code\":\"internal_error\"}"`},
		"a type in words":               {`{"type":"OverloadedError","msg":"later"}`, 529, "later"},
		"a detail beside a choice":      {`{"detail":"model overloaded","choices":[{"index":0,"delta":{"content":""}}]}`, 200, "model overloaded"},
		"a detail in a list":            {`{"detail":[{"loc":["body"],"msg":"field required"}]}`, 200, "field required"},
		"errors in a list":              {`{"errors":["out of memory"],"choices":[{"delta":{}}]}`, 200, "out of memory"},
		"a status that is failed":       {`{"status":"failed","choices":[{"delta":{"content":"x"}}]}`, 200, `"{\"status\":\"failed\",\"choices\":[{\"delta\":{\"content\":\"x\"}}]}"`},
		"a status that is a number":     {`{"status":502,"choices":[{"delta":{"content":"x"}}],"message":"bad gateway"}`, 502, "bad gateway"},
		"no success":                    {`{"success":false,"msg":"try again"}`, 200, "try again"},
		"an error of the choice":        {`{"choices":[{"index":0,"delta":{"content":""},"error":{"code":502,"message":"upstream died"}}]}`, 502, "upstream died"},
		"MiniMax's way":                 {`{"choices":null,"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}`, 200, "insufficient balance"},
		"Groq's way":                    {`{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"x_groq":{"id":"r","error":"over capacity"}}`, 200, "over capacity"},
		"an error after the finish too": {stop + "\n\ndata: " + `{"message":"quota exceeded"}`, 200, "quota exceeded"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := ask(t, openai.Config{}, stream(events(hi, tc.chunk, stop, "[DONE]")))
			checkFault(t, err, &llm.Error{Status: tc.status, Message: "HOST sent an error instead of an answer: " + tc.said})
		})
	}
	t.Run("one before any text may be tried again, and is not free", func(t *testing.T) {
		t.Parallel()
		err := ask(t, openai.Config{}, stream(events(`{"code":429,"message":"slow down"}`)))
		checkFault(t, err, &llm.Error{Status: 429, Retryable: true, Message: "HOST sent an error instead of an answer: slow down"})
	})
	t.Run("one in a whole answer", func(t *testing.T) {
		t.Parallel()
		err := ask(t, openai.Config{}, reply(200, "application/json", `{"statusCode":500,"message":"Internal server error"}`))
		checkFault(t, err, &llm.Error{Status: 200, Message: "HOST sent an error instead of an answer: Internal server error"})
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
		"Groq when all is well":         `{"choices":[{"index":0,"delta":{}}],"x_groq":{"id":"req_1","usage":{"prompt_tokens":1}}}`,
		"a status of work":              `{"status":"in_progress","type":"chat.completion.chunk"}`,
		"Perplexity's further members":  `{"object":"chat.completion.chunk","citations":["https://x.test"],"search_results":[],"choices":[{"index":0,"delta":{"content":""}}]}`,
		"LM Studio's and vLLM's extras": `{"system_fingerprint":"m","stats":{},"prompt_logprobs":null,"kv_transfer_params":null,"choices":[{"index":0,"delta":{},"stop_reason":null,"token_ids":null}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkAnswer(t, stream(events(chunk, `{"choices":[{"index":0,"delta":{"content":"Hi"}}]}`, chunk, stop, chunk, "[DONE]")), hello,
				llm.Response{Content: "Hi", FinishReason: "stop", Usage: unknown})
		})
	}
}
