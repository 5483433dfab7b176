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

// collect takes the names of the variables that a file uses while it is read.
func (l *loader) collect(into *[]Variable) func(name string) {
	return func(name string) {
		l.used[name] = true
		_, set := l.env.lookup(name)
		if v := (Variable{name, set}); !slices.Contains(*into, v) {
			*into = append(*into, v)
		}
	}
}

// shownHost is the server that a connector's options name, as it may be shown.
func shownHost(options *source.Node) string {
	if options == nil {
		return ""
	}
	for _, name := range []string{"host", "proxy"} {
		n := options.Field(name)
		if n == nil || n.Text == "" {
			continue
		}
		return shownURL(n.Text)
	}
	return ""
}

// shownURL is an address without what may be secret in it: user, password and
// query. One that is none is "": lint says what is wrong with it.
func shownURL(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}
