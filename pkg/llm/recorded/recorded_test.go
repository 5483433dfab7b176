package recorded_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/recorded"
	"github.com/surefoot-dev/surefoot/pkg/redact"
)

// fake answers every request alike.
type fake struct {
	resp llm.Response
	err  error
	took time.Duration
}

func (f fake) Stream(context.Context, *llm.Request, func(llm.Delta) error) (*llm.Response, error) {
	if f.took > 0 {
		<-time.After(f.took)
	}
	if f.err != nil {
		return nil, f.err
	}
	resp := f.resp
	return &resp, nil
}

var connector = recorded.Connector{ID: "gpt", Model: "gpt-x", Extra: eval.Trusted(`{"top_k":1}`)}

func folder(dir string) cassette.Folder {
	return cassette.Folder{Dir: dir, Name: filepath.Base, Redactor: redact.New([]redact.Secret{{Name: "KEY", Value: "sk-0123456789"}}, nil)}
}

func trial(t *testing.T) context.Context {
	return eval.WithScope(t.Context(), eval.Scope{Agent: "shop", Case: "greet", Run: 1, Turn: 1, Role: eval.RoleAgent})
}

// record keeps one answer, and returns what the caller got and the end's error.
func record(t *testing.T, dir string, m llm.Model, req *llm.Request) (*llm.Response, error, error) {
	t.Helper()
	r := cassette.NewRecorder(folder(dir))
	if err := r.Prepare([]eval.Key{{Agent: "shop", ID: "greet"}}); err != nil {
		t.Fatal(err)
	}
	r.Open(trial(t), time.Unix(0, 0))
	resp, err := recorded.Record(m, connector, r).Stream(trial(t), req, nil)
	return resp, err, r.Finish(&eval.CaseResult{Agent: "shop", ID: "greet", Planned: 1, Runs: 1})
}

func replay(t *testing.T, dir string, req *llm.Request, onDelta func(llm.Delta) error) (*llm.Response, error) {
	return recorded.Replay(connector, cassette.NewPlayer(folder(dir))).Stream(trial(t), req, onDelta)
}

func hello() *llm.Request {
	return &llm.Request{Messages: []eval.Message{{Role: "user", Content: eval.Content{Text: "hi"}}}}
}

func full() llm.Response {
	return llm.Response{
		Content: "Hello", Reasoning: "They greet.", Refusal: "no", FinishReason: "length", Truncated: true, Model: "gpt-x-1",
		ToolCalls: []eval.ToolCall{{ID: "c1", Tool: "find", Arguments: eval.Trusted(`{"q":1}`)}},
		Usage: eval.Usage{
			PromptTokens: new(int64(11)), CompletionTokens: new(int64(4)), TotalTokens: new(int64(15)),
			CacheReadTokens: new(int64(8)), CacheWriteTokens: new(int64(2)), CostUSD: new(0.5), Calls: 1, Attempts: 3,
		},
		Opaque:   eval.Trusted(`{"signature":"s"}`),
		Unpriced: "one price is missing", Queued: time.Second, Attempts: []eval.Attempt{{Number: 1, Waited: eval.Millis(time.Second)}},
		Notes: []string{"odd"}, Logs: []string{"log"},
	}
}

func TestAReplayedAnswerIsTheRecordedOne(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	live := full()
	req := hello()
	req.AllowTruncated = true
	if _, err, end := record(t, dir, fake{resp: live}, req); err != nil || end != nil {
		t.Fatal(err, end)
	}
	var deltas []llm.Delta
	got, err := replay(t, dir, req, func(d llm.Delta) error { deltas = append(deltas, d); return nil })
	if err != nil {
		t.Fatal(err)
	}
	want := live
	want.Queued, want.Attempts, want.Usage.Attempts, want.Replayed = 0, nil, 0, true
	want.Recorded = got.Recorded
	if diff := cmp.Diff(&want, got, cmp.AllowUnexported(eval.Value{})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]llm.Delta{{Content: "Hello", Reasoning: "They greet."}}, deltas); diff != "" {
		t.Error(diff)
	}
}

// TestNoFieldOfAResponseIsForgotten fails when a response has a field that
// full does not fill in: then the cassette would lose it.
func TestNoFieldOfAResponseIsForgotten(t *testing.T) {
	t.Parallel()
	replayOnly := map[string]bool{"Replayed": true, "Recorded": true}
	v := reflect.ValueOf(full())
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; v.Field(i).IsZero() != replayOnly[name] {
			t.Errorf("decide what becomes of Response.%s in a cassette, and fill it in here", name)
		}
	}
	known := []string{"Messages", "Tools", "Options", "AllowTruncated", "Attempt"}
	var fields []string
	for f := range reflect.TypeFor[llm.Request]().Fields() {
		fields = append(fields, f.Name)
	}
	if diff := cmp.Diff(known, fields); diff != "" {
		t.Errorf("decide whether a new part of a request belongs to what is matched: %s", diff)
	}
}

func TestWhatWasWaitedIsNotPartOfAnAnswer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		req := hello()
		req.AllowTruncated = true
		if _, err, end := record(t, dir, fake{resp: full(), took: 3 * time.Second}, req); err != nil || end != nil {
			t.Fatal(err, end)
		}
		got, err := replay(t, dir, req, nil)
		if err != nil || got.Recorded != time.Second { // 1 s queued, 1 s between attempts
			t.Errorf("recorded %v, error %v; want 1s", got.Recorded, err)
		}
	})
}

func TestWhatDecidesAnAnswerIsMatched(t *testing.T) {
	t.Parallel()
	base := func() *llm.Request {
		req := hello()
		req.Options = llm.Options{"temperature": eval.Trusted("0"), "seed": eval.Trusted("1")}
		req.Tools = []llm.Tool{{Name: "find", Parameters: eval.Trusted(`{"type":"object"}`)}}
		return req
	}
	tests := map[string]struct {
		change func(*llm.Request)
		miss   string // "" for a hit
	}{
		"the same":          {func(*llm.Request) {}, ""},
		"another attempt":   {func(r *llm.Request) { r.Attempt = 3 }, ""},
		"truncation":        {func(r *llm.Request) { r.AllowTruncated = true }, ""},
		"another message":   {func(r *llm.Request) { r.Messages = append(r.Messages, r.Messages[0]) }, "messages[1]: recorded nothing"},
		"another option":    {func(r *llm.Request) { r.Options["seed"] = eval.Trusted("2") }, "options.seed: recorded 1, now 2"},
		"an option less":    {func(r *llm.Request) { delete(r.Options, "seed") }, "options.seed: recorded 1, now nothing"},
		"another tool":      {func(r *llm.Request) { r.Tools[0].Name = "seek" }, `tools[0].name: recorded "find", now "seek"`},
		"a tool's document": {func(r *llm.Request) { r.Tools[0].Description = "finds" }, `tools[0].description: recorded nothing, now "finds"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if _, err, end := record(t, dir, fake{resp: llm.Response{Content: "ok"}}, base()); err != nil || end != nil {
				t.Fatal(err, end)
			}
			req := base()
			tt.change(req)
			_, err := replay(t, dir, req, nil)
			if tt.miss == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var fault *llm.Error
			var miss *cassette.Miss
			if !errors.As(err, &fault) || !errors.As(err, &miss) || fault.Retryable || !strings.Contains(err.Error(), tt.miss) {
				t.Errorf("got %v, want a miss with %s", err, tt.miss)
			}
		})
	}
}

func TestAnotherModelIsAMiss(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err, end := record(t, dir, fake{resp: llm.Response{Content: "ok"}}, hello()); err != nil || end != nil {
		t.Fatal(err, end)
	}
	for want, other := range map[string]recorded.Connector{
		`model: recorded "gpt-x", now "gpt-y"`:     {ID: "gpt", Model: "gpt-y", Extra: connector.Extra},
		`extra_body.top_k: recorded 1, now 2`:      {ID: "gpt", Model: "gpt-x", Extra: eval.Trusted(`{"top_k":2}`)},
		`extra_body: recorded {"top_k":1}, now no`: {ID: "gpt", Model: "gpt-x"},
	} {
		_, err := recorded.Replay(other, cassette.NewPlayer(folder(dir))).Stream(trial(t), hello(), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestBytesAreNeverKept(t *testing.T) {
	t.Parallel()
	secret := "QUJDREVGR0hJSktMTU5PUA=="
	req := &llm.Request{Messages: []eval.Message{{Role: "user", Content: eval.Content{Parts: []eval.Part{
		{Type: eval.PartText, Text: "look"},
		{Type: eval.PartImage, Attachment: &eval.Attachment{Path: "a.png", MIME: "image/png", Bytes: 16, SHA256: "feed", Body: []byte(secret), File: "/home/me/a.png"}},
		{Type: eval.PartImage, URL: "data:image/png;base64," + secret},
		{Type: eval.PartAudio, Format: "wav", Data: eval.StringValue(secret)},
		{Type: eval.PartData, Data: eval.StringValue("plain")},
	}}}}}
	dir := t.TempDir()
	if _, err, end := record(t, dir, fake{resp: llm.Response{Content: "ok"}}, req); err != nil || end != nil {
		t.Fatal(err, end)
	}
	data, err := os.ReadFile(filepath.Join(dir, "shop", "greet.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, never := range []string{secret, "/home/me"} {
		if strings.Contains(string(data), never) {
			t.Errorf("%q is in the cassette", never)
		}
	}
	for _, want := range []string{`"sha256": "feed"`, `"path": "a.png"`, `data:image/png;base64,24 characters, sha256 `, `"data": "24 characters`, `"data": "plain"`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s is not in the cassette:\n%s", want, data)
		}
	}
	if req.Messages[0].Content.Parts[2].URL != "data:image/png;base64,"+secret {
		t.Error("the request was changed")
	}
	if _, err := replay(t, dir, req, nil); err != nil {
		t.Error(err)
	}
	req.Messages[0].Content.Parts[1].Attachment.SHA256 = "beef"
	if _, err := replay(t, dir, req, nil); err == nil || !strings.Contains(err.Error(), `attachment.sha256: recorded "feed", now "beef"`) {
		t.Errorf("got %v", err)
	}
}

func TestACutAnswerIsReplayedOnlyWhereItIsAllowed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	req := hello()
	req.AllowTruncated = true
	if _, err, end := record(t, dir, fake{resp: llm.Response{Content: "Hel", FinishReason: "length", Truncated: true}}, req); err != nil || end != nil {
		t.Fatal(err, end)
	}
	_, err := replay(t, dir, hello(), nil)
	if err == nil || !strings.HasPrefix(err.Error(), `the recorded answer was cut for its length (finish_reason "length"`) {
		t.Errorf("got %v", err)
	}
}

func TestWhatDidNotAnswerIsAHole(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		model fake
		err   string
		hole  string
	}{
		"an error":              {fake{err: &llm.Error{Message: "500 after 3 attempts"}}, "500 after 3 attempts", "failed: 500 after 3 attempts"},
		"an answer of no shape": {fake{resp: llm.Response{ToolCalls: []eval.ToolCall{{Tool: "t", Arguments: eval.Trusted("{")}}}}, "", "failed: "},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err, end := record(t, t.TempDir(), tt.model, hello())
			if got := errorText(err); got != tt.err {
				t.Errorf("got %q, want %q", got, tt.err)
			}
			if end == nil || !strings.Contains(end.Error(), tt.hole) {
				t.Errorf("the end says %v", end)
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestADamagedAnswerIsAnError(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ old, damaged, want string }{
		"a member nobody knows": {`"content": "ok"`, `"content": "ok", "contents": "ok"`, `unknown field "contents"`},
		"content that is gone":  {`"content": "ok",`, ``, `it has no content`},
		"content of null":       {`"content": "ok"`, `"content": null`, `it has no content`},
		"no way it ended":       {`"finish_reason": "",`, ``, `it has no finish_reason`},
		"usage of null":         {`"usage": {`, `"usage": null, "logs": [], "opaque": {`, `it has no usage`},
		"tokens below zero":     {`"total_tokens": 15`, `"total_tokens": -15`, `total_tokens is below zero: -15`},
		"a cost below zero":     {`"cost_usd": 0.5`, `"cost_usd": -0.5`, `cost_usd is below zero: -0.5`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			live := llm.Response{Content: "ok", Usage: eval.Usage{TotalTokens: new(int64(15)), CostUSD: new(0.5), Calls: 1}}
			if _, err, end := record(t, dir, fake{resp: live}, hello()); err != nil || end != nil {
				t.Fatal(err, end)
			}
			path := filepath.Join(dir, "shop", "greet.json")
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(strings.Replace(string(data), tt.old, tt.damaged, 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := replay(t, dir, hello(), nil); err == nil || err.Error() != "the recorded answer is damaged: "+tt.want {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestTheCallerEndsAReplay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if _, err, end := record(t, dir, fake{resp: llm.Response{Content: "ok"}}, hello()); err != nil || end != nil {
		t.Fatal(err, end)
	}
	enough := errors.New("enough")
	if _, err := replay(t, dir, hello(), func(llm.Delta) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(trial(t))
	cancel()
	if _, err := recorded.Replay(connector, cassette.NewPlayer(folder(dir))).Stream(ctx, hello(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestAnotherModelIsAMissAlsoWhereItIsASecret(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	with := func(secret string) cassette.Folder {
		f := folder(dir)
		f.Redactor = redact.New([]redact.Secret{{Name: "WHICH", Value: secret}}, nil)
		return f
	}
	extra := func(name string) eval.Value { return eval.Trusted(`{"user":"` + name + `"}`) }
	keep := func(f cassette.Folder, c recorded.Connector) {
		t.Helper()
		r := cassette.NewRecorder(f)
		if err := r.Prepare([]eval.Key{{Agent: "shop", ID: "greet"}}); err != nil {
			t.Fatal(err)
		}
		r.Open(trial(t), time.Unix(0, 0))
		if _, err := recorded.Record(fake{resp: llm.Response{Content: "ok"}}, c, r).Stream(trial(t), hello(), nil); err != nil {
			t.Fatal(err)
		}
		if err := r.Finish(&eval.CaseResult{Agent: "shop", ID: "greet", Planned: 1, Runs: 1}); err != nil {
			t.Fatal(err)
		}
	}
	tests := map[string]struct {
		recorded, now          recorded.Connector
		recordedSecret, secret string
		miss                   bool
	}{
		"another model":            {recorded.Connector{ID: "gpt", Model: "gpt-four"}, recorded.Connector{ID: "gpt", Model: "gpt-fifty"}, "gpt-four", "gpt-fifty", true},
		"the same model":           {recorded.Connector{ID: "gpt", Model: "gpt-four"}, recorded.Connector{ID: "gpt", Model: "gpt-four"}, "gpt-four", "gpt-four", false},
		"another extra_body":       {recorded.Connector{ID: "gpt", Extra: extra("user-1")}, recorded.Connector{ID: "gpt", Extra: extra("user-2")}, "user-1", "user-2", true},
		"the same, a secret since": {recorded.Connector{ID: "gpt", Model: "gpt-four"}, recorded.Connector{ID: "gpt", Model: "gpt-four"}, "nothing", "gpt-four", false},
	}
	for name, tt := range tests {
		keep(with(tt.recordedSecret), tt.recorded)
		_, err := recorded.Replay(tt.now, cassette.NewPlayer(with(tt.secret))).Stream(trial(t), hello(), nil)
		const why = "what redaction hides of extra_body and model: recorded another value, now this one"
		if tt.miss != (err != nil) || tt.miss && !strings.Contains(err.Error(), why) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// speaking says its words one by one.
type speaking []string

func (s speaking) Stream(_ context.Context, _ *llm.Request, onDelta func(llm.Delta) error) (*llm.Response, error) {
	for _, word := range s {
		if err := onDelta(llm.Delta{Content: word}); err != nil {
			return nil, err
		}
	}
	return &llm.Response{Content: strings.Join(s, ""), FinishReason: "stop"}, nil
}

func TestAnAnswerThatWasStoppedIsStoppedAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	enough := errors.New("enough")
	until := func(n int) (func(llm.Delta) error, *[]string) {
		var heard []string
		return func(d llm.Delta) error {
			if heard = append(heard, d.Content); len(heard) == n {
				return enough
			}
			return nil
		}, &heard
	}
	r := cassette.NewRecorder(folder(dir))
	if err := r.Prepare([]eval.Key{{Agent: "shop", ID: "greet"}}); err != nil {
		t.Fatal(err)
	}
	r.Open(trial(t), time.Unix(0, 0))
	listen, _ := until(2)
	_, err := recorded.Record(speaking{"a", "b", "c"}, connector, r).Stream(trial(t), hello(), listen)
	if end := r.Finish(&eval.CaseResult{Agent: "shop", ID: "greet", Planned: 1, Runs: 1}); !errors.Is(err, enough) || end != nil {
		t.Fatal(err, end)
	}
	listen, heard := until(2)
	if _, err := replay(t, dir, hello(), listen); !errors.Is(err, enough) || !cmp.Equal(*heard, []string{"a", "b"}) {
		t.Errorf("heard %q, %v", *heard, err)
	}
	for _, listen := range []func(llm.Delta) error{nil, func(llm.Delta) error { return nil }} {
		if _, err := replay(t, dir, hello(), listen); err == nil || !strings.Contains(err.Error(), "was stopped by its caller, which wants more of it now") {
			t.Errorf("got %v", err)
		}
	}
}
