package agent

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// Digest changes when a file does that trials of these cases are made of: one
// of the application, or one that a case attaches. It is 16 digits of
// lower-case hex, the same wherever the files lie. Where they lie is for the
// cases to say. The problems are of attachments that cannot be read; those of
// skipped cases are not.
func (t *Target) Digest(cases []*eval.Case) (string, eval.Problems) {
	h := sha256.New()
	_, _ = io.WriteString(h, t.app.Digest()) // a hash takes everything
	var problems eval.Problems
	seen := map[string]bool{}
	for _, c := range cases {
		if c.Skip != "" {
			continue
		}
		for _, m := range c.Messages {
			for i := range m.Content.Parts {
				a := m.Content.Parts[i].Attachment
				if a == nil || seen[a.File] {
					continue
				}
				seen[a.File] = true
				full, err := read(a)
				if err != nil {
					problems = append(problems, problemOf(c, err))
					continue
				}
				_, _ = io.WriteString(h, full.SHA256)
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:16], problems
}

func problemOf(c *eval.Case, err error) eval.Problem {
	p := eval.Problem{Agent: c.Agent, Case: c.ID, Message: err.Error(), Hint: "run again"}
	if fault := (*target.Fault)(nil); errors.As(err, &fault) {
		p.Pos, p.Message = fault.Pos, fault.Message
	}
	return p
}
