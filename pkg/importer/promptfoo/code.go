package promptfoo

import (
	"errors"
	"regexp"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// The only code that is understood: one look for a text without escapes.
var (
	jsCode = regexp.MustCompile(`^(!?)output(\.toLowerCase\(\))?\.(includes|startsWith|endsWith)\((?:'([^'\\\n]+)'|"([^"\\\n]+)")\);?$`)
	jsSame = regexp.MustCompile(`^output\s*(===?|!==?)\s*(?:'([^'\\\n]*)'|"([^"\\\n]*)");?$`)
	pyCode = regexp.MustCompile(`^(?:'([^'\\\n]+)'|"([^"\\\n]+)")\s+(in|not in)\s+output(\.lower\(\))?$`)
)

// code translates code that only looks for a text.
func (a *asserted) code(body string) (assertion, error) {
	body = strings.TrimSpace(body)
	if a.kind == "javascript" && a.n.Field("threshold") == nil {
		if m := jsCode.FindStringSubmatch(body); m != nil {
			return a.look(m[3], m[4]+m[5], m[2] != "", (m[1] != "") != a.not)
		}
		if m := jsSame.FindStringSubmatch(body); m != nil {
			return assertion{Type: "equals", Value: eval.StringValue(m[2] + m[3]), Negate: (m[1][0] == '!') != a.not}, nil
		}
	}
	if a.kind == "python" && a.n.Field("threshold") == nil {
		if m := pyCode.FindStringSubmatch(body); m != nil {
			return a.look("includes", m[1]+m[2], m[4] != "", (m[3] == "not in") != a.not)
		}
	}
	return assertion{}, errors.New(scripted + ` (only a look for one text is understood, such as output.includes("text"))`)
}

func (a *asserted) look(where, needle string, folded, not bool) (assertion, error) {
	if folded && (where != "includes" || needle != strings.ToLower(needle)) {
		return assertion{}, errors.New(scripted)
	}
	look := asserted{r: a.r, n: a.n, not: not}
	switch {
	case where == "includes" && folded:
		look.kind = "icontains"
	case where == "includes":
		look.kind = "contains"
	default:
		pattern := `\A` + regexp.QuoteMeta(needle)
		if where == "endsWith" {
			pattern = regexp.QuoteMeta(needle) + `\z`
		}
		return assertion{Type: "regex", Value: eval.StringValue(pattern), Negate: not}, nil
	}
	return look.contains([]string{needle}, true)
}
