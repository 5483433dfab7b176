package wire

import (
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// Broken is what is wrong with an answer that came with a good status.
type Broken struct {
	Text      string // what the server did
	Sent      string // what it sent, to be shown in quotes
	Said      string // what it says is wrong
	Status    int    // that it states in its answer, 0 for none
	Retryable bool   // unless a piece of the answer has arrived

	complaint Complaint // where it is one
}

// Error is the text alone, as what was sent may hold secrets.
func (b *Broken) Error() string { return b.Text }

// Reported is the error of an answer that is a complaint.
func Reported(c Complaint) *Broken {
	b := &Broken{
		Text:      "sent an error instead of an answer",
		Said:      c.Message,
		Status:    c.Status,
		Retryable: llm.Retryable(c.Status) && !c.Quota,
		complaint: c,
	}
	if b.Said == "" {
		b.Sent = c.Raw
	}
	return b
}

// broke is the error of an answer that could not be read to its end. Once a
// piece of it has arrived it must not be asked for again.
func (c *Client) broke(err error, res *http.Response, begun bool) *llm.Error {
	b := c.diagnose(err)
	text := c.secrets.hide(b.Text)
	switch {
	case b.Said != "":
		text += ": " + c.secrets.line(b.Said)
	case b.Sent != "":
		text += ": " + c.secrets.excerpt(b.Sent)
	}
	status := res.StatusCode
	if b.Status != 0 {
		status = b.Status
		if hint := c.hint(status); hint != "" {
			text += " (" + hint + ")"
		}
	}
	fault := c.fault(status, b.Retryable && !begun, text)
	if fault.Retryable {
		fault.RetryAfter = c.retryAfter(res.Header, b.complaint)
	}
	return fault
}

func (c *Client) diagnose(err error) *Broken {
	var b *Broken
	var op *net.OpError
	switch {
	case errors.As(err, &b):
		return b
	case errors.Is(err, errTooLong):
		return &Broken{Text: fmt.Sprintf("sent more than %d bytes", c.limit)}
	case isTimeout(err):
		return &Broken{Text: "stopped in the middle of the answer (timed out)", Retryable: true}
	case isCut(err):
		return &Broken{Text: "cut the stream off before the answer ended", Retryable: true}
	default:
		return &Broken{Text: "sent what cannot be read", Said: err.Error(), Retryable: errors.As(err, &op)}
	}
}
