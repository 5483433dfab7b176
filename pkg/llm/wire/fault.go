package wire

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

const (
	// faultBody is how much of an error's body is read.
	faultBody = 64 << 10
	// faultGrace is how long the body may take once the status is known.
	faultGrace = time.Second
)

// fault is an error of this connector: the host, and what it did.
func (c *Client) fault(status int, retryable bool, text string) *llm.Error {
	return &llm.Error{Status: status, Retryable: retryable, Message: c.url.Host + " " + text}
}

// refused is the error of an answer with a status that is not a success.
func (c *Client) refused(res *http.Response, stop func()) *llm.Error {
	timer := time.AfterFunc(faultGrace, stop)
	defer timer.Stop()
	said := ReadComplaint(faultText(res))
	text := fmt.Sprintf("answered %d", res.StatusCode)
	switch {
	case said.Message != "":
		text += ": " + c.secrets.line(said.Message)
	case strings.TrimSpace(said.Raw) == "":
		text += " " + strings.ToLower(http.StatusText(res.StatusCode))
	case isHTML(mediaType(res), said.Raw):
		text += " with HTML: " + c.secrets.excerpt(said.Raw)
	default:
		text += ": " + c.secrets.excerpt(said.Raw)
	}
	text = strings.TrimSpace(text)
	if hint := c.hint(res.StatusCode); hint != "" {
		text += " (" + hint + ")"
	}
	fault := c.fault(res.StatusCode, llm.Retryable(res.StatusCode) && !said.Quota, text)
	if fault.Retryable { // else the wait is of no request that will be made
		fault.RetryAfter = c.retryAfter(res.Header, said)
	}
	fault.Rejected = true
	return fault
}

// faultText is what came of an error's body. That it broke off does not
// matter beside the status.
func faultText(res *http.Response) []byte {
	src, err := decoded(res)
	if err != nil {
		return nil
	}
	body, _ := io.ReadAll(io.LimitReader(src, faultBody))
	return body
}

// hint is what to do about a status.
func (c *Client) hint(status int) string {
	switch status {
	case http.StatusUnauthorized:
		if !c.keyed {
			return "no key is set: set " + c.keyName
		}
		return "check " + c.keyName
	case http.StatusForbidden:
		return "check " + c.keyName + " and what it is allowed to use"
	case http.StatusNotFound:
		return fmt.Sprintf("check the model %q and the URL %s", c.model, c.place())
	case http.StatusMethodNotAllowed:
		return "check the URL " + c.place()
	default:
		return ""
	}
}

// place is the URL without its query, which may hold a key.
func (c *Client) place() string {
	return c.url.Scheme + "://" + c.url.Host + c.url.EscapedPath()
}
