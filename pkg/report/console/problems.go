package console

import (
	"io"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// Problems writes one line for each problem and their number at the end;
// nothing when there is none.
func Problems(w io.Writer, problems eval.Problems) error {
	if len(problems) == 0 {
		return nil
	}
	var b strings.Builder
	for _, p := range problems {
		b.WriteString(safetext.Line(p.String()))
		b.WriteByte('\n')
	}
	errors := problems.Errors()
	var counts []string
	if errors > 0 {
		counts = append(counts, plural(errors, "problem"))
	}
	if warnings := len(problems) - errors; warnings > 0 {
		counts = append(counts, plural(warnings, "warning"))
	}
	b.WriteString(strings.Join(counts, ", "))
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}
