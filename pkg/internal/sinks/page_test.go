package sinks_test

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	renderer "github.com/yuin/goldmark/renderer/html"
)

// tags are those a page of ours may have, once it is rendered.
var tags = strings.Fields("h1 h2 h3 h4 h5 h6 p ul ol li table thead tbody tr th td details summary code pre span strong em br hr blockquote a")

// attributes are those that the tags of a rendered page have.
var attributes = regexp.MustCompile(`^( (class="language-(text|json|sh|diff|markdown)?"|align="(left|right|center)"|style="text-align:(left|right|center)"|start="[0-9]+"|open="?"?))*$`)

// token is a tag or a comment of HTML.
var token = regexp.MustCompile(`(?s)<!--.*?(-->|$)|<[!?/]?[a-zA-Z!?][^>]*(>|$)`)

// mark is how a file of ours is known.
var mark = regexp.MustCompile(`^<!-- surefoot (report|extract [0-9a-f]+) -->$`)

// works is what GitHub makes more of than text, outside of code.
var works = map[string]*regexp.Regexp{
	"a mention":   regexp.MustCompile(`(^|[^0-9A-Za-z_/])@[0-9A-Za-z]`),
	"a reference": regexp.MustCompile(`(?i)#[0-9]|\bgh-[0-9]`),
	"a commit":    regexp.MustCompile(`(^|[^0-9A-Za-z])[0-9a-f]{7,64}($|[^0-9A-Za-z])`),
	"an emoji":    regexp.MustCompile(`:[0-9A-Za-z_+-]+:`),
	"an address":  regexp.MustCompile(`(?i)[a-z]://[^\s]|\bwww\.|(mailto|xmpp):[a-z0-9]|[a-z0-9._+-]@[a-z0-9-]+\.`),
}

// github renders Markdown as GitHub does, with whatever HTML is in it.
var github = goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(renderer.WithUnsafe()))

// checkPage renders a page as GitHub does, and complains of whatever works in
// it. Links may lead to where allowed says. A page that is posted may hold no
// marker and no word that starts another program either.
func checkPage(t testing.TB, where string, page []byte, allowed func(address string) bool, posted bool) {
	t.Helper()
	checkScreen(t, where, string(page), false)
	checkLog(t, where, string(page))
	if posted {
		if strings.Contains(string(page), "<!--") {
			t.Errorf("%s: a marker is left", where)
		}
		for line := range strings.Lines(string(page)) {
			if line = strings.TrimLeft(line, " \t>*-"); strings.HasPrefix(line, "/") && len(line) > 2 && line[1] < 0x80 {
				t.Errorf("%s: a command for a program is left: %.100q", where, line)
			}
		}
	}
	var out bytes.Buffer
	if err := github.Convert(page, &out); err != nil {
		t.Fatal(err)
	}
	rendered := out.String()
	code, at := 0, 0
	for _, span := range token.FindAllStringIndex(rendered, -1) {
		prose(t, where, rendered[at:span[0]], code > 0)
		at = span[1]
		checkTag(t, where, rendered[span[0]:span[1]], allowed, &code)
	}
	prose(t, where, rendered[at:], code > 0)
	if code != 0 {
		t.Errorf("%s: code does not end", where)
	}
}

func checkTag(t testing.TB, where, tag string, allowed func(string) bool, code *int) {
	t.Helper()
	if mark.MatchString(tag) {
		return
	}
	inner := strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(tag, "<"), ">"), "/")
	name, ends := strings.CutPrefix(inner, "/")
	name, rest, _ := strings.Cut(strings.TrimSpace(name), " ")
	if rest = strings.TrimRight(rest, " "); rest != "" {
		rest = " " + rest
	}
	switch {
	case !slices.Contains(tags, name):
		t.Errorf("%s: the tag %.100q works", where, tag)
	case name == "a" && !ends:
		address, ok := strings.CutPrefix(rest, ` href="`)
		address, _, _ = strings.Cut(address, `"`)
		if !ok || !allowed(html.UnescapeString(address)) {
			t.Errorf("%s: the link %.200q works", where, tag)
		}
	case name != "a" && !attributes.MatchString(rest):
		t.Errorf("%s: the attributes of %.100q work", where, tag)
	case name == "code" && ends, name == "pre" && ends:
		*code--
	case name == "code", name == "pre":
		*code++
	}
}

// prose complains of words that GitHub makes more of. It looks into no code,
// nor does GitHub; what is read in place of entities counts.
func prose(t testing.TB, where, text string, code bool) {
	t.Helper()
	if code {
		return
	}
	text = html.UnescapeString(text)
	for what, pattern := range works {
		if at := pattern.FindStringIndex(text); at != nil {
			t.Errorf("%s: %s works: %q in %.120q", where, what, text[at[0]:at[1]], text[max(0, at[0]-40):])
		}
	}
	if strings.Count(text, "$") > 1 {
		t.Errorf("%s: a formula works: %.120q", where, text)
	}
}
