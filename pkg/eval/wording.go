package eval

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"
)

// Clip shortens a user's value to 80 characters, for use inside a message.
func Clip(s string) string {
	const most = 80
	count := 0
	for i := range s {
		if count == most {
			return s[:i] + "..."
		}
		count++
	}
	return s
}

// Plural counts things whose plural takes an s.
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}

// Percent is a rate, 0 to 100, with one decimal where there is one, and never
// rounded up to a bound it did not reach.
func Percent(rate float64) string {
	return strconv.FormatFloat(float64(int(rate*10+1e-6))/10, 'f', -1, 64)
}

// Probability is a p-value, 0 to 1, with two digits, or with as many as show on
// which side of 0.05 it lies.
func Probability(p float64) string {
	if p < 0.0001 {
		return "<0.0001"
	}
	const level = 0.05 * (1 - 1e-9) // what equals 0.05 but for rounding is not below it
	for digits := 2; ; digits++ {
		text := strconv.FormatFloat(p, 'g', digits, 64)
		if shown, err := strconv.ParseFloat(text, 64); err != nil || digits > 16 || (shown < level) == (p < level) {
			return text
		}
	}
}

// Span is a duration as people write it: 1m and 2h, not 1m0s and 2h0m0s.
func Span(d time.Duration) string {
	text := d.String()
	if short, ok := strings.CutSuffix(text, "m0s"); ok {
		text = short + "m"
	}
	if short, ok := strings.CutSuffix(text, "h0m"); ok {
		text = short + "h"
	}
	return text
}

// Bare is a file system's error without the operation and the path, which the
// message around it already has. Any other error is itself.
func Bare(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
