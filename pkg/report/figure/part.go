package figure

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Part says that a report is one of a shard, empty of a whole one: its verdict
// is on a part of the cases, which must not be taken for all.
func Part(s *eval.Start) string {
	if s.Plan.Shard == "" {
		return ""
	}
	text := "shard " + s.Plan.Shard + " only"
	if whole := s.Plan.Whole; whole != nil && whole.Cases > 0 {
		text += fmt.Sprintf(": %s of %s", Thousands(s.Plan.Cases), eval.Plural(whole.Cases, "case"))
	}
	return text + "; the verdict on all is that of surefoot merge"
}
