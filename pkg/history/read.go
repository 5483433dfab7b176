package history

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// SchemaVersion is that of the files this version writes, and the newest it
// reads.
const SchemaVersion = 1

// Read reads a history, which name is for people. One that is not there knows
// nothing yet. The history is usable only without problems.
func Read(path, name string) (*History, eval.Problems) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return &History{}, nil
	}
	file, problems := source.ReadFile(path, name)
	if len(problems) > 0 {
		return nil, problems
	}
	return decode(file)
}

func decode(file *source.File) (*History, eval.Problems) {
	root, problems := source.ReadJSON(file)
	if len(problems) > 0 {
		return nil, problems
	}
	d := &decoder{History: &History{cases: map[eval.Key][]entry{}}}
	top := source.Object(root, "", &d.faults)
	switch version := top.Int("schema_version", 1); {
	case version == nil && len(d.faults.List) == 0:
		d.faults.At(root.Pos, "", "no history of Surefoot: it has no schema_version")
	case version != nil && *version > SchemaVersion:
		d.faults.At(top.Pos("schema_version"), "", "written by a newer version: its schema is %d, the newest known here is %d", *version, SchemaVersion)
	default:
		d.runs(top.Node("runs"))
		d.cases(top.Node("cases"))
		if n := top.Node("quarantine"); n != nil {
			d.Quarantine = quarantines(n, "quarantine", &d.faults)
		}
		top.Done()
	}
	if len(d.faults.List) > 0 {
		return nil, d.faults.List
	}
	d.settle()
	return d.History, nil
}

// decoder reads a history from nodes.
type decoder struct {
	*History
	faults source.Faults
	known  map[int]bool // numbers of runs
}

// each reads the objects of a list.
func (d *decoder) each(n *source.Node, path string, read func(item *source.Node, f *source.Fields)) {
	if n == nil {
		return
	}
	if n.Kind() != eval.Array {
		d.faults.At(n.Pos, path, "want a list, got %s", source.Describe(n))
		return
	}
	for _, item := range n.Items {
		f := source.Object(item, path, &d.faults)
		read(item, f)
		f.Done()
	}
}

// number reads a whole number that must be there.
func (d *decoder) number(f *source.Fields, name string, low int) int {
	if !f.Has(name) {
		d.faults.At(f.Pos(name), f.Path(name), "%s is missing", name)
	}
	if n := f.Int(name, low); n != nil {
		return *n
	}
	return 0
}

func (d *decoder) runs(n *source.Node) {
	d.known = map[int]bool{}
	d.each(n, "runs", func(item *source.Node, f *source.Fields) {
		r := numbered{d.number(f, "number", 1), Run{Plan: needed(f, "plan", &d.faults), Commit: f.String("commit"), Link: f.String("run")}}
		text := needed(f, "time", &d.faults)
		at, err := time.Parse(time.RFC3339, text)
		if err != nil && text != "" {
			d.faults.At(f.Pos("time"), f.Path("time"), "%q is no time such as 2026-12-24T08:00:00Z", eval.Clip(text))
		}
		r.Time = at.UTC()
		switch {
		case d.known[r.number]:
			d.faults.At(item.Pos, "runs", "a second run %d", r.number)
		case r.Time.Year() > 9999:
			d.faults.At(f.Pos("time"), f.Path("time"), "%q is too late", eval.Clip(text))
		}
		for _, other := range d.History.runs {
			if other.same(r.Run) {
				d.faults.At(item.Pos, "runs", "the same run as %d", other.number)
			}
		}
		d.known[r.number] = true
		d.History.runs = append(d.History.runs, r)
	})
}

func (d *decoder) cases(n *source.Node) {
	d.each(n, "cases", func(item *source.Node, f *source.Fields) {
		key := eval.Key{Agent: needed(f, "agent", &d.faults), ID: needed(f, "case", &d.faults)}
		if _, twice := d.History.cases[key]; twice {
			d.faults.At(item.Pos, "cases", "case %q of agent %q stands there twice", eval.Clip(key.ID), eval.Clip(key.Agent))
		}
		entries := []entry{}
		seen := map[int]bool{}
		d.each(f.Node("runs"), "cases.runs", func(item *source.Node, f *source.Fields) {
			e := entry{run: d.number(f, "run", 1), passed: d.number(f, "passed", 0), trials: d.number(f, "trials", 1)}
			if errors := f.Int("errors", 0); errors != nil {
				e.errors = *errors
			}
			if fault := d.fault(e, seen); fault != "" {
				d.faults.At(item.Pos, "cases.runs", "case %q: %s", eval.Clip(key.ID), fault)
			}
			seen[e.run] = true
			entries = append(entries, e)
		})
		d.History.cases[key] = entries
	})
}

// fault is what no run can have said, "" for nothing.
func (d *decoder) fault(e entry, seen map[int]bool) string {
	switch {
	case e.run > 0 && !d.known[e.run]:
		return fmt.Sprintf("there is no run %d", e.run)
	case seen[e.run]:
		return fmt.Sprintf("run %d stands there twice", e.run)
	case e.trials > eval.MaxRuns || e.errors >= e.trials || e.passed > e.trials-e.errors:
		return fmt.Sprintf("%s cannot have %d that passed and %d with errors", eval.Plural(e.trials, "trial"), e.passed, e.errors)
	default:
		return ""
	}
}
