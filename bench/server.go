//go:build linux

package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// server answers every chat request with the same short stream, after a
// latency, and knows when the first request came and the last answer left.
type server struct {
	http *http.Server
	host string

	mu      sync.Mutex
	latency time.Duration
	first   time.Time
	last    time.Time
	count   int
}

var stream = []byte(`data: {"id":"b","object":"chat.completion.chunk","model":"bench","choices":[{"index":0,"delta":{"role":"assistant","content":"It is "},"finish_reason":null}]}

data: {"id":"b","object":"chat.completion.chunk","model":"bench","choices":[{"index":0,"delta":{"content":"ok."},"finish_reason":null}]}

data: {"id":"b","object":"chat.completion.chunk","model":"bench","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

data: {"id":"b","object":"chat.completion.chunk","model":"bench","choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15}}

data: [DONE]

`)

func serve() (*server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{host: "http://" + listener.Addr().String()}
	s.http = &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	go func() {
		if err := s.http.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			fmt.Println("server:", err)
		}
	}()
	return s, nil
}

func (s *server) close() { _ = s.http.Close() }

// reset begins a new measurement.
func (s *server) reset(latency time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.latency, s.first, s.last, s.count = latency, time.Time{}, time.Time{}, 0
}

// window is the time from the first request to the last answer, and how many
// answers it held.
func (s *server) window() (time.Duration, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last.Sub(s.first), s.count
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	if s.first.IsZero() {
		s.first = time.Now()
	}
	latency := s.latency
	s.mu.Unlock()
	_, _ = io.Copy(io.Discard, r.Body)
	if latency > 0 {
		<-time.After(latency)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = w.Write(stream)
	s.mu.Lock()
	s.last = time.Now()
	s.count++
	s.mu.Unlock()
}
