package cassette

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// missing reports that nothing is at path, be it of any use or not.
func missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// read reads the cassette at path, which people know by name.
func read(path, name string) (*tape, eval.Problems) {
	file, problems := source.ReadFile(path, name)
	if len(problems) > 0 {
		return nil, problems
	}
	return parse(file)
}

// parse reads a file's text. All that is wrong with it is reported together.
func parse(file *source.File) (*tape, eval.Problems) {
	root, problems := source.ReadJSON(file)
	if len(problems) > 0 {
		for i := range problems {
			problems[i].Hint = "" // it is about files that people write
		}
		return nil, problems
	}
	var faults source.Faults
	f := source.Object(root, "", &faults)
	version := f.Int("schema_version", 1)
	switch {
	case len(faults.List) > 0:
		return nil, faults.List
	case version == nil:
		faults.At(root.Pos, "", "the file is no cassette: it has no schema_version")
		return nil, faults.List
	case *version > SchemaVersion:
		faults.At(f.Pos("schema_version"), "", "the cassette was written by a newer version of surefoot (schema version %d, this one reads %d)",
			*version, SchemaVersion).Hint = "update surefoot, or record again"
		return nil, faults.List
	}
	t := &tape{Agent: f.String("agent"), Case: f.String("case")}
	for i, n := range elements(f, "trials", &faults) {
		tr := readTrial(n, "trials["+strconv.Itoa(i)+"]", &faults)
		if t.run(tr.Run) != nil {
			faults.At(n.Pos, "trials["+strconv.Itoa(i)+"]", "run %d is there twice", tr.Run)
		}
		t.Trials = append(t.Trials, tr)
	}
	f.Done()
	if len(faults.List) > 0 {
		return nil, faults.List
	}
	return t, nil
}

func readTrial(n *source.Node, path string, faults *source.Faults) *trial {
	f := source.Object(n, path, faults)
	tr := &trial{}
	if run := f.Int("run", 1); run != nil {
		tr.Run = *run
	} else if !f.Has("run") {
		faults.At(n.Pos, path, "the trial has no run")
	}
	zone := f.String("zone")
	if at, err := time.Parse(time.RFC3339, f.String("now")); err == nil {
		_, offset := at.Zone()
		tr.Clock = at.In(time.FixedZone(zone, offset))
	} else {
		faults.At(f.Pos("now"), f.Path("now"), "want a time such as 2026-01-31T12:00:00+01:00")
	}
	if f.Has("lost") {
		tr.Lost = f.Strings("lost")
	}
	for i, item := range elements(f, "exchanges", faults) {
		tr.Exchanges = append(tr.Exchanges, readExchange(item, fmt.Sprintf("%s[%d]", f.Path("exchanges"), i), faults))
	}
	f.Done()
	return tr
}

func readExchange(n *source.Node, path string, faults *source.Faults) exchange {
	f := source.Object(n, path, faults)
	var x exchange
	x.Name, x.Role, x.Hidden, x.Branch = f.String("name"), eval.Role(f.String("role")), f.String("hidden"), f.String("branch")
	if x.Kind = Kind(f.String("kind")); x.Kind != Model && x.Kind != Tool {
		faults.At(f.Pos("kind"), f.Path("kind"), "want %q or %q", Model, Tool)
	}
	x.Redacted = f.Flag("redacted")
	if turn := f.Int("turn", 0); turn != nil {
		x.Turn = *turn
	}
	if took := f.Number("took_ms"); took != nil {
		x.Took = time.Duration(*took * float64(time.Millisecond))
		if *took < 0 || *took > maxTook {
			faults.At(f.Pos("took_ms"), f.Path("took_ms"), "want the milliseconds of an answer, got %g", *took)
		}
	}
	for _, member := range []struct {
		name string
		dst  *eval.Value
	}{{"request", &x.Request}, {"answer", &x.Value}} {
		if v := f.Node(member.name); v != nil {
			*member.dst = v.Value
		} else {
			faults.At(n.Pos, path, "the exchange has no %s", member.name)
		}
	}
	f.Done()
	return x
}

// maxTook bounds what an answer can have taken, in milliseconds: a year.
const maxTook = 365 * 24 * 3600 * 1000

// elements are those of a list that must be there.
func elements(f *source.Fields, name string, faults *source.Faults) []*source.Node {
	n := f.Node(name)
	switch {
	case n == nil:
		faults.At(f.Pos(name), f.Path(name), "want a list, got nothing")
		return nil
	case n.Kind() != eval.Array:
		faults.At(n.Pos, f.Path(name), "want a list, got %s", source.Describe(n))
		return nil
	}
	return n.Items
}
