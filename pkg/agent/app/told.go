package app

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
)

// told remembers what of a server's definition must not leave: servers say back
// what they were told, and so do errors. What stands in variables is known
// already; this is what was written into the file, or made of both.
func (l *loader) told(s *Server) {
	at := " of MCP server " + s.ID
	for name, value := range s.Header {
		l.suspect("header "+name+at, name, value)
	}
	for name, value := range s.Env {
		l.suspect(name+at, name, value)
	}
	for i, word := range s.Args {
		name, value := flagOf(s.Args[:i], word)
		l.suspect(fmt.Sprintf("argument %d%s", i+1, at), name, value)
	}
	l.suspect("url"+at, "", s.URL)
	if u, err := url.Parse(s.URL); err == nil {
		for segment := range strings.SplitSeq(u.Path, "/") {
			if opaque(segment) {
				l.hide("path"+at, segment)
			}
		}
	}
}

// hide takes a value for a secret. Two of one name are told apart by a number.
// What stands for a variable that is unset is none.
func (l *loader) hide(name, value string) {
	if value == "" || prompt.EnvNames(value) != nil {
		return
	}
	at := name
	for n := 2; l.literals[at] != "" && l.literals[at] != value; n++ {
		at = fmt.Sprintf("%s (%d)", name, n)
	}
	l.literals[at] = value
}

// suspect hides a value when its name says that it is a secret or when it looks
// like one, and what of it gives access: passwords in addresses, tokens in
// their queries.
func (l *loader) suspect(what, name, value string) {
	bare := value
	if scheme, rest, ok := strings.Cut(value, " "); ok && schemes[strings.ToLower(scheme)] {
		bare = strings.TrimSpace(rest)
	}
	if telling(name) || opaque(value) {
		l.hide(what, bare)
		if pair, err := base64.StdEncoding.DecodeString(bare); err == nil && bare != value { // of Basic
			_, password, _ := strings.Cut(string(pair), ":")
			l.hide(what, string(pair))
			l.hide(what, password)
		}
	}
	for _, address := range addresses.FindAllStringSubmatch(value, -1) {
		user, password, _ := strings.Cut(address[1], ":")
		if password == "" { // a token may stand alone
			password = user
		}
		l.hide(what, unescaped(password))
	}
	if _, query, ok := strings.Cut(value, "?"); ok && strings.Contains(value, "://") {
		query, _, _ = strings.Cut(query, "#")
		for pair := range strings.SplitSeq(query, "&") {
			if name, value, _ := strings.Cut(pair, "="); telling(name) || opaque(unescaped(value)) {
				l.hide(what, unescaped(value))
			}
		}
	}
}

// schemes stand before the secret in a header.
var schemes = map[string]bool{"bearer": true, "basic": true, "token": true, "apikey": true, "api-key": true}

// addresses find who an address says one is.
var addresses = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://([^/?#\s"']+)@`)

// flagOf is what a word of a command line gives a value to: --name=value,
// --name value, NAME=value and Name: value.
func flagOf(before []string, word string) (name, value string) {
	for _, form := range []*regexp.Regexp{assigned, headed} {
		if m := form.FindStringSubmatch(word); m != nil {
			return m[1], m[2]
		}
	}
	if len(before) > 0 && !strings.HasPrefix(word, "-") {
		if last := before[len(before)-1]; strings.HasPrefix(last, "-") && !strings.Contains(last, "=") {
			return strings.TrimLeft(last, "-"), word
		}
	}
	return "", word
}

var (
	assigned = regexp.MustCompile(`^-{0,2}([A-Za-z][A-Za-z0-9_-]*)=(.*)$`)
	headed   = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9-]*):\s*([^/\s].*)$`)
)

// telling is LooksSecret of names with hyphens too, as those of headers.
func telling(name string) bool { return LooksSecret(strings.ReplaceAll(name, "-", "_")) }

// opaque reports whether a text is like keys are: long, of letters and digits
// together, and nothing that people would read.
func opaque(text string) bool {
	if uuid.MatchString(text) {
		return true
	}
	for _, part := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("-_.:/?&=@ ", c) }) {
		if len(part) >= 16 && strings.ContainsAny(part, "0123456789") && letters.MatchString(part) {
			return true
		}
	}
	return false
}

var (
	uuid    = regexp.MustCompile(`^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$`)
	letters = regexp.MustCompile(`[A-Za-z]`)
)

func unescaped(text string) string {
	if plain, err := url.QueryUnescape(strings.ReplaceAll(text, "+", "%2B")); err == nil {
		return plain
	}
	return text
}
