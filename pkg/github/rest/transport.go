package rest

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

const (
	// maxAnswer holds a page of 100 comments of the longest kind, as JSON.
	maxAnswer = 64 << 20
	// patience is how long one request may take, its answer included.
	patience = 30 * time.Second
	firstGap = time.Second // the longest first wait after a failure; it doubles
	lastGap  = 30 * time.Second
)

// transport sends what the library asks for: with the token, in turn, and
// again where that may help. It reads answers whole, so that one that breaks
// off is repeated like one that never came.
type transport struct {
	base     http.RoundTripper
	api      *url.URL
	token    string
	attempts int
	turn     *turn
	now      func() time.Time
	sleep    func(context.Context, time.Duration) error
	jitter   func() float64
}

func newTransport(cfg Config, api *url.URL, token string) *transport {
	return &transport{
		base: cfg.Transport, api: api, token: token, attempts: cfg.Attempts,
		turn: newTurn(cfg.Gap, cfg.Now, cfg.Sleep),
		now:  cfg.Now, sleep: cfg.Sleep, jitter: cfg.Jitter,
	}
}

// network is the way to GitHub when none was given.
func network() http.RoundTripper {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		IdleConnTimeout:        30 * time.Second,
		TLSHandshakeTimeout:    10 * time.Second,
		MaxResponseHeaderBytes: 1 << 20,
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// redirected follows GitHub when a repository was renamed, and only where the
// same request can be made again.
func redirected(req *http.Request, via []*http.Request) error {
	first := via[0]
	switch {
	case len(via) > 3:
		return errors.New("it redirects in a circle")
	case req.URL.Host != first.URL.Host || req.URL.Scheme != first.URL.Scheme:
		return fmt.Errorf("it redirects to another host, %q", req.URL.Host)
	case req.Method != first.Method:
		return errors.New("the repository has moved: name it as it is called now")
	}
	return nil
}

// RoundTrip answers a request of the library. Its errors are [*Fault].
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host != t.api.Host || req.URL.Scheme != t.api.Scheme {
		return nil, &Fault{Err: ErrUnreachable, Said: "the token is for another host"}
	}
	ctx := req.Context()
	if req.Body != nil {
		defer req.Body.Close() // each request gets a copy
	}
	if !isRead(req) {
		leave, err := t.turn.take(ctx)
		if err != nil {
			return nil, t.interrupted(err)
		}
		defer leave()
	}
	for n := 1; ; n++ {
		if err := t.turn.wait(ctx); err != nil {
			return nil, t.interrupted(err)
		}
		resp, err := t.send(req)
		wait, fault := t.judge(req, resp, err, n)
		if fault != nil {
			return nil, fault
		}
		if wait < 0 {
			return unlimited(resp), nil
		}
		if left, bounded := remaining(ctx); bounded && wait >= left {
			return t.giveUp(req, resp, err, wait)
		}
		if err := t.sleep(ctx, wait); err != nil {
			return nil, t.interrupted(err)
		}
	}
}

// judge says what becomes of an answer: how long to wait before it is asked
// for again, less than nothing when it stands, or why there is none.
func (t *transport) judge(req *http.Request, resp *http.Response, err error, n int) (time.Duration, *Fault) {
	last := n >= t.attempts
	if err != nil {
		again := !last && !isFinal(err) && req.Context().Err() == nil && (isRepeatable(req) || isUnsent(err))
		if !again {
			return 0, t.unreached(req, err)
		}
		return t.backoff(n), nil
	}
	if limited, wait := t.limit(resp, n); limited {
		t.turn.hold(t.now().Add(wait))
		if last {
			return 0, t.limited(resp, wait)
		}
		return wait, nil
	}
	if wait := t.spent(resp); wait > 0 {
		t.turn.hold(t.now().Add(wait))
	}
	if resp.StatusCode >= 500 && !last && isRepeatable(req) {
		return t.backoff(n), nil
	}
	return -1, nil
}

// giveUp is the end of a call whose next wait would outlast its deadline.
func (t *transport) giveUp(req *http.Request, resp *http.Response, err error, wait time.Duration) (*http.Response, error) {
	switch {
	case err != nil:
		return nil, t.unreached(req, err)
	case resp.StatusCode >= 500:
		return unlimited(resp), nil
	default:
		return nil, t.limited(resp, wait)
	}
}

// send makes one request and reads its answer whole.
func (t *transport) send(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithTimeout(req.Context(), patience)
	defer cancel()
	out := req.Clone(ctx)
	out.Header.Set("Authorization", "Bearer "+t.token)
	if req.GetBody != nil {
		body, err := req.GetBody()
		if err != nil {
			return nil, err
		}
		out.Body = body
	}
	resp, err := t.base.RoundTrip(out)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	resp.Body.Close()
	if err != nil {
		return nil, err
	}
	if len(body) > maxAnswer {
		return nil, fmt.Errorf("%w (over %d MiB)", ErrTooLarge, maxAnswer>>20)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	resp.Request = req
	return resp, nil
}

// backoff is a random part of a span that doubles with each failure.
func (t *transport) backoff(n int) time.Duration {
	return time.Duration(t.jitter() * float64(min(firstGap<<(n-1), lastGap)))
}

func (t *transport) interrupted(err error) *Fault {
	var own *Fault
	if errors.As(err, &own) {
		return own
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrLate
	}
	return &Fault{Err: err}
}

// unreached is the fault of a request that got no whole answer.
func (t *transport) unreached(req *http.Request, err error) *Fault {
	kind := ErrUnreachable
	switch {
	case errors.Is(err, ErrTooLarge):
		return &Fault{Err: ErrTooLarge, Uncertain: true}
	case errors.Is(req.Context().Err(), context.Canceled):
		return &Fault{Err: context.Canceled, Uncertain: true}
	case errors.Is(err, context.DeadlineExceeded):
		kind = ErrLate
	}
	return &Fault{Err: kind, Said: line(err.Error(), t.token), Uncertain: !isUnsent(err)}
}

// isFinal reports whether a request would fail the same way again.
func isFinal(err error) bool {
	var certificate *tls.CertificateVerificationError
	return errors.Is(err, ErrTooLarge) || errors.As(err, &certificate)
}

// isUnsent reports whether a request failed before any of it was sent.
func isUnsent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect")
}

// remaining is how long the context still lasts.
func remaining(ctx context.Context) (time.Duration, bool) {
	deadline, bounded := ctx.Deadline()
	if !bounded {
		return 0, false
	}
	return max(0, time.Until(deadline)), true
}
