package mcp

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

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
	maxTools  = 10_000
)

// Server is a server that was reached. It is safe for concurrent use.
type Server struct {
	cfg     Config
	session *sdk.ClientSession
	child   *proc.Process // nil over HTTP
	lines   *lines        // that the child writes
	web     *web          // nil of a child
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
	what := "connecting"
	if !stop() { // whatever came of it, its context is over
		what, err = "", s.tooLate(ctx, "connect")
	}
	if err != nil {
		fault := s.fault(what, err)
		s.Close()
		return nil, fault
	}
	if s.web != nil {
		s.web.open.Store(true)
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
		s.lines = linesOf(child.Stdout)
		return &sdk.IOTransport{Reader: s.lines, Writer: input{child.Stdin, s.lines}, MaxLineLength: 2 * maxLine}, nil // lines has the limit
	}
	home, err := url.Parse(s.cfg.URL)
	if err != nil {
		return nil, errors.New("its url is none")
	}
	s.web = &web{header: s.cfg.Header, home: home, events: s.cfg.Events}
	client := s.web.client(s.cfg.HTTP)
	if s.cfg.Events {
		return &sdk.SSEClientTransport{Endpoint: s.cfg.URL, HTTPClient: client, MaxEventSize: maxLine}, nil
	}
	return &sdk.StreamableClientTransport{
		Endpoint: s.cfg.URL, HTTPClient: client, MaxRetries: -1, DisableStandaloneSSE: true, MaxEventSize: maxLine,
	}, nil
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
