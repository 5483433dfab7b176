package anthropic

import (
	"bytes"
	"errors"
	"io"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// answer puts the pieces of an answer together.
type answer struct {
	req      *llm.Request
	most     int64 // tokens it may have
	blocks   []*block
	at       map[int64]*block // by index
	model    string
	finish   string // its stop_reason
	declined string // why, where the provider says so
	tokens   tokens
	notes    []string
	started  bool // the stream opened a message
	begun    bool // a piece of the answer has arrived
	tallied  bool // the usage came with the finish
}

// Begun reports whether a piece of the answer has arrived.
func (a *answer) Begun() bool { return a.begun }

// Read takes the answer in, whether it comes in one piece or as a stream.
func (a *answer) Read(in *wire.Events, deliver func(llm.Delta) error) error {
	if in.Whole() {
		return a.readWhole(in, deliver)
	}
	return a.readEvents(in, deliver)
}

// readWhole reads an answer that was not streamed.
func (a *answer) readWhole(in *wire.Events, deliver func(llm.Delta) error) error {
	data, err := in.Rest()
	if err != nil {
		return err
	}
	if wire.IsErrorList(data) {
		return wire.Reported(wire.ReadComplaint(data))
	}
	root, err := object(data)
	if err != nil {
		return err
	}
	if root.Get("type").Str != "message" {
		return stranger(root, "answered without a message")
	}
	return a.message(root, deliver)
}

// readEvents reads a stream to its end mark, or where a gateway sends none,
// to its end behind the stop_reason.
func (a *answer) readEvents(in *wire.Events, deliver func(llm.Delta) error) error {
	seen := false
	for {
		data, event, err := in.Next()
		data = bytes.TrimSpace(data)
		ended := errors.Is(err, io.EOF) || string(data) == "[DONE]" // of gateways
		switch {
		case ended && !seen:
			return &wire.Broken{Text: "sent no event of an answer", Sent: in.Began()}
		case a.finish != "" && (ended || a.tallied && err != nil && !wire.IsTooLong(err)):
			return nil // all but the end mark is there
		case ended:
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		}
		name := string(event)
		if name != wire.ErrorEvent {
			if len(data) == 0 || name == eventPing && data[0] != '{' {
				continue
			}
			if in.Ended() && !wire.Valid(data) {
				return io.ErrUnexpectedEOF // the last piece was cut off
			}
		}
		seen = true
		last, err := a.event(data, name, deliver)
		if err != nil || last {
			return err
		}
	}
}

func object(data []byte) (gjson.Result, error) {
	if !wire.Valid(data) {
		return gjson.Result{}, &wire.Broken{Text: "sent what is not JSON", Sent: string(data)}
	}
	root := gjson.ParseBytes(data)
	if !root.IsObject() {
		return root, &wire.Broken{Text: "sent no object", Sent: string(data)}
	}
	return root, nil
}

// stranger is the error of what is neither an event nor a message: a
// complaint, an answer of another API, or text says what.
func stranger(root gjson.Result, text string) error {
	said := wire.ReadComplaint([]byte(root.Raw))
	switch {
	case root.Get("type").Str == eventError || wire.IsSaid(root.Get("error")):
		return wire.Reported(said)
	case root.Get("choices").IsArray():
		return &wire.Broken{Text: "answered as the chat completions API does (set the connector's type to \"openai\")", Sent: root.Raw}
	case said.Message != "":
		return wire.Reported(said)
	default:
		return &wire.Broken{Text: text, Sent: root.Raw}
	}
}
