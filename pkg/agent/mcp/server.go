package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/proc"
)

// Config says how to reach a server. Either Command or URL is set.
type Config struct {
	Name string // as errors call it

	Command string
	Args    []string
	Dir     string
	Env     []string // of the child, whole
	Held    []string // variables that look like keys and that the child does not know

	URL     string
	Events  bool // over server-sent events, the older transport
	Header  http.Header
	HTTP    *http.Client
	Timeout time.Duration // of connecting and of each call; 30 s when 0

	Version string // of this client
}

const (
	timeout   = 30 * time.Second
	maxLine   = 16 << 20 // bytes of a message
	maxResult = 4 << 20  // bytes of what a tool gave
	maxPages  = 100
	maxTools  = 1000
)

// Server is a server that was reached. It is safe for concurrent use.
type Server struct {
	cfg     Config
	session *sdk.ClientSession
	child   *proc.Process // nil over HTTP
	cancel  context.CancelFunc
}

// Open starts or reaches a server. The context bounds the opening alone; Close
// ends the server.
func Open(ctx context.Context, cfg Config) (*Server, error) {
	if cfg.Timeout == 0 {
		cfg.Timeout = timeout
	}
	s := &Server{cfg: cfg}
	transport, err := s.transport()
	if err != nil {
		return nil, s.fault("", err)
	}
	// The session lives in this context, so that it ends with Close and not
	// with the deadline of its opening.
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.cancel = cancel
	opening, opened := context.WithTimeout(ctx, cfg.Timeout)
	defer opened()
	stop := context.AfterFunc(opening, cancel)
	client := sdk.NewClient(&sdk.Implementation{Name: "surefoot", Version: cfg.Version}, &sdk.ClientOptions{Capabilities: &sdk.ClientCapabilities{}})
	s.session, err = client.Connect(life, transport, nil)
	if !stop() { // whatever came of it, its context is over
		err = s.tooLate(ctx, "connect")
	}
	if err != nil {
		fault := s.fault("connecting", err)
		s.Close()
		return nil, fault
	}
	return s, nil
}

func (s *Server) transport() (sdk.Transport, error) {
	if s.cfg.Command != "" {
		child, err := proc.Start(proc.Command{Path: s.cfg.Command, Args: s.cfg.Args, Dir: s.cfg.Dir, Env: s.cfg.Env})
		if err != nil {
			return nil, err
		}
		s.child = child
		return &sdk.IOTransport{Reader: io.NopCloser(child.Stdout), Writer: child.Stdin, MaxLineLength: maxLine}, nil
	}
	client := &http.Client{}
	if s.cfg.HTTP != nil {
		*client = *s.cfg.HTTP
	}
	client.Transport = &headers{next: client.Transport, header: s.cfg.Header}
	if s.cfg.Events {
		return &sdk.SSEClientTransport{Endpoint: s.cfg.URL, HTTPClient: client, MaxEventSize: maxLine}, nil
	}
	return &sdk.StreamableClientTransport{
		Endpoint: s.cfg.URL, HTTPClient: client, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: maxLine,
	}, nil
}

// headers adds to each request what the server's definition says.
type headers struct {
	next   http.RoundTripper
	header http.Header
}

// RoundTrip sends the request.
func (h *headers) RoundTrip(r *http.Request) (*http.Response, error) {
	next := h.next
	if next == nil {
		next = http.DefaultTransport
	}
	if len(h.header) > 0 {
		r = r.Clone(r.Context())
		for name, values := range h.header {
			r.Header[name] = values
		}
	}
	return next.RoundTrip(r)
}

// Close ends the session, and the child with all that it started.
func (s *Server) Close() {
	if s.session != nil {
		done := make(chan struct{})
		go func() { _ = s.session.Close(); close(done) }()
		timer := time.NewTimer(time.Second)
		defer timer.Stop()
		select {
		case <-done:
		case <-timer.C:
		}
	}
	if s.child != nil {
		s.child.End()
	}
	if s.cancel != nil {
		s.cancel()
	}
}

// tooLate is the error of what took too long: the trial's own end is that.
func (s *Server) tooLate(ctx context.Context, what string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("it did not %s within %s", what, eval.Span(s.cfg.Timeout))
}

// fault names the server, and says what is known of its child.
func (s *Server) fault(what string, err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	text := "MCP server " + s.cfg.Name + ": "
	if what != "" {
		text += what + ": "
	}
	text += oneLine(err.Error())
	if s.child != nil {
		if exit := s.exited(); exit != "" {
			text += " (the server ended: " + exit + ")"
			if len(s.cfg.Held) > 0 {
				text += "; it does not know " + strings.Join(s.cfg.Held, ", ") + " (name them in its env, or with --pass-env)"
			}
		}
		if said := s.child.Stderr(); said != "" {
			text += "; it said: " + eval.Clip(oneLine(said))
		}
	}
	return errors.New(text)
}

// exited is how the child ended. One that closed its streams is about to.
func (s *Server) exited() string {
	timer := time.NewTimer(100 * time.Millisecond)
	defer timer.Stop()
	select {
	case <-s.child.Done():
	case <-timer.C:
	}
	return s.child.Exit()
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
