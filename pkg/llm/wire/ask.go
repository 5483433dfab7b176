package wire

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

// Answer puts the pieces of one answer together. Its errors are those of what
// it is given to call, or a [*Broken].
type Answer interface {
	// Read takes the answer in, up to its end mark where it is a stream, and
	// hands each new piece on.
	Read(in *Events, deliver func(llm.Delta) error) error
	// Begun reports whether a piece of the answer has arrived.
	Begun() bool
	// Response is the whole answer, once Read has returned without an error.
	Response() (*llm.Response, error)
}

// Ask sends one request of JSON and reads its answer to the end. Its error is
// an [*llm.Error], the context's or onDelta's. A failure after a piece of the
// answer arrived is never marked as one to retry.
func (c *Client) Ask(ctx context.Context, body []byte, a Answer, onDelta func(llm.Delta) error) (*llm.Response, error) {
	within, stop := context.WithCancel(ctx)
	defer stop()
	post, err := http.NewRequestWithContext(within, http.MethodPost, c.url.String(), bytes.NewReader(body))
	if err != nil {
		return nil, &llm.Error{Unsent: true, Message: "the request cannot be made for " + c.place()}
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
	var halted error
	err = c.read(res, a, stop, func(d llm.Delta) error {
		if onDelta != nil && d != (llm.Delta{}) {
			halted = onDelta(d)
		}
		return halted
	})
	var resp *llm.Response
	if err == nil {
		resp, err = a.Response()
	}
	switch {
	case err == nil:
		return resp, nil
	case halted != nil:
		return nil, halted
	case ctx.Err() != nil:
		return nil, ctx.Err()
	default:
		return nil, c.broke(err, res, a.Begun())
	}
}

// read takes the answer in, whether it comes in one piece or as a stream.
func (c *Client) read(res *http.Response, a Answer, stop func(), deliver func(llm.Delta) error) error {
	src, err := decoded(res)
	if err != nil {
		return err
	}
	e := c.buffers.Get().(*Events)
	e.reset(src, c.limit)
	defer c.keep(e)
	first, err := e.first()
	if errors.Is(err, io.EOF) {
		return &Broken{Text: "answered with nothing", Retryable: true}
	}
	if err != nil {
		return err
	}
	if err := refuseMedia(mediaType(res), e.Began()); err != nil {
		return err
	}
	e.whole = first == '{' || first == '['
	if err := a.Read(e, deliver); err != nil || e.whole {
		return err
	}
	timer := time.AfterFunc(drainGrace, stop)
	defer timer.Stop()
	e.drain()
	return nil
}

// keep puts a buffer back for the next answer.
func (c *Client) keep(e *Events) {
	e.src = nil
	if cap(e.buf) <= largestKept && cap(e.data) <= largestKept {
		c.buffers.Put(e)
	}
}
