package check

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// GitHub's limits, in bytes where it says characters, since it counts either.
const (
	maxText    = 65_535
	maxTitle   = 255
	maxMessage = 64_000
)

const (
	leftOut     = "\n\n_The rest is left out: GitHub takes no more._\n"
	leftOutText = "\n(the rest is left out)"
)

// text is Markdown of ours, within GitHub's limit.
func text(markdown string) string { return cutText(strings.ToValidUTF8(markdown, "\uFFFD")) }

func cutText(markdown string) string { return cut(markdown, maxText, leftOut) }

// cut ends a text on a whole character, with a word that something is missing.
func cut(s string, limit int, word string) string {
	if len(s) <= limit {
		return s
	}
	return safetext.Head(s, limit-len(word)) + word
}

// oneLine is foreign text as a title.
func oneLine(s string) string {
	return cut(safetext.Line(safetext.Head(s, 2*maxTitle)), maxTitle, "…")
}

// paragraph is foreign text as a message, which GitHub shows as it is.
func paragraph(s string) string {
	return cut(safetext.Terminal(safetext.Head(s, 2*maxMessage)), maxMessage, leftOutText)
}
