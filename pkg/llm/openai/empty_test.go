package openai_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

// message is a whole answer of one message, given as JSON.
func message(m string) string {
	return `{"id":"c-1","object":"chat.completion","model":"m","choices":[{"index":0,"message":` + m + `,"finish_reason":"stop"}]}`
}

func TestEmptyAnswers(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"in a whole message": message(`{"role":"assistant","content":""}`),
		"in parts":           message(`{"role":"assistant","content":[{"type":"text","text":""}]}`),
		"beside no refusal":  message(`{"role":"assistant","content":"","refusal":"","images":[],"tool_calls":[]}`),
		"in one event":       events(message(`{"role":"assistant","content":""}`), "[DONE]"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkAnswer(t, wiretest.Reply(200, "application/json", body), hello, llm.Response{FinishReason: "stop", Model: "m", Usage: unknown})
		})
	}
}

func TestAnswersOfNoContent(t *testing.T) {
	t.Parallel()
	const none = `answered with nothing: no content, no refusal, no tool call (finish_reason "stop")`
	cases := map[string]struct{ body, want string }{
		"a choice of nothing":         {`{"choices":[{"index":0,"finish_reason":"stop"}]}`, `sent a choice without a message: "{\"index\":0,\"finish_reason\":\"stop\"}"`},
		"a streamed choice of that":   {events(`{"choices":[{"index":0,"finish_reason":"stop"}]}`, "[DONE]"), `sent a choice without a message: "{\"index\":0,\"finish_reason\":\"stop\"}"`},
		"an older API's text":         {`{"object":"text_completion","choices":[{"index":0,"text":"hello","finish_reason":"stop"}]}`, `answered as the older completions API does, with a text instead of a message: "\"hello\""`},
		"a message that is a text":    {`{"choices":[{"index":0,"message":"hello","finish_reason":"stop"}]}`, `sent a message that is no object: "\"hello\""`},
		"a delta that is a text":      {events(`{"choices":[{"index":0,"delta":"hello"}]}`, "[DONE]"), `sent a message that is no object: "\"hello\""`},
		"a choice that is a text":     {`{"choices":["hello"]}`, `sent a choice that is no object: "\"hello\""`},
		"null content":                {message(`{"role":"assistant","content":null}`), none},
		"no content":                  {message(`{"role":"assistant"}`), none},
		"a streamed role alone":       {events(`{"choices":[{"index":0,"delta":{"role":"assistant"}}]}`, `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`, "[DONE]"), none},
		"content of no parts":         {message(`{"role":"assistant","content":[]}`), none},
		"a part of no text":           {message(`{"role":"assistant","content":[{"type":"text"}]}`), `sent a part of content without its text: "{\"type\":\"text\"}"`},
		"a part beside a text":        {message(`{"role":"assistant","content":[{"type":"text","text":"Hi"},{"type":"text","value":" there"}]}`), `sent a part of content without its text: "{\"type\":\"text\",\"value\":\" there\"}"`},
		"a part of text in an object": {message(`{"role":"assistant","content":[{"type":"text","text":{"value":"Hi"}}]}`), `sent a part of content without its text: "{\"type\":\"text\",\"text\":{\"value\":\"Hi\"}}"`},
		"a streamed part of null":     {events(`{"choices":[{"delta":{"content":[{"type":"output_text","text":null}]}}]}`, "[DONE]"), `sent a part of content without its text: "{\"type\":\"output_text\",\"text\":null}"`},
		"a refusal part of nothing":   {message(`{"role":"assistant","content":[{"type":"refusal"}]}`), `sent a refusal without its text: "{\"type\":\"refusal\"}"`},
		"a refusal of no words":       {message(`{"role":"assistant","content":null,"refusal":""}`), none},
		"reasoning":                   {message(`{"role":"assistant","content":null,"reasoning_content":"Hm"}`), `answered with reasoning only (finish_reason "stop")`},
		"reasoning in a part":         {message(`{"role":"assistant","content":[{"type":"thinking","thinking":"Hm"}]}`), `answered with reasoning only (finish_reason "stop")`},
		"images":                      {message(`{"role":"assistant","content":null,"images":[{"type":"image_url","image_url":{"url":"data:,"}}]}`), "answered with images, which is not supported in this version"},
		"images beside empty content": {message(`{"role":"assistant","content":"","images":[{"type":"image_url","image_url":{"url":"data:,"}}]}`), "answered with images, which is not supported in this version"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wiretest.CheckFault(t, ask(t, openai.Config{}, wiretest.Reply(200, "application/json", tc.body)), &llm.Error{Status: 200, Message: "HOST " + tc.want})
		})
	}
	t.Run("reasoning that was cut, where that is allowed", func(t *testing.T) {
		t.Parallel()
		req := *hello
		req.AllowTruncated = true
		body := `{"choices":[{"message":{"content":null,"reasoning":"Hm"},"finish_reason":"length"}]}`
		_, err := newClient(t, openai.Config{Host: wiretest.NewServer(t, wiretest.Reply(200, "application/json", body)).URL}).Stream(t.Context(), &req, nil)
		if want := `answered with reasoning only (finish_reason "length": raise the token limit)`; err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	})
}

func TestStreamsOfNoContent(t *testing.T) {
	t.Parallel()
	const (
		opener  = `{"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}]}`
		null    = `{"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":null},"finish_reason":null}]}`
		thought = `{"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"reasoning_content":"Hm"},"finish_reason":null}]}`
		stop    = `{"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
		blank   = `{"id":"c-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":""},"finish_reason":"stop"}]}`
		none    = `answered with nothing: no content, no refusal, no tool call (finish_reason "stop")`
		only    = `answered with reasoning only (finish_reason "stop")`
	)
	for name, tc := range map[string]struct {
		chunks []string
		want   string
	}{
		"the opener alone":             {[]string{opener, stop}, none},
		"an opener of null":            {[]string{null, stop}, none},
		"an empty content at the end":  {[]string{null, blank}, none},
		"an empty message at the end":  {[]string{opener, message(`{"role":"assistant","content":""}`)}, none},
		"reasoning behind the opener":  {[]string{opener, thought, stop}, only},
		"reasoning behind null":        {[]string{null, thought, stop}, only},
		"reasoning before the empty":   {[]string{thought, blank}, only},
		"reasoning, and a whole of it": {[]string{opener, thought, message(`{"content":"","reasoning_content":"Hm"}`)}, only},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wiretest.CheckFault(t, ask(t, openai.Config{}, wiretest.Stream(events(append(tc.chunks, "[DONE]")...))), &llm.Error{Status: 200, Message: "HOST " + tc.want})
		})
	}
}

func TestAnswersThatCanBeReadInTwoWays(t *testing.T) {
	t.Parallel()
	const several = "sent several answers to choose from, but one is read"
	cases := map[string]struct{ body, want string }{
		"two contents":                 {message(`{"role":"assistant","content":"A","content":"B"}`), `sent "content" twice in one object, with different values`},
		"a null and a content":         {message(`{"role":"assistant","content":null,"content":"B"}`), `sent "content" twice in one object, with different values`},
		"two messages in a choice":     {`{"choices":[{"message":{"content":"A"},"message":{"content":"B"},"finish_reason":"stop"}]}`, `sent "message" twice in one object, with different values`},
		"two endings":                  {`{"choices":[{"message":{"content":"A"},"finish_reason":"length","finish_reason":"stop"}]}`, `sent "finish_reason" twice in one object, with different values`},
		"two lists of choices":         {`{"choices":[{"message":{"content":"A"}}],"choices":[]}`, `sent "choices" twice in one object, with different values`},
		"two choices without index":    {`{"choices":[{"message":{"content":"A"},"finish_reason":"stop"},{"message":{"content":"B"},"finish_reason":"stop"}]}`, several},
		"two choices of one index":     {`{"choices":[{"index":0,"message":{"content":"A"}},{"index":0,"message":{"content":"B"}}]}`, several},
		"two deltas without index":     {events(`{"choices":[{"delta":{"content":"A"}},{"delta":{"content":"B"}}]}`, "[DONE]"), several},
		"an index that is another one": {events(`{"choices":[{"index":"1","delta":{"content":"A"}}]}`, "[DONE]"), several},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wiretest.CheckFault(t, ask(t, openai.Config{}, wiretest.Reply(200, "application/json", tc.body)), &llm.Error{Status: 200, Message: "HOST " + tc.want})
		})
	}
}

func TestAnswersThatServersSayTwice(t *testing.T) {
	t.Parallel()
	const stop = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	hi := llm.Response{Content: "Hi", FinishReason: "stop", Usage: unknown}
	thought := hi
	thought.Reasoning = "Hm"
	cases := map[string]struct {
		body string
		want llm.Response
	}{
		"a key twice with one value":               {`{"choices":[{"message":{"content":"Hi","content":"Hi"},"finish_reason":"stop"}]}`, hi},
		"a text beside the delta, as Together has": {events(`{"choices":[{"index":0,"text":"Hi","delta":{"role":"assistant","content":"Hi"}}]}`, stop), hi},
		"an empty delta beside the message":        {events(`{"choices":[{"index":0,"delta":{"role":"assistant","content":""},"message":{"content":"Hi"},"finish_reason":"stop"}]}`), hi},
		"a message behind reasoning": {
			events(`{"choices":[{"delta":{"content":"","reasoning_content":"Hm"}}]}`, `{"choices":[{"message":{"content":"Hi","reasoning_content":"Hm"},"finish_reason":"stop"}]}`), thought,
		},
		"an index as a text": {events(`{"choices":[{"index":"0","delta":{"content":"Hi"}}]}`, stop), hi},
		"Azure's filter results in choices of their own": {
			events(`{"id":"","object":"","created":0,"model":"","choices":[],"prompt_filter_results":[{"prompt_index":0,"content_filter_results":{}}]}`,
				`{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":null}]}`,
				`{"choices":[{"index":0,"finish_reason":null,"content_filter_results":{},"content_filter_offsets":{"check_offset":1,"start_offset":1,"end_offset":2}}]}`,
				`{"choices":[{"index":0,"finish_reason":"stop","content_filter_results":{}}]}`, "[DONE]"), hi,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkAnswer(t, wiretest.Reply(200, "application/json", tc.body), hello, tc.want)
		})
	}
}

func TestWhatIsNoUnicodeIsNoted(t *testing.T) {
	t.Parallel()
	const note = "the answer held what is not valid Unicode; U+FFFD stands for it"
	cases := map[string]struct {
		body, content string
		notes         []string
	}{
		"bytes that are no UTF-8":          {message("{\"content\":\"a\xffb\"}"), "a\uFFFDb", []string{note}},
		"half of a pair":                   {message(`{"content":"a\ud83d!"}`), "a\uFFFD!", []string{note}},
		"the other half":                   {message(`{"content":"a\uDE00!"}`), "a\uFFFD!", []string{note}},
		"half before another escape":       {message(`{"content":"a\ud83d\u0041\n"}`), "a\uFFFDA\n", []string{note}},
		"half in a part":                   {message(`{"content":[{"type":"text","text":"\ud83d"}]}`), "\uFFFD", []string{note}},
		"half in the reasoning":            {message(`{"content":"a","reasoning":"\ud83d"}`), "a", []string{"the reasoning held what is not valid Unicode; U+FFFD stands for it"}},
		"a whole pair":                     {message(`{"content":"\ud83d\ude00 \"\\ud83d"}`), "😀 \"\\ud83d", nil},
		"a whole pair beside a true FFFD":  {message(`{"content":"\uFFFD\ud83d\ude00\\"}`), "\uFFFD😀\\", nil},
		"U+FFFD as the model wrote it":     {message("{\"content\":\"\uFFFD\"}"), "\uFFFD", nil},
		"a character split over two bytes": {events("{\"choices\":[{\"delta\":{\"content\":\"\xc3\"}}]}", "{\"choices\":[{\"delta\":{\"content\":\"\xa9\"},\"finish_reason\":\"stop\"}]}"), "é", nil},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			resp, err := decode(t, strings.NewReader(tc.body))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.content, resp.Content); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tc.notes, resp.Notes); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("half in the arguments of a tool call", func(t *testing.T) {
		t.Parallel()
		resp, err := decode(t, strings.NewReader(toolEvents(`[{"index":0,"id":"a","function":{"name":"f","arguments":"{\"q\":\"\ud83d\"}"}}]`)))
		if err != nil || resp.ToolCalls[0].Arguments.Raw() != "{\"q\":\"\uFFFD\"}" || len(resp.Notes) != 1 {
			t.Errorf("got %+v, %v", resp, err)
		}
	})
}
