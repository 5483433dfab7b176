package wire

import (
	"strings"

	"github.com/tidwall/gjson"
)

// deepestBlank is how deep nothing is looked for: what is nested deeper says
// something.
const deepestBlank = 8

// IsSaid tells an error from the ways to say that there is none.
func IsSaid(fault gjson.Result) bool { return !isBlank(fault, deepestBlank) }

// isBlank reports whether a value says nothing: servers that always write a
// member fill it with null, false, 0, an empty text, or an object of these.
func isBlank(v gjson.Result, depth int) bool {
	switch v.Type {
	case gjson.String:
		return strings.TrimSpace(v.Str) == ""
	case gjson.Number:
		return v.Num == 0
	case gjson.True:
		return false
	case gjson.JSON:
		blank := depth > 0
		if blank {
			v.ForEach(func(_, member gjson.Result) bool {
				blank = isBlank(member, depth-1)
				return blank
			})
		}
		return blank
	default:
		return true
	}
}

// IsEmpty reports whether a value is an object or a list of no members.
func IsEmpty(v gjson.Result) bool {
	return v.Type == gjson.JSON && strings.Trim(v.Raw, "[]{} \t\r\n") == ""
}
