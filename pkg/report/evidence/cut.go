package evidence

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Found is what a check looked at, as far as the trial tells. A check holds the
// beginning of a long value only; where that is the trial's output, there it is
// whole. It is false where no more than a beginning is left, with which nothing
// can be compared.
func Found(check *eval.Check, t *eval.Trial) (found eval.Value, whole bool) {
	text, _ := check.Actual.Str()
	if len(text) <= leastCut || !cutMark.MatchString(text) {
		return check.Actual, true
	}
	full, unit := t.Output.Raw(), "JSON"
	if said, ok := t.Output.Str(); ok {
		full, unit = said, "text"
	}
	head, ok := strings.CutSuffix(text, "... [cut, "+strconv.Itoa(len(full))+" bytes of "+unit+" in all]")
	if ok && len(head) < len(full) && strings.HasPrefix(full, head) {
		return t.Output, true
	}
	return check.Actual, false
}

// cutMark ends a text that package assert cut, which is longer than leastCut
// bytes.
var cutMark = regexp.MustCompile(`\.\.\. \[cut, \d+ bytes of (text|JSON) in all\]$`)

const leastCut = 4000
