package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// risk is a percentage that stays small.
func risk(dst *float64) Value {
	return &value{kind: "RISK", set: func(s string) error {
		r, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
		switch {
		case err == nil && r > 0 && r < 0.5 && !strings.HasSuffix(s, "%"):
			return fmt.Errorf("it is a percentage: write %s%% if that is meant, or %s", s, strconv.FormatFloat(r*100, 'g', 6, 64))
		case err != nil || !(r > 0 && r < 50):
			return errors.New("want a percentage above 0 and below 50, such as 5")
		}
		*dst = r
		return nil
	}, show: func() string { return decimal(*dst) }}
}

func rate(dst **float64) Value {
	return &value{kind: "PERCENT", set: func(s string) error {
		r, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
		switch {
		case err != nil || !(r >= 0 && r <= 100):
			return errors.New("want a rate from 0 to 100")
		case r == 0:
			return errors.New("a rate of 0 asks for nothing; leave the setting out")
		case r > 0 && r < 1:
			return fmt.Errorf("rates run from 0 to 100: write %s for %s %%", strconv.FormatFloat(r*100, 'g', 6, 64), strconv.FormatFloat(r*100, 'g', 6, 64))
		}
		*dst = &r
		return nil
	}, show: optional(dst, decimal)}
}

// points is by how much a rate may fall, in percentage points.
func points(dst **float64) Value {
	return &value{kind: "POINTS", set: func(s string) error {
		p, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
		if err != nil || !(p >= 0.1 && p <= 100) {
			return errors.New("want percentage points from 0.1 to 100, such as 10")
		}
		*dst = &p
		return nil
	}, show: optional(dst, decimal)}
}

func confidence(dst **float64) Value {
	return &value{kind: "CONFIDENCE", set: func(s string) error {
		c, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
		switch {
		case err == nil && c > 0.5 && c < 1:
			return fmt.Errorf("confidences run from 50 to 100: write %s", strconv.FormatFloat(c*100, 'g', 6, 64))
		case err != nil || !(c > 50 && c < 100):
			return errors.New("want a confidence above 50 and below 100, such as 95")
		}
		*dst = &c
		return nil
	}, show: optional(dst, decimal)}
}
