package assert

import (
	"path"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// place is where an assertion stands.
type place struct {
	path string // in the case: assert[1]
	pos  eval.Pos
}

// offset is where an assertion of a group stands, from the beginning of the
// group. The column is one in the file unless both share a line.
type offset struct{ lines, column int }

func offsetOf(group, pos eval.Pos) offset {
	o := offset{lines: pos.Line - group.Line, column: pos.Column}
	if o.lines == 0 {
		o.column -= group.Column
	}
	return o
}

// child is the place of a group's i-th assertion. In YAML only the place of
// the outermost one is known, because an assertion is kept as JSON.
func (p place) child(i int, from offset) place {
	c := place{path: childPath(p.path, i), pos: p.pos}
	if p.pos.Line == 0 || isYAML(p.pos.File) {
		return c
	}
	c.pos.Line += from.lines
	if from.lines == 0 {
		c.pos.Column += from.column
	} else {
		c.pos.Column = from.column
	}
	return c
}

func childPath(parent string, i int) string {
	return parent + ".assert[" + strconv.Itoa(i) + "]"
}

func isYAML(file string) bool {
	ext := strings.ToLower(path.Ext(file))
	return ext == ".yml" || ext == ".yaml"
}
