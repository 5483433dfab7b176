package past

import (
	"cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// InPlanOrder compares cases as a plan orders them: file by file as these were
// given, and within a file from top to bottom.
func InPlanOrder(inputs []string) func(a, b eval.CaseResult) int {
	at := make(map[string]int, len(inputs))
	for i, name := range inputs {
		if _, twice := at[name]; !twice {
			at[name] = i
		}
	}
	file := func(c *eval.CaseResult) int {
		if i, ok := at[c.Pos.File]; ok {
			return i
		}
		return len(inputs)
	}
	return func(a, b eval.CaseResult) int {
		return cmp.Or(
			cmp.Compare(file(&a), file(&b)),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
		)
	}
}
