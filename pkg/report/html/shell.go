package html

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html"
	"io"
	"strings"
	"sync"

	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

//go:embed assets
var assets embed.FS

// modules are the parts of the script, in the order in which they need each
// other.
func modules() []string {
	return []string{
		"text", "dom", "icon", "figure", "store", "json", "diff", "big", "overview", "strip", "filter", "list",
		"transcript", "trial", "checks", "detail", "keys", "live", "main",
	}
}

// Mark begins every page, behind the doctype; a report of ours is known by it.
const Mark = "<!doctype html>\n<!-- surefoot report -->\n"

// page is what a shell says before its messages.
type page struct {
	title, why string // all there is for browsers that run nothing
	feed       string // "" of a page that has its messages
}

// shell is what all pages have in common.
type shell struct{ top, style, script string }

// loaded reads the assets, once.
var loaded = sync.OnceValue(func() *shell {
	s := &shell{}
	var script strings.Builder
	script.WriteString("\"use strict\";\n(() => {\n")
	read := func(name string) string {
		text, err := assets.ReadFile("assets/" + name)
		if err != nil {
			panic("html: an asset is missing: " + err.Error())
		}
		return string(text)
	}
	s.top, s.style = read("page.html"), read("page.css")
	for _, name := range modules() {
		script.WriteString(read(name + ".js"))
	}
	script.WriteString("})();\n")
	s.script = script.String()
	return s
})

// hash names a text in a policy of content.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// policy lets the page run its style and its script and nothing else, and ask
// nobody but its own server for its feed.
func (s *shell) policy(feed string) string {
	text := "default-src 'none'; script-src " + hash(s.script) + "; style-src " + hash(s.style) + "; base-uri 'none'; form-action 'none'"
	if feed != "" {
		text += "; connect-src 'self'"
	}
	return text
}

// open writes everything before the messages.
func (s *shell) open(w io.Writer, p page) error {
	fill := strings.NewReplacer(
		"[[policy]]", html.EscapeString(s.policy(p.feed)), "[[style]]", s.style, "[[feed]]", html.EscapeString(p.feed),
		"[[title]]", html.EscapeString(safetext.Line(p.title)), "[[why]]", html.EscapeString(safetext.Line(p.why)),
	)
	_, err := io.WriteString(w, Mark+fill.Replace(s.top))
	return err
}

// end writes everything behind them.
func (s *shell) end(w io.Writer) error {
	_, err := io.WriteString(w, "<script>"+s.script+"</script>\n</body>\n</html>\n")
	return err
}

// Shell writes a page without messages, which asks feed for them: an address
// below the page's own, which alone the page may ask. What it has to answer is
// said in assets/live.js.
func Shell(w io.Writer, title, feed string) error {
	s := loaded()
	if err := s.open(w, page{title: title, why: "This page follows a report while its run goes on.", feed: feed}); err != nil {
		return err
	}
	return s.end(w)
}

// Policy is what a server says in the header of a shell with this feed, beside
// what the page says itself.
func Policy(feed string) string { return loaded().policy(feed) + "; frame-ancestors 'none'" }
