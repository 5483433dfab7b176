package app

import (
	"net/url"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Variable is an $ENV variable that a file uses, and whether it has a value.
type Variable struct {
	Name string
	Set  bool
}

// uses takes the names of the connector's variables while its file is read.
func (c *Connector) uses(l *loader) func(name string) {
	return func(name string) {
		l.used[name] = true
		_, set := l.env.lookup(name)
		if v := (Variable{name, set}); !slices.Contains(c.Variables, v) {
			c.Variables = append(c.Variables, v)
		}
	}
}

// shownHost is the server that a connector's options name, without what may
// be secret in an address: user, password and query.
func shownHost(options *source.Node) string {
	if options == nil {
		return ""
	}
	for _, name := range []string{"host", "proxy"} {
		n := options.Field(name)
		if n == nil || n.Text == "" {
			continue
		}
		u, err := url.Parse(n.Text)
		if err != nil || u.Host == "" {
			return "" // lint says what is wrong with it
		}
		return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
	}
	return ""
}
