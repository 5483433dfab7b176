package artifact

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Options is what a client knows of its run. HTTP, Now and Temp are required;
// HTTP must add no header of its own.
type Options struct {
	ResultsURL   string // ACTIONS_RESULTS_URL
	RuntimeToken string // ACTIONS_RUNTIME_TOKEN
	Server       string // "https://github.com"
	Repository   string // owner/name
	RunID        int64  // with the two above: the page of an artifact
	Enterprise   bool   // it is somebody's own GitHub Enterprise Server

	HTTP *http.Client
	Now  func() time.Time
	Temp string // the folder for the file that is being uploaded

	RetentionDays    int  // how long to keep what is uploaded; 0 leaves it to the repository
	MaxRetentionDays int  // what the repository allows at most; 0 is unknown
	Overwrite        bool // replace an artifact of the same name

	Mask   func(secret string) // hears of each secret before it is used; may be nil
	Jitter func() float64      // in [0, 1); nil is random
}

// Client reads and writes the artifacts of one run. It may be used
// concurrently.
type Client struct {
	o       Options
	base    *url.URL // scheme and host of the service
	scope   scope
	web     *http.Client
	storage Storage

	mu      sync.Mutex
	secrets []string
}

// New is the client of a run, or an error that wraps [ErrUnavailable] where
// this step was given no access to the run's artifacts.
func New(o Options) (*Client, error) {
	switch {
	case o.RuntimeToken == "":
		return nil, unavailable("it has no ACTIONS_RUNTIME_TOKEN, which only steps that use an action get", o.Enterprise)
	case o.ResultsURL == "":
		return nil, unavailable("it has no ACTIONS_RESULTS_URL", o.Enterprise)
	}
	u, err := url.Parse(o.ResultsURL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, unavailable("its ACTIONS_RESULTS_URL is no web address", o.Enterprise)
	}
	s, err := scopeOf(o.RuntimeToken)
	if err != nil {
		return nil, unavailable("its ACTIONS_RUNTIME_TOKEN "+err.Error(), o.Enterprise)
	}
	if o.RetentionDays < 0 {
		return nil, fmt.Errorf("artifacts cannot be kept for %d days", o.RetentionDays)
	}
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	web := *o.HTTP
	web.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	// A body of any size may take its time: what must not is watched.
	web.Timeout = 0
	c := &Client{o: o, base: &url.URL{Scheme: u.Scheme, Host: u.Host}, scope: s, web: &web}
	c.storage = Storage{HTTP: o.HTTP, Mask: c.mask}
	c.mask(o.RuntimeToken)
	return c, nil
}

// mask tells of a secret, and keeps it out of errors from now on.
func (c *Client) mask(secret string) {
	c.mu.Lock()
	known := slices.Contains(c.secrets, secret)
	if !known {
		c.secrets = append(c.secrets, secret)
	}
	c.mu.Unlock()
	if !known && c.o.Mask != nil {
		c.o.Mask(secret)
	}
}

// hide takes the secrets out of what a server said.
func (c *Client) hide(said string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, secret := range c.secrets {
		said = strings.ReplaceAll(said, secret, "***")
	}
	return said
}

// page is where a browser finds the artifact, "" where that is not known.
func (c *Client) page(id int64) string {
	if c.o.Server == "" || c.o.Repository == "" || c.o.RunID == 0 || id == 0 {
		return ""
	}
	return strings.TrimSuffix(c.o.Server, "/") + "/" + c.o.Repository + "/actions/runs/" +
		strconv.FormatInt(c.o.RunID, 10) + "/artifacts/" + strconv.FormatInt(id, 10)
}

// expiry is when what is uploaded now goes, zero where the repository decides.
func (c *Client) expiry() time.Time {
	days := c.o.RetentionDays
	if days <= 0 {
		return time.Time{}
	}
	if c.o.MaxRetentionDays > 0 {
		days = min(days, c.o.MaxRetentionDays)
	}
	return c.o.Now().UTC().Add(time.Duration(days) * 24 * time.Hour).Truncate(time.Second)
}

// pause waits before the n-th repetition.
func (c *Client) pause(ctx context.Context, n int, asked time.Duration) error {
	const first, growth, longest = 3 * time.Second, 1.5, time.Minute
	wait := float64(first)
	for range n - 1 {
		wait *= growth
	}
	wait *= 1 + c.o.Jitter()*(growth-1)
	timer := time.NewTimer(max(time.Duration(wait), min(asked, longest)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
