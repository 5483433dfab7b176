package wire_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// closedPort is an address of this machine where nobody listens.
func closedPort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	return l.Addr().String()
}

func TestServersThatAreNotReached(t *testing.T) {
	t.Parallel()
	failing := func(err error) *http.Client {
		return &http.Client{Transport: wiretest.RoundTrip(func(*http.Request) (*http.Response, error) { return nil, err })}
	}
	dial := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	const host = "https://api.example"
	cases := map[string]struct {
		cfg  wire.Config
		want llm.Error
	}{
		"a name nobody knows": {
			wire.Config{HTTP: failing(dial(&net.DNSError{Err: "no such host", Name: "api.example", IsNotFound: true}))},
			llm.Error{Message: "cannot reach api.example (the name is not known: check host)"},
		},
		"a name that cannot be looked up now": {
			wire.Config{HTTP: failing(dial(&net.DNSError{Err: "server misbehaving", Name: "api.example", IsTemporary: true}))},
			llm.Error{Retryable: true, Message: "cannot reach api.example (looking up the name failed: server misbehaving)"},
		},
		"a refused connection": {
			wire.Config{HTTP: failing(dial(syscall.ECONNREFUSED))},
			llm.Error{Retryable: true, Message: "cannot reach api.example (connection refused: no server is listening there)"},
		},
		"a reset connection": {
			wire.Config{HTTP: failing(&net.OpError{Op: "read", Err: syscall.ECONNRESET})},
			llm.Error{Retryable: true, Message: "cannot reach api.example (the connection was closed before an answer came)"},
		},
		"an unreachable network": {
			wire.Config{HTTP: failing(dial(syscall.ENETUNREACH))},
			llm.Error{Retryable: true, Message: "cannot reach api.example (dial tcp: network is unreachable)"},
		},
		"a proxy that is away": {
			wire.Config{HTTP: failing(&net.OpError{Op: "proxyconnect", Net: "tcp", Err: syscall.ECONNREFUSED})},
			llm.Error{Retryable: true, Message: "cannot reach api.example through the proxy of the environment (proxyconnect tcp: connection refused)"},
		},
		"a timeout of the network": {
			wire.Config{HTTP: failing(dial(context.DeadlineExceeded))},
			llm.Error{Retryable: true, Message: "cannot reach api.example (timed out)"},
		},
		"an answer that is not HTTP": {
			wire.Config{HTTP: failing(errors.New("malformed HTTP response \"SSH-2.0\""))},
			llm.Error{Message: `cannot reach api.example (malformed HTTP response "SSH-2.0")`},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := newClient(t, host, tc.cfg).Stream(t.Context(), nil)
			wiretest.CheckFault(t, err, &tc.want)
			if errors.Is(err, context.DeadlineExceeded) {
				t.Error("it passes for the caller's deadline")
			}
		})
	}
}

func TestNobodyListensHere(t *testing.T) {
	t.Parallel()
	address := closedPort(t)
	_, err := newClient(t, "http://"+address, wire.Config{}).Stream(t.Context(), nil)
	wiretest.CheckFault(t, err, &llm.Error{Retryable: true, Message: "cannot reach " + address +
		" (connection refused: no server is listening there, start it or check host; in a container, localhost is the container itself)"})
}

func TestTLS(t *testing.T) {
	t.Parallel()
	t.Run("a certificate nobody vouches for is not tried again", func(t *testing.T) {
		t.Parallel()
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a request came") }))
		server.Config.ErrorLog = quiet()
		server.StartTLS()
		t.Cleanup(server.Close)
		_, err := newClient(t, server.URL, wire.Config{}).Stream(t.Context(), nil)
		var fault *llm.Error
		if !errors.As(err, &fault) || fault.Retryable || !strings.Contains(fault.Message, "TLS certificate is not trusted") ||
			!strings.Contains(fault.Message, strings.TrimPrefix(server.URL, "https://")) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a server without TLS", func(t *testing.T) {
		t.Parallel()
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a request came") }))
		server.Config.ErrorLog = quiet()
		server.Start()
		t.Cleanup(server.Close)
		address := strings.TrimPrefix(server.URL, "http://")
		_, err := newClient(t, "https://"+address, wire.Config{}).Stream(t.Context(), nil)
		wiretest.CheckFault(t, err, &llm.Error{Message: "cannot reach " + address + " (it does not speak TLS: if it is meant to be so, begin host with http://)"})
	})
	t.Run("a server that is trusted, over HTTP/2", func(t *testing.T) {
		t.Parallel()
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.ProtoMajor != 2 {
				t.Errorf("the protocol is %s", r.Proto)
			}
			wiretest.Stream(helloWorld)(w, r)
		}))
		server.EnableHTTP2 = true
		server.StartTLS()
		t.Cleanup(server.Close)
		resp, err := newClient(t, server.URL, wire.Config{HTTP: server.Client()}).Stream(t.Context(), nil)
		if err != nil || resp.Content != "Hello world" {
			t.Errorf("got %v, %v", resp, err)
		}
	})
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	to := func(status int, place string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", place)
			w.WriteHeader(status)
		}
	}
	t.Run("within the server are followed with the request", func(t *testing.T) {
		t.Parallel()
		server := wiretest.NewServer(t, to(308, "/v2/say"), func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if r.URL.Path != "/v2/say" || !strings.Contains(string(body), `"hi"`) || r.Header.Get("Authorization") != "Bearer sk-1" {
				t.Errorf("got %s with %q", r.URL, body)
			}
			wiretest.Stream(helloWorld)(w, r)
		})
		if _, err := newClient(t, server.URL, wire.Config{Key: "sk-1"}).Stream(t.Context(), nil); err != nil {
			t.Error(err)
		}
	})
	t.Run("to another host are refused", func(t *testing.T) {
		t.Parallel()
		other := wiretest.NewServer(t)
		err := ask(t, wire.Config{Key: "sk-1"}, to(307, other.URL+"/v1/say?x=secret"))
		wiretest.CheckFault(t, err, &llm.Error{Message: "HOST redirects to " + other.URL + ", which was not configured and is not followed (set host to the right one)"})
	})
	t.Run("that lose the request are refused", func(t *testing.T) {
		t.Parallel()
		err := ask(t, wire.Config{}, to(302, "/login"))
		wiretest.CheckFault(t, err, &llm.Error{Message: `HOST redirects /v1/say to "/login" without the request (set host to the right URL)`})
	})
	t.Run("in a circle are refused", func(t *testing.T) {
		t.Parallel()
		round := to(307, "/v1/say")
		server := wiretest.NewServer(t, round, round, round, round, round, round)
		_, err := newClient(t, server.URL, wire.Config{}).Stream(t.Context(), nil)
		wiretest.CheckFault(t, err, &llm.Error{Message: strings.TrimPrefix(server.URL, "http://") + " redirects in a circle"})
	})
}

func TestTheContextEndsTheAnswer(t *testing.T) {
	t.Parallel()
	// Each handler says when the request has come so far, and then waits until
	// the client is gone: only that lets the test end.
	hang := func(w http.ResponseWriter, r *http.Request, reached func(), body string) {
		io.Copy(io.Discard, r.Body)
		if body != "" {
			w.Header().Set("Content-Type", "text/event-stream")
			io.WriteString(w, body)
			w.(http.Flusher).Flush()
		}
		reached()
		<-r.Context().Done()
	}
	for name, body := range map[string]string{
		"before the headers":   "",
		"before the first":     ": ping\n\n",
		"in the middle":        "data: Hi\n\n",
		"in a whole answer":    `{"say":`,
		"in an unfinished one": `data: Hi`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			server := wiretest.NewServer(t, func(w http.ResponseWriter, r *http.Request) { hang(w, r, cancel, body) })
			_, err := newClient(t, server.URL, wire.Config{}).Stream(ctx, nil)
			if err != context.Canceled {
				t.Errorf("got %v", err)
			}
		})
	}
	t.Run("in an error's body", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		server := wiretest.NewServer(t, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(500)
			w.(http.Flusher).Flush()
			cancel()
			<-r.Context().Done()
		})
		_, err := newClient(t, server.URL, wire.Config{}).Stream(ctx, nil)
		if err != context.Canceled {
			t.Errorf("got %v", err)
		}
	})
	t.Run("by its deadline", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		defer cancel()
		gone := make(chan struct{})
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer close(gone)
			hang(w, r, func() {}, "data: \n\n")
		}))
		t.Cleanup(server.Close)
		if _, err := newClient(t, server.URL, wire.Config{}).Stream(ctx, nil); err != context.DeadlineExceeded {
			t.Errorf("got %v", err)
		}
		<-gone
	})
}

func TestTheCallerEndsTheAnswer(t *testing.T) {
	t.Parallel()
	server := wiretest.NewServer(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, "data: Hi\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	enough := errors.New("enough")
	_, err := newClient(t, server.URL, wire.Config{}).Stream(t.Context(), func(d llm.Delta) error {
		if d.Content != "Hi" {
			t.Errorf("got %v", d)
		}
		return enough
	})
	if err != enough {
		t.Errorf("got %v, want the caller's own error", err)
	}
}

func TestAServerThatStaysBehindTheEndDoesNotHoldTheAnswer(t *testing.T) {
	t.Parallel()
	server := wiretest.NewServer(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		io.WriteString(w, helloWorld)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	resp, err := newClient(t, server.URL, wire.Config{}).Stream(t.Context(), nil)
	if err != nil || resp.Content != "Hello world" {
		t.Errorf("got %v, %v", resp, err)
	}
}

func TestConnectionsAreUsedAgain(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	connections := 0
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Header.Get("X-Want") {
		case "429":
			wiretest.Reply(429, "application/json", `{"error":"slow down"}`)(w, r)
		case "whole":
			wiretest.Reply(200, "application/json", `{"say":"Hi"}`)(w, r)
		default:
			wiretest.Stream(helloWorld)(w, r)
		}
	}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			mu.Lock()
			connections++
			mu.Unlock()
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	shared := wire.NewHTTPClient()
	for range 3 {
		for _, want := range []string{"stream", "429", "whole"} {
			client := newClient(t, server.URL, wire.Config{HTTP: shared, Headers: map[string]string{"X-Want": want}})
			_, err := client.Stream(t.Context(), nil)
			if (err != nil) != (want == "429") {
				t.Errorf("%s: %v", want, err)
			}
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if connections != 1 {
		t.Errorf("%d connections were made", connections)
	}
}

func TestOneClientForManyAtOnce(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(wiretest.Stream(helloWorld))
	t.Cleanup(server.Close)
	client := newClient(t, server.URL, wire.Config{})
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			resp, err := client.Stream(t.Context(), nil)
			if err != nil || resp.Content != "Hello world" {
				t.Errorf("got %v, %v", resp, err)
			}
		})
	}
	wg.Wait()
}
