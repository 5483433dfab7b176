package console

import (
	"fmt"
	"io"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// maxProblems is how many problems are listed.
const maxProblems = 1000

// Problems writes one line for each problem, and their number at the end when
// there are several.
func Problems(w io.Writer, problems eval.Problems) error {
	var b strings.Builder
	for i, p := range problems {
		if i == maxProblems {
			fmt.Fprintf(&b, "and %d more\n", len(problems)-i)
			break
		}
		b.WriteString(safetext.Line(p.String()))
		b.WriteByte('\n')
	}
	if len(problems) > 1 {
		b.WriteString(tally(problems) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func tally(problems eval.Problems) string {
	errors := problems.Errors()
	var counts []string
	if errors > 0 {
		counts = append(counts, eval.Plural(errors, "problem"))
	}
	if warnings := len(problems) - errors; warnings > 0 {
		counts = append(counts, eval.Plural(warnings, "warning"))
	}
	return strings.Join(counts, ", ")
}
