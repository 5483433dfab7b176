package promptfoo

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func TestNothingIsMadeBeyondTheMostCases(t *testing.T) {
	t.Parallel()
	r := &reader{suite: &importer.Suite{}, made: importer.MaxCases}
	m := maker{reader: r, ids: &importer.Names{}}
	if cases := m.cases([]test{{index: 1}, {index: 2}}); len(cases) != 0 || len(r.suite.Lost) != 1 {
		t.Errorf("%d cases, %v", len(cases), r.suite.Lost)
	}
}

func TestATableThatEndsWithinQuotesIsNotTakenForWhole(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		rows int
		lost string
	}{
		"in the last row":             {"x,y\n1,2\n3,\"4,\n5,6\n", 1, "t.csv:3:3: tests: not CSV: the quote that begins here is not closed (the rows from here on are left out)"},
		"in the first cell":           {"x,y\n\"1,2\n3,4\n", 0, "t.csv:2:1: tests: not CSV: the quote that begins here is not closed (the rows from here on are left out)"},
		"behind a quote of the text":  {"x,y\n1,\"2\"\"\n", 0, "t.csv:2:3: tests: not CSV: the quote that begins here is not closed (the rows from here on are left out)"},
		"closed behind such a quote":  {"x,y\n1,\"2\"\"\"", 1, ""},
		"closed and nothing within":   {"x,y\n1,\"\"\n", 1, ""},
		"a quote within a plain cell": {"x,y\n1,2\"\n", 1, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &reader{suite: &importer.Suite{}}
			rows, lost := r.table(source.NewFile("t.csv", tt.text)), ""
			for _, p := range r.suite.Lost {
				lost += p.String()
			}
			if len(rows) != tt.rows || lost != tt.lost {
				t.Errorf("%d rows, lost %q", len(rows), lost)
			}
		})
	}
}
