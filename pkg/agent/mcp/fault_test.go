package mcp

import (
	"strings"
	"testing"
)

func TestTheLastWordsOfAChildAreShown(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 100)
	for text, want := range map[string]string{
		"one":                        "one",
		" one \n two  words\n":       "one two words",
		long + "\n the end":          "... the end",
		long + "end":                 "... " + strings.Repeat("word ", 47) + "end",
		"start\n" + long + "end":     "... " + strings.Repeat("word ", 47) + "end",
		strings.Repeat("x", 300):     "... ",
		long + "\nsecret line\nlast": "... secret line last",
	} {
		if got := lastWords(text); got != want {
			t.Errorf("%.40q: got %q, want %q", text, got, want)
		}
	}
}
