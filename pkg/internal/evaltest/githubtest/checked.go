package githubtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Token is the one that requests must carry.
const Token = "ghs_0123456789abcdefTESTTOKEN"

// viewer is the one GraphQL query there is. Its form is fixed, since the
// REST description does not speak of it.
const viewer = `{"query":"query{viewer{login}}"}`

// Checked holds every request that reaches a handler, and every answer it
// gives, against GitHub's description. It serves HTTP, and as a RoundTripper
// it answers without a network, which suits testing/synctest. Requests are
// handled one at a time.
type Checked struct {
	t    testing.TB
	desc *description
	next http.Handler

	mu       sync.Mutex
	prefix   string
	requests []string
}

// Check puts the description in front of a handler.
func Check(t testing.TB, next http.Handler) *Checked {
	t.Helper()
	desc, err := described()
	if err != nil {
		t.Fatal(err)
	}
	return &Checked{t: t, desc: desc, next: next}
}

// Under serves the API below a path, as GitHub Enterprise Server does.
func (c *Checked) Under(prefix string) *Checked {
	c.prefix = prefix
	return c
}

// Requests are those that came so far, as "GET /user".
func (c *Checked) Requests() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.requests...)
}

// ServeHTTP checks, hands on, and checks again.
func (c *Checked) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		c.t.Errorf("githubtest: reading the body: %v", err)
	}
	path, under := strings.CutPrefix(r.URL.Path, c.prefix)
	graphQL := r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/graphql")
	if graphQL {
		path = "/graphql"
	} else if !under {
		c.t.Errorf("githubtest: %s is not below %s", r.URL.Path, c.prefix)
	}
	c.requests = append(c.requests, r.Method+" "+path)
	if err := c.refuse(r, body, path, graphQL); err != nil {
		c.t.Errorf("githubtest: %s %s: %v", r.Method, r.URL, err)
		http.Error(w, `{"message":"refused by the test"}`, http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.URL.Path = path
	answer := httptest.NewRecorder()
	c.next.ServeHTTP(answer, r)
	if !graphQL {
		if err := c.desc.answer(r.Method, path, answer.Code, answer.Body.Bytes()); err != nil {
			c.t.Errorf("githubtest: the answer to %s %s is none of GitHub's: %v", r.Method, path, err)
		}
	}
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.Code)
	if answer.Body.Len() == 0 { // 204 takes none at all
		return
	}
	if _, err := w.Write(answer.Body.Bytes()); err != nil && r.Context().Err() == nil {
		c.t.Errorf("githubtest: answering: %v", err)
	}
}

func (c *Checked) refuse(r *http.Request, body []byte, path string, graphQL bool) error {
	if got := r.Header.Get("Authorization"); got != "Bearer "+Token {
		return fmt.Errorf("the token is %q", got)
	}
	if got := r.Header.Get("Accept"); !strings.HasPrefix(got, "application/vnd.github") {
		return fmt.Errorf("it accepts %q", got)
	}
	if got := r.Header.Get("X-GitHub-Api-Version"); got != "2022-11-28" {
		return fmt.Errorf("the API's version is %q", got)
	}
	if got := r.Header.Get("User-Agent"); !strings.HasPrefix(got, "surefoot/") {
		return fmt.Errorf("the user agent is %q", got)
	}
	if !graphQL {
		return c.desc.request(r, body, path)
	}
	var asked bytes.Buffer
	if err := json.Compact(&asked, body); err != nil || asked.String() != viewer {
		return fmt.Errorf("the query is %s, want %s", asked.String(), viewer)
	}
	return nil
}

// RoundTrip answers in the process. A handler that panics with
// http.ErrAbortHandler breaks the connection.
func (c *Checked) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	in := r.Clone(r.Context())
	if in.Body == nil {
		in.Body = http.NoBody
	}
	defer func() {
		broken := recover()
		if broken == nil {
			return
		}
		if aborted, ok := broken.(error); !ok || !errors.Is(aborted, http.ErrAbortHandler) {
			panic(broken)
		}
		resp, err = nil, io.ErrUnexpectedEOF
		if r.Context().Err() != nil {
			err = context.Cause(r.Context())
		}
	}()
	answer := httptest.NewRecorder()
	c.ServeHTTP(answer, in)
	return answer.Result(), nil
}
