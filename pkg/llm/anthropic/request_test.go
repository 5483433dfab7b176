package anthropic_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
)

// sent gives the body of a request, and the notes of its answer.
func sent(t *testing.T, cfg anthropic.Config, req *llm.Request) (body string, notes []string) {
	t.Helper()
	server := wiretest.NewServer(t, func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		body = string(data)
		wiretest.Stream(told(`{"type":"text","text":"Hi"}`)+ending("end_turn"))(w, r)
	})
	cfg.Host = server.URL
	resp, err := newClient(t, cfg).Stream(t.Context(), req, nil)
	if err != nil {
		t.Fatal(err)
	}
	return body, resp.Notes
}

func say(role, text string) eval.Message {
	return eval.Message{Role: role, Content: eval.Content{Text: text}}
}

func parts(role string, list ...eval.Part) eval.Message {
	return eval.Message{Role: role, Content: eval.Content{Parts: list}}
}

func file(kind, path, mime, body string) eval.Part {
	return eval.Part{Type: kind, Attachment: &eval.Attachment{Path: path, MIME: mime, Bytes: int64(len(body)), Body: []byte(body)}}
}

func TestMessagesOnTheWire(t *testing.T) {
	t.Parallel()
	thought := eval.Message{
		Role: "assistant", Content: eval.Content{Text: "I look it up."}, Opaque: eval.Trusted(thinkingBlocks),
		ToolCalls: []eval.ToolCall{call("toolu_01T1x1fJ34qAmk2tNTrN7Up6", "find_order", `{"id":17}`), call("toolu_01Second", "now", `{}`)},
	}
	changed := thought
	changed.Content.Text = "Something else."
	foreign := thought
	foreign.Opaque = eval.Trusted(`{"other":[1]}`)
	broke := call("a", "f", `{"x":1}`)
	broke.Error = "no such order"
	const plain = `{"type":"text","text":"I look it up."},{"type":"tool_use","id":"toolu_01T1x1fJ34qAmk2tNTrN7Up6","name":"find_order","input":{"id":17}},{"type":"tool_use","id":"toolu_01Second","name":"now","input":{}}`
	cases := map[string]struct {
		messages []eval.Message
		system   string
		want     string
		notes    []string
	}{
		"a text": {
			[]eval.Message{say("user", "hi")}, "",
			`{"role":"user","content":[{"type":"text","text":"hi"}]}`, nil,
		},
		"system messages go in front": {
			[]eval.Message{say("system", "Be terse."), parts("developer", eval.Part{Type: "text", Text: "Be kind."}), say("user", "hi")},
			`{"type":"text","text":"Be terse."},{"type":"text","text":"Be kind."}`,
			`{"role":"user","content":[{"type":"text","text":"hi"}]}`, nil,
		},
		"also those within the talk, which is noted": {
			[]eval.Message{say("user", "hi"), say("system", "Be terse."), say("assistant", "Hi."), say("system", ""), say("user", "bye")},
			`{"type":"text","text":"Be terse."}`,
			`{"role":"user","content":[{"type":"text","text":"hi"}]},{"role":"assistant","content":[{"type":"text","text":"Hi."}]},{"role":"user","content":[{"type":"text","text":"bye"}]}`,
			[]string{"a system message within the talk was sent in front of it, as the API has one place for them"},
		},
		"messages of one side become one": {
			[]eval.Message{say("user", "a"), say("user", "b"), say("assistant", "c"), say("assistant", "d"), say("user", "e")}, "",
			`{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},` +
				`{"role":"assistant","content":[{"type":"text","text":"c"},{"type":"text","text":"d"}]},{"role":"user","content":[{"type":"text","text":"e"}]}`, nil,
		},
		"an empty answer is left out": {
			[]eval.Message{say("user", "a"), say("assistant", ""), say("user", "b")}, "",
			`{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`, nil,
		},
		"a refusal goes as text": {
			[]eval.Message{say("user", "a"), {Role: "assistant", Refusal: "No."}, say("user", "b")}, "",
			`{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":[{"type":"text","text":"No."}]},{"role":"user","content":[{"type":"text","text":"b"}]}`, nil,
		},
		"names are noted": {
			[]eval.Message{{Role: "user", Name: "ann", Content: eval.Content{Text: "hi"}}}, "",
			`{"role":"user","content":[{"type":"text","text":"hi"}]}`,
			[]string{"the names of messages are not sent, as the API has none"},
		},
		"an image": {
			[]eval.Message{parts("user", eval.Part{Type: "text", Text: "Look"}, file("image", "a.jpg", "image/jpg", "jpg"))}, "",
			`{"role":"user","content":[{"type":"text","text":"Look"},{"type":"image","source":{"type":"base64","media_type":"image/jpeg","data":"anBn"}}]}`, nil,
		},
		"images by address": {
			[]eval.Message{parts("user", eval.Part{Type: "image", URL: "https://h.example/a.png", Detail: "low"}, eval.Part{Type: "image", URL: "data:image/png;base64,QUJD", Detail: "auto"})}, "",
			`{"role":"user","content":[{"type":"image","source":{"type":"url","url":"https://h.example/a.png"}},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"QUJD"}}]}`,
			[]string{"the detail of images is not sent, as the API has none"},
		},
		"documents": {
			[]eval.Message{parts("user",
				file("file", "docs/a.pdf", "application/pdf", "pdf"), file("file", `c:\b.txt`, "text/plain; charset=utf-8", "b\n"), file("file", "c.json", "application/json", "{}"),
				file("file", "d.webp", "image/webp", "w"), eval.Part{Type: "file", URL: "https://h.example/e.pdf"}, eval.Part{Type: "file", Name: "f.pdf", URL: "data:application/pdf;base64,QUJD"})}, "",
			`{"role":"user","content":[{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"cGRm"},"title":"a.pdf"},` +
				`{"type":"document","source":{"type":"text","media_type":"text/plain","data":"b\n"},"title":"b.txt"},` +
				`{"type":"document","source":{"type":"text","media_type":"text/plain","data":"{}"},"title":"c.json"},` +
				`{"type":"image","source":{"type":"base64","media_type":"image/webp","data":"dw=="}},` +
				`{"type":"document","source":{"type":"url","url":"https://h.example/e.pdf"}},` +
				`{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"QUJD"},"title":"f.pdf"}]}`, nil,
		},
		"data goes as text": {
			[]eval.Message{parts("user", eval.Part{Type: "data", Data: eval.Trusted(`{"b":1, "a":2}`)})}, "",
			`{"role":"user","content":[{"type":"text","text":"{\"a\":2,\"b\":1}"}]}`, nil,
		},
		"tool calls and their results": {
			[]eval.Message{
				say("user", "go"),
				{Role: "assistant", ToolCalls: []eval.ToolCall{broke, {ID: "b", Tool: "g", Arguments: eval.StringValue(`{"y":2}`)}, {ID: "c", Tool: "h"}}},
				{Role: "tool", ToolCallID: "a", Content: eval.Content{Text: "no such order"}},
				{Role: "tool", ToolCallID: "b", Content: eval.Content{Parts: []eval.Part{{Type: "text", Text: "seen"}, file("image", "s.png", "image/png", "p")}}},
				{Role: "tool", ToolCallID: "c"},
				say("user", "and?"),
			}, "",
			`{"role":"user","content":[{"type":"text","text":"go"}]},` +
				`{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{"x":1}},{"type":"tool_use","id":"b","name":"g","input":{"y":2}},{"type":"tool_use","id":"c","name":"h","input":{}}]},` +
				`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"no such order"}],"is_error":true},` +
				`{"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"seen"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"cA=="}}]},` +
				`{"type":"tool_result","tool_use_id":"c"},{"type":"text","text":"and?"}]}`, nil,
		},
		"thoughts go back as they came": {
			[]eval.Message{say("user", "go"), thought}, "",
			`{"role":"user","content":[{"type":"text","text":"go"}]},{"role":"assistant","content":[` +
				strings.TrimSuffix(strings.TrimPrefix(thinkingBlocks, `{"anthropic":[`), `]}`) + `]}`, nil,
		},
		"but not once somebody changed the answer": {
			[]eval.Message{say("user", "go"), changed}, "",
			`{"role":"user","content":[{"type":"text","text":"go"}]},{"role":"assistant","content":[` + strings.Replace(plain, "I look it up.", "Something else.", 1) + `]}`, nil,
		},
		"nor those of another API": {
			[]eval.Message{say("user", "go"), foreign}, "",
			`{"role":"user","content":[{"type":"text","text":"go"}]},{"role":"assistant","content":[` + plain + `]}`, nil,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, notes := sent(t, anthropic.Config{}, &llm.Request{Messages: tc.messages})
			want := `{"model":"m","max_tokens":8192`
			if tc.system != "" {
				want += `,"system":[` + tc.system + `]`
			}
			want += `,"messages":[` + tc.want + `],"stream":true}`
			if diff := cmp.Diff(want, body); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tc.notes, notes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFieldsOnTheWire(t *testing.T) {
	t.Parallel()
	tools := []llm.Tool{{Name: "f", Description: "finds", Parameters: eval.Trusted(`{"type":"object","properties":{}}`)}, {Name: "g"}}
	const wireTools = `,"tools":[{"name":"f","description":"finds","input_schema":{"type":"object","properties":{}}},{"name":"g","input_schema":{"type":"object"}}]`
	options := func(raw string) llm.Options { return eval.Trusted(raw).Members() }
	cases := map[string]struct {
		cfg     anthropic.Config
		options llm.Options
		tools   []llm.Tool
		want    string // behind the messages
		most    string
	}{
		"nothing":                              {most: "8192"},
		"the connector's limit":                {cfg: anthropic.Config{MaxTokens: 100}, most: "100"},
		"the request's limit":                  {cfg: anthropic.Config{MaxTokens: 100}, options: options(`{"max_tokens":50}`), most: "50"},
		"the newer name wins":                  {options: options(`{"max_tokens":50,"max_completion_tokens":60}`), most: "60"},
		"a limit with a fraction of zero":      {options: options(`{"max_tokens":50.0}`), most: "50"},
		"sampling":                             {options: options(`{"temperature":0.5,"top_p":0.9,"n":1,"seed":null}`), most: "8192", want: `,"temperature":0.5,"top_p":0.9`},
		"stops":                                {options: options(`{"stop":["a","b"]}`), most: "8192", want: `,"stop_sequences":["a","b"]`},
		"a stop":                               {options: options(`{"stop":"a"}`), most: "8192", want: `,"stop_sequences":["a"]`},
		"a user":                               {options: options(`{"user":"u-1"}`), most: "8192", want: `,"metadata":{"user_id":"u-1"}`},
		"a schema":                             {options: options(`{"response_format":{"type":"json_schema","json_schema":{"name":"x","strict":true,"schema":{"type":"object"}}}}`), most: "8192", want: `,"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}}`},
		"plain text":                           {options: options(`{"response_format":{"type":"text"}}`), most: "8192"},
		"effort beside a schema of the file's": {cfg: anthropic.Config{Extra: eval.Trusted(`{"output_config":{"effort":"low","x":1},"top_k":4,"temperature":1}`)}, options: options(`{"reasoning_effort":"max","temperature":0}`), most: "8192", want: `,"output_config":{"effort":"max","x":1},"temperature":0,"top_k":4`},
		"tools":                                {tools: tools, most: "8192", want: wireTools},
		"a choice of tools":                    {tools: tools, options: options(`{"tool_choice":"required"}`), most: "8192", want: wireTools + `,"tool_choice":{"type":"any"}`},
		"no tool":                              {tools: tools, options: options(`{"tool_choice":"none","parallel_tool_calls":false}`), most: "8192", want: wireTools + `,"tool_choice":{"type":"none"}`},
		"one tool, once":                       {tools: tools, options: options(`{"tool_choice":{"type":"function","function":{"name":"f"}},"parallel_tool_calls":false}`), most: "8192", want: wireTools + `,"tool_choice":{"type":"tool","name":"f","disable_parallel_tool_use":true}`},
		"one at a time":                        {tools: tools, options: options(`{"parallel_tool_calls":false}`), most: "8192", want: wireTools + `,"tool_choice":{"type":"auto","disable_parallel_tool_use":true}`},
		"many at a time":                       {tools: tools, options: options(`{"parallel_tool_calls":true,"tool_choice":"auto"}`), most: "8192", want: wireTools + `,"tool_choice":{"type":"auto"}`},
		"thinking":                             {cfg: anthropic.Config{Thinking: eval.Trusted(`{"type":"enabled","budget_tokens":2048,"display":"omitted"}`)}, options: options(`{"temperature":1.0,"top_p":0.95}`), most: "8192", want: `,"temperature":1.0,"thinking":{"type":"enabled","budget_tokens":2048,"display":"omitted"},"top_p":0.95`},
		"no thinking":                          {cfg: anthropic.Config{Thinking: eval.Trusted(`{"type":"disabled"}`)}, options: options(`{"temperature":0}`), most: "8192", want: `,"temperature":0,"thinking":{"type":"disabled"}`},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body, _ := sent(t, tc.cfg, &llm.Request{Messages: hello.Messages, Options: tc.options, Tools: tc.tools})
			want := `{"model":"m","max_tokens":` + tc.most + `,"messages":[{"role":"user","content":[{"type":"text","text":"hi"}]}],"stream":true` + tc.want + `}`
			if diff := cmp.Diff(want, body); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestRequestsThatCannotBeMade(t *testing.T) {
	t.Parallel()
	options := func(raw string) *llm.Request {
		return &llm.Request{Messages: hello.Messages, Options: eval.Trusted(raw).Members()}
	}
	talk := func(m ...eval.Message) *llm.Request { return &llm.Request{Messages: m} }
	thinking := anthropic.Config{Thinking: eval.Trusted(`{"type":"enabled","budget_tokens":2048}`)}
	adaptive := anthropic.Config{Thinking: eval.Trusted(`{"type":"adaptive"}`)}
	cases := map[string]struct {
		cfg  anthropic.Config
		req  *llm.Request
		want string
	}{
		"a seed":                   {req: options(`{"seed":1}`), want: `option seed is not taken by this API (remove it, or put what the API takes into extra_body)`},
		"penalties":                {req: options(`{"presence_penalty":0,"frequency_penalty":1}`), want: `option frequency_penalty is not taken by this API (remove it, or put what the API takes into extra_body); option presence_penalty is not taken by this API (remove it, or put what the API takes into extra_body)`},
		"biases":                   {req: options(`{"logit_bias":{}}`), want: `option logit_bias is not taken by this API (remove it, or put what the API takes into extra_body)`},
		"several answers":          {req: options(`{"n":2}`), want: `option n is 2, but one answer is read (remove it)`},
		"no stream":                {req: options(`{"stream":false}`), want: `option stream is not taken by this API (remove it, or put what the API takes into extra_body)`},
		"too warm":                 {req: options(`{"temperature":1.5}`), want: `option temperature is 1.5, but this API takes 0 to 1`},
		"no limit":                 {req: options(`{"max_tokens":"many"}`), want: `option max_tokens must be a whole number from 1 on`},
		"JSON without a schema":    {req: options(`{"response_format":{"type":"json_object"}}`), want: `option response_format must be text or json_schema in this API, which has no JSON without a schema`},
		"a schema that is missing": {req: options(`{"response_format":{"type":"json_schema"}}`), want: `option response_format has no schema`},
		"no effort":                {req: options(`{"reasoning_effort":"none"}`), want: `option reasoning_effort must be one of low, medium, high, xhigh, max in this API`},
		"an unknown choice":        {req: options(`{"tool_choice":"some"}`), want: `option tool_choice must be auto, none, required or a function by its name`},
		"a choice of no tools":     {req: options(`{"tool_choice":"required"}`), want: `options tool_choice and parallel_tool_calls need tools, and none are offered`},
		"a limit within thinking":  {thinking, options(`{"max_tokens":2048}`), `option max_tokens is 2048, but must be more than the connector's thinking.budget_tokens, which is 2048`},
		"thinking when cool":       {adaptive, options(`{"temperature":0,"top_p":0.5}`), `option temperature is 0, but must be 1 or unset beside the connector's thinking; option top_p is 0.5, but must be from 0.95 to 1 beside the connector's thinking`},
		"thinking of one tool":     {adaptive, options(`{"tool_choice":"required"}`), `option tool_choice must be auto or none beside the connector's thinking`},
		"audio":                    {req: talk(parts("user", file("audio", "a.wav", "audio/wav", "x"))), want: `message 1: part 1: audio cannot be sent: the API takes none`},
		"another image":            {req: talk(parts("user", file("image", "a.bmp", "image/bmp", "x"))), want: `message 1: part 1: an image of type "image/bmp" cannot be sent (the API takes JPEG, PNG, GIF and WebP)`},
		"another file":             {req: talk(parts("user", file("file", "a.zip", "application/zip", "x"))), want: `message 1: part 1: a file of type "application/zip" cannot be sent (the API takes PDF, plain text, JPEG, PNG, GIF and WebP)`},
		"a data URL of text":       {req: talk(parts("user", eval.Part{Type: "image", URL: "data:image/svg+xml,<svg/>"})), want: `message 1: part 1: a data URL must be in base64`},
		"a file that was not read": {req: talk(parts("user", eval.Part{Type: "file", Attachment: &eval.Attachment{Path: "a.pdf", Bytes: 3}})), want: `message 1: part 1: attachment "a.pdf" was not read`},
		"an unknown part":          {req: talk(parts("user", eval.Part{Type: "video"})), want: `message 1: part 1: content of type "video" cannot be sent to this connector`},
		"no content":               {req: talk(say("user", "")), want: `message 1: it has no content, which the API does not take`},
		"an image for a system":    {req: talk(parts("system", eval.Part{Type: "image", URL: "https://x.example"})), want: `message 1: part 1: a system message takes text only`},
		"an unknown role":          {req: talk(say("critic", "x")), want: `message 1: the role "critic" is not one the API has`},
		"a result of no call":      {req: talk(say("tool", "x")), want: `message 1: the result of a tool names no tool_call_id`},
		"a call without an id":     {req: talk(eval.Message{Role: "assistant", ToolCalls: []eval.ToolCall{call("", "f", `{}`)}}), want: `message 1: tool call "f" has no id`},
		"arguments of another kind": {req: talk(eval.Message{Role: "assistant", ToolCalls: []eval.ToolCall{call("a", "f", `[]`)}}),
			want: `message 1: the arguments of tool call "f" are no object`},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := wiretest.NewServer(t)
			tc.cfg.Host = server.URL
			_, err := newClient(t, tc.cfg).Stream(t.Context(), tc.req, nil)
			wiretest.CheckFault(t, err, &llm.Error{Unsent: true, Message: "the request cannot be made: " + tc.want})
		})
	}
}
