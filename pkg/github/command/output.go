package command

import (
	"crypto/rand"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Output is one output of the step: a number, a word, a path, one line.
type Output struct {
	Name  string
	Value string
}

// maxOutput bounds a value in bytes. All outputs of a job share one megabyte.
const maxOutput = 8 << 10

// WriteOutputs adds outputs to the file at path, which is the value of
// GITHUB_OUTPUT. One that no output can be is refused and does not keep the
// others from being written. A value is taken as it is; what is no single line
// of text is refused, and must be shown by safetext first.
func WriteOutputs(path string, outputs ...Output) error {
	var b strings.Builder
	var faults []error
	for _, o := range outputs {
		if err := o.check(); err != nil {
			faults = append(faults, fmt.Errorf("output %s: %w", strconv.Quote(eval.Clip(o.Name)), err))
			continue
		}
		// The value ends at the delimiter, so nobody may know that before.
		delimiter := "surefoot_" + rand.Text()
		b.WriteString(o.Name + "<<" + delimiter + "\n" + o.Value + "\n" + delimiter + "\n")
	}
	if b.Len() == 0 {
		return errors.Join(faults...)
	}
	f, err := open(path, "GITHUB_OUTPUT")
	if err == nil {
		if err = f.end(b.String()); err != nil {
			err = fmt.Errorf("the outputs cannot be written: %w", err)
		}
	}
	return errors.Join(append(faults, err)...)
}

func (o Output) check() error {
	switch {
	case !isOutputName(o.Name):
		return errors.New("the name must begin with a letter or _ and go on with letters, digits, _ or -")
	case len(o.Value) > maxOutput:
		return fmt.Errorf("the value has %d bytes, and may have %d", len(o.Value), maxOutput)
	case !utf8.ValidString(o.Value):
		return errors.New("the value is not valid UTF-8")
	}
	if at := strings.IndexFunc(o.Value, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }); at >= 0 {
		r, _ := utf8.DecodeRuneInString(o.Value[at:])
		return fmt.Errorf("the value is not one line of text: it has %U", r)
	}
	return nil
}

func isOutputName(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_':
		case i > 0 && (c >= '0' && c <= '9' || c == '-'):
		default:
			return false
		}
	}
	return s != "" && len(s) <= 100
}
