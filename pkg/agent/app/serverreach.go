package app

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// transports are how servers are spoken to.
var transports = []string{string(ByProcess), string(ByStdio), string(ByHTTP), string(BySSE)}

// noTransport reports a transport that is none. What else the server would have
// is not known then.
func (s *Server) noTransport(f *source.Fields, faults *source.Faults) {
	f.Allow("command", "arguments", "env", "url", "authorization_token", "headers", "timeout", "tools", "resources")
	switch n := f.Node("transport"); {
	case n == nil:
		faults.At(f.Pos("transport"), "", "the server has no transport").Hint = `want "process", "stdio", "http" or "sse"`
	case n.Kind() == eval.String:
		p := unknown("transport", string(s.Transport), transports)
		if strings.Contains(strings.ToLower(n.Text), "http") {
			p.Hint = `write "http"`
		}
		faults.At(n.Pos, "transport", "%s", p.Message).Hint = p.Hint
	}
}

// elsewhere are words of other tools' files for servers, and what is written
// here.
var elsewhere = map[string]string{
	"type": `write "transport"`, "args": `write "arguments"`, "cwd": "servers run in the application's folder",
	"serverUrl": `write "url"`, "mcpServers": `write each server into a file of its own, {"transport": "stdio", "command": ...}`,
	"disabled": "name in the agent's package the servers that it uses",
}

// whose are the fields that servers of some transports have.
var whose = map[string]string{
	"command": "stdio", "arguments": "stdio", "env": "stdio", "url": "http and sse", "headers": "http and sse", "authorization_token": "http and sse", "timeout": "stdio, http and sse", "tools": "process",
}

// misnamed says for unknown fields how these are called here, or whose they are.
func misnamed(faults *source.Faults) {
	for i := range faults.List {
		p := &faults.List[i]
		text, ok := strings.CutPrefix(p.Message, "unknown field ")
		word, err := strconv.Unquote(text)
		if !ok || err != nil || p.Path != "" {
			continue
		}
		if hint := elsewhere[word]; hint != "" {
			p.Hint = hint
		} else if transport := whose[word]; transport != "" {
			p.Hint = "it is of transport " + transport
		}
	}
}

// child reads what is started. Raw is the definition as it is written.
func (s *Server) child(f *source.Fields, raw *source.Node, faults *source.Faults) {
	s.Command, s.Args, s.Env = f.String("command"), f.Strings("arguments"), texts(f.Object("env"), f.Node("env"))
	command, said := f.Pos("command"), raw.Field("command")
	switch {
	case said == nil:
		faults.At(command, "command", "the server has no command")
	case said.Kind() != eval.String: // which is said
	case strings.TrimSpace(said.Text) == "":
		faults.At(command, "command", "the command is empty")
	case strings.HasPrefix(s.Command, "~"):
		faults.At(command, "command", "~ stands for no folder here, got %q", eval.Clip(s.Command)).Hint = "write $ENV.HOME, or a path from the application's folder"
	}
	for i, argument := range s.Args {
		if n := f.Node("arguments"); strings.HasPrefix(argument, "~/") && i < len(n.Items) {
			p := faults.At(n.Items[i].Pos, f.Path("arguments")+"["+strconv.Itoa(i)+"]", "the command is given ~ as it stands, got %q", eval.Clip(argument))
			p.Hint, p.Warning = "write $ENV.HOME, or a path from the application's folder", true
		}
	}
	for _, text := range append([]string{s.Command}, s.Args...) {
		if strings.Contains(text, "\x00") {
			faults.At(f.Pos("command"), "command", "no command is given a zero byte")
		}
	}
	if n := f.Node("env"); n != nil {
		for _, m := range n.Fields {
			switch {
			case m.Key == "" || strings.ContainsAny(m.Key, "=\x00"):
				faults.At(m.KeyPos, "env", "no variable is called %q", eval.Clip(m.Key))
			case strings.Contains(m.Node.Text, "\x00"):
				faults.At(m.Node.Pos, "env."+m.Key, "no variable has a zero byte in it")
			}
		}
	}
}

// ownHeaders are those that the protocol itself, or what carries it, writes.
var ownHeaders = []string{
	"accept", "connection", "content-length", "content-type", "host", "last-event-id", "mcp-protocol-version", "mcp-session-id", "transfer-encoding",
}

// address reads where a server is, and what it is told with each request. Where
// a variable lacks, it is not looked into.
func (s *Server) address(f *source.Fields, whole bool, faults *source.Faults) {
	s.URL, s.Header = f.String("url"), texts(f.Object("headers"), f.Node("headers"))
	s.Host = shownURL(s.URL)
	n := f.Node("url")
	if u, err := url.Parse(s.URL); whole && (n == nil || n.Kind() == eval.String) && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		faults.At(f.Pos("url"), "url", "want the http or https address of the server, got %q", eval.Clip(s.URL))
	}
	if n := f.Node("authorization_token"); n != nil && !httpguts.ValidHeaderFieldValue(n.Text) {
		faults.At(n.Pos, "authorization_token", "no header has a line break in it")
	}
	said := map[string]bool{"authorization": f.Has("authorization_token")}
	if n := f.Node("headers"); n != nil {
		for _, m := range n.Fields {
			name := strings.ToLower(m.Key)
			switch {
			case !httpguts.ValidHeaderFieldName(m.Key):
				faults.At(m.KeyPos, "headers", "no header is called %q", eval.Clip(m.Key))
			case slices.Contains(ownHeaders, name):
				faults.At(m.KeyPos, "headers", "%q is the protocol's own to write", m.Key).Hint = "leave it out"
			case said[name]:
				faults.At(m.KeyPos, "headers", "%q is said twice", m.Key).Hint = "write it once; authorization_token is Authorization"
			case !httpguts.ValidHeaderFieldValue(m.Node.Text):
				faults.At(m.Node.Pos, "headers."+m.Key, "no header has a line break in it")
			}
			said[name] = true
		}
	}
}

// maxProgram is how large a file may be that a command is of, in bytes.
const maxProgram = 16 << 20

// program keeps the files of the application that a command names: what it does
// is in them. What it reads besides is known to nobody.
func (l *loader) program(o owner, s *Server) {
	for _, word := range append([]string{s.Command}, s.Args...) {
		if !filepath.IsLocal(word) {
			continue
		}
		path := filepath.Join(l.root, word)
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxProgram {
			continue // a word, or what the command itself says is wrong
		}
		if text, err := os.ReadFile(path); err == nil {
			l.keep(o, path, string(text))
		}
	}
}

// timeout reads how long the server may take.
func (s *Server) timeout(f *source.Fields, faults *source.Faults) {
	n := f.Node("timeout")
	if n == nil {
		return
	}
	if n.Kind() == eval.Number {
		faults.At(n.Pos, "timeout", "want a duration with its unit, got %s", eval.Clip(n.Value.Raw())).Hint = `write "30s" or "2m"`
		return
	}
	text := f.String("timeout")
	d, err := time.ParseDuration(text)
	if n.Kind() == eval.String && (err != nil || d <= 0) {
		faults.At(f.Pos("timeout"), "timeout", "want a duration above zero, got %q", eval.Clip(text)).Hint = "write 30s or 2m"
	}
	s.Timeout = d
}

// texts are the members of an object, which are texts.
func texts(f *source.Fields, n *source.Node) map[string]string {
	if n == nil || n.Kind() != eval.Object {
		return nil
	}
	all := map[string]string{}
	for _, m := range n.Fields {
		all[m.Key] = f.String(m.Key)
	}
	return all
}
