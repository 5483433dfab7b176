package jsonpath

import "slices"

const (
	// maxFilterSteps bounds what all filters of a query may take together: a
	// query within a filter is run for each candidate.
	maxFilterSteps = 5_000_000
	// maxSelected bounds how many values a result holds, with all below the
	// selected ones: what descends selects a value and the values in it.
	maxSelected = 4_000_000
)

// filters is what the filters of a query look at, for each candidate.
type filters struct {
	many     bool // more than one place
	roots    int  // queries that begin at the root
	descents int  // descendant segments
}

// filtersIn looks at the tokens of a valid query, all filters taken together,
// because the library does not show them.
func filtersIn(path string) filters {
	tokens := tokensOf(path)
	at := slices.Index(tokens, "?")
	if at < 0 {
		return filters{}
	}
	var f filters
	last := ""
	for _, token := range tokens[at+1:] {
		switch {
		case token == "*" || token == ":" || token == "?":
			f.many = true
		case token == "$":
			f.roots++
		case token == "." && last == ".":
			f.many = true
			f.descents++
		}
		last = token
	}
	return f
}

// cost is how many steps the filters take at most for a candidate; what is
// more than most is only known to be so.
func (f filters) cost(candidate, root any, most int) int {
	if !f.many {
		return 1
	}
	steps := size(candidate, most)
	if f.roots > 0 {
		steps = 1
		for range f.roots {
			steps = atMost(steps*size(root, most), most)
		}
	}
	if f.descents > 1 {
		deep := depth(candidate)
		if f.roots > 0 {
			deep = depth(root)
		}
		for range f.descents - 1 {
			steps = atMost(steps*deep, most)
		}
	}
	return steps
}

// atMost keeps products from overflowing: both factors are at most most+1.
func atMost(steps, most int) int { return min(steps, most+1) }

// size is how many values there are in v, it and long texts counted too. It
// stops to count above most.
func size(v any, most int) int {
	n := 1
	switch v := v.(type) {
	case string:
		n += len(v) / 64
	case []any:
		for _, item := range v {
			if n > most {
				break
			}
			n += size(item, most-n)
		}
	case map[string]any:
		for key, item := range v {
			if n > most {
				break
			}
			n += len(key)/64 + size(item, most-n)
		}
	}
	return min(n, max(most, 0)+1)
}

// depth is how deep v nests.
func depth(v any) int {
	deepest := 0
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			deepest = max(deepest, depth(item))
		}
	case map[string]any:
		for _, item := range v {
			deepest = max(deepest, depth(item))
		}
	}
	return deepest + 1
}
