package openai

import (
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// broken is what is wrong with an answer that came with a good status.
type broken struct {
	text      string // what the server did
	sent      string // what it sent, to be shown in quotes
	said      string // what it says is wrong
	status    int    // that it states in its answer, 0 for none
	retryable bool
}

// Error is the text alone, as what was sent may hold secrets.
func (b *broken) Error() string { return b.text }

// reported is the error of an answer that is a complaint.
func reported(c complaint) *broken {
	b := &broken{
		text:      "sent an error instead of an answer",
		said:      c.message,
		status:    c.status,
		retryable: llm.Retryable(c.status) && !c.quota,
	}
	if b.said == "" {
		b.sent = c.raw
	}
	return b
}

// broke is the error of an answer that could not be read to its end. Once a
// piece of it has arrived it must not be asked for again.
func (c *Client) broke(err error, res *http.Response, begun bool) *llm.Error {
	b := c.diagnose(err)
	text := c.secrets.hide(b.text)
	switch {
	case b.said != "":
		text += ": " + c.secrets.line(b.said)
	case b.sent != "":
		text += ": " + c.secrets.excerpt(b.sent)
	}
	status := res.StatusCode
	if b.status != 0 {
		status = b.status
		if hint := c.hint(status); hint != "" {
			text += " (" + hint + ")"
		}
	}
	fault := c.fault(status, b.retryable && !begun, text)
	if fault.Retryable {
		fault.RetryAfter = llm.RetryAfter(res.Header, c.now())
	}
	return fault
}

func (c *Client) diagnose(err error) *broken {
	var b *broken
	var op *net.OpError
	switch {
	case errors.As(err, &b):
		return b
	case errors.Is(err, errTooLong):
		return &broken{text: fmt.Sprintf("sent more than %d bytes", c.limit)}
	case isTimeout(err):
		return &broken{text: "stopped in the middle of the answer (timed out)", retryable: true}
	case isCut(err):
		return &broken{text: "cut the stream off before the answer ended", retryable: true}
	default:
		return &broken{text: "sent what cannot be read", said: err.Error(), retryable: errors.As(err, &op)}
	}
}
