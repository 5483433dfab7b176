package eval

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Pos is a place in a file a user wrote. Lines and columns are 1-based, and a
// column counts code points; 0 means unknown. File is the path as shown to
// people: relative where that is shorter, with slashes.
type Pos struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// IsZero reports whether the place is unknown altogether.
func (p Pos) IsZero() bool { return p == Pos{} }

// String is file:line:column, shortened by what is unknown.
func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	s := p.LineString()
	if p.Column > 0 {
		s += ":" + strconv.Itoa(p.Column)
	}
	return s
}

// LineString is file:line, the head of a failed check.
func (p Pos) LineString() string {
	if p.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Line)
}

// Problem is one thing that is wrong with what a user wrote, found before
// anything runs. A warning is said and does not stop the run.
type Problem struct {
	Pos     Pos
	Agent   string // agent id, where the problem belongs to one
	Case    string // case id, where the problem belongs to one
	Path    string // where inside the value: assert[1].type
	Message string // lower case, no period, the user's values quoted
	Hint    string // what to do about it; shown in parentheses
	Warning bool

	Variable string // that has no value, where nothing else is wrong
}

// String is the one line every channel shows for the problem.
func (p Problem) String() string {
	var b strings.Builder
	if !p.Pos.IsZero() {
		b.WriteString(p.Pos.String())
		b.WriteString(": ")
	}
	if p.Warning {
		b.WriteString("warning: ")
	}
	if p.Case != "" {
		b.WriteString("case " + strconv.Quote(p.Case) + ": ")
	} else if p.Agent != "" {
		b.WriteString("agent " + strconv.Quote(p.Agent) + ": ")
	}
	if p.Path != "" {
		b.WriteString(p.Path + ": ")
	}
	b.WriteString(p.Message)
	if p.Hint != "" {
		b.WriteString(" (" + p.Hint + ")")
	}
	return b.String()
}

// Problems is all that is wrong, reported together.
type Problems []Problem

// Errors counts the problems that are not warnings.
func (ps Problems) Errors() int {
	n := 0
	for _, p := range ps {
		if !p.Warning {
			n++
		}
	}
	return n
}

// First is the first problem that is no warning, or the first of all where each
// is one. There must be any.
func (ps Problems) First() Problem {
	for i := range ps {
		if !ps[i].Warning {
			return ps[i]
		}
	}
	return ps[0]
}

// Once leaves out what is said before: the same of the same place, whichever
// case or agent it was met for. What has no line is kept.
func (ps Problems) Once() Problems {
	type said struct {
		pos           Pos
		path, message string
		warning       bool
	}
	seen := map[said]bool{}
	var list Problems
	for _, p := range ps {
		key := said{p.Pos, p.Path, p.Message, p.Warning}
		if p.Pos.Line > 0 && seen[key] {
			continue
		}
		seen[key] = true
		list = append(list, p)
	}
	return list
}

// Sort orders the problems by file and place, keeping the order of equals.
func (ps Problems) Sort() {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
		)
	})
}
