package promptfoo

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// tests reads all tests: those of the config and the files it names, and those
// that scenarios multiply. A config without any has the one that sends the
// prompts as they are.
func (r *reader) tests() []test {
	base := r.defaultTest()
	var all []test
	add := func(layers ...*source.Node) {
		last := layers[len(layers)-1]
		all = append(all, test{pos: last.Pos, layers: layers, index: len(all) + 1})
	}
	for _, n := range r.rows(r.root.Field("tests")) {
		add(base, n)
	}
	for _, n := range items(r.root.Field("scenarios")) {
		if n = r.at(n); n == nil {
			continue
		}
		if n.Kind() != eval.Object {
			r.suite.Lose(n.Pos, "scenarios", "a scenario that is no object is not translated", "")
			continue
		}
		tests := r.rows(n.Field("tests"))
		if len(tests) == 0 {
			tests = []*source.Node{objectNode(n.Pos, nil)}
		}
		for _, data := range r.rows(n.Field("config")) {
			for _, t := range tests {
				if len(all) >= importer.MaxCases {
					r.suite.Lose(n.Pos, "scenarios", "they multiply to more than "+strconv.Itoa(importer.MaxCases)+" tests, and those from here on are left out", "split the config")
					return all
				}
				if data.Field("assert") != nil && t.Field("assert") != nil {
					r.suite.Change(data.Field("assert").Pos, "scenarios.config.assert", "the assertions of the scenario and of its test are all required", "")
				}
				add(base, data, t)
			}
		}
	}
	if r.root.Field("tests") == nil && r.root.Field("scenarios") == nil {
		add(base, objectNode(r.root.Pos, nil))
	}
	return all
}

// defaultTest is what all tests take over, an empty object when there is none.
func (r *reader) defaultTest() *source.Node {
	empty := objectNode(r.root.Pos, nil)
	n := r.root.Field("defaultTest")
	if n == nil || n.Kind() == eval.Null {
		return empty
	}
	rows := r.rows(n)
	if len(rows) != 1 {
		r.suite.Lose(n.Pos, "defaultTest", "want one object", "")
		r.unread = n
		return empty
	}
	return rows[0]
}

// rows are the objects a node stands for: itself, its elements, or those of
// the files it names, which stand in the files within that are open.
func (r *reader) rows(n *source.Node, within ...string) []*source.Node {
	var all []*source.Node
	for _, item := range items(n) {
		if r.steps++; r.steps > 10*importer.MaxCases {
			r.suite.Lose(item.Pos, "tests", "the files name more tests than can be read", "split the config")
			return all
		}
		if item = r.at(item); item == nil {
			continue
		}
		switch item.Kind() {
		case eval.Object:
			if file := text(item.Field("path")); file != "" && len(item.Fields) <= 2 && item.Field("vars") == nil {
				r.suite.Lose(item.Pos, "tests", "tests that a program makes are not run", "write them into a .yaml, .jsonl or .csv file")
				continue
			}
			all = append(all, item)
		case eval.String:
			all = append(all, r.rowsIn(item, within)...)
		default:
			r.suite.Lose(item.Pos, "tests", "want an object or the name of a file, got "+source.Describe(item), "")
		}
	}
	return all
}

func (r *reader) rowsIn(ref *source.Node, within []string) []*source.Node {
	lose := func(why, hint string) { r.suite.Lose(ref.Pos, eval.Clip(ref.Text), why, hint) }
	names, err := r.Folder.Glob(ref.Text)
	if scheme, _, ok := strings.Cut(ref.Text, "://"); ok && scheme != "file" {
		lose("nothing is fetched", "save it as a .csv, .yaml or .jsonl file in the folder")
		return nil
	}
	if err != nil {
		lose(err.Error(), "")
		return nil
	}
	var all []*source.Node
	for _, name := range names {
		ext := strings.ToLower(path.Ext(name))
		if !slices.Contains([]string{".csv", ".json", ".jsonl", ".yaml", ".yml"}, ext) {
			lose("tests of this kind of file are not read", "write them into a .yaml, .jsonl or .csv file")
			continue
		}
		f, err := r.open(name)
		if err != nil {
			lose(err.Error(), "")
			continue
		}
		if slices.Contains(within, f.Name) {
			lose("the file names itself, or others do in a circle", "")
			continue
		}
		if ext == ".csv" {
			all = append(all, r.table(f)...)
			continue
		}
		docs, problems := importer.Documents(f)
		r.suite.Lost = append(r.suite.Lost, problems...)
		for _, doc := range docs {
			all = append(all, r.rows(doc, append(slices.Clip(within), f.Name)...)...)
		}
	}
	return all
}
