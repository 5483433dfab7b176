package binding

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Request is a call of an agent or a model that a script makes.
type Request struct {
	ID       string     // of the agent or the connector
	Tool     string     // of a server; "" of others
	Messages eval.Value // a list, or the arguments of a tool
	Options  eval.Value // an object, or absent
	Beside   bool       // others run at the same time
}

// Result is what a call came to. A call that failed is no exception in the
// script: its error is a text.
type Result struct {
	Response eval.Value // absent where there is none
	Content  string
	Error    string
}

// Chunk is a piece of an answer as it arrives.
type Chunk struct {
	Type      string     `json:"type"` // text or thinking
	Props     eval.Value `json:"props,omitzero"`
	ChunkID   string     `json:"chunk_id,omitempty"`
	MessageID string     `json:"message_id,omitempty"`
	Delta     bool       `json:"delta,omitempty"`
}

// ErrStop is what a Caller's onChunk returns when the script has heard enough.
// The call then ends with what was said by then.
var ErrStop = errors.New("the script has heard enough")

// Thrown is what a script's callback threw, which is thrown on where the
// script made the call.
type Thrown struct{ Err error }

// Error is what was thrown.
func (t *Thrown) Error() string { return t.Err.Error() }

// Unwrap gives the exception.
func (t *Thrown) Unwrap() error { return t.Err }

// Caller calls an agent or a model and waits for the whole answer. onChunk may
// be nil; it is called from the goroutine of the call. The error is what ends
// the script: its trial's end, or a fault of the application.
type Caller func(ctx context.Context, r Request, onChunk func(Chunk) error) (Result, error)

// calling is ctx.agent or ctx.llm: one call, and calls side by side. Noun is
// what requests name their callee by.
func calling(c Caller, noun, single string) script.Arg {
	at := map[string]string{"agent": "ctx.agent.", "connector": "ctx.llm."}[noun]
	g := group{call: c, noun: noun}
	methods := map[string]script.Method{
		single: {Functions: []string{"2.onChunk"}, Do: func(ctx context.Context, call *script.Call) (script.Arg, error) {
			p := &params{call: call, name: at + single}
			r := Request{ID: p.text(0, "an id"), Messages: Talk(p.call.Arg(1)), Options: p.call.Arg(2)}
			if p.err != nil {
				return script.Arg{}, p.err
			}
			result, err := g.one(ctx, call, r)
			return p.result(g.shown(r.ID, result), err)
		}},
	}
	for name, over := range map[string]func(Result) bool{
		"All":  func(Result) bool { return false },
		"Any":  func(r Result) bool { return r.Error == "" },
		"Race": func(Result) bool { return true },
	} {
		methods[name] = script.Method{Functions: []string{"1.onChunk", "0.*.options.onChunk"}, Do: func(ctx context.Context, call *script.Call) (script.Arg, error) {
			p := &params{call: call, name: at + name}
			requests := g.requests(p)
			if p.err != nil {
				return script.Arg{}, p.err
			}
			return p.result(g.together(ctx, call, requests, over))
		}}
	}
	return script.Arg{Methods: methods}
}

// Talk is a list of messages, of which a text is the short form.
func Talk(v eval.Value) eval.Value {
	if v.Kind() == eval.String {
		return eval.Trusted(`[{"role":"user","content":` + v.Raw() + `}]`)
	}
	return v
}

// group calls one kind of thing.
type group struct {
	call Caller
	noun string
	as   func(Request, Result) any // how a result is shown; nil as the noun's
	each bool                      // one that failed fails all, once they have ended

	inOrder func(Request) bool // requests that are made one after the other; nil for none
}

// shown is a result as scripts see it.
func (g group) shown(id string, r Result) map[string]any {
	if g.noun == "agent" {
		return r.Shown("agent_id", id)
	}
	return r.Shown(g.noun, id)
}

// Shown is a result as scripts see it, with the id of who was called.
func (r Result) Shown(noun, id string) map[string]any {
	shown := map[string]any{noun: id}
	if r.Error != "" {
		shown["error"] = r.Error
		return shown
	}
	shown["content"] = r.Content
	if !r.Response.IsZero() {
		shown["response"] = r.Response
	}
	return shown
}

// one is a single call.
func (g group) one(ctx context.Context, call *script.Call, r Request) (Result, error) {
	if !call.Has("2.onChunk") {
		return g.call(ctx, r, nil)
	}
	return g.call(ctx, r, func(chunk Chunk) error {
		v, err := eval.ValueOf(chunk)
		if err != nil {
			return err
		}
		return heard(call.Invoke("2.onChunk", v))
	})
}

// heard is what a script's callback says: to go on, or that it is enough.
func heard(v eval.Value, err error) error {
	var e *script.Error
	if errors.As(err, &e) && e.Kind == script.Result {
		told := *e
		told.Message = "what onChunk returned: " + e.Message
		err = &told
	}
	if err != nil {
		return &Thrown{err}
	}
	if n, failed := strconv.ParseFloat(v.Raw(), 64); failed == nil && n != 0 {
		return ErrStop
	}
	return nil
}

// requests are those of a list.
func (g group) requests(p *params) []Request {
	const want = "a list of requests"
	v := p.call.Arg(0)
	if v.Kind() != eval.Array {
		p.fail(0, want)
		return nil
	}
	var list []Request
	for i, item := range v.Items() {
		members := item.Members()
		id, ok := members[g.noun].Str()
		if !ok && p.err == nil {
			p.err = fmt.Errorf("%s: request %d names no %s", p.name, i+1, g.noun)
		}
		known := []string{g.noun, "messages", "options"}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if slices.Contains(known, name) || p.err != nil {
				continue
			}
			p.err = fmt.Errorf("%s: request %d has an unknown field %q", p.name, i+1, eval.Clip(name))
			if hint := source.DidYouMean(name, known); hint != "" {
				p.err = fmt.Errorf("%w (%s)", p.err, hint)
			}
		}
		list = append(list, Request{ID: id, Messages: Talk(members["messages"]), Options: members["options"], Beside: true})
	}
	return list
}
