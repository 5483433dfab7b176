package rest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"github.com/google/go-github/v60/github"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Config is whom to ask, and how. API, Repository, Token and Agent are
// required; everything else has a default.
type Config struct {
	API        string // https://api.github.com, https://HOST/api/v3, https://api.NAME.ghe.com
	GraphQL    string // where GraphQL is asked; "" leaves out what needs it
	Repository string // owner/name
	Token      string
	Agent      string // the User-Agent, as surefoot/1.2.3

	Transport http.RoundTripper // nil is one of our own that takes its proxy from the environment
	Deadline  time.Duration     // over one call with all its waits; 0 is 3 minutes
	Gap       time.Duration     // between two writes; 0 is 1 second
	Attempts  int               // requests for one answer, the first included; 0 is 4

	Now    func() time.Time                           // nil is time.Now
	Sleep  func(context.Context, time.Duration) error // nil is a timer
	Jitter func() float64                             // in [0, 1); nil is random
}

const (
	defaultDeadline = 3 * time.Minute
	defaultGap      = time.Second
	defaultAttempts = 4
)

// Client makes calls about one repository. It is safe for concurrent use;
// writes are made one after the other.
type Client struct {
	github   *github.Client
	graphQL  string
	owner    string
	repo     string
	token    string
	deadline time.Duration
}

// New makes a client, and says what of the configuration cannot be.
func New(cfg Config) (*Client, error) {
	api, err := address("the address of the API", cfg.API)
	if err != nil {
		return nil, err
	}
	graphQL := ""
	if cfg.GraphQL != "" {
		u, err := address("the address of the GraphQL API", cfg.GraphQL)
		if err != nil {
			return nil, err
		}
		if u.Scheme != api.Scheme || u.Host != api.Host {
			return nil, fmt.Errorf("the GraphQL API is at %q and the REST API at %q: the token goes to one host only", u.Host, api.Host)
		}
		graphQL = u.String()
	}
	owner, repo, found := strings.Cut(cfg.Repository, "/")
	if !found || !isName(owner) || !isName(repo) {
		return nil, fmt.Errorf("the repository is %q, want owner/name", eval.Clip(cfg.Repository))
	}
	token := strings.TrimSpace(cfg.Token) // secrets are often stored with a newline
	if token == "" {
		return nil, errors.New("there is no token for GitHub")
	}
	if strings.ContainsFunc(token, func(r rune) bool { return r > '~' || r <= ' ' }) {
		return nil, errors.New("the token for GitHub holds a character that no token has")
	}
	cfg = cfg.withDefaults()
	api.Path = strings.TrimSuffix(api.Path, "/") + "/"
	client := github.NewClient(&http.Client{
		Transport:     newTransport(cfg, api, token),
		CheckRedirect: redirected,
	})
	client.BaseURL, client.UserAgent = api, cfg.Agent
	return &Client{github: client, graphQL: graphQL, owner: owner, repo: repo, token: token, deadline: cfg.Deadline}, nil
}

func (cfg Config) withDefaults() Config {
	if cfg.Transport == nil {
		cfg.Transport = network()
	}
	if cfg.Deadline <= 0 {
		cfg.Deadline = defaultDeadline
	}
	if cfg.Gap <= 0 {
		cfg.Gap = defaultGap
	}
	if cfg.Attempts <= 0 {
		cfg.Attempts = defaultAttempts
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Sleep == nil {
		cfg.Sleep = sleep
	}
	if cfg.Jitter == nil {
		cfg.Jitter = rand.Float64
	}
	return cfg
}

func address(what, text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return nil, fmt.Errorf("%s is not one that begins with https://", what)
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%s holds more than a host and a path", what)
	}
	return u, nil
}

// isName keeps what is put into paths to what GitHub allows in names.
func isName(s string) bool {
	return s != "" && s != "." && s != ".." && !strings.ContainsFunc(s, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
	})
}

// call gives one call its deadline and makes a fault of what went wrong.
func (c *Client) call(ctx context.Context, doing string, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, c.deadline)
	defer cancel()
	err := do(ctx)
	if err == nil {
		return nil
	}
	return c.fault(doing, err)
}

// fault is what an error of the library or of the transport means.
func (c *Client) fault(doing string, err error) *Fault {
	var own *Fault
	if errors.As(err, &own) {
		own.Doing = doing
		return own
	}
	var answer *github.ErrorResponse
	if errors.As(err, &answer) {
		return c.answered(doing, answer)
	}
	switch { // the library gives the context's error for any other once it has ended
	case errors.Is(err, context.Canceled):
		return &Fault{Doing: doing, Err: context.Canceled, Uncertain: true}
	case errors.Is(err, context.DeadlineExceeded):
		return &Fault{Doing: doing, Err: ErrLate, Uncertain: true}
	}
	var refused *url.Error
	if errors.As(err, &refused) { // a redirect that is not followed
		return &Fault{Doing: doing, Err: ErrUnreachable, Said: line(refused.Err.Error(), c.token)}
	}
	return &Fault{Doing: doing, Said: "the answer cannot be read (" + line(err.Error(), c.token) + ")", Uncertain: true}
}

func (c *Client) answered(doing string, answer *github.ErrorResponse) *Fault {
	said := answer.Message
	for _, detail := range answer.Errors {
		if detail.Message != "" {
			said += ": " + detail.Message
		} else if detail.Code != "" {
			said += ": " + detail.Field + " is " + detail.Code
		}
	}
	status := answer.Response.StatusCode
	return &Fault{
		Doing:     doing,
		Status:    status,
		Said:      line(said, c.token),
		Uncertain: status >= 500,
		Err:       kindOf(status, said),
	}
}
