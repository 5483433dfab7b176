package app

import (
	"regexp"
	"time"

	"github.com/dlclark/regexp2/v2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxMatch bounds a pattern that backtracks.
const maxMatch = time.Second

// pattern compiles a pattern of a JSON Schema. These are JavaScript's, and the
// schemas that libraries make have look-ahead in them: what RE2 does not know
// is left to an engine that backtracks.
func pattern(text string) (jsonschema.Regexp, error) {
	if re, err := regexp.Compile(text); err == nil {
		return re, nil
	}
	re, err := regexp2.Compile(text, regexp2.ECMAScript)
	if err != nil {
		return nil, err
	}
	re.MatchTimeout = maxMatch
	return backtracking{re}, nil
}

type backtracking struct{ *regexp2.Regexp }

// errSlow is what MatchString panics with when nobody knows whether a text
// matches, since its interface has no errors.
type errSlow struct{ pattern string }

// MatchString reports whether the text has a match.
func (b backtracking) MatchString(text string) bool {
	found, err := b.Regexp.MatchString(text)
	if err != nil {
		panic(errSlow{b.String()})
	}
	return found
}
