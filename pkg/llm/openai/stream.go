package openai

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// Stream sends one request and reads its answer to the end.
//
// Options go by their names and win over the configured extra fields. When
// max_tokens and max_completion_tokens are both set the latter counts; else
// each is sent as written, except that OpenAI itself always gets the new
// name, since its newer models refuse the old one. Options that would change
// how the answer comes (stream, n above 1) are refused.
//
// A failure after a piece of the answer arrived is never marked as one to
// retry. The response's usage counts one call and one attempt.
func (c *Client) Stream(ctx context.Context, req *llm.Request, onDelta func(llm.Delta) error) (*llm.Response, error) {
	body, err := c.encode(req)
	if err != nil {
		return nil, &llm.Error{Unsent: true, Message: "the request cannot be made: " + err.Error()}
	}
	a := &answer{req: req, billed: c.host.isOpenRouter(), tokens: tokens{thoughts: c.host.isGemini()}}
	return c.wire.Ask(ctx, body, a, onDelta)
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
	delta, err := a.add(data, "")
	if err != nil {
		return err
	}
	if !a.chosen && a.murmur != "" {
		return wire.Reported(wire.ReadComplaint([]byte(a.murmur)))
	}
	if !a.chosen {
		return &wire.Broken{Text: "answered without choices", Sent: string(data)}
	}
	return deliver(delta)
}

// readEvents reads a stream to its end mark, or where servers send none, to
// its end.
func (a *answer) readEvents(in *wire.Events, deliver func(llm.Delta) error) error {
	seen := false
	for {
		data, event, err := in.Next()
		switch {
		case errors.Is(err, io.EOF) && !seen:
			return &wire.Broken{Text: "sent no event of an answer", Sent: in.Began()}
		case a.finish != "" && (errors.Is(err, io.EOF) || a.tallied && err != nil && !wire.IsTooLong(err)):
			return nil // all but the end mark is there
		case errors.Is(err, io.EOF) && a.murmur != "":
			return wire.Reported(wire.ReadComplaint([]byte(a.murmur)))
		case errors.Is(err, io.EOF):
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		}
		name := string(event)
		if data = bytes.TrimSpace(data); isIdle(data, name) {
			continue
		}
		seen = true
		if string(data) == "[DONE]" {
			return nil
		}
		if name != wire.ErrorEvent && in.Ended() && !wire.Valid(data) {
			return io.ErrUnexpectedEOF // the last piece was cut off
		}
		delta, err := a.add(data, name)
		if err != nil {
			return err
		}
		if err := deliver(delta); err != nil {
			return err
		}
	}
}

// isIdle tells an event that only keeps the connection open. One of JSON is
// read whatever its name.
func isIdle(data []byte, name string) bool {
	switch wire.Folded(name) {
	case wire.ErrorEvent:
		return false
	case "ping", "keepalive", "heartbeat":
		return !bytes.HasPrefix(data, []byte{'{'}) && string(data) != "[DONE]"
	default:
		return len(data) == 0
	}
}
