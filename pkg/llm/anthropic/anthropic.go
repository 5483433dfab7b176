// Package anthropic is a client of the Messages API as Anthropic defined it
// and gateways speak it. It turns an [llm.Request] into one streamed HTTP
// request and what comes back into an [llm.Response].
//
// It takes options by the names of the chat completions API and refuses those
// that this one does not know, instead of leaving them out. As strict as the
// clients beside it, it refuses an answer that is cut, paused, mixed with an
// error, of no content or not JSON. Events it does not know are passed over,
// as the API asks of clients, and blocks it does not know are noted. It sends
// a request once: [llm.Retry] repeats.
package anthropic

import (
	"context"
	"net/http"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// Config says which model to ask, and how. Only Model is required; what is
// unset has the default named beside it.
//
// A Host without a path gets /v1, and each gets /messages unless it ends in
// it. Extra may not hold what this client writes itself.
type Config struct {
	Host      string            // base URL; DefaultHost
	Key       string            // sent as Auth says; none is sent when empty
	KeyName   string            // what error texts call the key's setting; "the connector's key"
	Auth      wire.Auth         // how the key is sent; the x-api-key header
	Model     string            // as the provider names it
	MaxTokens int               // of an answer, where a request does not say; DefaultMaxTokens
	Thinking  eval.Value        // {type: enabled, budget_tokens}, {type: adaptive} or {type: disabled}; none is sent
	Extra     eval.Value        // an object whose members are added to each request; options of a request win
	Headers   map[string]string // added to each request, anthropic-version among them; Version
	UserAgent string            // Go's own
	HTTP      *http.Client      // its transport is used, its redirect rule is not; wire.NewHTTPClient()
	BodyLimit int64             // bytes of one answer; wire.DefaultBodyLimit
	Now       func() time.Time  // for dates in Retry-After; time.Now
}

const (
	// DefaultHost is asked when a configuration names none.
	DefaultHost = "https://api.anthropic.com"
	// DefaultMaxTokens bounds answers where nobody does, as the API requires
	// a bound.
	DefaultMaxTokens = 8192
	// Version is the anthropic-version header.
	Version = "2023-06-01"

	route         = "/messages"
	versionHeader = "anthropic-version"
)

// Client asks one model of one server. It is safe for concurrent use.
type Client struct {
	wire   *wire.Client
	model  string
	extra  map[string]eval.Value
	limits limits
}

// New checks the configuration and makes a client of it. It sends nothing. Its
// error is a [*wire.ConfigError].
func New(cfg Config) (*Client, error) {
	if cfg.Host == "" {
		cfg.Host = DefaultHost
	}
	target, err := wire.Endpoint(cfg.Host, route)
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
	limits, err := limitsOf(cfg)
	if err != nil {
		return nil, err
	}
	if cfg.Auth == "" {
		cfg.Auth = wire.AuthXAPIKey
	}
	client, err := wire.New(wire.Config{
		URL:       target,
		Key:       cfg.Key,
		KeyName:   cfg.KeyName,
		Auth:      cfg.Auth,
		Model:     cfg.Model,
		Fixed:     map[string]string{versionHeader: Version},
		Headers:   cfg.Headers,
		UserAgent: cfg.UserAgent,
		HTTP:      cfg.HTTP,
		BodyLimit: cfg.BodyLimit,
		Now:       cfg.Now,
	})
	if err != nil {
		return nil, err
	}
	return &Client{wire: client, model: cfg.Model, extra: extra, limits: limits}, nil
}

// Stream sends one request and reads its answer to the end.
//
// Options go by the names of the chat completions API and win over the
// configured extra fields. One that this API has no word for is an error, as
// is one that does not go with the configured thinking. System messages are
// sent in front of the talk, wherever they stood, as the API has no other
// place that every model knows; the response's Notes say so.
//
// A failure after a piece of the answer arrived is never marked as one to
// retry. The response's usage counts one call and one attempt.
func (c *Client) Stream(ctx context.Context, req *llm.Request, onDelta func(llm.Delta) error) (*llm.Response, error) {
	body, a, err := c.encode(req)
	if err != nil {
		return nil, &llm.Error{Unsent: true, Message: "the request cannot be made: " + err.Error()}
	}
	return c.wire.Ask(ctx, body, a, onDelta)
}
