package check

import (
	"path"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
)

const defaultMax = 200

// annotations are the ones to send, the worst first, and how many name no
// file within the repository.
func annotations(all []Annotation, most int) (shown []rest.Annotation, lost int) {
	if most <= 0 {
		most = defaultMax
	}
	sorted := slices.Clone(all)
	sorted = slices.DeleteFunc(sorted, func(a Annotation) bool { return !isInside(a.Path) })
	lost = len(all) - len(sorted)
	slices.SortStableFunc(sorted, func(a, b Annotation) int { return rank(b.Level) - rank(a.Level) })
	for i, a := range sorted {
		if i == most-1 && len(sorted) > most {
			shown = append(shown, remainder(a, len(sorted)-i))
			break
		}
		shown = append(shown, mended(a))
	}
	return shown, lost
}

// remainder stands for those that are not shown, at the place of the first.
func remainder(first Annotation, n int) rest.Annotation {
	return mended(Annotation{
		Path: first.Path, Line: first.Line, Level: first.Level,
		Title:   eval.Plural(n, "more annotation"),
		Message: eval.Plural(n, "more annotation") + " left out, of which this is the place of the first. The report has them all.",
	})
}

// mended is an annotation that GitHub takes.
func mended(a Annotation) rest.Annotation {
	out := rest.Annotation{
		Path:    path.Clean(a.Path),
		Line:    max(1, a.Line),
		EndLine: max(1, a.Line, a.EndLine),
		Level:   string(a.Level),
		Title:   oneLine(a.Title),
		Message: paragraph(a.Message),
		Details: paragraph(a.Details),
	}
	if rank(a.Level) == 0 {
		out.Level = string(Notice)
	}
	if strings.TrimSpace(out.Message) == "" {
		out.Message = out.Title
	}
	if out.Message == "" {
		out.Message = "(no message)"
	}
	// Columns of several lines are refused.
	if out.Line == out.EndLine && a.Line > 0 && a.Column > 0 {
		out.Column, out.EndColumn = a.Column, max(a.Column, a.EndColumn)
	}
	return out
}

func rank(level Level) int {
	switch level {
	case Failure:
		return 2
	case Warning:
		return 1
	default:
		return 0
	}
}

// isInside reports whether a path is one within the repository.
func isInside(p string) bool {
	clean := path.Clean(p)
	return p != "" && clean != "." && !path.IsAbs(p) && clean != ".." && !strings.HasPrefix(clean, "../") && !strings.Contains(p, `\`)
}
