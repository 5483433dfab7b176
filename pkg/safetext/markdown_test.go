package safetext_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

const zw = "\u200b"

func TestMarkdown(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain text is left alone", "want 3, got 2 (80.5 %)", "want 3, got 2 (80.5 %)"},
		{"HTML is text", "<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"},
		{"markup is text", "*a* _b_ ~c~ `d` \\", "\\*a\\* \\_b\\_ \\~c\\~ \\`d\\` \\\\"},
		{"an image is text", "![x](y)", `!\[x\](y)`},
		{"a cell stays one", `a|b\|c`, `a&#124;b\\&#124;c`},
		{"a line stays one", "a\n# b", `a\\n\#` + zw + ` b`},
		{"a mention is broken", "@octocat", "@" + zw + "octocat"},
		{"an address is broken", "http://x www.x mailto:a", "http:" + zw + "//x www" + zw + ".x mailto:" + zw + "a"},
		{"a reference is broken", "#1 GH-1 o/r#1", `\#` + zw + "1 GH-" + zw + `1 o/r\#` + zw + "1"},
		{"a hash is broken everywhere", "0123456789abcdef", "012345" + zw + "6789ab" + zw + "cdef"},
		{"a short number is no hash", "123456 7", "123456 7"},
		{"a command's slash is broken", "/merge a/b", "/" + zw + "merge a/b"},
		{"a formula is text", "$x$", "<span>$</span>x<span>$</span>"},
		{"an emoji's name is broken", ":octocat: a:b c: d:e f:", ":" + zw + "octocat: a:b c: d:e f:"},
		{"also one that the text around it would end", "a:octocat", "a:" + zw + "octocat"},
		{"a list begins nowhere", "- a", `\- a`},
		{"nor one of numbers", "12. a", `12\. a`},
		{"a number is left alone", "12.5 - 3", "12.5 - 3"},
		{"nor a heading's line", "===", `\===`},
		{"nor anything behind blanks", "    a", "&#32;   a"},
		{"hidden characters are shown", "\u202ea\x1b", `\\u202ea\\x1b`},
		{"other scripts are left alone", "héllo 世界", "héllo 世界"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, safetext.Markdown(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCode(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"nothing is nothing", "", ""},
		{"blanks are nothing", "  ", ""},
		{"code", "a_b@c <d>", "`a_b@c <d>`"},
		{"backticks", "a`b", "<code>a\\`b</code>"},
		{"a pipe would end a cell", "a|b", "<code>a&#124;b</code>"},
		{"a blank at an end would be lost", " a", "<code>&#32;a</code>"},
		{"a newline", "a\nb", `<code>a\\nb</code>`},
		{"a marker", "<!-- a -->", "<code>&lt;!-- a --&gt;</code>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, safetext.Code(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFence(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "a\nb\n", "````text\na\nb\n````\n"},
		{"nothing", "", "````text\n\n````\n"},
		{"fences in it", "`````\n", "``````text\n`````\n``````\n"},
		{"a command is broken", "a\n::error::b", "````text\na\n\\::error::b\n````\n"},
		{"a marker is broken", "<!-- a -->", "````text\n<!" + zw + "-- a -->\n````\n"},
		{"a command for a bot is broken", "  /merge\na /b", "````text\n  /" + zw + "merge\na /b\n````\n"},
		{"hidden characters are shown", "a\x1b\r\nb", "````text\na\\x1b\nb\n````\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, safetext.Fence(tt.in, "text")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestXML(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"plain", "<a>\n\tb", "<a>\n\tb"},
		{"commands are broken, line by line", "a\n ::error::b\n##[error]c", "a\n \\::error::b\n#\\#[error]c"},
		{"a command of plain text", "::error::b", `\::error::b`},
		{"what is no character of XML", "a\x00\x1b\ufffe\uffff\xff", `a\x00\x1b\ufffe\uffff\xff`},
		{"what hides", "a\u202e\u200b", `a\u202e\u200b`},
		{"line ends", "a\r\nb\rc", `a` + "\n" + `b\rc`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, safetext.XML(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSARIF(t *testing.T) {
	t.Parallel()
	if got := safetext.SARIF("[a](b) [c]\x1b"); got != `[a] (b) [c]\x1b` {
		t.Errorf("got %q", got)
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{"", "@a", "`````", "a|b\\|", "http://x", "<b>", "\u202e", "0123456789abcdef", "![a](b)", "$`x`$"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, line := range []string{safetext.Markdown(s), safetext.Code(s)} {
			if strings.ContainsAny(line, "\n\r\x1b") {
				t.Errorf("not one line: %q", line)
			}
			if inner := strings.Trim(line, "`"); strings.HasPrefix(line, "`") && strings.ContainsAny(inner, "`|") {
				t.Errorf("code that ends early: %q", line)
			}
		}
		plain := safetext.Markdown(s)
		for _, bad := range []string{"://", "www.", "<script", "<!--", "|"} {
			if strings.Contains(strings.ToLower(plain), bad) {
				t.Errorf("%q is left in %q", bad, plain)
			}
		}
		lines := strings.Split(safetext.Fence(s, ""), "\n")
		fence := lines[0]
		for i, line := range lines[1 : len(lines)-2] {
			if strings.Contains(line, fence) {
				t.Errorf("line %d ends the block", i)
			}
		}
	})
}
