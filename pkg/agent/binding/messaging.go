package binding

import (
	"errors"

	"github.com/surefoot-dev/surefoot/pkg/agent/outbox"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

var errNotAvailable = errors.New("not available in this version")

// messaging are the functions of ctx that send messages. Each that has to do
// with a message gives its id.
func messaging(o *outbox.Outbox) map[string]script.Method {
	const message, block = "the id of a message", "the id of a block"
	send := func(stream bool) func(*params) (any, error) {
		return func(p *params) (any, error) {
			to := p.maybe(1, block)
			if p.err != nil {
				return nil, p.err
			}
			return ask(o.Send(p.call.Arg(0), to, stream))
		}
	}
	change := func(do func(id string, p *params) error) func(*params) (any, error) {
		return func(p *params) (any, error) {
			id := p.text(0, message)
			if p.err != nil {
				return nil, p.err
			}
			return id, do(id, p)
		}
	}
	id := func(letter string) func(*params) (any, error) {
		return func(*params) (any, error) { return o.ID(letter), nil }
	}
	return functions("ctx.", map[string]func(*params) (any, error){
		"Send":       send(false),
		"SendStream": send(true),
		"Append": change(func(id string, p *params) error {
			text, path := p.text(1, "a text to append"), p.maybe(2, "a path")
			if p.err != nil {
				return p.err
			}
			return o.Append(id, text, path)
		}),
		"Replace": change(func(id string, p *params) error { return o.Replace(id, p.call.Arg(1)) }),
		"Merge": change(func(id string, p *params) error {
			return o.Merge(id, p.value(1), p.maybe(2, "a path"))
		}),
		"Set": change(func(id string, p *params) error {
			return o.Set(id, p.value(1), p.maybe(2, "a path"))
		}),
		"End": change(func(id string, p *params) error {
			if !p.given(1) {
				return o.End(id, eval.Value{})
			}
			return o.End(id, p.call.Arg(1))
		}),
		"EndBlock": func(p *params) (any, error) {
			id := p.text(0, block)
			if p.err == nil {
				o.EndBlock(id)
			}
			return id, nil
		},
		"MessageID": id("M"), "BlockID": id("B"), "ThreadID": id("T"),
	})
}

// ask passes on a result and its error as any.
func ask[T any](v T, err error) (any, error) { return v, err }
