package anthropic_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
)

// ask gives the error of an answer, with HOST for the server's address.
func ask(t *testing.T, cfg anthropic.Config, handler http.HandlerFunc) error {
	t.Helper()
	server := wiretest.NewServer(t, handler)
	cfg.Host = server.URL
	resp, err := newClient(t, cfg).Stream(t.Context(), hello, nil)
	if err == nil {
		t.Fatalf("got the answer %+v", resp)
	}
	var fault *llm.Error
	if errors.As(err, &fault) {
		fault.Message = strings.ReplaceAll(fault.Message, strings.TrimPrefix(server.URL, "http://"), "HOST")
	}
	return err
}

func TestBrokenAnswers(t *testing.T) {
	t.Parallel()
	hi := told(`{"type":"text","text":"Hi"}`)
	delta := func(d string) string {
		return events(`{"type":"content_block_delta","index":0,"delta":` + d + `}`)
	}
	cases := map[string]struct {
		body  string
		retry bool
		text  string
	}{
		"nothing":                              {"", true, `HOST answered with nothing`},
		"comments only":                        {": hi\n\n", false, `HOST sent no event of an answer: ": hi"`},
		"pings only":                           {events(`{"type":"ping"}`), true, `HOST cut the stream off before the answer ended`},
		"a beginning only":                     {told(), true, `HOST cut the stream off before the answer ended`},
		"a stream that is cut":                 {hi, false, `HOST cut the stream off before the answer ended`},
		"[DONE] before the end":                {hi + "data: [DONE]\n\n", false, `HOST cut the stream off before the answer ended`},
		"an event that is cut":                 {hi + "event: content_block_delta\ndata: {\"type\":\"content", false, `HOST cut the stream off before the answer ended`},
		"a stop without a reason":              {hi + events(`{"type":"message_stop"}`), false, `HOST ended the answer without a stop_reason`},
		"a reason that is null":                {hi + events(`{"type":"message_delta","delta":{"stop_reason":null}}`), false, `HOST cut the stream off before the answer ended`},
		"a reason that is no text":             {hi + events(`{"type":"message_delta","delta":{"stop_reason":1}}`), false, `HOST ended the answer with a stop_reason that is no text: "{\"stop_reason\":1}"`},
		"two reasons":                          {hi + events(`{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, `{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}`), false, `HOST ended the answer in two ways: "{\"stop_reason\":\"max_tokens\"}"`},
		"a cut answer":                         {hi + ending("max_tokens"), false, `HOST cut the answer for its length (stop_reason "max_tokens": raise max_tokens, which was 8192, or set allow_truncated)`},
		"a full context":                       {hi + ending("model_context_window_exceeded"), false, `HOST cut the answer for its length (stop_reason "model_context_window_exceeded": the model's context is full, shorten the talk, or set allow_truncated)`},
		"a pause":                              {hi + ending("pause_turn"), false, `HOST paused the answer to go on with tools of its own, which is not supported in this version (stop_reason "pause_turn")`},
		"an unknown ending":                    {hi + ending("bored"), false, `HOST ended the answer in a way that is not known to be complete (stop_reason "bored")`},
		"no content":                           {told() + ending("end_turn"), false, `HOST answered with nothing: no text, no tool call (stop_reason "end_turn")`},
		"reasoning only":                       {told(`{"type":"thinking","thinking":"hm","signature":""}`) + ending("end_turn"), false, `HOST answered with reasoning only (stop_reason "end_turn")`},
		"hidden reasoning only":                {told(`{"type":"redacted_thinking","data":"x"}`) + ending("end_turn"), false, `HOST answered with reasoning only (stop_reason "end_turn")`},
		"an unknown block only":                {told(`{"type":"hologram"}`) + ending("end_turn"), false, `HOST answered with nothing: no text, no tool call (stop_reason "end_turn")`},
		"tool calls that are missing":          {hi + ending("tool_use"), false, `HOST ended the answer for tool calls, but sent none`},
		"a tool without a name":                {told(`{"type":"tool_use","id":"a","input":{}}`) + ending("tool_use"), false, `HOST called a tool without naming it: "{\"type\":\"tool_use\",\"id\":\"a\",\"input\":{}}"`},
		"arguments that are a list":            {told(`{"type":"tool_use","id":"a","name":"f","input":[]}`), false, `HOST sent tool arguments that are no object: "{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"f\",\"input\":[]}"`},
		"arguments that are cut":               {told(`{"type":"tool_use","id":"a","name":"f"}`) + delta(`{"type":"input_json_delta","partial_json":"{\"a\":"}`) + ending("tool_use"), false, `HOST called tool "f" with arguments that are no JSON object: "{\"a\":"`},
		"not JSON":                             {"data: Hello\n\n: more\n\n", false, `HOST sent what is not JSON: "Hello"`},
		"no object":                            {"data: [1]\n\n: more\n\n", false, `HOST sent no object: "[1]"`},
		"no type":                              {"data: {\"a\":1}\n\n", false, `HOST sent an event of no type: "{\"a\":1}"`},
		"the chat completions API":             {"data: {\"choices\":[]}\n\n", false, `HOST answered as the chat completions API does (set the connector's type to "openai"): "{\"choices\":[]}"`},
		"a second beginning":                   {told() + told(), false, `HOST began the answer twice: `},
		"a beginning with content":             {events(`{"type":"message_start","message":{"content":[{"type":"text","text":"x"}]}}`), false, `HOST began the answer with content that belongs to no event: `},
		"a beginning without a message":        {events(`{"type":"message_start"}`), false, `HOST began the answer without a message`},
		"a block without an index":             {events(`{"type":"content_block_start","content_block":{"type":"text"}}`), false, `HOST sent a piece of a block without its index: `},
		"a block without a type":               {told(`{"text":"x"}`), false, `HOST sent a block of content without its type: `},
		"a text that is none":                  {told(`{"type":"text","text":1}`), false, `HOST sent a text that is no text: "1"`},
		"a block that begins twice":            {hi + events(`{"type":"content_block_start","index":0,"content_block":{"type":"text"}}`), false, `HOST began the block 0 twice: `},
		"a piece of no block":                  {events(`{"type":"content_block_delta","index":2,"delta":{}}`), false, `HOST sent a piece of the block 2, which is not open: `},
		"a piece of a closed block":            {hi + events(`{"type":"content_block_stop","index":0}`) + delta(`{"type":"text_delta","text":"x"}`), false, `HOST sent a piece of the block 0, which is not open: `},
		"a piece of an unknown type in a text": {hi + delta(`{"type":"audio_delta","audio":""}`), false, `HOST sent a piece of type "audio_delta" within a block of type "text": `},
		"a text in a tool call":                {told(`{"type":"tool_use","id":"a","name":"f"}`) + delta(`{"type":"text_delta","text":"x"}`), false, `HOST sent a piece of type "text_delta" within a block of type "tool_use": `},
		"a text behind the end":                {hi + events(`{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`) + delta(`{"type":"text_delta","text":"x"}`), false, `HOST sent a piece of the answer behind its end: `},
		"an error":                             {told() + events(`{"type":"error","error":{"type":"api_error","message":"Internal server error."}}`), true, `HOST sent an error instead of an answer: Internal server error`},
		"an error within the answer":           {hi + events(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`), false, `HOST sent an error instead of an answer: Overloaded`},
		"an error behind the end":              {hi + events(`{"type":"message_delta","delta":{"stop_reason":"end_turn"}}`, `{"type":"error","error":{"message":"late"}}`), false, `HOST sent an error instead of an answer: late`},
		"an error that is no event":            {hi + `{"type":"error","error":{"type":"api_error","message":"boom"}}` + "\n\n", false, `HOST sent an error instead of an answer: boom`},
		"an error in an event of another type": {events(`{"type":"news","error":{"message":"boom"}}`), false, `HOST sent an error instead of an answer: boom`},
		"an error without an event":            {`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, true, `HOST sent an error instead of an answer: Overloaded`},
		"another object":                       {`{"status":"ok"}`, false, `HOST answered without a message: "{\"status\":\"ok\"}"`},
		"another API at once":                  {`{"choices":[{"message":{}}]}`, false, `HOST answered as the chat completions API does (set the connector's type to "openai"): `},
		"a message without content":            {`{"type":"message","stop_reason":"end_turn"}`, false, `HOST sent a message without a list of content: `},
		"a message without an end":             {`{"type":"message","content":[{"type":"text","text":"x"}],"stop_reason":null}`, false, `HOST ended the answer without a stop_reason`},
		"a message that is cut":                {`{"type":"message","content":[`, false, `HOST sent what is not JSON: `},
		"a page":                               {"<html><body>Sign in</body></html>", false, `HOST answered with HTML instead of an answer: "<html><body>Sign in</body></html>"`},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := ask(t, anthropic.Config{}, wiretest.Stream(tc.body))
			var fault *llm.Error
			if !errors.As(err, &fault) {
				t.Fatalf("got %v", err)
			}
			if !strings.HasPrefix(fault.Message, tc.text) || fault.Message != tc.text && !strings.HasSuffix(tc.text, ": ") {
				t.Errorf("got  %s\nwant %s", fault.Message, tc.text)
			}
			if fault.Retryable != tc.retry || fault.Rejected {
				t.Errorf("retryable is %v, rejected %v", fault.Retryable, fault.Rejected)
			}
		})
	}
}

func TestErrorsInAStreamSayTheirStatus(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		kind, message string
		want          llm.Error
	}{
		"overloaded": {"overloaded_error", "Overloaded", llm.Error{Status: 529, Retryable: true, Message: "HOST sent an error instead of an answer: Overloaded"}},
		"limited":    {"rate_limit_error", "slow down", llm.Error{Status: 429, Retryable: true, Message: "HOST sent an error instead of an answer: slow down"}},
		"internal":   {"api_error", "boom", llm.Error{Status: 500, Retryable: true, Message: "HOST sent an error instead of an answer: boom"}},
		"slow":       {"timeout_error", "boom", llm.Error{Status: 504, Retryable: true, Message: "HOST sent an error instead of an answer: boom"}},
		"invalid":    {"invalid_request_error", "max_tokens: too large", llm.Error{Status: 400, Message: "HOST sent an error instead of an answer: max_tokens: too large"}},
		"no key":     {"authentication_error", "invalid x-api-key", llm.Error{Status: 401, Message: "HOST sent an error instead of an answer: invalid x-api-key (no key is set: set $ENV.KEY)"}},
		"no money":   {"billing_error", "no credit", llm.Error{Status: 402, Message: "HOST sent an error instead of an answer: no credit"}},
		"too large":  {"request_too_large", "too large", llm.Error{Status: 413, Message: "HOST sent an error instead of an answer: too large"}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := told() + events(`{"type":"error","error":{"type":"`+tc.kind+`","message":"`+tc.message+`"},"request_id":"req_1"}`)
			wiretest.CheckFault(t, ask(t, anthropic.Config{KeyName: "$ENV.KEY"}, wiretest.Stream(body)), &tc.want)
		})
	}
	t.Run("after a piece of the answer it is not asked again", func(t *testing.T) {
		t.Parallel()
		body := told(`{"type":"tool_use","id":"a","name":"f"}`) + events(`{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`)
		wiretest.CheckFault(t, ask(t, anthropic.Config{}, wiretest.Stream(body)), &llm.Error{Status: 529, Message: "HOST sent an error instead of an answer: Overloaded"})
	})
	t.Run("as it was recorded", func(t *testing.T) {
		t.Parallel()
		wiretest.CheckFault(t, ask(t, anthropic.Config{}, wiretest.Stream(recorded(t, "overloaded.sse"))),
			&llm.Error{Status: 529, Retryable: true, Message: "HOST sent an error instead of an answer: Overloaded"})
	})
}

func TestRefusedRequests(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		status int
		body   string
		want   llm.Error
	}{
		"a wrong key":      {401, `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"},"request_id":"r"}`, llm.Error{Status: 401, Message: "HOST answered 401: invalid x-api-key (check the connector's key)"}},
		"an unknown model": {404, `{"type":"error","error":{"type":"not_found_error","message":"model: claude-nope"}}`, llm.Error{Status: 404, Message: `HOST answered 404: model: claude-nope (check the model "m" and the URL http://HOST/v1/messages)`}},
		"no credit":        {400, `{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API."}}`, llm.Error{Status: 400, Message: "HOST answered 400: Your credit balance is too low to access the Anthropic API"}},
		"overload":         {529, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, llm.Error{Status: 529, Retryable: true, Message: "HOST answered 529: Overloaded"}},
		"a gateway's page": {502, "<html>Bad gateway</html>", llm.Error{Status: 502, Retryable: true, Message: `HOST answered 502 with HTML: "<html>Bad gateway</html>"`}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.want.Rejected = true
			wiretest.CheckFault(t, ask(t, anthropic.Config{Key: "sk-ant-12345678"}, wiretest.Reply(tc.status, "", tc.body)), &tc.want)
		})
	}
}

func TestAConnectionThatTears(t *testing.T) {
	t.Parallel()
	hi := told(`{"type":"text","text":"Hi"}`)
	t.Run("before the end is an error", func(t *testing.T) {
		t.Parallel()
		wiretest.CheckFault(t, ask(t, anthropic.Config{}, wiretest.CutAfter("text/event-stream", hi)),
			&llm.Error{Status: 200, Message: "HOST cut the stream off before the answer ended"})
	})
	t.Run("behind the last piece does not matter", func(t *testing.T) {
		t.Parallel()
		body := hi + strings.TrimSuffix(ending("end_turn"), "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n")
		checkAnswer(t, wiretest.CutAfter("text/event-stream", body), hello,
			llm.Response{Content: "Hi", FinishReason: "end_turn", Model: "m-1", Usage: usage(n(3), n(2))})
	})
}

func TestRetryAsksAgainWhereNothingHasArrived(t *testing.T) {
	t.Parallel()
	server := wiretest.NewServer(t, wiretest.Stream(recorded(t, "overloaded.sse")), wiretest.Stream(recorded(t, "text.sse")))
	model := llm.Retry(newClient(t, anthropic.Config{Host: server.URL}), llm.Policy{Jitter: func() float64 { return 0 }})
	resp, err := model.Stream(t.Context(), hello, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.Attempts) != 1 || resp.Attempts[0].Status != 529 || resp.Content != "Hello wörld" {
		t.Errorf("got %+v", resp)
	}
}
