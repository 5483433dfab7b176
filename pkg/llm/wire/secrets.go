package wire

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"
)

const (
	// shortestSecret is the length below which a key is a filler for servers
	// without keys; hiding it would only garble texts.
	shortestSecret = 6
	hidden         = "***"
)

// secrets hides in texts of a server what it may repeat of what it was sent.
type secrets struct {
	forms    []string
	replacer *strings.Replacer
}

func secretsOf(cfg Config) *secrets {
	s := &secrets{}
	s.add(cfg.Key)
	for name, value := range cfg.Headers {
		if isSecretName(name) {
			s.add(strings.TrimPrefix(value, "Bearer "))
		}
	}
	for name, values := range cfg.URL.Query() {
		for _, value := range values {
			if isSecretName(name) {
				s.add(value)
			}
		}
	}
	pairs := make([]string, 0, 2*len(s.forms))
	for _, form := range s.forms {
		pairs = append(pairs, form, hidden)
	}
	s.replacer = strings.NewReplacer(pairs...)
	return s
}

func (s *secrets) add(secret string) {
	if len(secret) < shortestSecret {
		return
	}
	s.forms = append(s.forms, secret,
		url.QueryEscape(secret),
		url.PathEscape(secret),
		strings.ReplaceAll(secret, "/", `\/`),
		base64.StdEncoding.EncodeToString([]byte(secret)))
}

// hide is the text without secrets, and without the beginning of one at its
// end, where a text may have been cut.
func (s *secrets) hide(text string) string {
	text = s.replacer.Replace(text)
	for _, form := range s.forms {
		for n := min(len(form)-1, len(text)); n >= shortestSecret; n-- {
			if strings.HasSuffix(text, form[:n]) {
				return text[:len(text)-n] + hidden
			}
		}
	}
	return text
}

// excerpt is the beginning of what a server sent, quoted.
func (s *secrets) excerpt(sent string) string { return strconv.Quote(Cut(s.hide(sent))) }

// line is a server's words as part of a message: one line, no period at its
// end.
func (s *secrets) line(said string) string {
	return Cut(strings.TrimSuffix(strings.TrimSpace(s.hide(said)), "."))
}

func isSecretName(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"key", "token", "secret", "auth", "sig", "code", "password", "cookie"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}
