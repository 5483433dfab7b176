// Package openai is a client of the chat completions API as OpenAI defined it
// and many servers speak it: OpenAI, Azure, OpenRouter, Gemini, DeepSeek,
// Ollama, vLLM. It turns an [llm.Request] into one streamed HTTP request and
// what comes back into an [llm.Response].
//
// It tolerates what such servers are known to do differently, and refuses
// what is broken: an answer that is cut, mixed with an error, filtered, of no
// content or not JSON is an [*llm.Error] that names the host and shows the
// first bytes, never a short answer. So is one with a finish_reason that is
// not known to mean a whole one. It sends a request once: [llm.Retry] repeats.
package openai

import (
	"net/http"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// Config says which model to ask, and how. Only Model is required; what is
// unset has the default named beside it.
//
// A Host without a path gets /v1, or what its provider has instead, and each
// gets /chat/completions unless it ends in it. Extra may replace stream_options, or with null leave them out
// for a server that does not know them; usage is then unknown. It may not
// hold model, messages, stream or tools.
type Config struct {
	Host      string            // base URL; DefaultHost
	Key       string            // sent as Auth says; none is sent when empty
	KeyName   string            // what error texts call the key's setting; "the connector's key"
	Auth      wire.Auth         // how the key is sent; the api-key header for Azure's hosts, a bearer token for all others
	Model     string            // as the provider names it
	Extra     eval.Value        // an object whose members are added to each request; options of a request win
	Headers   map[string]string // added to each request
	UserAgent string            // Go's own
	HTTP      *http.Client      // its transport is used, its redirect rule is not; wire.NewHTTPClient()
	BodyLimit int64             // bytes of one answer; wire.DefaultBodyLimit
	Now       func() time.Time  // for dates in Retry-After; time.Now
}

// DefaultHost is asked when a configuration names none.
const DefaultHost = "https://api.openai.com"

// Client asks one model of one server. It is safe for concurrent use.
type Client struct {
	wire  *wire.Client
	host  host
	model string
	extra []member
}

// New checks the configuration and makes a client of it. It sends nothing. Its
// error is a [*wire.ConfigError].
func New(cfg Config) (*Client, error) {
	target, err := endpoint(cfg.Host)
	if err != nil {
		return nil, err
	}
	if cfg.Model == "" {
		return nil, wire.Misset("model", "is not set")
	}
	extra, err := extraMembers(cfg.Extra)
	if err != nil {
		return nil, err
	}
	auth, at := cfg.Auth, hostOf(target)
	if auth == "" && at.isAzure() {
		auth = wire.AuthAPIKey
	}
	client, err := wire.New(wire.Config{
		URL:       target,
		Key:       cfg.Key,
		KeyName:   cfg.KeyName,
		Auth:      auth,
		Model:     cfg.Model,
		Headers:   cfg.Headers,
		UserAgent: cfg.UserAgent,
		HTTP:      cfg.HTTP,
		BodyLimit: cfg.BodyLimit,
		Now:       cfg.Now,
	})
	if err != nil {
		return nil, err
	}
	return &Client{wire: client, host: at, model: cfg.Model, extra: extra}, nil
}
