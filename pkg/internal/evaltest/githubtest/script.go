package githubtest

import (
	"encoding/json"
	"io"
	"net/http"
	"testing"
	"time"
)

// Call is one request that is expected, and its answer.
type Call struct {
	Want string        // "GET /user", with its query
	Sent func([]byte)  // looks at the body; may be nil
	At   time.Duration // since the script began; -1 is at any time

	Status int               // of the answer; 0 is 200
	Header map[string]string // of the answer
	Answer any               // its body, as JSON; a string is taken as it is
	Break  bool              // the connection ends instead
	Hang   bool              // there is no answer before the client gives up
}

// Script answers requests in the order they are expected in.
type Script struct {
	t     testing.TB
	began time.Time
	calls []Call
}

// NewScript makes a script, and fails the test when calls are left at its end.
func NewScript(t testing.TB, calls ...Call) *Script {
	s := &Script{t: t, began: time.Now(), calls: calls}
	t.Cleanup(func() {
		for _, call := range s.calls {
			t.Errorf("githubtest: %s was never asked", call.Want)
		}
	})
	return s
}

// ServeHTTP gives the next answer.
func (s *Script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if len(s.calls) == 0 {
		s.t.Errorf("githubtest: %s %s is asked beyond the script", r.Method, r.URL)
		w.WriteHeader(http.StatusTeapot)
		return
	}
	call := s.calls[0]
	s.calls = s.calls[1:]
	got := r.Method + " " + r.URL.Path
	if r.URL.RawQuery != "" {
		got += "?" + r.URL.Query().Encode()
	}
	if got != call.Want {
		s.t.Errorf("githubtest: asked for %s, want %s", got, call.Want)
	}
	if at := time.Since(s.began); call.At >= 0 && at != call.At {
		s.t.Errorf("githubtest: %s came after %v, want %v", got, at, call.At)
	}
	if call.Sent != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			s.t.Error(err)
		}
		call.Sent(body)
	}
	if call.Hang {
		<-r.Context().Done()
	}
	if call.Hang || call.Break {
		panic(http.ErrAbortHandler)
	}
	for name, value := range call.Header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(max(call.Status, http.StatusOK))
	write(s.t, w, call.Answer)
}

func write(t testing.TB, w io.Writer, answer any) {
	switch answer := answer.(type) {
	case nil:
	case string:
		if _, err := io.WriteString(w, answer); err != nil {
			t.Error(err)
		}
	default:
		if err := json.NewEncoder(w).Encode(answer); err != nil {
			t.Error(err)
		}
	}
}
