package cli

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// untranslated lists what an import left out and what it changed.
func (p *Process) untranslated(s *importer.Suite) error {
	var b strings.Builder
	for _, part := range []struct {
		title string
		list  eval.Problems
	}{{"not translated:", s.Lost}, {"translated, and not quite the same:", s.Changed}} {
		if len(part.list) == 0 {
			continue
		}
		part.list.Sort()
		b.WriteString(part.title + "\n")
		for _, problem := range part.list {
			b.WriteString(safetext.Line(problem.String()) + "\n")
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(p.Err, b.String())
	return err
}

// imported says what was written, and how to run it.
func (p *Process) imported(s *importer.Suite, at *destination, written []string) int {
	var b strings.Builder
	for _, path := range written {
		b.WriteString("wrote " + safetext.Line(p.name(path)) + "\n")
	}
	b.WriteString(importSummary(s, "written"))
	b.WriteString(p.next(s, at))
	if _, err := io.WriteString(p.Out, b.String()); err != nil {
		return exitError
	}
	return exitPassed
}

// dryImport prints the files that would be written.
func (p *Process) dryImport(s *importer.Suite, at *destination, files []importer.File) int {
	var b strings.Builder
	for _, f := range files {
		b.WriteString("-- " + safetext.Line(p.name(filepath.Join(at.dir, filepath.FromSlash(f.Path)))) + " --\n")
		for _, line := range safetext.Lines(f.Body) {
			b.WriteString(line + "\n")
		}
	}
	if _, err := io.WriteString(p.Out, b.String()); err != nil {
		return exitError
	}
	if _, err := io.WriteString(p.Err, importSummary(s, "to write")); err != nil {
		return exitError
	}
	return exitPassed
}

// importSummary counts cases and what became of them.
func importSummary(s *importer.Suite, done string) string {
	all, skipped, partial := s.Counts()
	line := eval.Plural(all, "case") + " " + done
	if skipped > 0 {
		line += fmt.Sprintf(", %d of them skipped for now", skipped)
	}
	if partial > 0 {
		line += fmt.Sprintf(", %d asserting less than the original (tag %s)", partial, importer.PartTag)
	}
	line += "; " + eval.Plural(len(s.Lost), "thing") + " not translated"
	if len(s.Changed) > 0 {
		line += fmt.Sprintf(", %d not quite the same", len(s.Changed))
	}
	return line + "\n"
}

// next is how to run what was written.
func (p *Process) next(s *importer.Suite, at *destination) string {
	where := ""
	if dir := p.name(at.dir); dir != "." && s.Agents[0].ID != "" {
		where = " -a " + shellWord(dir)
	}
	var lines, sources []string
	keys := map[string]bool{}
	switch {
	case s.Agents[0].ID != "":
		for _, c := range s.Connectors {
			for _, key := range c.Keys {
				keys[key] = true
			}
		}
		for i, c := range s.Connectors {
			line := "surefoot eval" + where
			if i > 0 {
				line += " -c " + c.ID
			}
			lines, sources = append(lines, line), append(sources, c.Source)
		}
	default:
		agent := at.agent
		if agent == "" {
			agent = "AGENT"
		}
		lines = append(lines, "surefoot eval -n "+agent+" @"+shellWord(p.name(filepath.Join(at.dir, filepath.FromSlash(at.file)))))
	}
	head := "run:\n"
	if len(keys) > 0 {
		head = "set " + strings.Join(slices.Sorted(maps.Keys(keys)), ", ") + " in the environment or in .env, then run:\n"
	}
	var b strings.Builder
	b.WriteString(head)
	width := 0
	for _, line := range lines {
		width = max(width, len(line))
	}
	for i, line := range lines {
		if len(sources) > 1 {
			line = fmt.Sprintf("%-*s  # %s", width, line, sources[i])
		}
		b.WriteString("  " + safetext.Line(line) + "\n")
	}
	return b.String()
}

// safeProblem is a problem whose texts a terminal does not obey.
func safeProblem(problem eval.Problem) eval.Problem {
	problem.Pos.File, problem.Path = safetext.Line(problem.Pos.File), safetext.Line(problem.Path)
	problem.Message, problem.Hint = safetext.Line(problem.Message), safetext.Line(problem.Hint)
	return problem
}
