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
	"errors"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Config says which model to ask, and how. Only Model is required; what is
// unset has the default named beside it.
//
// A Host without a path gets /v1, and each gets /chat/completions unless it
// ends in it. Extra may replace stream_options, or with null leave them out
// for a server that does not know them; usage is then unknown. It may not
// hold model, messages, stream or tools.
type Config struct {
	Host      string            // base URL; DefaultHost
	Key       string            // sent as Auth says; none is sent when empty
	KeyName   string            // what error texts call the key's setting; "the connector's key"
	Auth      Auth              // how the key is sent; AuthAuto
	Model     string            // as the provider names it
	Extra     eval.Value        // an object whose members are added to each request; options of a request win
	Headers   map[string]string // added to each request
	UserAgent string            // Go's own
	HTTP      *http.Client      // its transport is used, its redirect rule is not; NewHTTPClient()
	BodyLimit int64             // bytes of one answer; DefaultBodyLimit
	Now       func() time.Time  // for dates in Retry-After; time.Now
}

// DefaultHost is asked when a configuration names none.
const DefaultHost = "https://api.openai.com"

// DefaultBodyLimit is the size of an answer, uncompressed, above which it is
// taken for broken.
const DefaultBodyLimit = 64 << 20

// Auth is how a key travels.
type Auth string

// The ways a key travels. AuthAuto is the api-key header for Azure's hosts and
// a bearer token for all others.
const (
	AuthAuto    Auth = ""
	AuthBearer  Auth = "bearer"
	AuthAPIKey  Auth = "api-key"
	AuthXAPIKey Auth = "x-api-key"
)

// Client asks one model of one server. It is safe for concurrent use.
type Client struct {
	url     *url.URL
	header  http.Header
	http    http.Client
	model   string
	keyName string
	keyed   bool
	extra   []member
	rename  bool // max_tokens to max_completion_tokens
	limit   int64
	now     func() time.Time
	secrets *secrets
	buffers sync.Pool // of *events
}

// New checks the configuration and makes a client of it. It sends nothing.
func New(cfg Config) (*Client, error) {
	target, err := endpoint(cfg.Host)
	if err != nil {
		return nil, err
	}
	if cfg.Model == "" {
		return nil, errors.New("no model is named")
	}
	extra, err := extraMembers(cfg.Extra)
	if err != nil {
		return nil, err
	}
	header, err := headers(cfg, target)
	if err != nil {
		return nil, err
	}
	c := &Client{
		url:     target,
		header:  header,
		model:   cfg.Model,
		keyName: cfg.KeyName,
		keyed:   cfg.Key != "",
		extra:   extra,
		rename:  isOpenAI(target.Hostname()),
		limit:   cfg.BodyLimit,
		now:     cfg.Now,
		secrets: secretsOf(cfg, target),
	}
	if c.keyName == "" {
		c.keyName = "the connector's key"
	}
	if c.limit <= 0 {
		c.limit = DefaultBodyLimit
	}
	if c.now == nil {
		c.now = time.Now
	}
	base := cfg.HTTP
	if base == nil {
		base = NewHTTPClient()
	}
	c.http = *base
	c.http.CheckRedirect = c.redirect
	c.buffers.New = func() any { return newEvents() }
	return c, nil
}
