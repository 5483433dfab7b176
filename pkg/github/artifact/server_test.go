package artifact_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
)

const (
	githubRun, githubJob = "ce7f54c7-61c7-4aae-887f-30da475f5f1a", "ca395085-040a-526b-2ce8-bdc85f692774"
	actRun, actJob       = "1", "2"
)

// token is one as the runner gives it, of which only the scopes matter.
func token(run, job string) string {
	part := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	return part(`{"alg":"RS256","typ":"JWT"}`) + "." +
		part(`{"iss":"x","scp":"Actions.GenericRead:00 Actions.Results:`+run+":"+job+` Actions.UploadArtifacts:00"}`) + "." + part("signature")
}

// step is a request that the server expects next, and what it does with it
// when it does not simply behave.
type step struct {
	op string // "CreateArtifact", "block", "blocklist", "GET"
	do func(s *server, w http.ResponseWriter, r *http.Request)
}

func steps(ops ...string) []step {
	all := make([]step, len(ops))
	for i, op := range ops {
		all[i].op = op
	}
	return all
}

// uploads is what a file of one block needs.
var uploads = []string{"CreateArtifact", "block", "blocklist", "FinalizeArtifact"}

// status refuses a request without carrying it out.
func status(code int, headers ...string) func(*server, http.ResponseWriter, *http.Request) {
	return func(_ *server, w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
	}
}

// says answers with a body, without carrying the request out.
func says(code int, body string) func(*server, http.ResponseWriter, *http.Request) {
	return func(_ *server, w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(code)
		io.WriteString(w, body)
	}
}

// drop hangs up before anything is carried out.
func drop(*server, http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// lose carries the request out, and hangs up instead of answering.
func lose(s *server, _ http.ResponseWriter, r *http.Request) {
	s.behave(nowhere{http.Header{}}, r)
	panic(http.ErrAbortHandler)
}

// hang takes the request and never answers.
func hang(_ *server, _ http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

type nowhere struct{ h http.Header }

func (n nowhere) Header() http.Header         { return n.h }
func (n nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (n nowhere) WriteHeader(int)             {}

// server is the artifact service and its storage, GitHub's or act's. It fails
// the test on a request that is not the next of its plan, and when some are
// left.
type server struct {
	t   *testing.T
	act bool

	mu     sync.Mutex
	plan   []step
	seen   int
	stored []*stored
	nextID int64
	bodies []string // of the service's requests
	masked []string
}

// stored is an artifact, finalized or not.
type stored struct {
	id        int64
	run, job  string
	name      string
	mediaType string
	blocks    map[string][]byte
	content   []byte
	digest    string
	done      bool
	expires   string
	committed string // media type
}

// ops is one request after the other.
func (s *server) expect(plan ...step) *server {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plan = append(s.plan, plan...)
	return s
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	op := opOf(r)
	s.mu.Lock()
	var next step
	if s.seen < len(s.plan) {
		next = s.plan[s.seen]
	}
	s.seen++
	s.mu.Unlock()
	if next.op != op {
		s.t.Errorf("request %d is %s, want %q", s.seen, op, next.op)
		io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusTeapot)
		return
	}
	if next.do != nil {
		next.do(s, w, r)
		return
	}
	s.behave(w, r)
}

func opOf(r *http.Request) string {
	if method, ok := strings.CutPrefix(r.URL.Path, "/twirp/github.actions.results.api.v1.ArtifactService/"); ok && r.Method == http.MethodPost {
		return method
	}
	if comp := r.URL.Query().Get("comp"); r.Method == http.MethodPut {
		return comp
	}
	return r.Method
}

func (s *server) behave(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost {
		s.service(w, r)
		return
	}
	if r.Header.Get("Authorization") != "" || r.Header.Get("Referer") != "" {
		s.t.Errorf("the storage sees %v", r.Header)
	}
	s.storage(w, r)
}

// finished reports the requests that never came.
func (s *server) finished() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, left := range s.plan[min(s.seen, len(s.plan)):] {
		s.t.Errorf("%s was never asked for", left.op)
	}
}

// serve starts the server on connections in memory, so that a synctest
// bubble's clock governs them.
func serve(t *testing.T, act bool, plan ...step) *server {
	t.Helper()
	s := &server{t: t, act: act, plan: plan, nextID: 100}
	t.Cleanup(s.finished)
	return s
}

// client speaks with the server; change may turn its options.
func (s *server) client(change ...func(*artifact.Options)) *artifact.Client {
	s.t.Helper()
	o := s.options()
	for _, f := range change {
		f(&o)
	}
	c, err := artifact.New(o)
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

func (s *server) options() artifact.Options {
	pipes := make(chan net.Conn)
	web := &http.Server{Handler: s}
	served := make(chan error, 1)
	done := make(chan struct{})
	go func() { served <- web.Serve(&listener{pipes: pipes, done: done}) }()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		select {
		case pipes <- theirs:
			return ours, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}}
	s.t.Cleanup(func() {
		transport.CloseIdleConnections()
		web.Close()
		if err := <-served; !errors.Is(err, http.ErrServerClosed) {
			s.t.Error(err)
		}
	})
	run, job := s.scope()
	return artifact.Options{
		ResultsURL: "http://results.test/some/path/", RuntimeToken: token(run, job),
		Server: "https://github.com", Repository: "o/r", RunID: 7,
		HTTP: &http.Client{Transport: transport}, Temp: s.t.TempDir(),
		Now:    func() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 500, time.UTC) },
		Mask:   func(secret string) { s.mu.Lock(); s.masked = append(s.masked, secret); s.mu.Unlock() },
		Jitter: func() float64 { return 0 },
	}
}

func (s *server) scope() (run, job string) {
	if s.act {
		return actRun, actJob
	}
	return githubRun, githubJob
}

// listener gives out the ends of pipes.
type listener struct {
	pipes chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.pipes:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}
func (l *listener) Close() error   { l.once.Do(func() { close(l.done) }); return nil }
func (l *listener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

// strict reads a request as protobuf's JSON is read: by its own names only.
func strict(r *http.Request, into any) (string, error) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return "", err
	}
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return string(data), fmt.Errorf("proto: %w", err)
	}
	return string(data), nil
}
