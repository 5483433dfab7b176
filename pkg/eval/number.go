package eval

import (
	"math/big"
	"strconv"
	"strings"
)

// decimal is a JSON number as sign, significant digits and exponent: its
// value is 0.digits × 10^exp. Numbers are compared in this form so that none
// is ever rounded to a float or expanded: 9007199254740993 differs from
// 9007199254740992, and 1e400 is just a number.
type decimal struct {
	negative bool
	digits   string // no leading and no trailing zero; empty for zero
	exp      *big.Int
}

// parseDecimal reads a number in JSON's grammar (RFC 8259, section 6).
func parseDecimal(text string) decimal {
	var d decimal
	mantissa := text
	exp := new(big.Int)
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		mantissa = text[:at]
		exp.SetString(strings.TrimPrefix(text[at+1:], "+"), 10)
	}
	d.negative = strings.HasPrefix(mantissa, "-")
	mantissa = strings.TrimPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	exp.Add(exp, big.NewInt(int64(len(whole))))
	trimmed := strings.TrimLeft(digits, "0")
	exp.Sub(exp, big.NewInt(int64(len(digits)-len(trimmed))))
	d.digits = strings.TrimRight(trimmed, "0")
	if d.digits == "" {
		return decimal{exp: new(big.Int)}
	}
	d.exp = exp
	return d
}

// CompareNumbers orders two JSON numbers by value: -1, 0 or +1. Both must be
// numbers in JSON's grammar.
func CompareNumbers(a, b string) int {
	if a == b {
		return 0
	}
	if x, ok := smallInteger(a); ok {
		if y, ok := smallInteger(b); ok {
			return compareInts(x, y)
		}
	}
	return parseDecimal(a).compare(parseDecimal(b))
}

func (d decimal) compare(o decimal) int {
	if d.sign() != o.sign() {
		return compareInts(int64(d.sign()), int64(o.sign()))
	}
	order := d.exp.Cmp(o.exp)
	if order == 0 {
		order = strings.Compare(d.digits, o.digits)
	}
	return order * max(d.sign(), -1)
}

// String is a number in JSON's grammar that two decimals have in common exactly
// when their values are the same.
func (d decimal) String() string {
	if d.digits == "" {
		return "0"
	}
	sign := ""
	if d.negative {
		sign = "-"
	}
	return sign + "0." + d.digits + "e" + d.exp.String()
}

func (d decimal) sign() int {
	switch {
	case d.digits == "":
		return 0
	case d.negative:
		return -1
	default:
		return 1
	}
}

// IsInteger reports whether a JSON number has no fractional part, however it
// is written: 3, 3.0 and 30e-1 are integers, 3.5 is not.
func IsInteger(number string) bool {
	if _, ok := smallInteger(number); ok {
		return true
	}
	d := parseDecimal(number)
	return d.exp.Cmp(big.NewInt(int64(len(d.digits)))) >= 0
}

func smallInteger(text string) (int64, bool) {
	if len(text) > 18 {
		return 0, false
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil
}

func compareInts(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}
