package figure

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Abandoned says how many calls of scripts could not be stopped, empty where
// there was none.
func Abandoned(s *eval.Summary) string {
	switch s.Abandoned {
	case 0:
		return ""
	case 1:
		return "a call of a script could not be stopped and was given up: it may have taken time and memory that other trials needed"
	default:
		return fmt.Sprintf("%d calls of scripts could not be stopped and were given up: they may have taken time and memory that other trials needed", s.Abandoned)
	}
}
