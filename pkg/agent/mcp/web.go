package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// web sends the requests of a server over HTTP: each to the server's own host
// and with what its definition says, and none of its answers is taken for more
// than it is.
type web struct {
	next   http.RoundTripper
	header http.Header
	home   *url.URL
	events bool                  // answers come over another request, as the older transport has them
	open   atomic.Bool           // the versions are settled: whatever is refused now is no part of that
	torn   atomic.Pointer[error] // what was wrong with a stream, which the SDK takes for its end

	refused atomic.Pointer[saidNo] // the last refusal that the SDK looks at, of which it only keeps the status
}

// saidNo is an answer that does.
type saidNo struct{ status, text string }

// client is an HTTP client that sends through w.
func (w *web) client(base *http.Client) *http.Client {
	client := &http.Client{}
	if base != nil {
		*client = *base
	}
	if w.next = client.Transport; w.next == nil {
		w.next = http.DefaultTransport
	}
	client.Transport = w
	client.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		switch {
		case !w.athome(r.URL) || r.Method != via[0].Method:
			return fmt.Errorf("it redirects to %s (write the server's own address as its url)", bareURL(r.URL))
		case len(via) == 5:
			return errors.New("it redirects without an end")
		default:
			return nil
		}
	}
	return client
}

func (w *web) athome(u *url.URL) bool { return u.Scheme == w.home.Scheme && u.Host == w.home.Host }

// bareURL is an address without what may be a secret in it.
func bareURL(u *url.URL) string {
	return strconv.Quote(eval.Clip((&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()))
}

// RoundTrip sends the request.
func (w *web) RoundTrip(r *http.Request) (*http.Response, error) {
	if !w.athome(r.URL) {
		return nil, fmt.Errorf("it asks to be spoken to at %s, which is another host", bareURL(r.URL))
	}
	if len(w.header) > 0 {
		r = r.Clone(r.Context())
		for name, values := range w.header {
			r.Header[name] = values
		}
	}
	answer, err := w.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if err = w.judge(r, answer); err != nil {
		_ = answer.Body.Close()
		return nil, err
	}
	return answer, nil
}

// judge looks at an answer before the SDK does.
func (w *web) judge(r *http.Request, answer *http.Response) error {
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	switch code := answer.StatusCode; {
	case r.Method == http.MethodDelete || code >= 300 && code < 400:
		return nil
	case code >= 400 && (w.open.Load() && r.Method == http.MethodPost || code == http.StatusUnauthorized || code == http.StatusForbidden || code == http.StatusTooManyRequests || code >= 500):
		return errors.New(w.refusal(answer, kind).text)
	case code >= 400:
		w.refused.Store(w.refusal(answer, kind))
		return nil
	case kind == "text/event-stream":
		answer.Body = &events{from: bufio.NewReaderSize(answer.Body, 64<<10), body: answer.Body, torn: &w.torn}
		return nil
	case kind == "application/json":
		return whole(answer)
	case r.Method == http.MethodPost && kind == "" && !w.events && asks(r):
		return fmt.Errorf("it answered %d %s, with no message (is its url right?)", code, http.StatusText(code))
	case r.Method == http.MethodPost && code == http.StatusOK && kind != "" && kind != "text/plain":
		return fmt.Errorf("it answered with %s, which no MCP server does (is its url right?)", strconv.Quote(eval.Clip(kind)))
	default:
		return nil
	}
}

// refusal is an answer that says no, in words. What was read of it is there to
// be read again.
func (w *web) refusal(answer *http.Response, kind string) *saidNo {
	status := http.StatusText(answer.StatusCode)
	text := "it answered " + strconv.Itoa(answer.StatusCode) + " " + status + said(answer, kind)
	switch answer.StatusCode {
	case http.StatusNotFound, http.StatusMethodNotAllowed:
		if !w.open.Load() {
			text += " (are its url and its transport right?)"
		}
	case http.StatusUnauthorized, http.StatusForbidden:
		if len(w.header["Authorization"]) == 0 {
			text += " (authorization_token and headers say who asks)"
		}
	}
	return &saidNo{status, text}
}

// said is what an answer that refuses gives as its reason: the message of an
// error of the protocol, or the text.
func said(answer *http.Response, kind string) string {
	body, _ := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
	answer.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), answer.Body), answer.Body}
	var refusal struct {
		Error struct{ Message string }
	}
	text := ""
	if json.Unmarshal(body, &refusal) == nil && refusal.Error.Message != "" {
		text = refusal.Error.Message
	} else if kind == "text/plain" {
		text = string(body)
	}
	if text = oneLine(strings.ToValidUTF8(text, "\uFFFD")); text == "" {
		return ""
	}
	return ": " + eval.Clip(text)
}

// asks reports whether a request is one, and not a notification, which needs
// no answer.
func asks(r *http.Request) bool {
	if r.GetBody == nil {
		return false
	}
	body, err := r.GetBody()
	if err != nil {
		return false
	}
	defer func() { _ = body.Close() }()
	var m message
	return json.NewDecoder(body).Decode(&m) == nil && m.Method != nil && m.ID != nil
}

// whole reads the one message of an answer.
func whole(answer *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxLine+1))
	if err != nil {
		return fmt.Errorf("its answer broke off: %w", err)
	}
	_ = answer.Body.Close()
	if len(body) > maxLine {
		return fmt.Errorf("its answer has more than %d MiB", maxLine>>20)
	}
	switch { // an empty one is for the SDK: to a notification it is right
	case !utf8.Valid(body):
		return errors.New("its answer is not UTF-8")
	case len(bytes.TrimSpace(body)) > 0 && !json.Valid(body):
		return errors.New("its answer is no JSON: " + strconv.Quote(eval.Clip(oneLine(string(body[:min(len(body), 400)])))))
	}
	if _, err := looked(body); err != nil {
		return err
	}
	body = exact(body)
	answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return nil
}
