package jsonpath

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// comparisons keeps the filters of a query honest. The library compares
// numbers as 64-bit floats. Rounding keeps their order, so that is exact as
// long as no two different numbers round to the same float.
type comparisons struct {
	literals map[float64]string // of the query: each float and the number it stands for
}

// maxCount bounds what the functions length and count can give.
const maxCount = 1 << 31

// comparisonsIn looks at the tokens of a valid query, because the library
// does not show its filters. It is nil when no filter compares what may be a
// number, and an error when the query's own numbers look the same.
func comparisonsIn(path string) (*comparisons, error) {
	tokens := tokensOf(path)
	c := &comparisons{literals: map[float64]string{}}
	compares := false
	for i, token := range tokens {
		switch {
		case slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, token):
			left := i >= 2 && noNumber(tokens[i-1]) && tokens[i-2] != "."
			compares = compares || !left && !noNumber(tokens[min(i+1, len(tokens)-1)])
		case token[0] == '-' && len(token) > 1 || '0' <= token[0] && token[0] <= '9':
			if err := see(c.literals, token); err != nil {
				return nil, err
			}
		}
	}
	if !compares {
		return nil, nil
	}
	return c, nil
}

// tokensOf cuts a valid query into its tokens.
func tokensOf(path string) []string {
	return regexp.MustCompile(`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_\x{80}-\x{10FFFF}][\w\x{80}-\x{10FFFF}]*|`+
		`-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[=!<>]=|\S`).FindAllString(path, -1)
}

// noNumber reports a token that is a literal of another kind.
func noNumber(token string) bool {
	return token[0] == '"' || token[0] == '\'' || token == "true" || token == "false" || token == "null"
}

// see adds a number to those that were seen.
func see(seen map[float64]string, number string) error {
	f, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return fmt.Errorf("the query compares numbers as 64-bit floats, which cannot hold %s", eval.Clip(number))
	}
	known, ok := seen[f]
	if !ok {
		seen[f] = number
		known = number
		if 0 <= f && f < maxCount && f == float64(int64(f)) {
			known = strconv.FormatInt(int64(f), 10)
		}
	}
	if eval.CompareNumbers(known, number) != 0 {
		return fmt.Errorf("the query compares numbers as 64-bit floats, which cannot tell %s from %s", eval.Clip(number), eval.Clip(known))
	}
	return nil
}

// prepare makes sure that the document's numbers can be told from each other
// and from those of the query, and gives them one spelling each, because lists
// and objects are compared by the spelling of the numbers in them.
func (c *comparisons) prepare(doc any) (any, error) {
	seen := make(map[float64]string, len(c.literals))
	for f, number := range c.literals {
		seen[f] = number
	}
	return respell(doc, seen)
}

func respell(v any, seen map[float64]string) (_ any, err error) {
	switch v := v.(type) {
	case json.Number:
		if err := see(seen, v.String()); err != nil {
			return nil, err
		}
		f, _ := v.Float64()
		return json.Number(seen[f]), nil
	case []any:
		for i := range v {
			if v[i], err = respell(v[i], seen); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if v[key], err = respell(v[key], seen); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}
