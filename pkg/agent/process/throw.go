package process

import (
	"context" //nolint:gosec // scripts check sums of others with it
	//nolint:gosec // as above
	"fmt"
)

// throws are exceptions with the text they are given.
func throws() map[string]Func {
	set := map[string]Func{}
	for name, code := range map[string]int{"BadRequest": 400, "Unauthorized": 401, "Forbidden": 403, "NotFound": 404, "InternalError": 500} {
		set["utils.throw."+name] = func(_ context.Context, a Args) (any, error) {
			return nil, fmt.Errorf("%s (%d)", a.Maybe(0, name), code)
		}
	}
	set["utils.throw.Exception"] = func(_ context.Context, a Args) (any, error) {
		return nil, fmt.Errorf("%s (%d)", a.Text(0), a.Whole(1, 500))
	}
	return set
}
