package rest

import (
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// The kinds of faults that callers tell apart, by errors.Is.
var (
	ErrUnauthorized = errors.New("the token is not valid")
	ErrReadOnly     = errors.New("the token may not write")
	ErrAppOnly      = errors.New("only the token of an app may do this")
	ErrLocked       = errors.New("the conversation is locked")
	ErrForbidden    = errors.New("the token may not do this")
	ErrNotFound     = errors.New("not there, or not to be seen by this token")
	ErrGone         = errors.New("it was removed")
	ErrTooLong      = errors.New("the text is too long")
	ErrLimited      = errors.New("the rate limit is used up")
	ErrTooLarge     = errors.New("the answer is too large")
	ErrUnreachable  = errors.New("GitHub cannot be reached")
	ErrLate         = errors.New("there was no answer in time")
)

// Fault is why a call was not done.
type Fault struct {
	Doing  string        // what was asked, as "list the comments of #7"
	Status int           // the HTTP status; 0 without an answer
	Said   string        // GitHub's own words, one line, at most 200 characters
	Wait   time.Duration // how long a limit still lasts; 0 when it is none or unknown
	// Uncertain says that the request may have been carried out although no
	// answer says so.
	Uncertain bool
	// Err is one of the kinds above, context.Canceled, or nil for an answer of
	// no kind.
	Err error
}

// Error is one line that says what was asked and why it was not done.
func (f *Fault) Error() string {
	var b strings.Builder
	b.WriteString("cannot " + f.Doing)
	if f.Err != nil {
		b.WriteString(": " + f.Err.Error())
	}
	if f.Wait > 0 {
		b.WriteString(" for another " + f.Wait.Round(time.Second).String())
	}
	switch {
	case f.Status > 0 && f.Said != "":
		b.WriteString(": GitHub answered " + strconv.Itoa(f.Status) + ": " + f.Said)
	case f.Status > 0:
		b.WriteString(": GitHub answered " + strconv.Itoa(f.Status))
	case f.Said != "":
		b.WriteString(": " + f.Said)
	}
	return b.String()
}

// Unwrap is the kind.
func (f *Fault) Unwrap() error { return f.Err }

// Uncertain reports whether the request that failed with err may have been
// carried out all the same.
func Uncertain(err error) bool {
	var fault *Fault
	return errors.As(err, &fault) && fault.Uncertain
}

// kindOf is what a status and GitHub's words mean.
func kindOf(status int, said string) error {
	lower := strings.ToLower(said)
	switch status {
	case 401:
		return ErrUnauthorized
	case 403:
		return forbidden(lower)
	case 404:
		return ErrNotFound
	case 410:
		return ErrGone
	case 413:
		return ErrTooLong
	case 422:
		if strings.Contains(lower, "too long") || strings.Contains(lower, "too large") || strings.Contains(lower, "maximum") {
			return ErrTooLong
		}
	}
	return nil
}

func forbidden(said string) error {
	switch {
	case strings.Contains(said, "not accessible by"): // integration, personal access token
		return ErrReadOnly
	case strings.Contains(said, "github app"): // "You must authenticate via a GitHub App."
		return ErrAppOnly
	case strings.Contains(said, "locked"):
		return ErrLocked
	default:
		return ErrForbidden
	}
}

const (
	excerpt  = 200 // characters of foreign text in a fault
	hidden   = "***"
	shortest = 6 // a shorter token is none, and hiding it would garble texts
)

// line is foreign text as part of a message: one line without the token.
func line(text, token string) string {
	if len(token) >= shortest {
		text = strings.ReplaceAll(text, token, hidden)
	}
	text = strings.Join(strings.FieldsFunc(safetext.Head(text, 16*excerpt), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
	text = safetext.Line(strings.TrimSuffix(text, "."))
	n := 0
	for at := range text {
		if n == excerpt {
			return text[:at] + "..."
		}
		n++
	}
	return text
}
