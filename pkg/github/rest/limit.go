package rest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// unnamedWait is how long GitHub asks to wait at least after a secondary
	// limit whose answer names no time; it doubles with each.
	unnamedWait = time.Minute
	longestWait = 24 * time.Hour // no limit of GitHub's lasts longer
)

// limit reports whether the answer is that of a limit, and how long to wait.
// Of an answer that names several times, Retry-After counts: a secondary limit
// comes with the headers of the primary one, which is not used up. A refusal
// that happens to take the last of a limit is a refusal.
func (t *transport) limit(resp *http.Response, n int) (bool, time.Duration) {
	if resp.StatusCode != http.StatusForbidden && resp.StatusCode != http.StatusTooManyRequests {
		return false, 0
	}
	asked, named := t.retryAfter(resp.Header)
	if !named && resp.StatusCode != http.StatusTooManyRequests && !saysLimit(resp) {
		return false, 0
	}
	if named {
		return true, asked
	}
	if wait := t.spent(resp); wait > 0 {
		return true, wait
	}
	return true, unnamedWait << (n - 1)
}

// retryAfter is the wait the header names, in seconds or as a date.
func (t *transport) retryAfter(h http.Header) (time.Duration, bool) {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 {
		return time.Duration(min(n, int64(longestWait/time.Second))) * time.Second, true
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(0, at.Sub(t.now())), longestWait), true
	}
	return 0, false
}

// spent is how long the primary limit lasts when this answer took the last of
// it, else 0.
func (t *transport) spent(resp *http.Response) time.Duration {
	if resp.Header.Get("X-Ratelimit-Remaining") != "0" {
		return 0
	}
	at, err := strconv.ParseInt(resp.Header.Get("X-Ratelimit-Reset"), 10, 64)
	if err != nil {
		return 0
	}
	// GitHub's clock and ours differ by a little.
	wait := time.Unix(at, 0).Sub(t.now()) + time.Second
	return min(max(0, wait), longestWait)
}

// saysLimit recognises a limit by GitHub's words, since both kinds may come as
// a plain 403.
func saysLimit(resp *http.Response) bool {
	said := message(resp)
	return strings.Contains(said, "rate limit") || strings.Contains(said, "abuse detection")
}

// unlimited takes the headers of the limits out of an answer. The library
// would refuse later requests by them at once, where the turn waits.
func unlimited(resp *http.Response) *http.Response {
	for _, name := range []string{"Limit", "Remaining", "Reset"} {
		resp.Header.Del("X-Ratelimit-" + name)
	}
	return resp
}

// message is the error's text in lower case; the body can be read again.
func message(resp *http.Response) string {
	body, _ := io.ReadAll(resp.Body) // it is in memory already
	resp.Body = io.NopCloser(bytes.NewReader(body))
	var said struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	return strings.ToLower(said.Message)
}

func (t *transport) limited(resp *http.Response, wait time.Duration) *Fault {
	return &Fault{Status: resp.StatusCode, Err: ErrLimited, Wait: wait}
}
