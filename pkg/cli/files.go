package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report"
	"github.com/surefoot-dev/surefoot/pkg/report/log"
)

// openFiles opens the report files that were asked for, or the one that stands
// beside the cases when none was.
func (p *Process) openFiles(s *suite, out *outputs) error {
	paths, err := s.resumed.others(p, s.settings.Output)
	if err != nil {
		return err
	}
	if len(paths) == 0 && s.selection.message == nil && s.resumed == nil {
		path := p.defaultReport(s)
		writer, err := log.CreateNew(path)
		if err != nil {
			return fmt.Errorf("%w (name a report file with -o)", unwritable(p.name(path), err))
		}
		out.logs = append(out.logs, writer)
		return nil
	}
	if err := p.distinct(paths, s.inputs, "a case file of this run"); err != nil {
		return err
	}
	if base := s.compared.file(s.settings); base != "" {
		if err := p.distinct(paths, []string{base}, "the baseline"); err != nil {
			return err
		}
	}
	formats := make([]report.Format, len(paths))
	for i, path := range paths {
		format, err := report.FormatOf(path)
		if err != nil {
			return err // before any file was touched
		}
		formats[i] = format
	}
	if s.resumed != nil {
		writer, err := s.resumed.log()
		if err != nil {
			return unwritable(s.settings.Resume, err)
		}
		out.logs = append(out.logs, writer)
	}
	for i, path := range paths {
		if formats[i] == report.JSONL {
			writer, err := log.Create(p.abs(path))
			if err != nil {
				return unwritable(path, err)
			}
			out.logs = append(out.logs, writer)
			continue
		}
		file, err := newDraft(p.abs(path), formats[i])
		if err != nil {
			return unwritable(path, err)
		}
		out.written = append(out.written, file)
	}
	if len(out.logs) == 0 && (len(out.written) > 0 || s.github != nil) {
		writer, err := log.Temp(p.TempDir)
		if err != nil {
			return err
		}
		out.logs, out.temp = append(out.logs, writer), true
	}
	return nil
}

// distinct refuses a report that would overwrite an input, which people know
// as what, another report, or anything that is no report, and one whose folder
// is not there. It touches nothing.
func (p *Process) distinct(reports, inputs []string, what string) error {
	var taken []claimed
	for _, input := range inputs {
		taken = append(taken, claim(p.abs(filepath.FromSlash(input)), what))
	}
	for _, path := range reports {
		if _, err := os.Stat(filepath.Dir(p.abs(path))); err != nil {
			return unwritable(path, eval.Bare(err))
		}
		full := filepath.Join(resolved(filepath.Dir(p.abs(path))), filepath.Base(path))
		at := claim(full, "another report of this run")
		if i := slices.IndexFunc(taken, at.same); i >= 0 {
			return fmt.Errorf("cannot write report %q: it is %s", path, taken[i].what)
		}
		if at.info != nil && at.info.Mode().IsRegular() && at.info.Size() > 0 && !dataset.IsReport(full) {
			return fmt.Errorf("cannot write report %q: the file is there and is no report (remove it, or choose another name)", path)
		}
		taken = append(taken, at)
	}
	return nil
}

// claimed is a file that no report may overwrite.
type claimed struct {
	path string      // without links
	info os.FileInfo // nil where there is no file yet
	what string      // as people know it
}

func claim(path, what string) claimed {
	info, _ := os.Stat(path)
	return claimed{resolved(path), info, what}
}

// same tells files, not names: one file may have several, as hard links and
// file systems that do not tell capitals give them.
func (c claimed) same(other claimed) bool {
	return c.path == other.path || c.info != nil && other.info != nil && os.SameFile(c.info, other.info)
}

func unwritable(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot write report %q: there is no folder %q (make it first)", name, filepath.Dir(name))
	}
	return fmt.Errorf("cannot write report %q: %w", name, err)
}

// defaultReport is where the report goes when nobody says: beside the first
// case file.
func (p *Process) defaultReport(s *suite) string {
	return filepath.Join(p.folder(s.inputs[0]), "output-"+p.Now().Format("20060102150405")+".jsonl")
}

// paths are the report files, as people see them.
func (p *Process) paths(out *outputs) []string {
	var names []string
	for _, writer := range out.logs {
		if !out.temp {
			names = append(names, p.name(writer.Path()))
		}
	}
	for _, file := range out.written {
		names = append(names, p.name(file.path))
	}
	return names
}
