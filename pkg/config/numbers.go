package config

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func integer(dst *int64) Value {
	return &value{kind: "N", set: func(s string) error {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return errors.New("want a whole number")
		}
		*dst = n
		return nil
	}, show: func() string { return strconv.FormatInt(*dst, 10) }}
}

// positive is a number of at least 1; 0 was not given.
func positive(dst *int) Value {
	return &value{kind: "N", set: func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return errors.New("want a whole number of at least 1")
		}
		*dst = n
		return nil
	}, show: func() string {
		if *dst == 0 {
			return ""
		}
		return strconv.Itoa(*dst)
	}}
}

func count(dst **int) Value {
	return &value{kind: "N", set: func(s string) error {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 {
			return errors.New("want a whole number of at least 0")
		}
		*dst = &n
		return nil
	}, show: optional(dst, strconv.Itoa)}
}

func tokens(dst **int64) Value {
	return &value{kind: "N", set: func(s string) error {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < 0 {
			return errors.New("want a whole number of at least 0")
		}
		*dst = &n
		return nil
	}, show: optional(dst, func(n int64) string { return strconv.FormatInt(n, 10) })}
}

func money(dst **float64) Value {
	return &value{kind: "USD", set: func(s string) error {
		usd, err := strconv.ParseFloat(strings.TrimPrefix(s, "$"), 64)
		if err != nil || !(usd >= 0 && usd <= math.MaxFloat32) {
			return errors.New("want US dollars, such as 0.50")
		}
		*dst = &usd
		return nil
	}, show: optional(dst, decimal)}
}

func duration(dst *time.Duration) Value {
	return &value{kind: "TIME", set: func(s string) error {
		d, err := parseDuration(s)
		if err != nil {
			return err
		}
		*dst = d
		return nil
	}, show: func() string { return eval.Span(*dst) }}
}

// parseDuration reads a span such as 30s or 2m, which must be above zero.
func parseDuration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, errors.New("want a time such as 30s or 2m")
	}
	if d <= 0 {
		return 0, errors.New("want a time above zero")
	}
	return d, nil
}
