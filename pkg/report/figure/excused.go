package figure

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Excused says how many trials of a case took themselves out while others ran,
// empty where none did: what the case says, it says of those that ran.
func Excused(c *eval.CaseResult) string {
	if c.Excused == 0 || c.Runs == 0 {
		return ""
	}
	verb := "skipped itself"
	if c.Excused > 1 {
		verb = "skipped themselves"
	}
	return fmt.Sprintf("%d of %d trials %s", c.Excused, c.Planned+c.Excused, verb)
}
