package safetext_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

func TestTerminal(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain text is left alone", "hello, world", "hello, world"},
		{"other scripts are left alone", "héllo 世界 שלום मानक", "héllo 世界 שלום मानक"},
		{"newlines stay", "a\nb", "a\nb"},
		{"windows line ends become newlines", "a\r\nb", "a\nb"},
		{"a lone carriage return cannot overwrite the line", "bad\rgood", `bad\rgood`},
		{"tabs become blanks", "a\tb", "a    b"},
		{"colour sequences are shown", "\x1b[31mred", `\x1b[31mred`},
		{"a title sequence is shown", "\x1b]0;owned\a", `\x1b]0;owned\x07`},
		{"C1 control characters are shown", "\u009b31m", `\u009b31m`},
		{"delete and backspace are shown", "a\bb\x7f", `a\x08b\x7f`},
		{"invalid bytes are shown", "a\x9b\xff", `a\x9b\xff`},
		{"bidi overrides are shown", "a\u202eb\u2066c", `a\u202eb\u2066c`},
		{"zero-width characters are shown", "pass\u200bed\ufeff", `pass\u200bed\ufeff`},
		{"a joiner between letters is shown", "pass\u200ded", `pass\u200ded`},
		{"a chain of joiners is shown", "😀\u200d\u200d😀", `😀\u200d\u200d😀`},
		{"emoji keep their joiners", "👨\u200d👩\u200d👧 ✔\ufe0f 1\ufe0f\u20e3", "👨\u200d👩\u200d👧 ✔\ufe0f 1\ufe0f\u20e3"},
		{"persian keeps its non-joiner", "می\u200cخواهم", "می\u200cخواهم"},
		{"a chain of variation selectors is shown", "😀\ufe0f\ufe01\U000e0101", `😀` + "\ufe0f" + `\ufe01\U000e0101`},
		{"tag characters are shown", "a\U000e0041", `a\U000e0041`},
		{"line separators are shown", "a\u2028b", `a\u2028b`},
		{"towers of marks are capped", "a" + strings.Repeat("\u0301", 10), "a" + strings.Repeat("\u0301", 8) + `\u0301\u0301`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, safetext.Terminal(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain text is left alone", "a :: b # c [d]", "a :: b # c [d]"},
		{"newlines and tabs are shown", "a\n\tb\r\n", `a\n\tb\r\n`},
		{"a command at the start is broken", "::error::x", `\::error::x`},
		{"a command after blanks is broken", "  \u00a0::set-output name=a::b", "  \u00a0" + `\::set-output name=a::b`},
		{"a command after a newline is on our line", "a\n::error::x", `a\n::error::x`},
		{"an old command is broken anywhere", "say ##[error]x", `say #\#[error]x`},
		{"other runners' commands are broken", "##vso[task] ##teamcity[x]", `#\#vso[task] #\#teamcity[x]`},
		{"a run of hashes is broken", "###[group]", `##\#[group]`},
		{"markdown headings are left alone", "## Title [1]", "## Title [1]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, safetext.Line(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLinesMakesEachLineSafe(t *testing.T) {
	t.Parallel()
	got := safetext.Lines("one\r\n::error::two\n\tthree\n\n")
	want := []string{"one", `\::error::two`, "    three"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		in    string
		width int
		want  string
	}{
		{"what fits is left alone", "hello", 5, "hello"},
		{"what does not fit ends in an ellipsis", "hello", 4, "hel…"},
		{"a wide character is not halved", "世界人", 4, "世…"},
		{"an emoji of several code points is not halved", "a👨\u200d👩\u200d👧b", 2, "a…"},
		{"no width leaves nothing", "hello", 0, ""},
		{"colours survive", "\x1b[31mhello\x1b[m", 3, "\x1b[31mhe…\x1b[m"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, safetext.Cut(tt.in, tt.width)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCutLeft(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		in    string
		width int
		want  string
	}{
		{"what fits is left alone", "hello", 5, "hello"},
		{"the end is kept", "a/b/inputs.jsonl:9", 10, "…s.jsonl:9"},
		{"a wide character is not halved", "世界人", 4, "…人"},
		{"no width leaves nothing", "hello", 0, ""},
		{"the least width", "hello", 1, "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, safetext.CutLeft(tt.in, tt.width)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestShort(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		width    int
		want     string
	}{
		{"short text is whole", "a\nb", 10, `a\nb`},
		{"an escape counts by its shown width", "\x1b\x1b\x1b", 6, `\x1b\…`},
		{"huge text costs only its head", strings.Repeat("x", 10<<20), 4, "xxx…"},
		{"marks alone do not make a line endless", "a" + strings.Repeat("\u0301", 1000), 8, "a" + strings.Repeat("\u0301", 8) + `\u0301…`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, safetext.Short(tt.in, tt.width)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHeadEndsOnARune(t *testing.T) {
	t.Parallel()
	if got := safetext.Head("aé世", 5); got != "aé" {
		t.Errorf("got %q", got)
	}
	if got := safetext.Head("\x80\x80\x80\x80\x80\x80\x80\x80", 6); len(got) > 6 {
		t.Errorf("got %d bytes", len(got))
	}
}

func FuzzSafe(f *testing.F) {
	for _, seed := range []string{"", "a\x1b[2J", " ::error::x", "##[x]", "\u202e", "👨\u200d👩", "\xff\x9b", "####[[", "1\ufe0f\u20e3", "a\r\n::b"} {
		f.Add(seed, 10)
	}
	f.Fuzz(func(t *testing.T, s string, width int) {
		width %= 200
		short := safetext.Short(s, width)
		if got := safetext.Width(short); got > max(width, 0) {
			t.Errorf("Short(%q, %d) is %d wide: %q", s, width, got, short)
		}
		if got := safetext.Width(safetext.CutLeft(safetext.Line(s), width)); got > max(width, 0) {
			t.Errorf("CutLeft(%q, %d) is %d wide", s, width, got)
		}
		check(t, short)
		check(t, safetext.Line(s))
		for _, line := range safetext.Lines(s) {
			check(t, line)
		}
		text := safetext.Terminal(s)
		for line := range strings.SplitSeq(text, "\n") {
			checkVisible(t, line)
		}
	})
}

func check(t *testing.T, line string) {
	t.Helper()
	checkVisible(t, line)
	if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
		t.Errorf("a command is left in %q", line)
	}
}

func checkVisible(t *testing.T, line string) {
	t.Helper()
	if !utf8.ValidString(line) {
		t.Errorf("not UTF-8: %q", line)
	}
	for _, r := range line {
		if unicode.IsControl(r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200b || r == 0xfeff {
			t.Errorf("%U is left in %q", r, line)
		}
	}
}
