package openai_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

// sent is the body that goes out for a request.
func sent(t *testing.T, cfg openai.Config, req *llm.Request) string {
	t.Helper()
	var body []byte
	server := wiretest.NewServer(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		wiretest.Stream(tinyAnswer)(w, r)
	})
	if cfg.Host == "" {
		cfg.Host = server.URL
	}
	if _, err := newClient(t, cfg).Stream(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func textMessage(role, text string) eval.Message {
	return eval.Message{Role: role, Content: eval.Content{Text: text}}
}

func TestMessagesOnTheWire(t *testing.T) {
	t.Parallel()
	parts := func(p ...eval.Part) eval.Message {
		return eval.Message{Role: "user", Content: eval.Content{Parts: p}}
	}
	file := func(path, mime, body string) *eval.Attachment {
		return &eval.Attachment{Path: path, MIME: mime, Bytes: int64(len(body)), Body: []byte(body)}
	}
	cases := map[string]struct {
		message eval.Message
		want    string
	}{
		"text is escaped as JSON asks, no more": {
			textMessage("user", "a \"b\" <c>\n\x01 ☃"),
			`{"role":"user","content":"a \"b\" <c>\n\u0001 ☃"}`,
		},
		"bytes that are not UTF-8 become the replacement character": {
			textMessage("user", "a\xffb"), `{"role":"user","content":"a` + "\uFFFD" + `b"}`,
		},
		"the developer role and a name": {
			eval.Message{Role: "developer", Name: "ops", Content: eval.Content{Text: "be terse"}},
			`{"role":"developer","content":"be terse","name":"ops"}`,
		},
		"tool calls with nothing said": {
			eval.Message{Role: "assistant", ToolCalls: []eval.ToolCall{
				{ID: "call_1", Tool: "find", Arguments: eval.Trusted(`{"q":"a \"b\""}`)},
				{ID: "call_2", Tool: "now"},
				{Tool: "raw", Arguments: eval.Trusted(`"{\"x\":1}"`)},
			}},
			`{"role":"assistant","content":null,"tool_calls":[` +
				`{"id":"call_1","type":"function","function":{"name":"find","arguments":"{\"q\":\"a \\\"b\\\"\"}"}},` +
				`{"id":"call_2","type":"function","function":{"name":"now","arguments":"{}"}},` +
				`{"type":"function","function":{"name":"raw","arguments":"{\"x\":1}"}}]}`,
		},
		"tool calls beside words": {
			eval.Message{Role: "assistant", Content: eval.Content{Text: "let me look"}, ToolCalls: []eval.ToolCall{{ID: "c", Tool: "f", Arguments: eval.Trusted(`{}`)}}},
			`{"role":"assistant","content":"let me look","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]}`,
		},
		"an answer of no words": {
			textMessage("assistant", ""), `{"role":"assistant","content":""}`,
		},
		"a refusal is said again": {
			eval.Message{Role: "assistant", Refusal: "I cannot"}, `{"role":"assistant","content":"I cannot"}`,
		},
		"a tool's result": {
			eval.Message{Role: "tool", ToolCallID: "call_1", Content: eval.Content{Text: `{"ok":true}`}},
			`{"role":"tool","content":"{\"ok\":true}","tool_call_id":"call_1"}`,
		},
		"text and an image by its URL": {
			parts(eval.Part{Type: "text", Text: "what is it?"}, eval.Part{Type: "image", URL: "https://h/x.png", Detail: "low"}),
			`{"role":"user","content":[{"type":"text","text":"what is it?"},{"type":"image_url","image_url":{"url":"https://h/x.png","detail":"low"}}]}`,
		},
		"an image from a file": {
			parts(eval.Part{Type: "image", Attachment: file("x.png", "image/png", "\x89PNG")}),
			`{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw=="}}]}`,
		},
		"audio from a file": {
			parts(eval.Part{Type: "audio", Attachment: file("x.mp3", "audio/mpeg", "ID3")}),
			`{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"SUQz","format":"mp3"}}]}`,
		},
		"audio of all kinds": {
			parts(
				eval.Part{Type: "audio", Attachment: file("x", "audio/vnd.wave", "R")},
				eval.Part{Type: "audio", Attachment: file("x", "audio/mp4; codecs=x", "R")},
				eval.Part{Type: "audio", Attachment: file("x", "audio/x-flac", "R")}),
			`{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"Ug==","format":"wav"}},` +
				`{"type":"input_audio","input_audio":{"data":"Ug==","format":"m4a"}},{"type":"input_audio","input_audio":{"data":"Ug==","format":"flac"}}]}`,
		},
		"audio inline": {
			parts(eval.Part{Type: "audio", Format: "wav", Data: eval.StringValue("UklGRg==")}),
			`{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"UklGRg==","format":"wav"}}]}`,
		},
		"audio in a data URL": {
			parts(eval.Part{Type: "audio", URL: "data:audio/x-wav;base64,UklGRg=="}),
			`{"role":"user","content":[{"type":"input_audio","input_audio":{"data":"UklGRg==","format":"wav"}}]}`,
		},
		"a file under its base name": {
			parts(eval.Part{Type: "file", Attachment: file(`docs\a/b.pdf`, "application/pdf", "%PDF")}),
			`{"role":"user","content":[{"type":"file","file":{"filename":"b.pdf","file_data":"data:application/pdf;base64,JVBERg=="}}]}`,
		},
		"a file under the name it was given": {
			parts(eval.Part{Type: "file", Name: "report.pdf", URL: "data:application/pdf;base64,JVBERg=="}),
			`{"role":"user","content":[{"type":"file","file":{"filename":"report.pdf","file_data":"data:application/pdf;base64,JVBERg=="}}]}`,
		},
		"a file of text as text": {
			parts(eval.Part{Type: "file", Attachment: file("notes/a.md", "text/markdown", "# hi")}),
			`{"role":"user","content":[{"type":"text","text":"a.md:\n# hi"}]}`,
		},
		"a file that only claims to be text": {
			parts(eval.Part{Type: "file", Attachment: file("a.txt", "text/plain; charset=utf-8", "\xff")}),
			`{"role":"user","content":[{"type":"file","file":{"filename":"a.txt","file_data":"data:text/plain; charset=utf-8;base64,/w=="}}]}`,
		},
		"an empty file": {
			parts(eval.Part{Type: "file", Attachment: &eval.Attachment{Path: "a.bin", MIME: "application/octet-stream"}}),
			`{"role":"user","content":[{"type":"file","file":{"filename":"a.bin","file_data":"data:application/octet-stream;base64,"}}]}`,
		},
		"data as its JSON": {
			parts(eval.Part{Type: "data", Data: eval.Trusted(`{"b": 1, "a": 9007199254740993}`)}),
			`{"role":"user","content":[{"type":"text","text":"{\"a\":9007199254740993,\"b\":1}"}]}`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := sent(t, openai.Config{}, &llm.Request{Messages: []eval.Message{tc.message}})
			want := `{"model":"m","messages":[` + tc.want + `],"stream":true,"stream_options":{"include_usage":true}}`
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFieldsOnTheWire(t *testing.T) {
	t.Parallel()
	value := eval.Trusted
	cases := map[string]struct {
		extra   string
		options llm.Options
		tools   []llm.Tool
		want    string
	}{
		"options by their names, in order": {
			options: llm.Options{"temperature": value("0.20"), "seed": value("9007199254740993"), "stop": value(`["x"]`), "user": {}},
			want:    `,"seed":9007199254740993,"stop":["x"],"temperature":0.20,"stream_options":{"include_usage":true}`,
		},
		"extra fields, where no option says else": {
			extra:   `{"top_k": 5, "temperature": 1}`,
			options: llm.Options{"temperature": value("0")},
			want:    `,"temperature":0,"top_k":5,"stream_options":{"include_usage":true}`,
		},
		"a limit under the name it was given": {
			options: llm.Options{"max_tokens": value("7")},
			want:    `,"max_tokens":7,"stream_options":{"include_usage":true}`,
		},
		"of two names of the limit the newer": {
			options: llm.Options{"max_tokens": value("7"), "max_completion_tokens": value("8")},
			want:    `,"max_completion_tokens":8,"stream_options":{"include_usage":true}`,
		},
		"a limit of the request instead of the configured one": {
			extra:   `{"max_completion_tokens": 9}`,
			options: llm.Options{"max_tokens": value("7")},
			want:    `,"max_tokens":7,"stream_options":{"include_usage":true}`,
		},
		"one answer may be asked for": {
			options: llm.Options{"n": value("1")},
			want:    `,"n":1,"stream_options":{"include_usage":true}`,
		},
		"stream options of the configuration": {
			extra: `{"stream_options": {"include_usage": true, "x": 1}}`,
			want:  `,"stream_options":{"include_usage": true, "x": 1}`,
		},
		"stream options can be left out": {
			extra: `{"stream_options": null}`,
			want:  ``,
		},
		"tools": {
			tools: []llm.Tool{
				{Name: "find", Description: "finds \"it\"", Parameters: value(`{"type":"object"}`)},
				{Name: "now"},
			},
			want: `,"stream_options":{"include_usage":true},"tools":[` +
				`{"type":"function","function":{"name":"find","description":"finds \"it\"","parameters":{"type":"object"}}},` +
				`{"type":"function","function":{"name":"now"}}]`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			req := &llm.Request{Messages: []eval.Message{textMessage("user", "hi")}, Options: tc.options, Tools: tc.tools}
			got := sent(t, openai.Config{Extra: value(tc.extra)}, req)
			want := `{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":true` + tc.want + `}`
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOpenAIGetsTheNewNameOfTheLimit(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"", "https://eu.api.openai.com"} {
		var c catcher
		var body []byte
		keep := wiretest.RoundTrip(func(r *http.Request) (*http.Response, error) {
			body, _ = io.ReadAll(r.Body)
			return c.RoundTrip(r)
		})
		client := newClient(t, openai.Config{Host: host, HTTP: &http.Client{Transport: keep}})
		req := &llm.Request{Options: llm.Options{"max_tokens": eval.Trusted("7")}}
		if _, err := client.Stream(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
		want := `{"model":"m","messages":[],"stream":true,"max_completion_tokens":7,"stream_options":{"include_usage":true}}`
		if diff := cmp.Diff(want, string(body)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestRequestsThatCannotBeMade(t *testing.T) {
	t.Parallel()
	part := func(p eval.Part) *llm.Request {
		return &llm.Request{Messages: []eval.Message{
			textMessage("system", "hi"),
			{Role: "user", Content: eval.Content{Parts: []eval.Part{p}}},
		}}
	}
	option := func(name, raw string) *llm.Request {
		return &llm.Request{Options: llm.Options{name: eval.Trusted(raw)}}
	}
	cases := map[string]struct {
		req  *llm.Request
		want string
	}{
		"a file that was not read":          {part(eval.Part{Type: "image", Attachment: &eval.Attachment{Path: "x.png", Bytes: 9}}), `message 2: part 1: attachment "x.png" was not read`},
		"an image of nothing":               {part(eval.Part{Type: "image"}), `message 2: part 1: image has no content`},
		"audio by a URL":                    {part(eval.Part{Type: "audio", URL: "https://h/x.wav"}), `message 2: part 1: audio must be a file or inline data, not a URL`},
		"audio of no format":                {part(eval.Part{Type: "audio", Data: eval.StringValue("UklGRg==")}), `message 2: part 1: audio has no format (for example wav or mp3)`},
		"content of an unknown type":        {part(eval.Part{Type: "video"}), `message 2: part 1: content of type "video" cannot be sent to this connector`},
		"tool arguments that are no object": {&llm.Request{Messages: []eval.Message{{Role: "assistant", ToolCalls: []eval.ToolCall{{Tool: "f", Arguments: eval.Trusted("[1]")}}}}}, `message 1: the arguments of tool call "f" are no object`},
		"an option that is ours":            {option("stream", "false"), `option "stream" cannot be set: surefoot writes it`},
		"several answers":                   {option("n", "3"), `option n is 3, but one answer is read (remove it)`},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := newClient(t, openai.Config{Host: wiretest.NewServer(t).URL})
			_, err := client.Stream(t.Context(), tc.req, nil)
			wiretest.CheckFault(t, err, &llm.Error{Unsent: true, Message: "the request cannot be made: " + tc.want})
		})
	}
}
