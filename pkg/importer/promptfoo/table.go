package promptfoo

import (
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// table reads the rows of a CSV file as the tests they stand for: columns are
// variables, but for those whose names begin with two underscores.
func (r *reader) table(f *source.File) []*source.Node {
	in := csv.NewReader(strings.NewReader(f.Text))
	in.FieldsPerRecord = -1
	in.LazyQuotes = true
	header, err := in.Read()
	if err != nil {
		r.suite.Lose(eval.Pos{File: f.Name}, "tests", "the table has no header", "")
		return nil
	}
	at := places{file: f.Name, lines: strings.Split(f.Text, "\n")}
	columns := make([]column, len(header))
	for i, name := range header {
		columns[i] = column{strings.TrimSpace(name), at.cell(in, i)}
	}
	var rows []*source.Node
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return rows
		}
		var fault *csv.ParseError
		if errors.As(err, &fault) {
			r.suite.Lose(at.pos(fault.Line, fault.Column), "tests", "not CSV: "+fault.Err.Error(), "the rows from here on are left out")
			return rows
		}
		if len(cells) == 1 && strings.TrimSpace(cells[0]) == "" {
			continue
		}
		if last := len(cells) - 1; in.InputOffset() == int64(len(f.Text)) && at.unclosed(in, last) {
			r.suite.Lose(at.cell(in, last), "tests", "not CSV: the quote that begins here is not closed", "the rows from here on are left out")
			return rows
		}
		nodes := make([]*source.Node, 0, len(cells))
		for i, cell := range cells {
			nodes = append(nodes, textNode(at.cell(in, i), cell))
		}
		if len(nodes) > len(columns) {
			r.suite.Lose(nodes[len(columns)].Pos, "tests", "the row has more cells than the table has columns", "")
			nodes = nodes[:len(columns)]
		}
		rows = append(rows, r.row(columns, nodes))
	}
}

type column struct {
	name string
	pos  eval.Pos
}

// places tells where the cells of a table stand.
type places struct {
	file  string
	lines []string
}

// cell is the place of a cell of the row that was read last.
func (p places) cell(in *csv.Reader, i int) eval.Pos { return p.pos(in.FieldPos(i)) }

// unclosed reports that the text ends within the quotes of this cell, which
// then holds all there is from there on.
func (p places) unclosed(in *csv.Reader, i int) bool {
	line, column := in.FieldPos(i)
	text := strings.Join(p.lines[line-1:], "\n")[column-1:]
	cell, quoted := strings.CutPrefix(strings.TrimRight(text, "\r\n"), `"`)
	quotes := len(cell) - len(strings.TrimRight(cell, `"`))
	return quoted && quotes%2 == 0
}

// pos is a place by its line and its column in bytes, which we count in code
// points.
func (p places) pos(line, column int) eval.Pos {
	at := eval.Pos{File: p.file, Line: line, Column: column}
	if line <= len(p.lines) {
		text := p.lines[line-1]
		at.Column = 1 + utf8.RuneCountInString(text[:min(max(column-1, 0), len(text))])
	}
	return at
}

// row is a test made of cells.
func (r *reader) row(columns []column, cells []*source.Node) *source.Node {
	pos := cells[0].Pos
	var variables, options, metadata, test []source.Member
	var asserts []*source.Node
	var metric *source.Node
	for i, cell := range cells {
		name := columns[i].name
		option, isMeta := strings.CutPrefix(name, "__metadata:")
		switch {
		case strings.HasPrefix(name, "__expected"):
			if strings.TrimSpace(cell.Text) != "" {
				asserts = append(asserts, written(cell))
			}
		case name == "__prefix" || name == "__suffix":
			options = append(options, member(name[2:], cell))
		case name == "__description" && cell.Text != "":
			test = append(test, member("description", cell))
		case name == "__metric" && cell.Text != "":
			metric = cell
		case isMeta && !strings.HasSuffix(option, "[]"):
			metadata = append(metadata, member(option, cell))
		case name == "__threshold" && cell.Text != "":
			test = append(test, member("threshold", cell))
		case strings.HasPrefix(name, "__"):
			if cell.Text != "" {
				r.suite.Lose(columns[i].pos, name, "the column is not translated", "")
			}
		default:
			variables = append(variables, member(name, cell))
		}
	}
	if metric != nil {
		for i, a := range asserts {
			asserts[i] = objectNode(a.Pos, append(slices.Clip(a.Fields), member("metric", metric)))
		}
	}
	for _, group := range []struct {
		key     string
		members []source.Member
	}{{"vars", variables}, {"options", options}, {"metadata", metadata}} {
		if len(group.members) > 0 {
			test = append(test, member(group.key, objectNode(pos, group.members)))
		}
	}
	if len(asserts) > 0 {
		test = append(test, member("assert", listNode(pos, asserts)))
	}
	return objectNode(pos, test)
}

// writtenForm is an assertion in one cell: type(threshold): value.
var writtenForm = regexp.MustCompile(`^((?:not-)?[a-z]+(?:-[a-z0-9]+)*)(?:\((\d+(?:\.\d+)?)\))?(?::([\s\S]*))?$`)

// written is the assertion of a cell. What names no type is the text that the
// whole answer must equal. Blanks around it and around its value are not meant.
func written(cell *source.Node) *source.Node {
	said := strings.TrimSpace(cell.Text)
	make := func(kind, value, threshold string) *source.Node {
		fields := []source.Member{member("type", textNode(cell.Pos, kind)), member("value", textNode(cell.Pos, strings.TrimSpace(value)))}
		if x, err := eval.Parse(threshold); err == nil && x.Kind() == eval.Number {
			fields = append(fields, member("threshold", &source.Node{Value: x, Pos: cell.Pos}))
		}
		return objectNode(cell.Pos, fields)
	}
	for prefix, kind := range map[string]string{"fn": "javascript", "eval": "javascript", "grade": "llm-rubric", "file": "javascript"} {
		if rest, ok := strings.CutPrefix(said, prefix+":"); ok {
			return make(kind, rest, "")
		}
	}
	m := writtenForm.FindStringSubmatch(said)
	if m == nil || !isKind(m[1]) {
		return make("equals", said, "")
	}
	kind, value, threshold := m[1], m[3], m[2]
	switch base := strings.TrimPrefix(kind, "not-"); {
	case strings.HasSuffix(base, "-all") || strings.HasSuffix(base, "-any"):
		var list []*source.Node
		for part := range strings.SplitSeq(value, ",") {
			list = append(list, textNode(cell.Pos, strings.TrimSpace(part)))
		}
		return objectNode(cell.Pos, []source.Member{member("type", textNode(cell.Pos, kind)), member("value", listNode(cell.Pos, list))})
	case threshold == "" && (base == "latency" || base == "cost"):
		// A cell that gives none has this one, whatever it is worth.
		threshold = "0.75"
	}
	return make(kind, value, threshold)
}

// number is a node's number, also when a cell holds it as text.
func number(n *source.Node) (float64, bool) {
	if n == nil {
		return 0, false
	}
	raw := n.Value.Raw()
	if n.Kind() == eval.String {
		raw = strings.TrimSpace(n.Text)
	}
	x, err := strconv.ParseFloat(raw, 64)
	return x, err == nil
}
