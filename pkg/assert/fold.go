package assert

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// fold maps every rune to one that stands for all that differ from it only in
// case, by Unicode's simple folding as strings.EqualFold uses it: Σ, σ and ς
// are one, as are K and the Kelvin sign, while ß is not ss and İ is not i.
func fold(s string) string { return strings.Map(foldRune, s) }

func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'a' <= r && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}
	least := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		least = min(least, next)
	}
	return least
}
