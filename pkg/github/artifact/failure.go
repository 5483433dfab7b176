package artifact

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// What callers tell apart, with errors.Is.
var (
	// ErrUnavailable says that this step has no access to artifacts, or its
	// server no service for them. The error around it says what to do.
	ErrUnavailable = errors.New("this step cannot reach the artifacts of its run")
	// ErrExists says that the run has an artifact of this name.
	ErrExists = errors.New("the run has an artifact of this name already")
	// ErrQuota says that the account has no storage left; it may have some
	// again after hours.
	ErrQuota = errors.New("the storage quota for artifacts is used up")
	// ErrNotFound says that the run has no such artifact.
	ErrNotFound = errors.New("the run has no such artifact")
)

var (
	errStalled = errors.New("nothing moved for " + stall.String())
	errSlow    = errors.New("no answer within " + patience.String())
	errGarbled = errors.New("it is not the service's JSON")
)

// unavailable is ErrUnavailable with the reason and the way out.
func unavailable(why string, enterprise bool) error {
	step := "actions/upload-artifact"
	if enterprise {
		step += "@v3, as GitHub Enterprise Server has no newer service"
	}
	return fmt.Errorf("%w: %s; write the reports to files and add a step with %s", ErrUnavailable, why, step)
}

// notFound is how the service says that there is none.
const notFound = "not_found"

// failure is a request that did not succeed.
type failure struct {
	what    string        // what was to be done: "creating it"
	host    string        // who was asked
	service bool          // the artifact service was, and not the storage
	own     bool          // it is of an Enterprise Server
	status  int           // 0 when no answer came
	code    string        // the service's name for it
	said    string        // in the service's words, without secrets
	err     error         // why there is no answer, or none that can be read
	after   time.Duration // how long the server asked to wait
	tries   int           // requests made, this one included
	spent   bool          // no more are to be made
	unsure  bool          // one of the tries may have been carried out
}

// Error says what was asked of whom and what came of it.
func (f *failure) Error() string {
	if f.status == 0 && f.code == notFound {
		return ErrNotFound.Error()
	}
	var b strings.Builder
	b.WriteString(f.what + ": ")
	switch {
	case f.status == 0:
		b.WriteString("no answer from " + f.host)
	case f.err != nil:
		b.WriteString("the answer of " + f.host + " cannot be read")
	default:
		b.WriteString(f.host + " answered " + strconv.Itoa(f.status))
	}
	if f.tries > 1 {
		b.WriteString(" (" + strconv.Itoa(f.tries) + " tries)")
	}
	if f.err != nil {
		b.WriteString(": " + f.err.Error())
	}
	if said := strings.TrimSpace(f.code + " " + f.said); said != "" {
		b.WriteString(": " + said)
	}
	switch kind := f.kind(); {
	case errors.Is(kind, ErrUnavailable):
		return unavailable(b.String(), f.own).Error()
	case errors.Is(kind, ErrQuota):
		return b.String() + "; " + kind.Error() + ": delete old artifacts or keep them for fewer days; GitHub counts anew every 6 to 12 hours"
	case kind != nil:
		return b.String() + "; " + kind.Error()
	case f.service && (f.status == http.StatusUnauthorized || f.status == http.StatusForbidden):
		return b.String() + "; the runtime token is valid only while its job runs"
	default:
		return b.String()
	}
}

// Unwrap gives the kind and the cause, where there are.
func (f *failure) Unwrap() []error {
	var all []error
	if kind := f.kind(); kind != nil {
		all = append(all, kind)
	}
	if f.err != nil {
		all = append(all, f.err)
	}
	return all
}

// kind is which of the errors that callers tell apart this is, or nil.
func (f *failure) kind() error {
	switch {
	case !f.service || f.err != nil:
		return nil
	case strings.Contains(strings.ToLower(f.said), "insufficient usage"):
		return ErrQuota
	case f.status == http.StatusConflict, f.code == "already_exists":
		return ErrExists
	case f.code == notFound:
		return ErrNotFound
	case f.status == http.StatusNotFound, f.status == http.StatusNotImplemented, f.code == "bad_route", f.code == "unimplemented":
		return ErrUnavailable
	default:
		return nil
	}
}

// decided is a reason that no other try changes.
type decided struct{ error }

// Unwrap gives the reason itself.
func (d decided) Unwrap() error { return d.error }

// passing reports whether the same request may succeed later.
func (f *failure) passing() bool {
	switch {
	case f.spent:
		return false
	case errors.Is(f.err, context.Canceled), errors.Is(f.err, context.DeadlineExceeded), errors.As(f.err, new(decided)), errors.Is(f.kind(), ErrQuota):
		return false
	case f.err != nil:
		return true
	}
	switch f.status {
	case http.StatusRequestTimeout:
		return !f.service
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	default:
		return false
	}
}

// dropped reports whether the server hung up instead of answering.
func (f *failure) dropped() bool {
	return f.status == 0 && (errors.Is(f.err, io.EOF) || errors.Is(f.err, io.ErrUnexpectedEOF) || errors.Is(f.err, syscall.ECONNRESET))
}

// cause is why a request has no answer: the end of its context before what
// the connection made of it, and never with the address, which is signed.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	var at *url.Error
	for errors.As(err, &at) {
		err = at.Err
	}
	// A time limit of the connection must not look like the caller's.
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return errors.New(err.Error())
	}
	return err
}

// retryAfter is how long a server asked to wait, 0 where it did not.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(min(seconds, 3600)) * time.Second
}

// short is what a server said, as one line for a message.
func short(said string) string { return safetext.Short(said, 200) }

// retry asks until it succeeds, a failure is final, or all tries are used.
func (c *Client) retry(ctx context.Context, most int, final func(*failure) bool, once func() *failure) *failure {
	unsure := false
	for try := 1; ; try++ {
		f := once()
		if f == nil {
			return nil
		}
		f.tries = max(f.tries, try)
		if !f.passing() || final != nil && final(f) || try == most {
			f.unsure = unsure || f.passing() && f.status != http.StatusTooManyRequests
			return f
		}
		unsure = unsure || f.status != http.StatusTooManyRequests
		if err := c.pause(ctx, try, f.after); err != nil {
			return &failure{what: f.what, host: f.host, service: f.service, err: err, tries: try, unsure: unsure}
		}
	}
}
