package markdown

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// maxKinds is how many kinds of trouble a case shows.
const maxKinds = 5

// section is what is kept of the trials of a case that does not pass.
type section struct {
	kinds      []*trouble
	more       int // kinds that are not kept
	transcript string
	run        int // the trial the transcript is of
}

// trouble is one way in which a case does not pass, safe for Markdown.
type trouble struct {
	key    string
	pos    eval.Pos
	head   string // what does not hold
	line   string // wanted and found, or what broke
	parts  string // of a group, as a list
	diff   string // wanted and found where the line does not say it all
	long   bool   // the diff is not for the first look
	trials int
	run    int
	last   int // so that a trial counts once
}

// add takes from a trial what will be shown.
func (s *section) add(t *eval.Trial) {
	findings := evidence.Of(t)
	for _, f := range findings {
		s.find(f, t.Run)
	}
	if len(findings) > 0 && s.transcript == "" {
		s.transcript, s.run = transcript(t), t.Run
	}
}

func (s *section) find(f evidence.Finding, run int) {
	key := strings.Join([]string{string(f.Status), f.Pos.String(), f.Head}, "\x00")
	if f.Head == "" {
		key += evidence.Timeless(f.Message)
	}
	for _, k := range s.kinds {
		if k.key == key {
			if k.last != run {
				k.trials, k.last = k.trials+1, run
			}
			return
		}
	}
	if len(s.kinds) == maxKinds {
		s.more++
		return
	}
	k := newTrouble(f)
	k.key, k.run, k.last = key, run, run
	s.kinds = append(s.kinds, k)
}

func newTrouble(f evidence.Finding) *trouble {
	t := &trouble{trials: 1, pos: f.Pos, head: name(f.Head)}
	var parts []string
	if f.Status != eval.Failed {
		parts = append(parts, string(f.Status))
	}
	if f.Message != "" {
		parts = append(parts, words(f.Message))
	}
	t.line = strings.Join(parts, " · ")
	if f.Check != nil {
		t.diff, t.long = contrast(f.Check)
	}
	if f.Reason != "" && (t.diff == "" || !strings.HasPrefix(f.Reason, wanted)) {
		t.line += " (" + words(f.Reason) + ")"
	}
	if f.Check != nil {
		for i := range f.Check.Checks {
			t.parts += part(&f.Check.Checks[i], i, len(f.Check.Checks))
		}
	}
	return t
}

// part is one check of a group.
func part(c *eval.Check, i, of int) string {
	const few = 10
	switch {
	case i < few:
		return "  - " + statusMark(c.Status) + " " + name(c.Assertion+" "+c.Type) + " " + words(c.Message) + "\n"
	case i == few:
		return fmt.Sprintf("  - and %d more\n", of-few)
	default:
		return ""
	}
}

// wanted begins what a check says in words of its own.
const wanted = "want "

// contrast shows what was wanted and found, where the message does not say it
// all: as the removed and the added lines of a difference. A long one is not
// for the first look.
func contrast(c *eval.Check) (diff string, long bool) {
	if c.Status != eval.Failed || c.Negate || c.Type == "not_contains" || c.Expected.IsZero() || c.Actual.IsZero() || len(c.Checks) > 0 {
		return "", false
	}
	if c.Expected.Kind() == eval.Null && c.Actual.Kind() == eval.Null {
		return "", false // a check that is of no value, such as t.fail
	}
	want, got := pretty(c.Expected), pretty(c.Actual)
	said := strings.HasPrefix(c.Message, wanted) && !strings.Contains(c.Message, "...")
	switch {
	case said && !strings.Contains(strings.TrimSpace(want+got), "\n"):
		return "", false
	case said && isContainer(c.Expected) && !isContainer(c.Actual) && len(c.Expected.Raw()) < nameLimit && !strings.Contains(got, "\n"):
		return "", false // such as a bound and a figure, or words and a sentence, which have no lines in common
	}
	const fewLines, fewBytes = 12, 800
	long = strings.Count(want, "\n")+strings.Count(got, "\n") > fewLines || len(want)+len(got) > fewBytes
	return safetext.Fence("--- want\n+++ got\n"+prefixed("-", want)+prefixed("+", got), "diff"), long
}

func isContainer(v eval.Value) bool {
	kind := v.Kind()
	return kind == eval.Object || kind == eval.Array
}

// prefixed puts a mark before each line.
func prefixed(mark, text string) string {
	const few = 40
	var b strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		if n++; n > few {
			continue
		}
		b.WriteString(mark + strings.TrimRight(line, "\r\n") + "\n")
	}
	if n > few {
		fmt.Fprintf(&b, "%s… %s left out\n", mark, eval.Plural(n-few, "line"))
	}
	return b.String()
}

// pretty is a value as people read it, clipped.
func pretty(v eval.Value) string {
	raw := v.Raw()
	if isContainer(v) && len(raw) <= valueLimit {
		var b bytes.Buffer
		if json.Indent(&b, []byte(raw), "", "  ") == nil && b.Len() <= 2*valueLimit {
			return b.String()
		}
	}
	return evidence.Text(v, valueLimit)
}
