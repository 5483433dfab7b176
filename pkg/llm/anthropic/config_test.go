package anthropic_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

func TestWhereRequestsGoAndWithWhat(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		cfg    anthropic.Config
		url    string
		header map[string]string
	}{
		"no host is Anthropic": {
			anthropic.Config{Key: "sk-1"}, "https://api.anthropic.com/v1/messages",
			map[string]string{"X-Api-Key": "sk-1", "Authorization": "", "Anthropic-Version": "2023-06-01", "Content-Type": "application/json"},
		},
		"a gateway with a bearer token": {
			anthropic.Config{Host: "https://h.example/anthropic/v1/", Key: "sk-1", Auth: wire.AuthBearer}, "https://h.example/anthropic/v1/messages",
			map[string]string{"X-Api-Key": "", "Authorization": "Bearer sk-1"},
		},
		"a whole URL": {
			anthropic.Config{Host: "http://localhost:11434/v1/messages?x=1"}, "http://localhost:11434/v1/messages?x=1",
			map[string]string{"X-Api-Key": "", "Authorization": ""},
		},
		"headers": {
			anthropic.Config{Host: "http://localhost:11434", UserAgent: "surefoot/1", Headers: map[string]string{"anthropic-version": "2026-10-21", "anthropic-beta": "a,b"}},
			"http://localhost:11434/v1/messages",
			map[string]string{"Anthropic-Version": "2026-10-21", "Anthropic-Beta": "a,b", "User-Agent": "surefoot/1"},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got *http.Request
			tc.cfg.HTTP = &http.Client{Transport: wiretest.RoundTrip(func(r *http.Request) (*http.Response, error) {
				got = r
				return nil, errors.New("enough")
			})}
			if _, err := newClient(t, tc.cfg).Stream(t.Context(), hello, nil); err == nil {
				t.Fatal("no error")
			}
			if got.URL.String() != tc.url {
				t.Errorf("got %s, want %s", got.URL, tc.url)
			}
			for name, want := range tc.header {
				if value := got.Header.Get(name); value != want {
					t.Errorf("%s is %q, want %q", name, value, want)
				}
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	extra := func(raw string) anthropic.Config { return anthropic.Config{Extra: eval.Trusted(raw)} }
	thinking := func(raw string) anthropic.Config { return anthropic.Config{Thinking: eval.Trusted(raw)} }
	cases := map[string]struct {
		cfg          anthropic.Config
		option, text string
	}{
		"a host without a scheme":           {anthropic.Config{Host: "localhost:1"}, "host", `"localhost:1" has no scheme (begin it with https:// or http://)`},
		"a key with a blank":                {anthropic.Config{Key: "a b"}, "key", "holds a blank, a line break or a control character"},
		"a limit below nothing":             {anthropic.Config{MaxTokens: -1}, "max_tokens", "is -1, but must be at least 1"},
		"an extra body that is no object":   {extra(`[]`), "extra_body", "must be an object, not array"},
		"an extra body with our system":     {extra(`{"system":"x"}`), "extra_body.system", "cannot be set: surefoot writes it"},
		"an extra body with a limit":        {extra(`{"max_tokens":1}`), "extra_body.max_tokens", "cannot be set: set options.max_tokens instead"},
		"an extra body with thinking":       {extra(`{"thinking":{}}`), "extra_body.thinking", "cannot be set: set options.thinking instead"},
		"an extra body with a strange form": {extra(`{"output_config":1}`), "extra_body.output_config", "must be an object, not number"},
		"thinking that is no object":        {thinking(`true`), "thinking", "must be an object with a type, not boolean"},
		"thinking of no type":               {thinking(`{}`), "thinking.type", "must be enabled, adaptive or disabled"},
		"thinking without a budget":         {thinking(`{"type":"enabled"}`), "thinking.budget_tokens", "must be a whole number from 1024 on"},
		"thinking on a small budget":        {thinking(`{"type":"enabled","budget_tokens":1023}`), "thinking.budget_tokens", "must be a whole number from 1024 on"},
		"thinking over the limit":           {thinking(`{"type":"enabled","budget_tokens":9000}`), "thinking.budget_tokens", "is 9000, but must be less than max_tokens, which is 8192"},
		"a budget of adaptive thinking":     {thinking(`{"type":"adaptive","budget_tokens":2048}`), "thinking.budget_tokens", `goes with the type "enabled" only`},
		"a strange display":                 {thinking(`{"type":"adaptive","display":"loud"}`), "thinking.display", "must be summarized or omitted, of thinking that is not disabled"},
		"a slip in thinking":                {thinking(`{"type":"adaptive","budget":2048}`), "thinking.budget", "is not known"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.cfg.Model = "m"
			_, err := anthropic.New(tc.cfg)
			var bad *wire.ConfigError
			if !errors.As(err, &bad) {
				t.Fatalf("got %v", err)
			}
			if diff := cmp.Diff(&wire.ConfigError{Option: tc.option, Problem: tc.text}, bad); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, err := anthropic.New(anthropic.Config{}); err == nil || err.Error() != "model is not set" {
		t.Errorf("without a model: %v", err)
	}
}

func TestCheckSaysAllThatDoesNotFit(t *testing.T) {
	t.Parallel()
	cfg := anthropic.Config{Model: "m", Thinking: eval.Trusted(`{"type":"enabled","budget_tokens":2048}`)}
	got := anthropic.Check(cfg, llm.Options(eval.Trusted(`{"seed":1,"max_tokens":100,"temperature":0}`).Members()))
	var names []string
	for _, p := range got {
		names = append(names, p.Option)
	}
	if diff := cmp.Diff([]string{"seed", "max_tokens", "temperature"}, names); diff != "" {
		t.Error(diff)
	}
	if list := anthropic.Check(cfg, nil); len(list) > 0 {
		t.Errorf("got %v", list)
	}
}
