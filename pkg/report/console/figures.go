package console

import (
	"strconv"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/report/figure"
)

// seconds is [figure.Span] for what changes while one looks at it.
func seconds(d time.Duration) string {
	if d = d.Round(time.Second); d < 10*time.Second {
		return strconv.Itoa(int(d.Seconds())) + " s"
	}
	return figure.Span(d)
}

func millis(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }
