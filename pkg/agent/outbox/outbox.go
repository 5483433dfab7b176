// Package outbox keeps what an agent's scripts send to the user: whole
// messages, and streamed ones that change until they end. Nobody reads them
// but the transcript. What cannot be sent or changed is an error.
package outbox

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Bounds of what a turn may send.
const (
	maxMessages = 10_000
	maxBytes    = 16 << 20
)

// Outbox belongs to a trial. It is safe for concurrent use.
type Outbox struct {
	mu       sync.Mutex
	messages []*eval.Sent
	counts   map[string]int // of ids, by their letters
	bytes    int
	quiet    bool
}

// New is an empty one. A quiet one keeps nothing, and gives out ids all the
// same.
func New(quiet bool) *Outbox { return &Outbox{counts: map[string]int{}, quiet: quiet} }

// ID is a new id that begins with a letter: M1, M2, and so on.
func (o *Outbox) ID(letter string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.id(letter)
}

func (o *Outbox) id(letter string) string {
	o.counts[letter]++
	return letter + strconv.Itoa(o.counts[letter])
}

// Send keeps a message, an object with a type or a text, in a block, which may
// be "". A streamed one is open until it ends.
func (o *Outbox) Send(message eval.Value, block string, stream bool) (id string, err error) {
	message, err = messageOf(message)
	if err != nil {
		return "", err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.messages) == maxMessages {
		return "", fmt.Errorf("more than %d messages were sent in one turn", maxMessages)
	}
	if err := o.weigh(len(message.Raw())); err != nil {
		return "", err
	}
	sent := &eval.Sent{ID: o.id("M"), Block: block, Message: message, Open: stream}
	if own, ok := message.Members()["message_id"].Str(); ok && own != "" {
		sent.ID = own
	}
	o.messages = append(o.messages, sent)
	return sent.ID, nil
}

func (o *Outbox) weigh(bytes int) error {
	if o.bytes += bytes; o.bytes > maxBytes {
		return fmt.Errorf("more than %d MiB were sent in one turn", maxBytes>>20)
	}
	return nil
}

// messageOf is a message, of which a text is the short form.
func messageOf(v eval.Value) (eval.Value, error) {
	if v.Kind() == eval.String {
		return eval.ValueOf(map[string]any{"type": "text", "props": map[string]eval.Value{"content": v}})
	}
	kind, ok := v.Members()["type"].Str()
	if !ok || kind == "" {
		return v, fmt.Errorf("want a text, or a message with a type, got %s", eval.Clip(v.Raw()))
	}
	return v, nil
}

// change has an open message changed by f.
func (o *Outbox) change(id string, f func(eval.Value) (eval.Value, error)) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	sent, err := o.open(id)
	if err != nil {
		return err
	}
	message, err := f(sent.Message)
	if err != nil {
		return err
	}
	if err := o.weigh(max(0, len(message.Raw())-len(sent.Message.Raw()))); err != nil {
		return err
	}
	sent.Message = message
	return nil
}

// open is a message that can still change.
func (o *Outbox) open(id string) (*eval.Sent, error) {
	at := slices.IndexFunc(o.messages, func(s *eval.Sent) bool { return s.ID == id })
	if at < 0 {
		known := make([]string, len(o.messages))
		for i, s := range o.messages {
			known[i] = s.ID
		}
		err := fmt.Sprintf("no message %q was sent in this turn", eval.Clip(id))
		if hint := source.DidYouMean(id, known); hint != "" {
			err += " (" + hint + ")"
		}
		return nil, errors.New(err)
	}
	if !o.messages[at].Open {
		return nil, fmt.Errorf("message %q is not open (SendStream begins one that can change until End)", eval.Clip(id))
	}
	return o.messages[at], nil
}

// Append adds a text at a path, which is props.content when it is "".
func (o *Outbox) Append(id, text, path string) error {
	if path == "" {
		path = "props.content"
	}
	return o.change(id, func(m eval.Value) (eval.Value, error) {
		return at(m, path, func(old eval.Value) (eval.Value, error) {
			before, ok := old.Str()
			if !ok && !old.IsZero() {
				return old, fmt.Errorf("%s of message %q is no text", path, eval.Clip(id))
			}
			return eval.StringValue(before + text), nil
		})
	})
}

// Replace puts another message in its place.
func (o *Outbox) Replace(id string, message eval.Value) error {
	message, err := messageOf(message)
	if err != nil {
		return err
	}
	return o.change(id, func(eval.Value) (eval.Value, error) { return message, nil })
}

// Merge puts the members of an object over those at a path, "" for the
// message itself.
func (o *Outbox) Merge(id string, data eval.Value, path string) error {
	if data.Kind() != eval.Object {
		return fmt.Errorf("want an object to merge, got %s", eval.Clip(data.Raw()))
	}
	return o.change(id, func(m eval.Value) (eval.Value, error) {
		return at(m, path, func(old eval.Value) (eval.Value, error) {
			if old.Kind() != eval.Object && !old.IsZero() {
				return old, fmt.Errorf("%s of message %q is no object", path, eval.Clip(id))
			}
			members := old.Members()
			if members == nil {
				members = map[string]eval.Value{}
			}
			for name, v := range data.Members() {
				members[name] = v
			}
			return eval.ValueOf(members)
		})
	})
}

// Set puts a value at a path.
func (o *Outbox) Set(id string, data eval.Value, path string) error {
	if path == "" {
		return fmt.Errorf("want the path of what to set, such as %q", "props.status")
	}
	return o.change(id, func(m eval.Value) (eval.Value, error) {
		return at(m, path, func(eval.Value) (eval.Value, error) { return data, nil })
	})
}

// End ends a message, in whose place the last one may be put.
func (o *Outbox) End(id string, last eval.Value) error {
	if !last.IsZero() {
		if err := o.Replace(id, last); err != nil {
			return err
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	sent, err := o.open(id)
	if err == nil {
		sent.Open = false
	}
	return err
}

// EndBlock ends the messages of a block.
func (o *Outbox) EndBlock(block string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, s := range o.messages {
		if s.Block == block {
			s.Open = false
		}
	}
}

// Take gives what was sent since the last Take.
func (o *Outbox) Take() []eval.Sent {
	o.mu.Lock()
	defer o.mu.Unlock()
	var sent []eval.Sent
	if !o.quiet {
		for _, s := range o.messages {
			sent = append(sent, *s)
		}
	}
	o.messages, o.bytes = nil, 0
	return sent
}

// at changes what is at a path of names with dots between them, and makes
// objects of what is not there.
func at(v eval.Value, path string, f func(eval.Value) (eval.Value, error)) (eval.Value, error) {
	if path == "" {
		return f(v)
	}
	if v.Kind() != eval.Object && !v.IsZero() {
		return v, fmt.Errorf("there is no %s, since what holds it is no object", path)
	}
	name, rest, _ := strings.Cut(path, ".")
	members := v.Members()
	if members == nil {
		members = map[string]eval.Value{}
	}
	inner, err := at(members[name], rest, f)
	if err != nil {
		return v, err
	}
	if members[name] = inner; inner.IsZero() {
		delete(members, name)
	}
	return eval.ValueOf(members)
}
