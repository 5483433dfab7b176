package past

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// toldCase is a case's figures as the file has them.
type toldCase struct {
	place  string
	result *eval.CaseResult
}

// replace puts the figures that the file has of cases in the place of those
// its trials give, which must be the same: they may be known more exactly.
func (f *fold) replace(cases []eval.CaseResult) error {
	at := make(map[eval.Key]int, len(cases))
	for i := range cases {
		at[cases[i].Key()] = i
	}
	for _, told := range f.told {
		c := told.result
		i, known := at[c.Key()]
		if !known {
			return fmt.Errorf("%s: case %q has figures and no trials: rows are missing", told.place, eval.Clip(c.ID))
		}
		if counts(c) != counts(&cases[i]) || c.Status != cases[i].Status {
			return fmt.Errorf("%s: case %q: %d of %s passed, %s, by these figures, but by its trials %d of %d, %s", told.place, eval.Clip(c.ID),
				c.Passed, eval.Plural(c.Planned, "trial"), c.Status, cases[i].Passed, cases[i].Planned, cases[i].Status)
		}
		if c.Class != cases[i].Class {
			return fmt.Errorf("%s: case %q: its class is %q by these figures, but by its trials %q", told.place, eval.Clip(c.ID), eval.Clip(string(c.Class)), cases[i].Class)
		}
		if c.Stopped != cases[i].Stopped || c.PassBounds != nil && (cases[i].PassBounds == nil || *c.PassBounds != *cases[i].PassBounds) {
			return fmt.Errorf("%s: case %q: its figures do not tell of the trials that did not run what these themselves tell", told.place, eval.Clip(c.ID))
		}
		if !parts(c.Parting, c.Failed+c.Timeouts, c.Passed) {
			return fmt.Errorf("%s: case %q: its parting is not one of its trials", told.place, eval.Clip(c.ID))
		}
		cases[i] = *c
	}
	return nil
}

func counts(c *eval.CaseResult) [9]int {
	return [...]int{c.Planned, c.Runs, c.Passed, c.Failed, c.Errors, c.Timeouts, c.Skipped, c.Spared, c.Excused}
}
