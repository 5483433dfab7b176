package markdown_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// ours are the addresses that a page of onGitHub may lead to.
const ours = "https://github.com/acme/shop/"

// checkInert reads a page as GitHub does, and complains of whatever works in
// it that is not ours.
func checkInert(t *testing.T, page []byte) {
	t.Helper()
	checkUnheard(t, string(page))
	root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(page))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Image, *ast.AutoLink, *ast.Blockquote, *ast.ThematicBreak, *ast.CodeBlock, *tables.TaskCheckBox, *tables.Strikethrough, *ast.Emphasis:
			t.Errorf("a %s works: %.200q", n.Kind(), around(n, page))
		case *ast.Link:
			if !strings.HasPrefix(string(n.Destination), ours) {
				t.Errorf("a link to %q works", n.Destination)
			}
		case *ast.List:
			if n.IsOrdered() {
				t.Errorf("a numbered list works: %.200q", around(n, page))
			}
		case *ast.FencedCodeBlock:
			if language := string(n.Language(page)); !slices.Contains([]string{"text", "sh", "diff"}, language) {
				t.Errorf("a block of %q works", language)
			}
		case *ast.HTMLBlock:
			checkTags(t, string(n.Lines().Value(page)))
		case *ast.RawHTML:
			checkTags(t, string(n.Segments.Value(page)))
		case *ast.Heading:
			if line := around(n, page); !regexp.MustCompile(`^(✅|❌|🟡|💥|⏱️|Failed|Errors|Undecided|Unstable|More that) ?`).MatchString(line) {
				t.Errorf("a heading works: %.200q", line)
			}
		}
		if n.Type() == ast.TypeBlock && n.FirstChild() != nil && n.FirstChild().Type() == ast.TypeInline {
			checkProse(t, inline(n, page))
		}
		return ast.WalkContinue, nil
	})
}

// checkTags complains of HTML that a page never writes.
func checkTags(t *testing.T, html string) {
	t.Helper()
	rest := regexp.MustCompile(`</?(details|summary|code|span)>|<!-- surefoot report -->`).ReplaceAllString(html, "")
	if strings.ContainsAny(rest, "<>") {
		t.Errorf("HTML works: %.200q", html)
	}
}

// checkProse complains of words that GitHub makes more of than words.
func checkProse(t *testing.T, prose string) {
	t.Helper()
	for what, pattern := range working() {
		if found := pattern.FindString(prose); found != "" {
			t.Errorf("%s works: %q in %.300q", what, found, prose)
		}
	}
}

// working are the patterns of such words.
var working = sync.OnceValue(func() map[string]*regexp.Regexp {
	compiled := map[string]*regexp.Regexp{}
	for what, pattern := range map[string]string{
		"a mention": `(^|[^0-9A-Za-z_/` + "`" + `])@[0-9A-Za-z]`, "a reference": `(?i)#[0-9]|\bgh-[0-9]`, "a commit": `\b[0-9a-f]{7,40}\b`,
		"an address": `(?i)[a-z]://|\bwww\.|mailto:[^\x{200b}]|[a-z0-9._+-]@[a-z0-9-]+\.`, "an emoji": `:[0-9A-Za-z_+-]+:`, "a formula": `[^\x02]\$|^\$`, "a command": `^/[a-z]`,
	} {
		compiled[what] = regexp.MustCompile(pattern)
	}
	return compiled
})

// checkUnheard complains of what programs find that read a page as text.
func checkUnheard(t *testing.T, page string) {
	t.Helper()
	if strings.Contains(strings.TrimPrefix(page, "<!-- surefoot report -->\n"), "<!--") {
		t.Error("a marker is left")
	}
	for line := range strings.Lines(page) {
		if line = strings.TrimLeft(line, " "); strings.HasPrefix(line, "/") && !strings.HasPrefix(line, "/\u200b") || strings.HasPrefix(line, "::") || strings.Contains(line, "##[") {
			t.Errorf("a command is left: %.200q", line)
		}
	}
}

// inline is the text below a block as it is read, without code. A tag leaves a
// mark: \x02 the one of our formulas' signs, \x01 any other.
func inline(n ast.Node, page []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.CodeSpan:
			b.WriteString("\x01")
			return ast.WalkSkipChildren, nil
		case *ast.RawHTML:
			b.WriteString(map[bool]string{true: "\x02", false: "\x01"}[string(n.Segments.Value(page)) == "<span>"])
		case *ast.Text:
			b.Write(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(n.Value(page)))))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func around(n ast.Node, page []byte) string {
	if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
		return string(n.Lines().Value(page))
	}
	if n.Parent() != nil {
		return inline(n.Parent(), page)
	}
	return ""
}

// checkSaying writes the text into every style, wherever a text may stand.
func checkSaying(t *testing.T, said string) {
	t.Helper()
	run := sample.Saying(said)
	run.Report.Summary.Interrupted, run.Report.Summary.ReportFaults = said, []string{said}
	d, err := markdown.Gather(run.Report, run.Trials)
	if err != nil {
		t.Fatal(err)
	}
	for _, style := range []markdown.Style{markdown.File, markdown.Summary, markdown.Comment, markdown.Check} {
		opt := onGitHub(style)
		if style == markdown.Comment {
			opt.Title = said
		}
		opt.Reproduce = nil
		checkInert(t, d.Render(opt))
	}
}

func TestHostileTextIsSeenAndDoesNothing(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../testdata/github/hostile/*.txt")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d hostile texts: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			said, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkSaying(t, string(said))
		})
	}
	checkSaying(t, sample.Evil)
	page := string(sample.Write(t, markdown.Write, sample.Hostile()))
	if strings.ContainsAny(page, "\x1b\x00\u202e\r\ufffe") {
		t.Error("a hidden character is left")
	}
	for _, shown := range []string{`\x1b[2J`, `\u202e`, "::error::owned"} {
		if !strings.Contains(page, shown) {
			t.Errorf("%q is not shown", shown)
		}
	}
}

// FuzzSinks puts a text where pages put one: in a heading, a paragraph, a
// cell, a list, behind a colon, as code, in a fence.
func FuzzSinks(f *testing.F) {
	for _, seed := range []string{"", "- a", "1. a", "    a", "===", "/merge", ":octocat:", "$x$", "a|b", "[a]: http://x", "[^1]", "@a", "`", "\\", "&#64;a", "+1", "~~~", "> a", "x\n\n# y", "<!--"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, said string) {
		words, code, fence := safetext.Markdown(said), safetext.Code(said), safetext.Fence(said, "text")
		indented := "  " + strings.ReplaceAll(strings.TrimRight(fence, "\n"), "\n", "\n  ") + "\n"
		checkInert(t, []byte("# ❌ "+words+": x\n\n"+words+"\n\n| a | b |\n|---|---|\n| "+words+" | "+code+" |\n\n* "+code+" · "+words+" ("+words+")\n"+indented+
			"\n"+code+"\n\n["+code+"]("+ours+")\n\n<details><summary>x</summary>\n\n"+fence+"\n</details>\n"))
	})
}
