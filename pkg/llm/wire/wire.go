// Package wire is what the clients of all providers share: one HTTP request,
// an answer in one piece or as server-sent events, and an [*llm.Error] for
// each way in which it does not come. The rooms beside it each know one
// provider's language and nothing of connections; this room knows no
// provider's language.
//
// It refuses what is no answer whoever sends it: a web page, an encoding
// nobody asked for, a redirect to another host, a stream that is cut, an
// answer that never ends. Its error texts name the host, show the first bytes
// of what came, and hold no key. It sends a request once.
package wire

import (
	"net/http"
	"net/url"
	"sync"
	"time"
)

// DefaultBodyLimit is the size of an answer, uncompressed, above which it is
// taken for broken.
const DefaultBodyLimit = 64 << 20

// Config is what a client needs to know of its server. URL is required; what
// is unset has the default named beside it.
type Config struct {
	URL       *url.URL          // where requests go, from Endpoint
	Key       string            // sent as Auth says; none is sent when empty
	KeyName   string            // what error texts call the key's setting; "the connector's key"
	Auth      Auth              // how the key is sent; AuthBearer
	Model     string            // for error texts
	Fixed     map[string]string // headers of the protocol, which Headers may replace
	Headers   map[string]string // headers that were configured
	UserAgent string            // Go's own
	HTTP      *http.Client      // its transport is used, its redirect rule is not; NewHTTPClient()
	BodyLimit int64             // bytes of one answer; DefaultBodyLimit
	Now       func() time.Time  // for dates in Retry-After; time.Now
}

// Client asks one server. It is safe for concurrent use.
type Client struct {
	url     *url.URL
	header  http.Header
	http    http.Client
	model   string
	keyName string
	keyed   bool
	limit   int64
	now     func() time.Time
	secrets *secrets
	buffers sync.Pool // of *Events
}

// New checks the configuration and makes a client of it. It sends nothing. Its
// error is a [*ConfigError].
func New(cfg Config) (*Client, error) {
	header, err := headers(cfg)
	if err != nil {
		return nil, err
	}
	c := &Client{
		url:     cfg.URL,
		header:  header,
		model:   cfg.Model,
		keyName: cfg.KeyName,
		keyed:   cfg.Key != "",
		limit:   cfg.BodyLimit,
		now:     cfg.Now,
		secrets: secretsOf(cfg),
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
