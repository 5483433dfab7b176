package safetext

import (
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

const ellipsis = "…"

// cells measures text as a terminal lays it out; colours take no cell.
func cells() displaywidth.Options { return displaywidth.Options{ControlSequences: true} }

// Width is how many cells of a screen safe text takes; colour sequences take
// none.
func Width(s string) int { return cells().String(s) }

// Cut shortens safe text of one line to at most width cells, on whole
// characters as a reader sees them, with … where something was cut. Colour
// sequences survive it. A width of 0 or less leaves nothing.
func Cut(s string, width int) string {
	if width <= 0 {
		return ""
	}
	return cells().TruncateString(s, width, ellipsis)
}

// CutLeft is [Cut] that keeps the end of the text, as suits paths. The text
// has no colours.
func CutLeft(s string, width int) string {
	if width <= 0 {
		return ""
	}
	over := Width(s) - width
	if over <= 0 {
		return s
	}
	// What goes must make room for the ellipsis too; a wide character on the
	// edge goes as a whole.
	over += Width(ellipsis)
	gone, at := 0, 0
	for characters := cells().StringGraphemes(s); gone < over && characters.Next(); {
		gone += characters.Width()
		at += len(characters.Value())
	}
	return ellipsis + s[at:]
}

// Wrap breaks safe text without colours into lines of at most width cells:
// between words, and inside a word that is longer than a line.
func Wrap(s string, width int) []string {
	var lines []string
	line, used := "", 0
	for word := range strings.FieldsSeq(s) {
		if used > 0 && used+1+Width(word) <= width {
			line, used = line+" "+word, used+1+Width(word)
			continue
		}
		if used > 0 {
			lines = append(lines, line)
			line, used = "", 0
		}
		for characters := cells().StringGraphemes(word); characters.Next(); {
			if used > 0 && used+characters.Width() > width {
				lines = append(lines, line)
				line, used = "", 0
			}
			line, used = line+characters.Value(), used+characters.Width()
		}
	}
	return append(lines, line)
}

// Short is [Line] of foreign text cut to at most width cells. Its cost grows
// with the width, not with the text.
func Short(s string, width int) string {
	if width <= 0 {
		return ""
	}
	// A cell holds at most one character and its marks.
	const perCell = utf8.UTFMax * (maxMarks + 2)
	head := Head(s, (width+1)*perCell)
	safe := Line(head)
	if len(head) < len(s) {
		safe += strings.Repeat(" ", width+1)
	}
	return Cut(safe, width)
}

// Pad fills safe text with blanks up to width cells.
func Pad(s string, width int) string {
	if missing := width - Width(s); missing > 0 {
		return s + strings.Repeat(" ", missing)
	}
	return s
}

// Head is the beginning of any text, at most limit bytes, ended on a rune.
func Head(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for back := 0; back < utf8.UTFMax && limit > 0 && !utf8.RuneStart(s[limit]); back++ {
		limit--
	}
	return s[:limit]
}
