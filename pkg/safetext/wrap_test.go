package safetext_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

func TestWrapBreaksBetweenWordsAndInsideLongOnes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one  two", 20, []string{"one two"}},
		{"abcdefghij k", 4, []string{"abcd", "efgh", "ij k"}},
		{"日本語 x", 4, []string{"日本", "語 x"}},
		{"日本", 1, []string{"日", "本"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, safetext.Wrap(tt.text, tt.width)); diff != "" {
			t.Errorf("%q in %d: %s", tt.text, tt.width, diff)
		}
	}
}

func TestCutLeftKeepsTheEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{
		{"a/b/c.jsonl", 20, "a/b/c.jsonl"}, {"a/b/c.jsonl", 8, "…c.jsonl"}, {"日本語", 4, "…語"}, {"ab", 1, "…"}, {"ab", 0, ""},
	} {
		if got := safetext.CutLeft(tt.text, tt.width); got != tt.want || safetext.Width(got) > tt.width {
			t.Errorf("%q in %d: %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}
