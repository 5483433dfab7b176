package markdown

import (
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// link is safe text that leads to an address, and the text alone where that
// is none of HTTP.
func link(text, address string) string {
	target, ok := target(address)
	if !ok || text == "" {
		return text
	}
	return "[" + text + "](" + target + ")"
}

// target is the address as it may stand in the parentheses of a link, in a
// table too.
func target(address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return "", false
	}
	text := u.String()
	if !strings.ContainsAny(text, "&$()<>\\`| \"'@*[]") {
		return text, true
	}
	return strings.NewReplacer(
		"&", "&amp;", "$", "%24", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\\", "%5C", "`", "%60", "|", "%7C",
		" ", "%20", `"`, "%22", "'", "%27", "@", "%40", "*", "%2A", "[", "%5B", "]", "%5D",
	).Replace(text), true
}

// place is where something stands, and leads there.
func (p *page) place(pos eval.Pos) string {
	text := name(pos.LineString())
	run := &p.opt.Run
	if run.Repository == "" || run.SHA == "" || pos.File == "" {
		return text
	}
	file, inside := pos.File, !path.IsAbs(pos.File)
	if run.Path != nil {
		file, inside = run.Path(pos.File)
	}
	file = path.Clean(file)
	if !inside || file == "." || file == ".." || strings.HasPrefix(file, "../") {
		return text
	}
	address := run.Repository + "/blob/" + url.PathEscape(run.SHA)
	for part := range strings.SplitSeq(file, "/") {
		address += "/" + url.PathEscape(part)
	}
	if pos.Line > 0 {
		address += "#L" + strconv.Itoa(pos.Line)
	}
	return link(text, address)
}

// commit is the commit the run is of.
func (p *page) commit() string {
	run := &p.opt.Run
	if run.SHA == "" {
		return ""
	}
	const short = 7
	text := name(clipped(run.SHA, short))
	if run.Repository == "" {
		return text
	}
	return link(text, run.Repository+"/commit/"+url.PathEscape(run.SHA))
}

// clipped is the beginning of an ASCII word.
func clipped(s string, n int) string { return s[:min(n, len(s))] }
