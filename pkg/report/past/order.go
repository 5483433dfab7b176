package past

import (
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// InPlanOrder compares cases as a plan orders them: file by file as these were
// given, and within a file from top to bottom.
func InPlanOrder(inputs []string) func(a, b eval.CaseResult) int {
	at := PlaceInPlan(inputs)
	return func(a, b eval.CaseResult) int {
		placeA, placeB := at(&a), at(&b)
		return slices.Compare(placeA[:], placeB[:])
	}
}

// PlaceInPlan is where a case stands in a plan of these files: which of them it
// is in, from 0, and the line and column there. A case of no such file is
// behind all others.
func PlaceInPlan(inputs []string) func(*eval.CaseResult) [3]int {
	at := make(map[string]int, len(inputs))
	for i, name := range inputs {
		if _, twice := at[name]; !twice {
			at[name] = i
		}
	}
	return func(c *eval.CaseResult) [3]int {
		file, ok := at[c.Pos.File]
		if !ok {
			file = len(inputs)
		}
		return [3]int{file, c.Pos.Line, c.Pos.Column}
	}
}
