package scripted_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/scripted"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func compile(t testing.TB, text string) *script.Program {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "model.ts"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	e, err := script.New(script.Options{Root: dir})
	if err != nil {
		t.Fatal(err)
	}
	p, problems := e.Compile("model.ts")
	if p == nil {
		t.Fatal(problems)
	}
	return p
}

var trial = eval.Scope{Agent: "shop", Case: "refund-01", Run: 2, Turn: 1, Role: eval.RoleAgent}

func open(t testing.TB, text string) *scripted.Model {
	t.Helper()
	m, err := scripted.Open(context.Background(), compile(t, text), scripted.Options{Seed: 1, Scope: trial, Model: "small"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// answering is a script whose answer is an expression on the second line.
func answering(expression string) string {
	return "type Any = any;\nexport const Complete = (request: Any): Any => (" + expression + ")"
}

func ask(t testing.TB, m llm.Model, req *llm.Request) (*llm.Response, error) {
	t.Helper()
	return m.Stream(eval.WithScope(context.Background(), trial), req, nil)
}

func count(n int64) *int64 { return &n }

func TestAnswers(t *testing.T) {
	t.Parallel()
	unknown := eval.Usage{Calls: 1, Attempts: 1}
	for name, tc := range map[string]struct {
		expression string
		want       llm.Response
		deltas     string
	}{
		"a text":        {"'hello'", llm.Response{Content: "hello", FinishReason: "stop"}, "hello"},
		"an empty text": {"''", llm.Response{FinishReason: "stop"}, ""},
		"a promise":     {"Promise.resolve({ content: 'later' })", llm.Response{Content: "later", FinishReason: "stop"}, "later"},
		"chunks":        {"{ chunks: ['a', '', 'b'] }", llm.Response{Content: "ab", FinishReason: "stop"}, "a|b"},
		"chunks beside their content": {"{ chunks: ['é', 'b'], content: 'éb', reasoning: 'hm' }",
			llm.Response{Content: "éb", Reasoning: "hm", FinishReason: "stop"}, "(hm)|é|b"},
		"a refusal": {"{ refusal: 'I will not' }", llm.Response{Content: "I will not", Refusal: "I will not", FinishReason: "stop"}, "I will not"},
		"null is absent": {"{ content: 'x', refusal: null, tool_calls: null, usage: undefined, delay_ms: null, error: null }",
			llm.Response{Content: "x", FinishReason: "stop"}, "x"},
		"usage": {"{ content: 'x', usage: { prompt_tokens: 3, completion_tokens: 4 } }", llm.Response{Content: "x", FinishReason: "stop",
			Usage: eval.Usage{PromptTokens: count(3), CompletionTokens: count(4), TotalTokens: count(7), Calls: 1, Attempts: 1}}, "x"},
		"usage with a cache": {"{ content: 'x', usage: { prompt_tokens: 9, completion_tokens: 4, cache_read_tokens: 6, cache_write_tokens: 3 } }", llm.Response{Content: "x", FinishReason: "stop",
			Usage: eval.Usage{PromptTokens: count(9), CompletionTokens: count(4), TotalTokens: count(13), CacheReadTokens: count(6), CacheWriteTokens: count(3), Calls: 1, Attempts: 1}}, "x"},
		"usage known in part": {"{ content: 'x', usage: { completion_tokens: 4 } }", llm.Response{Content: "x", FinishReason: "stop",
			Usage: eval.Usage{CompletionTokens: count(4), Calls: 1, Attempts: 1}}, "x"},
		"tool calls in both forms": {`{ content: null, tool_calls: [
  { name: 'a', arguments: { x: 1 } }, { id: 'own', name: 'b', arguments: '{"y": [2]}' }, { name: 'c' },
  { id: 'wire', type: 'function', index: 3, function: { name: 'd', arguments: '' } }] }`,
			llm.Response{FinishReason: "tool_calls", ToolCalls: []eval.ToolCall{
				{ID: "call_1", Tool: "a", Arguments: eval.Trusted(`{"x":1}`)},
				{ID: "own", Tool: "b", Arguments: eval.Trusted(`{"y": [2]}`)},
				{ID: "call_2", Tool: "c", Arguments: eval.Trusted(`{}`)},
				{ID: "wire", Tool: "d", Arguments: eval.Trusted(`{}`)},
			}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var deltas []string
			m := open(t, answering(tc.expression))
			got, err := m.Stream(context.Background(), &llm.Request{}, func(d llm.Delta) error {
				if d.Reasoning != "" {
					d.Content = "(" + d.Reasoning + ")"
				}
				deltas = append(deltas, d.Content)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			tc.want.Model = "small"
			if tc.want.Usage == (eval.Usage{}) {
				tc.want.Usage = unknown
			}
			if diff := cmp.Diff(tc.want, *got, cmp.AllowUnexported(eval.Value{})); diff != "" {
				t.Error(diff)
			}
			if joined := strings.Join(deltas, "|"); joined != tc.deltas {
				t.Errorf("deltas %q, want %q", joined, tc.deltas)
			}
		})
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ expression, want string }{
		"undefined":                    {"undefined", "Complete returned nothing (an answer is a text or an object)"},
		"null":                         {"null", "Complete returned null (an answer is a text or an object)"},
		"a number":                     {"5", "Complete returned a number (an answer is a text or an object)"},
		"a list":                       {"['x']", "Complete returned a list (an answer is a text or an object)"},
		"an empty object":              {"{}", "Complete returned an answer without content, tool_calls, refusal or error"},
		"an empty list of calls":       {"{ tool_calls: [] }", "Complete returned an answer without content, tool_calls, refusal or error"},
		"an unknown key":               {"{ contnet: 'x' }", `Complete returned a bad answer: contnet is not known (did you mean "content"?)`},
		"content of another kind":      {"{ content: 5 }", "Complete returned a bad answer: content must be a text, not a number"},
		"chunks that do not join":      {"{ content: 'ab', chunks: ['a'] }", `Complete returned a bad answer: chunks join to "a", but content is "ab"`},
		"chunks of another kind":       {"{ chunks: ['a', 1] }", "Complete returned a bad answer: chunks[1] must be a text, not a number"},
		"an unknown finish reason":     {"{ content: '', finish_reason: 'lenght' }", `Complete returned a bad answer: finish_reason is "lenght", but must be one of stop, tool_calls, length, content_filter`},
		"tool calls that are none":     {"{ content: '', finish_reason: 'tool_calls' }", `Complete returned a bad answer: finish_reason is "tool_calls", but there are none`},
		"a tool call without a name":   {"{ tool_calls: [{ arguments: {} }] }", "Complete returned a bad answer: tool_calls[0].name must name a tool"},
		"arguments that are no object": {"{ tool_calls: [{ name: 'a', arguments: '[1]' }] }", "Complete returned a bad answer: tool_calls[0].arguments must be an object, or one as JSON text"},
		"arguments that are no JSON":   {"{ tool_calls: [{ function: { name: 'a', arguments: '{' } }] }", "Complete returned a bad answer: tool_calls[0].function.arguments must be an object, or one as JSON text"},
		"ids that stand twice":         {"{ tool_calls: [{ id: 'x', name: 'a' }, { id: 'x', name: 'b' }] }", `Complete returned a bad answer: tool_calls[1].id is "x" like that of another call`},
		"an unknown key of a call":     {"{ tool_calls: [{ name: 'a', args: {} }] }", "Complete returned a bad answer: tool_calls[0].args is not known"},
		"usage below zero":             {"{ content: '', usage: { prompt_tokens: -1 } }", "Complete returned a bad answer: usage.prompt_tokens must be a whole number from 0 on"},
		"usage in part":                {"{ content: '', usage: { prompt_tokens: 1.5 } }", "Complete returned a bad answer: usage.prompt_tokens must be a whole number from 0 on"},
		"a delay below zero":           {"{ content: '', delay_ms: -1 }", "Complete returned a bad answer: delay_ms must be milliseconds, from 0 to a day"},
		"an error without a status":    {"{ error: { message: 'x' } }", "Complete returned a bad answer: error.status must be an HTTP status from 400 to 599"},
		"an error that is none":        {"{ error: { status: 200 } }", "Complete returned a bad answer: error.status must be an HTTP status from 400 to 599"},
		"an error beside content":      {"{ error: { status: 500 }, content: 'x' }", "Complete returned a bad answer: content cannot stand beside error"},
		"a cache of no prompt":         {"{ content: 'x', usage: { cache_read_tokens: 1 } }", "Complete returned a bad answer: usage.prompt_tokens is missing, but some of the prompt was cached"},
		"a cache above its prompt":     {"{ content: 'x', usage: { prompt_tokens: 2, cache_read_tokens: 1, cache_write_tokens: 2 } }", "Complete returned a bad answer: usage.prompt_tokens is 2, but cache_read_tokens and cache_write_tokens, which are parts of it, make 3"},
		"a total less than its parts":  {"{ content: 'x', usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 3 } }", "Complete returned a bad answer: usage.total_tokens is 3, but prompt_tokens and completion_tokens make 15"},
		"a refusal beside content":     {"{ refusal: 'no', content: 'yes' }", "Complete returned a bad answer: refusal cannot stand beside another content"},
		"what JSON cannot hold":        {"{ content: 'x', usage: { prompt_tokens: 0 / 0 } }", "the value at .usage.prompt_tokens is NaN, which JSON cannot hold"},
		"a throw":                      {"(() => { throw new TypeError('no order') })()", "TypeError: no order"},
		"a rejection":                  {"Promise.reject(new Error('later'))", "Error: later"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := ask(t, open(t, answering(tc.expression)), &llm.Request{})
			var e *llm.Error
			if !errors.As(err, &e) || e.Message != tc.want {
				t.Fatalf("got %v, want %s", err, tc.want)
			}
			if e.Retryable || e.Pos.File != "model.ts" || e.Pos.Line != 2 {
				t.Errorf("retryable %v at %v", e.Retryable, e.Pos)
			}
		})
	}
}

func TestAnswersThatProvidersEnd(t *testing.T) {
	t.Parallel()
	length, filter := open(t, answering("{ content: 'half', finish_reason: 'length' }")), open(t, answering("{ content: 'h', finish_reason: 'content_filter' }"))
	if _, err := ask(t, length, &llm.Request{}); err == nil || !strings.HasPrefix(err.Error(), `model.ts cut the answer for its length (finish_reason "length"`) {
		t.Errorf("got %v", err)
	}
	if resp, err := ask(t, length, &llm.Request{AllowTruncated: true}); err != nil || resp.Content != "half" || resp.FinishReason != "length" || !resp.Truncated {
		t.Errorf("got %v, %v", resp, err)
	}
	if _, err := ask(t, filter, &llm.Request{AllowTruncated: true}); err == nil || !strings.HasPrefix(err.Error(), "model.ts ended the answer by its content filter") {
		t.Errorf("got %v", err)
	}
}

func TestRequestIsInTheShapesOfChatCompletions(t *testing.T) {
	t.Parallel()
	m := open(t, "let n = 0;\nexport const Complete = (request: any) => { const { random, ...rest } = request; return JSON.stringify({ n: ++n, random: typeof random, ...rest }) }")
	body := &eval.Attachment{Path: "dir/a.png", MIME: "image/png", Bytes: 3, Body: []byte("abc")}
	req := &llm.Request{
		Messages: []eval.Message{
			{Role: "system", Content: eval.Content{Text: "be kind"}},
			{Role: "user", Name: "ann", Content: eval.Content{Parts: []eval.Part{
				{Type: eval.PartText, Text: ""},
				{Type: eval.PartImage, Attachment: body, Detail: "low"},
				{Type: eval.PartImage, URL: "https://x.test/a.png"},
				{Type: eval.PartAudio, Attachment: &eval.Attachment{MIME: "audio/mpeg", Bytes: 1, Body: []byte("m")}},
				{Type: eval.PartAudio, Data: eval.StringValue("d2F2"), Format: "wav"},
				{Type: eval.PartFile, Attachment: &eval.Attachment{Path: `docs\a.pdf`, MIME: "application/pdf", Bytes: 1, Body: []byte("p")}},
				{Type: eval.PartData, Data: eval.Trusted(`{"b": 1, "a": 2}`)},
			}}},
			{Role: "assistant", ToolCalls: []eval.ToolCall{{ID: "c1", Tool: "find", Arguments: eval.Trusted(`{"q":"x"}`)}}},
			{Role: "tool", ToolCallID: "c1", Content: eval.Content{Text: ""}},
			{Role: "assistant", Refusal: "no"},
		},
		Tools:   []llm.Tool{{Name: "find", Description: "finds", Parameters: eval.Trusted(`{"type":"object"}`)}, {Name: "bare"}},
		Options: llm.Options{"temperature": eval.Trusted("0.5"), "none": eval.Value{}},
		Attempt: 3,
	}
	ctx := eval.WithScope(context.Background(), eval.Scope{Turn: 4})
	if _, err := m.Stream(ctx, &llm.Request{}, nil); err != nil {
		t.Fatal(err)
	}
	resp, err := m.Stream(ctx, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"n":2,"random":"function","model":"small","messages":[
{"role":"system","content":"be kind"},
{"role":"user","content":[
{"type":"text","text":""},
{"type":"image_url","image_url":{"url":"data:image/png;base64,YWJj","detail":"low"}},
{"type":"image_url","image_url":{"url":"https://x.test/a.png"}},
{"type":"input_audio","input_audio":{"data":"bQ==","format":"mp3"}},
{"type":"input_audio","input_audio":{"data":"d2F2","format":"wav"}},
{"type":"file","file":{"filename":"a.pdf","file_data":"data:application/pdf;base64,cA=="}},
{"type":"text","text":"{\"a\":2,\"b\":1}"}],"name":"ann"},
{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"find","arguments":"{\"q\":\"x\"}"}}]},
{"role":"tool","content":"","tool_call_id":"c1"},
{"role":"assistant","content":"no","refusal":"no"}],
"tools":[{"type":"function","function":{"name":"find","description":"finds","parameters":{"type":"object"}}},{"type":"function","function":{"name":"bare"}}],
"options":{"temperature":0.5},"case_id":"refund-01","run":2,"turn":4,"attempt":3}`
	if diff := cmp.Diff(strings.ReplaceAll(want, "\n", ""), resp.Content); diff != "" {
		t.Error(diff)
	}
}

func TestPartsThatCannotBeGiven(t *testing.T) {
	t.Parallel()
	m := open(t, answering("'x'"))
	for name, tc := range map[string]struct {
		part eval.Part
		want string
	}{
		"a file that was not read": {eval.Part{Type: eval.PartImage, Attachment: &eval.Attachment{Path: "a.png", Bytes: 1}}, `model.ts: message 1: part 1: attachment "a.png" was not read`},
		"an image of nothing":      {eval.Part{Type: eval.PartImage}, "model.ts: message 1: part 1: image has no content"},
		"audio by URL":             {eval.Part{Type: eval.PartAudio, URL: "https://x.test/a.mp3"}, "model.ts: message 1: part 1: audio must be a file or inline data, not a URL"},
		"audio of no format":       {eval.Part{Type: eval.PartAudio, Data: eval.StringValue("eA==")}, "model.ts: message 1: part 1: audio has no format (for example wav or mp3)"},
		"another type":             {eval.Part{Type: "video"}, `model.ts: message 1: part 1: content of type "video" cannot be given to a script`},
	} {
		_, err := ask(t, m, &llm.Request{Messages: []eval.Message{{Role: "user", Content: eval.Content{Parts: []eval.Part{tc.part}}}}})
		if err == nil || err.Error() != tc.want {
			t.Errorf("%s: got %v, want %s", name, err, tc.want)
		}
	}
}

func TestRandomDependsOnSeedAndScopeAlone(t *testing.T) {
	t.Parallel()
	p := compile(t, "export const Complete = (request: any) => [request.random(), request.random()].join(' ')")
	numbers := func(seed int64, s eval.Scope) string {
		m, err := scripted.Open(context.Background(), p, scripted.Options{Seed: seed, Scope: s})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		text := ""
		for range 2 {
			resp, err := ask(t, m, &llm.Request{})
			if err != nil {
				t.Fatal(err)
			}
			text += resp.Content + " "
		}
		return text
	}
	// The same on every machine and for ever: runs are repeated by their seed.
	if got, want := numbers(1, trial), "0.342258722274994 0.7663133612706781 0.9247172771784989 0.18863846227120218 "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	seen := map[string]string{}
	for name, s := range map[string]eval.Scope{
		"the trial":     trial,
		"another case":  {Agent: "shop", Case: "refund-02", Run: 2, Role: eval.RoleAgent},
		"another run":   {Agent: "shop", Case: "refund-01", Run: 3, Role: eval.RoleAgent},
		"another agent": {Agent: "shoprefund-01", Case: "", Run: 2, Role: eval.RoleAgent},
		"another role":  {Agent: "shop", Case: "refund-01", Run: 2, Role: eval.RoleJudge},
	} {
		text := numbers(1, s)
		if other, ok := seen[text]; ok {
			t.Errorf("%s has the numbers of %s", name, other)
		}
		seen[text] = name
	}
	other := trial
	other.Turn = 7
	if numbers(1, other) != numbers(1, trial) || numbers(2, trial) == numbers(1, trial) {
		t.Error("the turn counts, or the seed does not")
	}
}

func TestErrorsAreRetriedAsAProvidersAre(t *testing.T) {
	t.Parallel()
	p := compile(t, "export const Complete = (request: any) => request.attempt < 3 ? { error: { status: 429, message: 'slow\\ndown', retry_after_ms: 90_000 }, delay_ms: 10 } : 'attempt ' + request.attempt")
	synctest.Test(t, func(t *testing.T) {
		m, err := scripted.Open(context.Background(), p, scripted.Options{Scope: trial})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		begun := time.Now()
		resp, err := ask(t, llm.Retry(m, llm.Policy{Jitter: func() float64 { return 0 }}), &llm.Request{})
		if err != nil || resp.Content != "attempt 3" {
			t.Fatalf("got %v, %v", resp, err)
		}
		if len(resp.Attempts) != 2 || resp.Attempts[0].Status != 429 || resp.Attempts[0].Error != "model.ts answered 429: slow down" {
			t.Errorf("attempts %+v", resp.Attempts)
		}
		if took := time.Since(begun); took != 180*time.Second+20*time.Millisecond {
			t.Errorf("took %v", took)
		}
	})
}

func TestStatusesThatAreRetried(t *testing.T) {
	t.Parallel()
	p := compile(t, "export const Complete = (request: any) => ({ error: { status: Number(request.case_id) } })")
	for _, status := range []int{400, 401, 404, 408, 422, 429, 500, 503, 529} {
		m, err := scripted.Open(context.Background(), p, scripted.Options{Scope: eval.Scope{Case: fmt.Sprint(status)}})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		_, err = ask(t, m, &llm.Request{})
		var e *llm.Error
		if !errors.As(err, &e) || e.Status != status || e.Retryable != llm.Retryable(status) || !e.Rejected || !e.Pos.IsZero() {
			t.Errorf("%d: got %+v", status, e)
		}
	}
}

func TestDelayIsUnderTheDeadline(t *testing.T) {
	t.Parallel()
	p := compile(t, answering("{ content: 'x', delay_ms: 60_000 }"))
	synctest.Test(t, func(t *testing.T) {
		m, err := scripted.Open(context.Background(), p, scripted.Options{Scope: trial})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		begun := time.Now()
		if _, err := ask(t, m, &llm.Request{}); err != nil || time.Since(begun) != time.Minute {
			t.Errorf("got %v after %v", err, time.Since(begun))
		}
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		begun = time.Now()
		_, err = m.Stream(ctx, &llm.Request{}, nil)
		if !errors.Is(err, context.DeadlineExceeded) || err.Error() != "the deadline passed within the delay_ms of the answer (1m0s)" {
			t.Errorf("got %v", err)
		}
		if took := time.Since(begun); took != 30*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

func TestAScriptThatDoesNotEndIsTheContextsError(t *testing.T) {
	t.Parallel()
	m := open(t, answering("(() => { for (;;) {} })()"))
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err := m.Stream(ctx, &llm.Request{}, nil)
	var e *llm.Error
	if !errors.Is(err, context.DeadlineExceeded) || !errors.As(err, &e) || e.Retryable || e.Pos.Line != 2 {
		t.Errorf("got %+v", err)
	}
}

func TestConsoleGoesIntoTheLogs(t *testing.T) {
	t.Parallel()
	m := open(t, "console.log('opened');\nlet n = 0;\nexport const Complete = () => { console.log('call', ++n); if (n == 2) throw new Error('second'); return n == 3 ? 3 : 'x' }")
	resp, err := ask(t, m, &llm.Request{})
	if err != nil || cmp.Diff([]string{"opened", "call 1"}, resp.Logs) != "" {
		t.Errorf("got %v, %v", resp, err)
	}
	for _, want := range []string{"call 2", "call 3"} {
		_, err = ask(t, m, &llm.Request{})
		var e *llm.Error
		if !errors.As(err, &e) || cmp.Diff([]string{want}, e.Logs) != "" {
			t.Errorf("got %+v, want the log %q", e, want)
		}
	}
}

func TestOpenFails(t *testing.T) {
	t.Parallel()
	_, err := scripted.Open(context.Background(), compile(t, "console.log('on the way');\nthrow new Error('not today')"), scripted.Options{})
	var e *llm.Error
	if !errors.As(err, &e) || e.Message != "Error: not today" || e.Pos.String() != "model.ts:2:7" || len(e.Logs) != 1 {
		t.Errorf("got %+v", e)
	}
}

func TestMissingComplete(t *testing.T) {
	t.Parallel()
	_, err := ask(t, open(t, "export const complete = () => 'x'"), &llm.Request{})
	if err == nil || err.Error() != `the script has no function "Complete" (did you mean "complete"?)` {
		t.Errorf("got %v", err)
	}
}

func TestAnErrorOfOnDeltaEndsTheAnswer(t *testing.T) {
	t.Parallel()
	stop := errors.New("enough")
	calls := 0
	_, err := open(t, answering("{ chunks: ['a', 'b'] }")).Stream(context.Background(), &llm.Request{}, func(llm.Delta) error {
		calls++
		return stop
	})
	if err != stop || calls != 1 {
		t.Errorf("got %v after %d calls", err, calls)
	}
}

func TestIDsOfCallsAreNoneOfTheConversations(t *testing.T) {
	t.Parallel()
	resp, err := ask(t, open(t, answering("{ tool_calls: [{ name: 'a' }, { id: 'call_2', name: 'b' }] }")), &llm.Request{
		Messages: []eval.Message{{Role: "assistant", ToolCalls: []eval.ToolCall{{ID: "call_1", Tool: "a"}}}},
	})
	if err != nil || resp.ToolCalls[0].ID != "call_3" || resp.ToolCalls[1].ID != "call_2" {
		t.Errorf("got %+v, %v", resp, err)
	}
}

func BenchmarkTrial(b *testing.B) {
	p := compile(b, "export const Complete = (request: any) => request.messages[request.messages.length - 1].content")
	req := &llm.Request{Messages: []eval.Message{{Role: "user", Content: eval.Content{Text: "hello"}}}}
	b.ReportAllocs()
	for b.Loop() {
		m, err := scripted.Open(context.Background(), p, scripted.Options{Scope: trial})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := ask(b, m, req); err != nil {
			b.Fatal(err)
		}
		m.Close()
	}
}
