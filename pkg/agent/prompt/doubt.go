package prompt

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Doubt is something in a text that looks like a variable and is none.
type Doubt struct {
	Text  string
	Meant string // the variable that is likely to be meant, "" when none is near
}

// like matches variables in any case.
var like = regexp.MustCompile(`(?i)\$(sys|env|ctx)\.([a-z_][a-z0-9_]*)`)

// Doubts are the $SYS variables of a text that do not exist, and variables
// whose prefix is in lower case, each once.
func Doubts(text string) []Doubt {
	if !strings.Contains(text, "$") {
		return nil
	}
	var doubts []Doubt
	for _, m := range like.FindAllStringSubmatch(text, -1) {
		d := Doubt{Text: m[0]}
		prefix := strings.ToUpper(m[1])
		_, known := clock[strings.ToUpper(m[2])]
		switch {
		case prefix == "SYS" && !known:
			if name := source.Nearest(m[2], slices.Sorted(maps.Keys(clock))); name != "" {
				d.Meant = "$SYS." + name
			}
		case prefix != m[1]:
			d.Meant = "$" + prefix + "." + m[2]
		default:
			continue
		}
		if !slices.Contains(doubts, d) {
			doubts = append(doubts, d)
		}
	}
	return doubts
}

// ContextNames are the names of the $CTX variables of a text, each once.
func ContextNames(text string) []string {
	if !strings.Contains(text, "$CTX.") {
		return nil
	}
	var names []string
	for _, m := range variable.FindAllStringSubmatch(text, -1) {
		if m[1] == "CTX" && !slices.Contains(names, m[2]) {
			names = append(names, m[2])
		}
	}
	return names
}
