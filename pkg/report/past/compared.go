package past

import (
	"fmt"
	"maps"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// fits refuses a comparison of other figures than those of the cases, or one
// that counts its changes wrongly.
func (f *fold) fits(cases []eval.CaseResult) error {
	if f.compared == nil {
		return nil
	}
	of := make(map[eval.Key]*eval.CaseResult, len(cases))
	for i := range cases {
		of[cases[i].Key()] = &cases[i]
	}
	count := map[eval.Change]int{}
	for i := range f.compared.Cases {
		change := &f.compared.Cases[i]
		wrong := func(what string) error {
			return fmt.Errorf("%s: the comparison does not fit the report: case %q %s", f.beside, eval.Clip(change.ID), what)
		}
		count[change.Change]++
		c := of[change.Key()]
		switch {
		case !known(change.Change):
			return wrong(fmt.Sprintf("became %q, which is no change", eval.Clip(string(change.Change))))
		case change.Head == nil && c != nil && change.Change != eval.Unaffected:
			return wrong("is not in this run by it, and has trials")
		case change.Head != nil && c == nil:
			return wrong("is in this run by it, and has no trials")
		case change.Head != nil && !same(change.Head, c):
			return wrong(fmt.Sprintf("passed %d of %s by it, by its trials %d of %d", change.Head.Passed, eval.Plural(change.Head.Planned, "trial"), c.Passed, c.Planned))
		case change.Parting != nil && (change.Head == nil || change.Base == nil || !parts(change.Parting, change.Head.Failed+change.Head.Timeouts, change.Base.Passed)):
			return wrong("has a parting of other trials than these")
		}
		delete(of, change.Key())
	}
	for i := range cases {
		if of[cases[i].Key()] != nil {
			return fmt.Errorf("%s: the comparison does not fit the report: it has no case %q, or has it twice", f.beside, eval.Clip(cases[i].ID))
		}
	}
	if !maps.Equal(count, f.compared.Count) {
		return fmt.Errorf("%s: the comparison does not fit the report: its changes are not what it counts", f.beside)
	}
	return nil
}

func same(o *eval.CaseOutcome, c *eval.CaseResult) bool {
	return [...]int{o.Planned, o.Runs, o.Passed, o.Failed, o.Errors, o.Timeouts, o.Spared} == [...]int{c.Planned, c.Runs, c.Passed, c.Failed, c.Errors, c.Timeouts, c.Spared}
}

func known(c eval.Change) bool { return slices.Contains(eval.Changes(), c) }
