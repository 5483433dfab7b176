package openai_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

// ask gives the error of one request, with HOST for the server's address.
func ask(t *testing.T, cfg openai.Config, handler http.HandlerFunc) error {
	t.Helper()
	server := wiretest.NewServer(t, handler)
	cfg.Host = server.URL
	cfg.Now = func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }
	_, err := newClient(t, cfg).Stream(t.Context(), hello, nil)
	if fault, ok := err.(*llm.Error); ok {
		fault.Message = strings.ReplaceAll(fault.Message, strings.TrimPrefix(server.URL, "http://"), "HOST")
	}
	return err
}

func TestBrokenAnswers(t *testing.T) {
	t.Parallel()
	const hi = `{"choices":[{"delta":{"content":"Hi"}}]}`
	ok := func(text string) *llm.Error { return &llm.Error{Status: 200, Message: "HOST " + text} }
	again := func(text string) *llm.Error {
		return &llm.Error{Status: 200, Message: "HOST " + text, Retryable: true}
	}
	cases := map[string]struct {
		handler http.HandlerFunc
		want    *llm.Error
	}{
		"an error object in the stream": {
			wiretest.Stream(events(`{"error":{"message":"The server had an error.","type":"server_error","code":null}}`)),
			&llm.Error{Status: 500, Retryable: true, Message: "HOST sent an error instead of an answer: The server had an error"},
		},
		"an error object after a part of the answer": {
			wiretest.Stream(events(hi, `{"error":{"message":"overloaded","type":"overloaded_error"}}`)),
			&llm.Error{Status: 529, Message: "HOST sent an error instead of an answer: overloaded"},
		},
		"an error object beside choices, as OpenRouter sends it": {
			wiretest.Stream(events(hi, `{"choices":[{"delta":{"content":""},"finish_reason":"error"}],"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"upstream died"}}}`)),
			&llm.Error{Status: 502, Message: "HOST sent an error instead of an answer: Provider returned error: upstream died"},
		},
		"an error object beside a whole answer": {
			wiretest.Reply(200, "application/json", `{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}],"error":{"message":"no"}}`),
			ok("sent an error instead of an answer: no"),
		},
		"an error as a text": {
			wiretest.Stream(events(`{"error":"model is loading"}`)),
			ok("sent an error instead of an answer: model is loading"),
		},
		"an error as a number": {
			wiretest.Stream(events(`{"error":7}`)),
			ok(`sent an error instead of an answer: "7"`),
		},
		"an error as a whole object without a message": {
			wiretest.Stream(events(`{"error":{"code":"rate_limit_exceeded"}}`)),
			&llm.Error{Status: 429, Retryable: true, Message: `HOST sent an error instead of an answer: "{\"code\":\"rate_limit_exceeded\"}"`},
		},
		"an error as an event of that name": {
			wiretest.Stream("event: error\ndata: {\"message\":\"too busy\",\"code\":\"503\"}\n\n"),
			&llm.Error{Status: 503, Retryable: true, Message: "HOST sent an error instead of an answer: too busy"},
		},
		"an error event that is no JSON": {
			wiretest.Stream("event: error\ndata: Overloaded\n\n"),
			ok(`sent an error instead of an answer: "Overloaded"`),
		},
		"an error object as vLLM wrote it": {
			wiretest.Stream(events(`{"object":"error","message":"bad prompt","type":"BadRequestError","code":400}`)),
			&llm.Error{Status: 400, Message: "HOST sent an error instead of an answer: bad prompt"},
		},
		"an error in a body with status 200": {
			wiretest.Reply(200, "application/json", `{"error":{"message":"Incorrect API key","code":"invalid_api_key"}}`),
			&llm.Error{Status: 401, Message: "HOST sent an error instead of an answer: Incorrect API key (no key is set: set the connector's key)"},
		},
		"an error in a list with status 200": {
			wiretest.Reply(200, "application/json", `[{"error":{"code":429,"message":"quota","status":"RESOURCE_EXHAUSTED"}}]`),
			&llm.Error{Status: 429, Retryable: true, Message: "HOST sent an error instead of an answer: quota"},
		},
		"a page of HTML": {
			wiretest.Reply(200, "text/html; charset=utf-8", "<!DOCTYPE html>\n<html><title>Sign in</title>"),
			ok(`answered with HTML instead of an answer: "<!DOCTYPE html> <html><title>Sign in</title>"`),
		},
		"a page of HTML that is said to be JSON": {
			wiretest.Reply(200, "application/json", "\n <html>"),
			ok(`answered with HTML instead of an answer: "<html>"`),
		},
		"plain text": {
			wiretest.Reply(200, "text/plain", "all is well"),
			ok(`answered with "text/plain" instead of an answer: "all is well"`),
		},
		"lines of JSON, as Ollama's own API sends them": {
			wiretest.Reply(200, "application/x-ndjson", `{"message":{"content":"Hi"},"done":false}`),
			ok(`answered with "application/x-ndjson" instead of an answer: "{\"message\":{\"content\":\"Hi\"},\"done\":false}"`),
		},
		"an empty body": {
			wiretest.Stream(""), again("answered with nothing"),
		},
		"a body of blanks": {
			wiretest.Reply(200, "application/json", "\r\n \n"), again("answered with nothing"),
		},
		"no event at all": {
			wiretest.Stream("Internal Server Error\n"),
			ok(`sent no event of an answer: "Internal Server Error"`),
		},
		"nothing but comments": {
			wiretest.Stream(": ping\n\n: ping\n\n"),
			ok(`sent no event of an answer: ": ping : ping"`),
		},
		"a stream that ends early": {
			wiretest.Stream(events(hi)), ok("cut the stream off before the answer ended"),
		},
		"a stream that ends before anything was said": {
			wiretest.Stream(events(`{"choices":[{"delta":{"role":"assistant","content":""}}]}`)),
			again("cut the stream off before the answer ended"),
		},
		"a stream that ends in the middle of a chunk": {
			wiretest.Stream(events(hi) + `data: {"choices":[{"delta":{"con`),
			ok("cut the stream off before the answer ended"),
		},
		"a stream that ends among tool calls": {
			wiretest.Stream(events(`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]}}]}`)),
			ok("cut the stream off before the answer ended"),
		},
		"a connection that is torn": {
			wiretest.CutAfter("text/event-stream", events(hi)), ok("cut the stream off before the answer ended"),
		},
		"a connection that is torn behind the finish": {
			wiretest.CutAfter("text/event-stream", events(`{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}`)),
			ok("cut the stream off before the answer ended"),
		},
		"a connection that is torn behind a usage that still grew": {
			wiretest.CutAfter("text/event-stream", events(`{"choices":[{"delta":{"content":"Hi"}}],"usage":{"prompt_tokens":1}}`, `{"choices":[{"delta":{},"finish_reason":"stop"}]}`)),
			ok("cut the stream off before the answer ended"),
		},
		"a connection that is torn before anything was said": {
			wiretest.CutAfter("text/event-stream", events(`{"choices":[]}`)), again("cut the stream off before the answer ended"),
		},
		"a connection that is torn in a whole answer": {
			wiretest.CutAfter("application/json", `{"choices":[{"message":{"content":"Hi"`), again("cut the stream off before the answer ended"),
		},
		"an end without an answer": {
			wiretest.Stream(events(`{"choices":[{"delta":{"role":"assistant"}}]}`, "[DONE]")),
			again("ended the answer without a text, a tool call or a finish_reason"),
		},
		"reasoning that leads nowhere": {
			wiretest.Stream(events(`{"choices":[{"delta":{"reasoning":"hm"}}]}`, "[DONE]")),
			ok("answered with reasoning only"),
		},
		"tool calls that did not come": {
			wiretest.Stream(events(`{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`, "[DONE]")),
			ok("ended the answer for tool calls, but sent none"),
		},
		"an answer cut for its length": {
			wiretest.Stream(events(`{"choices":[{"delta":{"content":"Hi th"},"finish_reason":"length"}]}`, "[DONE]")),
			ok(`cut the answer for its length (finish_reason "length": raise the token limit, or set allow_truncated)`),
		},
		"an answer cut for its length in another's words": {
			wiretest.Stream(events(`{"choices":[{"delta":{"content":"Hi th"},"finish_reason":"MAX_TOKENS"}]}`, "[DONE]")),
			ok(`cut the answer for its length (finish_reason "MAX_TOKENS": raise the token limit, or set allow_truncated)`),
		},
		"an answer that was filtered": {
			wiretest.Stream(events(hi, `{"choices":[{"delta":{},"finish_reason":"content_filter"}]}`, "[DONE]")),
			ok(`ended the answer by its content filter (finish_reason "content_filter")`),
		},
		"an answer that was broken off": {
			wiretest.Stream(events(hi, `{"choices":[{"delta":{},"finish_reason":"insufficient_system_resource"}]}`, "[DONE]")),
			ok(`broke off the answer (finish_reason "insufficient_system_resource")`),
		},
		"a chunk that is no JSON": {
			wiretest.Stream(events(hi, `{"choices":[}`, "[DONE]")), ok(`sent what is not JSON: "{\"choices\":[}"`),
		},
		"a chunk that is no object": {
			wiretest.Stream(events(`[1]`, "[DONE]")), ok(`sent no object: "[1]"`),
		},
		"choices that are no list": {
			wiretest.Stream(events(`{"choices":{"index":0}}`, "[DONE]")), ok(`sent choices that are no list: "{\"index\":0}"`),
		},
		"content that is no text": {
			wiretest.Stream(events(`{"choices":[{"delta":{"content":42}}]}`, "[DONE]")), ok(`sent content that is no text: "42"`),
		},
		"content of another kind": {
			wiretest.Stream(events(`{"choices":[{"delta":{"content":[{"type":"image_url","image_url":{}}]}}]}`, "[DONE]")),
			ok(`answered with content of type "image_url", which is not supported in this version`),
		},
		"an answer in sound": {
			wiretest.Reply(200, "application/json", `{"choices":[{"message":{"content":null,"audio":{"data":"x"}},"finish_reason":"stop"}]}`),
			ok("answered with audio, which is not supported in this version"),
		},
		"a call as it was before tools": {
			wiretest.Stream(events(`{"choices":[{"delta":{"function_call":{"name":"f","arguments":"{}"}}}]}`, "[DONE]")),
			ok("answered with function_call, which is not supported in this version"),
		},
		"a whole answer without choices": {
			wiretest.Reply(200, "application/json", `{"id":"x","choices":[]}`), ok(`answered without choices: "{\"id\":\"x\",\"choices\":[]}"`),
		},
		"a whole answer that is no JSON": {
			wiretest.Reply(200, "application/json", `{"choices":[`), ok(`sent what is not JSON: "{\"choices\":["`),
		},
		"several answers": {
			wiretest.Stream(events(hi, `{"choices":[{"index":1,"delta":{"content":"Ho"}}]}`, "[DONE]")),
			ok("sent several answers to choose from, but one is read"),
		},
		"tool arguments that do not end": {
			wiretest.Stream(toolEvents(`[{"index":0,"id":"a","function":{"name":"find","arguments":"{\"q\": \"x"}}]`)),
			ok(`called tool "find" with arguments that are no JSON object: "{\"q\": \"x"`),
		},
		"tool arguments that are no object": {
			wiretest.Stream(toolEvents(`[{"index":0,"id":"a","function":{"name":"find","arguments":"[1]"}}]`)),
			ok(`called tool "find" with arguments that are no JSON object: "[1]"`),
		},
		"tool arguments of another kind": {
			wiretest.Stream(toolEvents(`[{"index":0,"id":"a","function":{"name":"find","arguments":7}}]`)),
			ok(`sent tool arguments that are no object: "7"`),
		},
		"more tool calls than any answer has": {
			wiretest.Stream(toolEvents(manyCalls(4097))),
			ok("called more than 4096 tools at once"),
		},
		"a tool call without a name": {
			wiretest.Stream(toolEvents(`[{"index":0,"id":"a","function":{"arguments":"{}"}}]`)), ok("called a tool without naming it"),
		},
		"a tool call of another type": {
			wiretest.Stream(toolEvents(`[{"index":0,"id":"a","type":"custom","custom":{}}]`)),
			ok(`called a tool of type "custom", which is not supported in this version`),
		},
		"tool calls that are no list": {
			wiretest.Stream(toolEvents(`{"index":0}`)), ok(`sent tool calls that are no list: "{\"index\":0}"`),
		},
		"a tool call that is no object": {
			wiretest.Stream(toolEvents(`["f"]`)), ok(`sent a tool call that is no object: "\"f\""`),
		},
		"an encoding that was not asked for": {
			func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Encoding", "br")
				wiretest.Stream("x")(w, r)
			},
			ok(`answered in the encoding "br", which was not asked for`),
		},
		"gzip that is none": {
			func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Encoding", "gzip")
				wiretest.Stream("this is not compressed at all")(w, r)
			},
			ok("sent what cannot be read: gzip: invalid header"),
		},
		"a long text is shown in part": {
			wiretest.Stream(events(`{"error":{"message":"` + strings.Repeat("é\\n", 300) + `"}}`)),
			ok("sent an error instead of an answer: " + strings.TrimSpace(strings.Repeat("é ", 100)) + " ..."),
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wiretest.CheckFault(t, ask(t, openai.Config{}, tc.handler), tc.want)
		})
	}
}

func TestAnswersThatAreTooLong(t *testing.T) {
	t.Parallel()
	exact := events(`{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}`)
	for name, body := range map[string]string{
		"one long line":   "data: " + strings.Repeat("x", 400),
		"many short ones": strings.Repeat(events(`{}`), 40),
		"a whole answer":  `{"x":"` + strings.Repeat("x", 400) + `"}`,
		"one byte more":   exact + strings.Repeat("\n", 257-len(exact)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := ask(t, openai.Config{BodyLimit: 256}, wiretest.Stream(body))
			wiretest.CheckFault(t, err, &llm.Error{Status: 200, Message: "HOST sent more than 256 bytes"})
		})
	}
	t.Run("the limit itself is allowed", func(t *testing.T) {
		t.Parallel()
		if err := ask(t, openai.Config{BodyLimit: 256}, wiretest.Stream(exact+strings.Repeat("\n", 256-len(exact)))); err != nil {
			t.Error(err)
		}
	})
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	withHeader := func(name, value string, h http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set(name, value)
			h(w, r)
		}
	}
	const js = "application/json"
	cases := map[string]struct {
		cfg     openai.Config
		handler http.HandlerFunc
		want    llm.Error
	}{
		"400 with the provider's words": {
			handler: wiretest.Reply(400, js, `{"error":{"message":"Unsupported value: 'temperature'.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}`),
			want:    llm.Error{Status: 400, Message: "HOST answered 400: Unsupported value: 'temperature'"},
		},
		"401 with a key": {
			cfg:     openai.Config{Key: "sk-wrong", KeyName: `options.key of connector "main"`},
			handler: wiretest.Reply(401, js, `{"error":{"message":"Incorrect API key provided"}}`),
			want:    llm.Error{Status: 401, Message: `HOST answered 401: Incorrect API key provided (check options.key of connector "main")`},
		},
		"401 without a key": {
			handler: wiretest.Reply(401, js, `{"error":{"message":"Missing key"}}`),
			want:    llm.Error{Status: 401, Message: "HOST answered 401: Missing key (no key is set: set the connector's key)"},
		},
		"403": {
			cfg:     openai.Config{Key: "sk-wrong"},
			handler: wiretest.Reply(403, js, `{"detail":"Not allowed"}`),
			want:    llm.Error{Status: 403, Message: "HOST answered 403: Not allowed (check the connector's key and what it is allowed to use)"},
		},
		"404": {
			cfg:     openai.Config{Model: "gpt-9"},
			handler: wiretest.Reply(404, "text/plain", "404 page not found\n"),
			want:    llm.Error{Status: 404, Message: `HOST answered 404: "404 page not found" (check the model "gpt-9" and the URL http://HOST/v1/chat/completions)`},
		},
		"405": {
			handler: wiretest.Reply(405, js, ""),
			want:    llm.Error{Status: 405, Message: "HOST answered 405 method not allowed (check the URL http://HOST/v1/chat/completions)"},
		},
		"422 as FastAPI says it": {
			handler: wiretest.Reply(422, js, `{"detail":[{"loc":["body","n"],"msg":"field required"}]}`),
			want:    llm.Error{Status: 422, Message: "HOST answered 422: body.n: field required"},
		},
		"429 with seconds to wait": {
			handler: withHeader("Retry-After", "7", wiretest.Reply(429, js, `{"error":{"message":"Rate limit reached"}}`)),
			want:    llm.Error{Status: 429, Retryable: true, RetryAfter: 7 * time.Second, Message: "HOST answered 429: Rate limit reached"},
		},
		"429 with a date to wait for": {
			handler: withHeader("Retry-After", "Mon, 30 Nov 2026 12:00:20 GMT", wiretest.Reply(429, js, `{"error":"slow down"}`)),
			want:    llm.Error{Status: 429, Retryable: true, RetryAfter: 20 * time.Second, Message: "HOST answered 429: slow down"},
		},
		"429 in Gemini's list": {
			handler: wiretest.Reply(429, js, `[{"error":{"code":429,"message":"Quota exceeded","status":"RESOURCE_EXHAUSTED"}}]`),
			want:    llm.Error{Status: 429, Retryable: true, Message: "HOST answered 429: Quota exceeded"},
		},
		"429 for a quota that is used up is not tried again": {
			handler: wiretest.Reply(429, js, `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`),
			want:    llm.Error{Status: 429, Message: "HOST answered 429: You exceeded your current quota"},
		},
		"a quota that is used up holds nobody back": {
			handler: withHeader("Retry-After", "86400", wiretest.Reply(429, js, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`)),
			want:    llm.Error{Status: 429, Message: "HOST answered 429: You exceeded your current quota"},
		},
		"nor does a request that is wrong": {
			handler: withHeader("X-Ratelimit-Reset-Requests", "6m0s", wiretest.Reply(400, js, `{"error":{"message":"bad image"}}`)),
			want:    llm.Error{Status: 400, Message: "HOST answered 400: bad image"},
		},
		"500 with JSON keeps its status": {
			handler: wiretest.Reply(500, js, `{"error":{"message":"boom"}}`),
			want:    llm.Error{Status: 500, Retryable: true, Message: "HOST answered 500: boom"},
		},
		"502 with a page": {
			handler: wiretest.Reply(502, "text/html", "<html>\r\n<head><title>502 Bad Gateway</title></head>"),
			want:    llm.Error{Status: 502, Retryable: true, Message: `HOST answered 502 with HTML: "<html> <head><title>502 Bad Gateway</title></head>"`},
		},
		"503 with nothing": {
			handler: withHeader("Retry-After-Ms", "1500", wiretest.Reply(503, js, "")),
			want:    llm.Error{Status: 503, Retryable: true, RetryAfter: 1500 * time.Millisecond, Message: "HOST answered 503 service unavailable"},
		},
		"529 is no status of HTTP's": {
			handler: wiretest.Reply(529, js, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`),
			want:    llm.Error{Status: 529, Retryable: true, Message: "HOST answered 529: Overloaded"},
		},
		"an error with two texts": {
			handler: wiretest.Reply(400, js, `{"error":"Bad Request","message":"model is required"}`),
			want:    llm.Error{Status: 400, Message: "HOST answered 400: model is required"},
		},
		"an error whose body does not end": {
			handler: func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(503)
				io.WriteString(w, "busy")
				w.(http.Flusher).Flush()
				<-r.Context().Done()
			},
			want: llm.Error{Status: 503, Retryable: true, Message: `HOST answered 503: "busy"`},
		},
		"an error whose body is torn": {
			handler: func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(500)
				wiretest.CutAfter(js, `{"error":{"mess`)(w, r)
			},
			want: llm.Error{Status: 500, Retryable: true, Message: `HOST answered 500: "{\"error\":{\"mess"`},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.want.Rejected = true
			wiretest.CheckFault(t, ask(t, tc.cfg, tc.handler), &tc.want)
		})
	}
}

func TestBottomlessNestingIsRefused(t *testing.T) {
	t.Parallel()
	deep := `{"choices":` + strings.Repeat("[", 4<<20)
	err := ask(t, openai.Config{}, wiretest.Stream(events(deep, "[DONE]")))
	want := `{\"choices\":` + strings.Repeat("[", 189) + `..."`
	wiretest.CheckFault(t, err, &llm.Error{Status: 200, Message: `HOST sent what is not JSON: "` + want})
}

func TestErrorsInAStreamSayTheirStatusInWords(t *testing.T) {
	t.Parallel()
	for word, status := range map[string]int{
		"server_error": 500, "InternalServerError": 500, "api_error": 500, "rate_limit_error": 429, "RESOURCE_EXHAUSTED": 429,
		"overloaded_error": 529, "UNAVAILABLE": 503, "service_unavailable": 503, "timeout": 504, "DEADLINE_EXCEEDED": 504,
		"invalid_request_error": 400, "BadRequestError": 400, "authentication_error": 401, "permission_error": 403, "NotFoundError": 404,
		"of_another_kind": 200, "99": 200, "502": 502,
	} {
		t.Run(word, func(t *testing.T) {
			t.Parallel()
			err := ask(t, openai.Config{}, wiretest.Stream(events(`{"error":{"message":"no","type":"`+word+`"}}`)))
			var fault *llm.Error
			if !errors.As(err, &fault) || fault.Status != status || fault.Retryable != llm.Retryable(status) {
				t.Errorf("got %+v, want status %d", fault, status)
			}
		})
	}
}
