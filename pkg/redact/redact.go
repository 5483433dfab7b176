package redact

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Secret is a value that must not leave, and the name the reader sees instead.
type Secret struct {
	Name  string
	Value string
}

// Redactor takes secrets out. It is immutable and safe for concurrent use;
// nil redacts nothing.
type Redactor struct {
	literals *matcher
	masks    []*regexp.Regexp
	marks    []string // by secret
	maskMark string
	blanks   bool // a secret holds a blank, which form data write as +
	wraps    bool // a form is long enough to be wrapped into lines
}

// wrapAt is the shortest line that encoders wrap at (RFC 1421 has 64 columns).
const wrapAt = 60

// New prepares the secrets and masks. Blanks around a value do not belong to
// it; values that are too common to be found in text are ignored.
func New(secrets []Secret, masks []*regexp.Regexp) *Redactor {
	r := &Redactor{masks: masks, maskMark: "[redacted]"}
	var texts []string
	var owners []int32
	seen := make(map[string]bool)
	for _, secret := range secrets {
		value := strings.TrimSpace(secret.Value)
		if ignored(value) || seen[value] {
			continue
		}
		seen[value] = true
		owner := int32(len(r.marks))
		r.marks = append(r.marks, mark(secret.Name))
		r.blanks = r.blanks || strings.Contains(value, " ")
		for _, form := range slices.Compact(slices.Sorted(slices.Values(forms(value)))) {
			texts, owners = append(texts, form), append(owners, owner)
			r.wraps = r.wraps || len(form) > wrapAt
		}
	}
	r.literals = newMatcher(texts, owners)
	r.settleMarks()
	return r
}

// mark is what stands in place of the secret. The name is made harmless, as
// it comes to stand inside JSON and other quoted text.
func mark(name string) string {
	name = strings.Map(func(c rune) rune {
		if c == '"' || c == '\'' || c == '\\' || c == ']' || c < 0x20 {
			return '_'
		}
		return c
	}, name)
	if name == "" {
		return "[redacted]"
	}
	return "[redacted " + name + "]"
}

// settleMarks replaces marks that would give a secret away themselves.
func (r *Redactor) settleMarks() {
	spare := ""
	for _, candidate := range []string{"[redacted]", "***"} {
		if !r.leaks(candidate, maxLayers) {
			spare = candidate
			break
		}
	}
	r.maskMark = spare
	for i, m := range r.marks {
		if r.leaks(m, maxLayers) {
			r.marks[i] = spare
		}
	}
}

// Text is s without secrets; s itself when it holds none.
func (r *Redactor) Text(s string) string {
	if r == nil {
		return s
	}
	spans := r.appendMasked(r.appendSecrets(nil, s, maxLayers), s)
	// A mark can complete a secret together with the text around it.
	for range 8 {
		if len(spans) == 0 {
			return s
		}
		s = r.replace(s, spans)
		spans = r.appendSecrets(spans[:0], s, maxLayers)
	}
	return r.maskMark
}

// appendMasked adds what the masks match. Marks are not masked again, so that
// redacting twice is redacting once.
func (r *Redactor) appendMasked(spans []span, s string) []span {
	for _, mask := range r.masks {
		for _, at := range mask.FindAllStringIndex(s, -1) {
			if at[0] < at[1] && !r.marked(s, at[0], at[1]) {
				spans = append(spans, span{at[0], at[1], noOwner})
			}
		}
	}
	return spans
}

// marked reports whether the piece of s lies within a mark.
func (r *Redactor) marked(s string, start, end int) bool {
	within := func(m string) bool {
		if m == "" {
			return false
		}
		for at := max(0, end-len(m)); at <= start; at++ {
			if strings.HasPrefix(s[at:], m) {
				return true
			}
		}
		return false
	}
	return within(r.maskMark) || slices.ContainsFunc(r.marks, within)
}

// replace puts marks in place of the spans. Spans that overlap go as one,
// under the name of the longest secret among them.
func (r *Redactor) replace(s string, spans []span) string {
	slices.SortFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	var b strings.Builder
	done := 0
	for i := 0; i < len(spans); {
		whole, best := spans[i], spans[i]
		for i++; i < len(spans) && spans[i].start < whole.end; i++ {
			whole.end = max(whole.end, spans[i].end)
			if best.owner == noOwner || spans[i].owner != noOwner && spans[i].end-spans[i].start > best.end-best.start {
				best = spans[i]
			}
		}
		b.WriteString(s[done:whole.start])
		b.WriteString(r.mark(best.owner))
		done = whole.end
	}
	b.WriteString(s[done:])
	return b.String()
}

func (r *Redactor) mark(owner int32) string {
	if owner == noOwner {
		return r.maskMark
	}
	return r.marks[owner]
}
