package wire

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

const (
	version      = "/v1"
	maxRedirects = 5
	noScheme     = "has no scheme (begin it with https:// or http://)"
)

// Endpoint is where requests go for a host as it was configured: a host
// without a path gets /v1, and all get the route unless they end in it. A
// query is kept. Its error is a [*ConfigError].
func Endpoint(host, route string) (*url.URL, error) {
	if !strings.Contains(host, "://") {
		if strings.ContainsAny(host, "?@") {
			return nil, Misset(optHost, noScheme)
		}
		return nil, Misset(optHost, "%q "+noScheme, host)
	}
	u, err := url.Parse(host)
	if err != nil {
		// Only the cause: the address itself may hold a key.
		var at *url.Error
		if errors.As(err, &at) {
			err = at.Err
		}
		return nil, Misset(optHost, "is not a URL: %v", err)
	}
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, Misset(optHost, "has the scheme %q (it must be https or http)", u.Scheme)
	case u.Hostname() == "":
		return nil, Misset(optHost, "names no server")
	case u.User != nil:
		return nil, Misset(optHost, "%q holds a user name or password (set the key instead)", u.Host)
	case u.Fragment != "":
		return nil, Misset(optHost, "%q ends in a #fragment, which is never sent", u.Host)
	}
	path := strings.TrimRight(u.EscapedPath(), "/")
	if path == "" {
		path = version
	}
	if !strings.HasSuffix(path, route) {
		path += route
	}
	u.RawPath = path
	if u.Path, err = url.PathUnescape(path); err != nil {
		return nil, Misset(optHost, "%q has a path that is wrongly escaped", u.Host)
	}
	return u, nil
}

// isLocal tells a server that its user starts: there a refused connection
// most likely means that it does not run.
func isLocal(host string) bool {
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified()
	}
	host = strings.ToLower(host)
	return host == "localhost" || strings.HasSuffix(host, ".localhost") ||
		host == "host.docker.internal" || !strings.Contains(host, ".")
}

// redirect lets a server move the request within itself. Another host would
// get the key, and a redirect that turns the request into a GET loses it.
func (c *Client) redirect(req *http.Request, via []*http.Request) error {
	to := req.URL
	switch {
	case to.Host != c.url.Host || to.Scheme != c.url.Scheme:
		return &llm.Error{Message: fmt.Sprintf("%s redirects to %s://%s, which was not configured and is not followed (set host to the right one)",
			c.url.Host, to.Scheme, to.Host)}
	case req.Method != via[0].Method:
		return &llm.Error{Message: fmt.Sprintf("%s redirects %s to %q without the request (set host to the right URL)",
			c.url.Host, c.url.Path, to.Path)}
	case len(via) > maxRedirects:
		return &llm.Error{Message: fmt.Sprintf("%s redirects in a circle", c.url.Host)}
	}
	return nil
}
