// Package wiretest is what the tests of the providers' clients share: a server
// that answers in order and says what it did not expect, the errors that
// clients make of its answers, and what any answer must keep. Only tests import
// it.
package wiretest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// NewServer answers requests with the handlers in order. A request too many
// and a handler that was not used fail the test.
func NewServer(t *testing.T, handlers ...http.HandlerFunc) *httptest.Server {
	t.Helper()
	var mu sync.Mutex
	used := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		n := used
		used++
		mu.Unlock()
		if n >= len(handlers) {
			t.Errorf("request %d to %s was not expected", n+1, r.URL)
			w.WriteHeader(http.StatusTeapot)
			return
		}
		if r.Method != http.MethodPost {
			t.Errorf("the method is %s", r.Method)
		}
		handlers[n](w, r)
	}))
	t.Cleanup(func() {
		server.Close()
		mu.Lock()
		defer mu.Unlock()
		if used < len(handlers) {
			t.Errorf("%d of %d answers were asked for", used, len(handlers))
		}
	})
	return server
}

// Stream answers with events.
func Stream(body string) http.HandlerFunc { return Reply(http.StatusOK, "text/event-stream", body) }

// Reply answers with a body of a media type.
func Reply(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// CutAfter sends a part of an answer and tears the connection.
func CutAfter(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, body)
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
}

// RoundTrip is a transport of one function.
type RoundTrip func(*http.Request) (*http.Response, error)

// RoundTrip calls the function.
func (f RoundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
