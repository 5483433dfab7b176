package process

import (
	"context" //nolint:gosec // scripts check sums of others with it
	//nolint:gosec // as above
	"net/url"
)

// addresses take URLs apart.
func addresses() map[string]Func {
	return map[string]Func{
		"utils.url.ParseQuery": func(_ context.Context, a Args) (any, error) {
			values, err := url.ParseQuery(a.Text(0))
			return map[string][]string(values), wrap(a, err)
		},
		"utils.url.ParseURL": func(_ context.Context, a Args) (any, error) {
			u, err := url.Parse(a.Text(0))
			if err != nil {
				return nil, wrap(a, err)
			}
			return map[string]any{
				"scheme": u.Scheme, "host": u.Host, "domain": u.Hostname(), "port": u.Port(), "path": u.Path, "query": map[string][]string(u.Query()), "url": u.String(),
			}, nil
		},
	}
}
