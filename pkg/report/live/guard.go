package live

import (
	"net/http"
	"strconv"
)

// guard answers only who asks as the page does: by a name of this machine
// itself, since a name that somebody else gives out may lead here too, never for
// a page of others, and to read.
type guard struct {
	hosts map[string]bool // with the port, as browsers say it
	next  http.Handler
}

func newGuard(port int, next http.Handler) *guard {
	g := &guard{hosts: map[string]bool{}, next: next}
	for _, name := range []string{"127.0.0.1", "localhost", "[::1]"} {
		g.hosts[name+":"+strconv.Itoa(port)] = true
		if port == 80 {
			g.hosts[name] = true
		}
	}
	return g
}

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	switch {
	case !g.hosts[r.Host]:
		http.Error(w, "this is not asked for by the address that surefoot view printed", http.StatusForbidden)
	case !g.own(r):
		http.Error(w, "this is for the page of surefoot view alone", http.StatusForbidden)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "there is nothing here but to read", http.StatusMethodNotAllowed)
	default:
		g.next.ServeHTTP(w, r)
	}
}

// own reports whether no page of others asks. A link may lead from anywhere to
// the page, and to nothing else.
func (g *guard) own(r *http.Request) bool {
	if r.Header.Values("Origin") != nil && !g.hosts[hostOf(r.Header.Get("Origin"))] {
		return false
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return true
	default:
		return r.URL.Path == "/" && r.Header.Get("Sec-Fetch-Mode") == "navigate"
	}
}

// hostOf is the host of an origin of ours, "" of any other.
func hostOf(origin string) string {
	const scheme = "http://"
	if len(origin) < len(scheme) || origin[:len(scheme)] != scheme {
		return ""
	}
	return origin[len(scheme):]
}
