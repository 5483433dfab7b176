package process

import (
	"context" //nolint:gosec // scripts check sums of others with it
	//nolint:gosec // as above
	"time"
)

// times are what the clock says.
func times(clock func() time.Time) map[string]Func {
	now := func(layout string) Func {
		return func(context.Context, Args) (any, error) { return clock().Format(layout), nil }
	}
	return map[string]Func{
		"utils.now.Date": now(time.DateOnly), "utils.now.Time": now(time.TimeOnly), "utils.now.DateTime": now(time.DateTime),
		"utils.now.Timestamp":   func(context.Context, Args) (any, error) { return clock().Unix(), nil },
		"utils.now.Timestampms": func(context.Context, Args) (any, error) { return clock().UnixMilli(), nil },
	}
}
