package openai

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

const (
	// drainGrace is how long a server may keep a stream open behind its end
	// before the connection is given up instead of being used again.
	drainGrace = 250 * time.Millisecond
	// largestKept is the size of a buffer above which it is not used again.
	largestKept = 1 << 20
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
		return nil, &llm.Error{Message: "the request cannot be made: " + err.Error()}
	}
	within, stop := context.WithCancel(ctx)
	defer stop()
	post, err := http.NewRequestWithContext(within, http.MethodPost, c.url.String(), bytes.NewReader(body))
	if err != nil {
		return nil, &llm.Error{Message: "the request cannot be made for " + c.place()}
	}
	post.Header = maps.Clone(c.header)
	res, err := c.http.Do(post)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, c.unreached(err)
	}
	defer res.Body.Close()
	if res.StatusCode < 200 || res.StatusCode > 299 {
		fault := c.refused(res, stop)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fault
	}
	var a answer
	var halted error
	err = c.read(res, &a, stop, func(d llm.Delta) error {
		if onDelta != nil {
			halted = onDelta(d)
		}
		return halted
	})
	var resp *llm.Response
	if err == nil {
		resp, err = a.response(req)
	}
	switch {
	case err == nil:
		return resp, nil
	case halted != nil:
		return nil, halted
	case ctx.Err() != nil:
		return nil, ctx.Err()
	default:
		return nil, c.broke(err, res, a.begun)
	}
}

// read takes the answer in, whether it comes in one piece or as a stream.
func (c *Client) read(res *http.Response, a *answer, stop func(), onDelta func(llm.Delta) error) error {
	src, err := decoded(res)
	if err != nil {
		return err
	}
	e := c.buffers.Get().(*events)
	e.reset(src, c.limit)
	defer c.keep(e)
	first, err := e.first()
	if errors.Is(err, io.EOF) {
		return &broken{text: "answered with nothing", retryable: true}
	}
	if err != nil {
		return err
	}
	if err := refuseMedia(mediaType(res), e.began()); err != nil {
		return err
	}
	if first == '{' || first == '[' {
		return readWhole(e, a, onDelta)
	}
	if err := readEvents(e, a, onDelta); err != nil {
		return err
	}
	timer := time.AfterFunc(drainGrace, stop)
	defer timer.Stop()
	e.drain()
	return nil
}

// readWhole reads an answer that was not streamed.
func readWhole(e *events, a *answer, onDelta func(llm.Delta) error) error {
	data, err := e.rest()
	if err != nil {
		return err
	}
	if isErrorList(data) {
		return reported(readComplaint(data))
	}
	delta, err := a.add(data, "")
	if err != nil {
		return err
	}
	if !a.chosen && a.murmur != "" {
		return reported(readComplaint([]byte(a.murmur)))
	}
	if !a.chosen {
		return &broken{text: "answered without choices", sent: string(data)}
	}
	return deliver(delta, onDelta)
}

// readEvents reads a stream to its end mark, or where servers send none, to
// its end.
func readEvents(e *events, a *answer, onDelta func(llm.Delta) error) error {
	seen := false
	for {
		data, event, err := e.next()
		switch {
		case errors.Is(err, io.EOF) && !seen:
			return &broken{text: "sent no event of an answer", sent: e.began()}
		case a.finish != "" && (errors.Is(err, io.EOF) || a.tallied && err != nil && !errors.Is(err, errTooLong)):
			return nil // all but the end mark is there
		case errors.Is(err, io.EOF) && a.murmur != "":
			return reported(readComplaint([]byte(a.murmur)))
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
		if name != errorEvent && e.ended() && !valid(data) {
			return io.ErrUnexpectedEOF // the last piece was cut off
		}
		delta, err := a.add(data, name)
		if err != nil {
			return err
		}
		if err := deliver(delta, onDelta); err != nil {
			return err
		}
	}
}

// isIdle tells an event that only keeps the connection open. One of JSON is
// read whatever its name.
func isIdle(data []byte, name string) bool {
	switch folded(name) {
	case errorEvent:
		return false
	case "ping", "keepalive", "heartbeat":
		return !bytes.HasPrefix(data, []byte{'{'}) && string(data) != "[DONE]"
	default:
		return len(data) == 0
	}
}

func deliver(d llm.Delta, onDelta func(llm.Delta) error) error {
	if d == (llm.Delta{}) {
		return nil
	}
	return onDelta(d)
}

// keep puts a buffer back for the next answer.
func (c *Client) keep(e *events) {
	e.src = nil
	if cap(e.buf) <= largestKept && cap(e.data) <= largestKept {
		c.buffers.Put(e)
	}
}
