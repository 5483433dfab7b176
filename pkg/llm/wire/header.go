package wire

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"
)

// Auth is how a key travels.
type Auth string

// The ways a key travels: as a bearer token, in a header of this name, or not
// at all, since the server asks for none.
const (
	AuthBearer  Auth = "bearer"
	AuthAPIKey  Auth = "api-key"
	AuthXAPIKey Auth = "x-api-key"
	AuthNone    Auth = "none"
)

// Auths are all ways a key travels, as users write them.
func Auths() []string {
	return []string{string(AuthBearer), string(AuthAPIKey), string(AuthXAPIKey), string(AuthNone)}
}

// headers are those of every request: the protocol's, the key, and what was
// configured.
func headers(cfg Config) (http.Header, error) {
	h := http.Header{
		"Content-Type": {"application/json"},
		"Accept":       {"text/event-stream, application/json"},
	}
	if cfg.UserAgent != "" {
		h.Set("User-Agent", cfg.UserAgent)
	}
	for name, value := range cfg.Fixed {
		h.Set(name, value)
	}
	if strings.ContainsFunc(cfg.Key, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return nil, Misset(optKey, "holds a blank, a line break or a control character")
	}
	switch auth := cfg.Auth; {
	case auth != "" && !slices.Contains(Auths(), string(auth)):
		return nil, Misset(optAuth, "is %q, which is no way to send a key (one of %s)", string(auth), strings.Join(Auths(), ", "))
	case cfg.Key == "":
	case auth == AuthNone:
		return nil, Misset(optAuth, "is %q beside a key, which would not be sent (remove one of them)", string(auth))
	case auth == "" || auth == AuthBearer:
		h.Set("Authorization", "Bearer "+cfg.Key)
	default:
		h.Set(string(auth), cfg.Key)
	}
	for _, name := range slices.Sorted(maps.Keys(cfg.Headers)) {
		value := cfg.Headers[name]
		switch {
		case !isHeaderName(name):
			return nil, Misset(optHeaders, "hold the name %q, which is not one HTTP allows", name)
		case isFixed(name):
			return nil, Misset(optHeaders, "hold %q, which cannot be set", name)
		case strings.ContainsFunc(value, unicode.IsControl):
			return nil, Misset(optHeaders, "hold a line break or a control character in %q", name)
		}
		h.Set(name, value)
	}
	return h, nil
}

// isFixed tells headers that net/http writes itself, whatever a request says.
func isFixed(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Host", "Content-Length", "Transfer-Encoding", "Connection", "Trailer":
		return true
	default:
		return false
	}
}

// isHeaderName reports whether name is a token of RFC 9110, section 5.6.2.
func isHeaderName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		switch {
		case '0' <= r && r <= '9', 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z':
			return false
		default:
			return !strings.ContainsRune("!#$%&'*+-.^_`|~", r)
		}
	})
}
