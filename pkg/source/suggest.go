package source

import (
	"strconv"
	"strings"
)

// DidYouMean is a hint that names the known word nearest to the one that was
// written, or nothing when none is near.
func DidYouMean(word string, known []string) string {
	if best := Nearest(word, known); best != "" {
		return "did you mean " + strconv.Quote(best) + "?"
	}
	return ""
}

// Nearest is the known word within a third of the written one's length in
// edits (at least one, at most three), "" when there is none. A known word of
// four letters or more that the written one begins with, or that begins with
// it, counts too. Case is ignored.
func Nearest(word string, known []string) string {
	written := []rune(strings.ToLower(word))
	if len(written) == 0 || len(written) > 100 {
		return ""
	}
	limit := min(max(len(written)/3, 1), 3)
	best, bestDistance := "", limit+1
	for _, candidate := range known {
		lower := strings.ToLower(candidate)
		d := distance(written, []rune(lower))
		if d > limit && min(len(written), len(lower)) >= 4 &&
			(strings.HasPrefix(lower, string(written)) || strings.HasPrefix(string(written), lower)) {
			d = limit
		}
		if d < bestDistance {
			best, bestDistance = candidate, d
		}
	}
	return best
}

// distance is the Damerau-Levenshtein distance in its optimal string
// alignment form: two swapped neighbours are one edit.
func distance(a, b []rune) int {
	before := make([]int, len(b)+1)
	last := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
