package console

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// contrast is what a check wanted and what it got, each on one line of at
// most room cells. Values that begin alike are cut so that the difference is
// in sight, which is then true; else the check's own words are best. Both are
// empty when the check does not say.
func contrast(check *eval.Check, of *eval.Trial, room int) (want, got string, differ bool) {
	if !check.Negate && (check.Type == "equals" || check.Type == "json_path") {
		if actual, whole := evidence.Found(check, of); whole {
			if want, got, ok := differAt(check.Expected, actual, room); ok {
				return want, got, true
			}
		}
	}
	if want, got, ok := split(generated(check)); ok {
		return safetext.Short(want, room), safetext.Short(got, room), false
	}
	if check.Expected.IsZero() || check.Negate {
		return "", "", false
	}
	return show(check.Expected, 0, room), show(check.Actual, 0, room), false
}

const wanted, found = "want ", ", got "

// generated is what the check says in words of its own: a message of the
// user's moves it to the reason.
func generated(check *eval.Check) string {
	for _, text := range []string{check.Message, check.Reason} {
		if strings.HasPrefix(text, wanted) {
			return text
		}
	}
	return ""
}

// split takes "want X, got Y" apart, where X may hold the same words in
// quotes.
func split(message string) (want, got string, ok bool) {
	rest, ok := strings.CutPrefix(message, wanted)
	if !ok {
		return "", "", false
	}
	quoted := false
	for i := 0; i < len(rest); i++ {
		switch {
		case quoted && rest[i] == '\\':
			i++
		case rest[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(rest[i:], found):
			return rest[:i], rest[i+len(found):], true
		}
	}
	return strings.Cut(rest, found)
}

// differAt shows two values that begin alike from where they part.
func differAt(a, b eval.Value, room int) (want, got string, ok bool) {
	if a.Kind() != b.Kind() {
		return "", "", false
	}
	x, y := text(a), text(b)
	if a.Kind() == eval.String && strings.Contains(x, "\n") && strings.Contains(y, "\n") {
		want, got = differLines(x, y, room)
		return want, got, true
	}
	same := commonPrefix(x, y)
	const lead = 16 // of what is alike
	if safetext.Width(x[:same]) <= room/2 {
		return "", "", false
	}
	from := same
	for range lead {
		_, size := utf8.DecodeLastRuneInString(x[:from])
		from -= size
	}
	return show(a, from, room), show(b, from, room), true
}

func differLines(x, y string, room int) (want, got string) {
	xs, ys := strings.Split(x, "\n"), strings.Split(y, "\n")
	first, differing := -1, 0
	for i := range max(len(xs), len(ys)) {
		if i >= len(xs) || i >= len(ys) || xs[i] != ys[i] {
			differing++
			if first < 0 {
				first = i
			}
		}
	}
	if first < 0 {
		return show(eval.StringValue(x), 0, room), show(eval.StringValue(y), 0, room)
	}
	tail := ""
	if differing > 1 {
		tail = " (and " + eval.Plural(differing-1, "more line") + ")"
	}
	head := fmt.Sprintf("line %d: ", first+1)
	at := func(lines []string) string {
		if first >= len(lines) {
			return head + "no such line"
		}
		return head + quote(lines[first], 0, max(room-len(head)-len(tail), 8))
	}
	return at(xs), at(ys) + tail
}

func commonPrefix(x, y string) int {
	n := 0
	for n < len(x) && n < len(y) {
		r, size := utf8.DecodeRuneInString(x[n:])
		if !strings.HasPrefix(y[n:], x[n:n+size]) || r == utf8.RuneError && size == 0 {
			break
		}
		n += size
	}
	return n
}

// canonicalLimit is up to which size a value is brought into its sorted form
// to be shown; of a larger one the beginning will do.
const canonicalLimit = 1 << 16

func text(v eval.Value) string {
	if v.Kind() != eval.String && len(v.Raw()) > canonicalLimit {
		return v.Raw()
	}
	if v.Kind() == eval.Null {
		return "null"
	}
	return v.Text()
}

// show is the value from byte from of its text on, in at most room cells.
func show(v eval.Value, from, room int) string {
	switch v.Kind() {
	case eval.Absent:
		return "nothing"
	case eval.String:
		return quote(text(v), from, room)
	default:
		if from > 0 {
			return "…" + safetext.Short(text(v)[from:], room-1)
		}
		return safetext.Short(text(v), room)
	}
}

// quote shows a text in quotes of ours; what is cut is cut within them.
func quote(s string, from, room int) string {
	lead := ""
	if from > 0 {
		lead = "…"
		s = s[from:]
	}
	return `"` + lead + safetext.Short(s, max(room-2-safetext.Width(lead), 1)) + `"`
}
