package openai

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// headers are those of every request: the key, and what was configured.
func headers(cfg Config, target *url.URL) (http.Header, error) {
	h := http.Header{
		"Content-Type": {"application/json"},
		"Accept":       {"text/event-stream, application/json"},
	}
	if cfg.UserAgent != "" {
		h.Set("User-Agent", cfg.UserAgent)
	}
	if strings.ContainsFunc(cfg.Key, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return nil, errors.New("the key holds a blank, a line break or a control character")
	}
	auth := cfg.Auth
	if auth == AuthAuto {
		auth = AuthBearer
		if isAzure(target.Hostname()) {
			auth = AuthAPIKey
		}
	}
	switch {
	case auth != AuthBearer && auth != AuthAPIKey && auth != AuthXAPIKey:
		return nil, fmt.Errorf("unknown way to send the key %q (one of bearer, api-key, x-api-key)", string(auth))
	case cfg.Key == "":
	case auth == AuthBearer:
		h.Set("Authorization", "Bearer "+cfg.Key)
	default:
		h.Set(string(auth), cfg.Key)
	}
	for _, name := range slices.Sorted(maps.Keys(cfg.Headers)) {
		value := cfg.Headers[name]
		switch {
		case !isHeaderName(name):
			return nil, fmt.Errorf("header name %q is not one HTTP allows", name)
		case isFixed(name):
			return nil, fmt.Errorf("header %q cannot be set", name)
		case strings.ContainsFunc(value, unicode.IsControl):
			return nil, fmt.Errorf("header %q holds a line break or a control character", name)
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
