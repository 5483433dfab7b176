package artifact

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// forbidden is what no name may hold: GitHub refuses it, because some file
// system would.
const forbidden = "\":<>|*?\r\n"

// Name makes an artifact's name of a text that nobody wrote as one, such as a
// job's: what a name may not hold becomes a dash. Names that somebody chose
// are not changed but refused by [Client.Upload].
func Name(s string) string {
	return strings.Map(func(r rune) rune {
		if isForbidden(r) || r == '/' || r == '\\' {
			return '-'
		}
		return r
	}, strings.ToValidUTF8(s, "-"))
}

func isForbidden(r rune) bool { return strings.ContainsRune(forbidden, r) || unicode.IsControl(r) }

// checkName says what is wrong with the name of an artifact.
func checkName(name string) error {
	if err := checkPart(name); err != nil {
		return fmt.Errorf("the artifact's name %q %w", eval.Clip(name), err)
	}
	if i := strings.IndexAny(name, `/\`); i >= 0 {
		return fmt.Errorf("the artifact's name %q must not contain %q", eval.Clip(name), name[i])
	}
	return nil
}

// checkPath says what is wrong with the place of a file in an archive, which
// is relative and has forward slashes.
func checkPath(path string) error {
	if strings.Contains(path, `\`) {
		return errors.New("must have forward slashes")
	}
	if strings.HasPrefix(path, "/") {
		return errors.New("must be relative")
	}
	for part := range strings.SplitSeq(path, "/") {
		if err := checkPart(part); err != nil {
			return err
		}
	}
	return nil
}

// checkPart says what is wrong with one step of a path.
func checkPart(part string) error {
	switch {
	case part == "":
		return errors.New("must not be empty or have an empty part")
	case part == "." || part == "..":
		return fmt.Errorf("must not have the part %q", part)
	case !utf8.ValidString(part):
		return errors.New("must be UTF-8")
	}
	if i := strings.IndexFunc(part, isForbidden); i >= 0 {
		r, _ := utf8.DecodeRuneInString(part[i:])
		return fmt.Errorf("must not contain %q", r)
	}
	return nil
}
