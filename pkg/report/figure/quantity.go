package figure

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Quantity shows what the gate asked for or found, with its unit; "" is
// unknown. A rate is cut and not rounded, since it must not seem to reach what
// it misses.
func Quantity(v eval.Value, unit string) string {
	if v.IsZero() || v.Kind() == eval.Null {
		return ""
	}
	text := v.Text()
	switch unit {
	case "", "class":
		return eval.Class(text).Words()
	default:
		if unit == "%" && v.Kind() == eval.Number {
			text = hundredths(text)
		}
		if text == "1" {
			unit = strings.TrimSuffix(unit, "s")
		}
		return text + " " + unit
	}
}

// hundredths cuts a number behind its second decimal.
func hundredths(number string) string {
	if dot := strings.IndexByte(number, '.'); dot >= 0 && len(number) > dot+3 && !strings.ContainsAny(number, "eE") {
		return strings.TrimRight(strings.TrimRight(number[:dot+3], "0"), ".")
	}
	return number
}

// Spoken writes the classes in a text of the gate as words.
func Spoken(text string) string {
	for _, class := range eval.Classes() {
		text = strings.ReplaceAll(text, string(class), class.Words())
	}
	return text
}
