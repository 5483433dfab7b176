package process

import (
	"context" //nolint:gosec // scripts check sums of others with it
	//nolint:gosec // as above
	"path"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// texts put texts together.
func texts() map[string]Func {
	all := func(a Args, from int) []string {
		var parts []string
		for i := from; i < a.Len(); i++ {
			parts = append(parts, a.Value(i).Text())
		}
		return parts
	}
	return map[string]Func{
		"utils.str.Concat": func(_ context.Context, a Args) (any, error) { return strings.Join(all(a, 0), ""), nil },
		"utils.str.Join": func(_ context.Context, a Args) (any, error) {
			if a.Value(0).Kind() != eval.Array {
				a.Fail(0, "a list")
			}
			var parts []string
			for _, v := range a.Value(0).Items() {
				parts = append(parts, v.Text())
			}
			return strings.Join(parts, a.Text(1)), nil
		},
		"utils.str.JoinPath": func(_ context.Context, a Args) (any, error) { return path.Join(all(a, 0)...), nil },
		"utils.json.Validate": func(_ context.Context, a Args) (any, error) {
			_, err := eval.Parse(a.Text(0))
			return err == nil, nil
		},
	}
}
