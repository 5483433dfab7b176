package comment

import (
	"errors"

	"github.com/surefoot-dev/surefoot/pkg/github/outcome"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// limits are the sizes that are tried, in bytes. GitHub speaks of 65,536
// characters and counts otherwise, so the first stays below in any unit.
func limits() []int { return []int{65_000, 32_000, 8_000, 2_000} }

// shorten writes the text, and a shorter one as long as GitHub finds it too
// long.
func (p *publisher) shorten(write func(body string) error) error {
	var err error
	tried := 0
	for _, limit := range limits() {
		body := p.body(limit)
		if tried > 0 && len(body) >= tried {
			continue
		}
		tried = len(body)
		if err = write(body); !errors.Is(err, rest.ErrTooLong) {
			return err
		}
	}
	return err
}

// body is the marker and the text, in at most limit bytes. What follows a text
// that is longer than it was asked to be is lost; its beginning, with the
// verdict, is not.
func (p *publisher) body(limit int) string {
	head := p.mark.String() + "\n"
	text := harmless(p.post.Body(limit - len(head)))
	return safetext.Head(head+text, limit)
}

// failed is the outcome of an error. What the token may not do here is no
// failure.
func failed(err error) outcome.Outcome {
	if !errors.Is(err, rest.ErrReadOnly) {
		return outcome.Fail(err.Error())
	}
	o := outcome.Skip("the token may not comment here (forks and Dependabot get one that only reads; else the job needs the permission pull-requests: write)")
	o.ReadOnly = true
	return o
}
