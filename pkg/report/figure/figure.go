package figure

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Span shows a duration with the precision a reader uses.
func Span(d time.Duration) string {
	switch {
	case d < 0:
		return Span(0)
	case d > 0 && d < time.Millisecond:
		return "<1 ms"
	case d < 999500*time.Microsecond:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	case d < 9950*time.Millisecond:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < 59500*time.Millisecond:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < time.Hour-500*time.Millisecond:
		d = d.Round(time.Second)
		return fmt.Sprintf("%dm %02ds", int(d.Minutes()), int(d.Seconds())%60)
	default:
		d = d.Round(time.Minute)
		return fmt.Sprintf("%dh %02dm", int(d.Hours()), int(d.Minutes())%60)
	}
}

// Interval shows where a rate may lie, rounded outwards to one decimal, behind
// a blank; nothing where that is unknown.
func Interval(i *eval.Interval) string {
	if i == nil {
		return ""
	}
	high := strconv.FormatFloat(min(100, math.Ceil(i[1]*10-1e-6)/10), 'f', -1, 64)
	return " [" + eval.Percent(i[0]) + ", " + high + "]"
}

// Tokens shows the tokens of a usage; unknown is said, and no call at
// all is nothing to say.
func Tokens(u eval.Usage) string {
	switch {
	case u.Calls == 0 && u.Attempts == 0:
		return ""
	case u.TotalTokens == nil:
		return "tokens unknown"
	default:
		return Count(*u.TotalTokens) + " tokens"
	}
}

// Count shows how many tokens there are, in few figures.
func Count(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10)
	case n < 999_950:
		return strconv.FormatFloat(float64(n)/1e3, 'f', 1, 64) + "k"
	default:
		return strconv.FormatFloat(float64(n)/1e6, 'f', 2, 64) + "M"
	}
}

// Thousands shows a count with a comma between groups of three digits.
func Thousands(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}
