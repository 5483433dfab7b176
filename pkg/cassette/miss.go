package cassette

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Miss is the error of a call that was not recorded.
type Miss struct {
	scope     eval.Scope
	call      Call
	file, dir string // as people see them
	why       string
	runs      int // that the cassette holds
	damaged   bool
}

// ErrNotRecorded is, by [errors.Is], what a replay meets where nothing was
// recorded: no cassette, no such run or no such call. One that is damaged is
// another error.
var ErrNotRecorded = errors.New("not recorded")

// Is reports whether the call was never recorded.
func (m *Miss) Is(target error) bool { return target == ErrNotRecorded && !m.damaged }

// lacking is an ErrNotRecorded in its own words.
type lacking struct{ words string }

func (l *lacking) Error() string        { return l.words }
func (l *lacking) Is(target error) bool { return target == ErrNotRecorded }

// Error names the cassette and the call, says what differs from the nearest
// recorded one, and what to do. It is the same for all trials that miss the
// same, so that they are told as one.
func (m *Miss) Error() string {
	role, runs := "", ""
	if m.scope.Role != eval.RoleAgent {
		role = fmt.Sprintf(" (role %s)", m.scope.Role)
	}
	if m.runs > 1 {
		runs = fmt.Sprintf(" --runs %d", m.runs)
	}
	return fmt.Sprintf("not in the cassette %s%s: %s: %s (--record %s --case %s%s records it again)",
		m.file, role, m.call, m.why, word(m.dir), word(m.scope.Agent+"/"+m.scope.Case), runs)
}

// why is what the recording lacks for a call of which n were used up.
func (r *replaying) why(asked *exchange, n int) string {
	if n > 0 {
		return fmt.Sprintf("the same request was recorded %s, and is made once more now", times(n))
	}
	least, first := 0, ""
	for i := range r.Exchanges {
		x := &r.Exchanges[i]
		if x.Role != asked.Role || x.Kind != asked.Kind {
			continue
		}
		d := differences{}
		if x.Name != asked.Name {
			d.add("name", strconv.Quote(x.Name), strconv.Quote(asked.Name))
		}
		d.compare("", x.Request, asked.Request)
		if x.Hidden != asked.Hidden {
			d.add("what redaction hides of "+strings.Join(settings(), " and "), "another value", "this one")
		}
		if first == "" || d.count < least {
			least, first = d.count, d.first
		}
	}
	if first == "" {
		return fmt.Sprintf("no %s call of the %s was recorded in this run", asked.Kind, asked.Role)
	}
	return first
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// word is a text as one word of a command line.
func word(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./@:+,=", r)
	}) {
		return strconv.Quote(s)
	}
	return s
}
