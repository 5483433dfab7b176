//go:build tinymodel

package tinymodel

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"unicode/utf8"
)

// Server serves a model as /v1/chat/completions. Each answer goes on with the
// last message. A request that no client of ours sends fails the test.
type Server struct {
	URL string

	model *Model
	stall int // tokens after which an answer goes no further; 0 for never

	mu      sync.Mutex
	random  *rand.Rand
	answers []string      // as far as they were sent
	left    chan struct{} // a value for each client that left before the end
	stalled chan struct{} // a value for each answer that goes no further
}

// Serve serves until the test ends. Answers at a temperature differ from each
// other, and are the same ones for a seed. With stall above 0, an answer stops
// after so many tokens, and waits for its client to leave.
func Serve(tb testing.TB, m *Model, seed uint64, stall int) *Server {
	s := &Server{model: m, stall: stall, random: rand.New(rand.NewPCG(seed, 1)), left: make(chan struct{}, 1000), stalled: make(chan struct{}, 1000)}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.serve(w, r); err != nil {
			tb.Errorf("%s %s: %v", r.Method, r.URL, err)
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	tb.Cleanup(srv.Close)
	s.URL = srv.URL
	return s
}

// Answers are the texts of all answers so far, in the order they ended.
func (s *Server) Answers() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.answers...)
}

// Left has a value for each client that left before its answer's end.
func (s *Server) Left() <-chan struct{} { return s.left }

// Stalled has a value for each answer that stops halfway.
func (s *Server) Stalled() <-chan struct{} { return s.stalled }

// request is what is understood of one.
type request struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	Stream        bool     `json:"stream"`
	Temperature   *float64 `json:"temperature"`
	MaxTokens     *int     `json:"max_tokens"`
	StreamOptions struct {
		IncludeUsage bool `json:"include_usage"`
	} `json:"stream_options"`
}

// serve answers one request. Its error is the client's mistake.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) error {
	// Only a server that read the request notices that its client left.
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	var req request
	switch err := json.Unmarshal(body, &req); {
	case r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions":
		return fmt.Errorf("nothing is there")
	case err != nil:
		return err
	case !req.Stream || !req.StreamOptions.IncludeUsage || len(req.Messages) == 0:
		return fmt.Errorf("not a request for a stream with usage: %s", body)
	}
	limit := Limits{Tokens: int(s.model.Context), Temperature: 1}
	if req.Temperature != nil {
		limit.Temperature = *req.Temperature
	}
	if req.MaxTokens != nil {
		limit.Tokens = *req.MaxTokens
	}
	s.mu.Lock()
	limit.Random = rand.New(rand.NewPCG(s.random.Uint64(), 2))
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	a := &answer{w: w}
	s.write(r.Context(), a, req.Messages[len(req.Messages)-1].Content, limit)
	return nil
}

// write sends an answer, or as much of it as its client waits for.
func (s *Server) write(ctx context.Context, a *answer, prompt string, limit Limits) {
	sent := 0
	ended, used, err := s.model.Generate(ctx, prompt, limit, func(text string) error {
		if sent++; s.stall > 0 && sent > s.stall {
			s.stalled <- struct{}{}
			<-ctx.Done()
			return ctx.Err()
		}
		return a.add(text)
	})
	finish := "length"
	if ended {
		finish = "stop"
	}
	if err == nil {
		err = a.end(finish, used)
	}
	s.mu.Lock()
	s.answers = append(s.answers, a.sent)
	s.mu.Unlock()
	if err != nil {
		s.left <- struct{}{}
	}
}

// answer is a stream of events.
type answer struct {
	w       http.ResponseWriter
	sent    string
	pending []byte // the beginning of a character
}

// add sends what is whole of the text so far. Bytes that are no character
// become the replacement character, as JSON has no other way.
func (a *answer) add(text string) error {
	a.pending = append(a.pending, text...)
	whole := 0
	for whole < len(a.pending) && utf8.FullRune(a.pending[whole:]) {
		_, n := utf8.DecodeRune(a.pending[whole:])
		whole += n
	}
	if whole == 0 {
		return nil
	}
	said := string([]rune(string(a.pending[:whole])))
	a.pending = a.pending[whole:]
	a.sent += said
	return a.event(map[string]any{"content": said}, nil, nil)
}

func (a *answer) end(finish string, used Usage) error {
	if len(a.pending) > 0 {
		said := string([]rune(string(a.pending)))
		a.sent += said
		if err := a.event(map[string]any{"content": said}, nil, nil); err != nil {
			return err
		}
	}
	if err := a.event(map[string]any{}, finish, nil); err != nil {
		return err
	}
	if err := a.event(nil, nil, map[string]int{
		"prompt_tokens": used.Prompt, "completion_tokens": used.Completion, "total_tokens": used.Prompt + used.Completion,
	}); err != nil {
		return err
	}
	return a.send([]byte("data: [DONE]\n\n"))
}

func (a *answer) event(delta, finish, usage any) error {
	choices := []any{}
	if delta != nil {
		choices = append(choices, map[string]any{"index": 0, "delta": delta, "finish_reason": finish})
	}
	event, err := json.Marshal(map[string]any{"object": "chat.completion.chunk", "model": "stories260K", "choices": choices, "usage": usage})
	if err != nil {
		return err
	}
	return a.send(append(append([]byte("data: "), event...), "\n\n"...))
}

// send sends an event in two parts, which part a character where there is one
// of several bytes.
func (a *answer) send(event []byte) error {
	at := len(event) / 2
	for i, b := range event {
		if b >= utf8.RuneSelf {
			at = i + 1
			break
		}
	}
	for _, part := range [][]byte{event[:at], event[at:]} {
		if _, err := a.w.Write(part); err != nil {
			return err
		}
		if err := http.NewResponseController(a.w).Flush(); err != nil {
			return err
		}
	}
	return nil
}
