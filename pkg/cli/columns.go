package cli

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// column is one of a table that people read.
type column struct {
	title string
	right bool // figures stand at the right
	gives bool // may be shortened where the terminal is narrow
}

const (
	gap      = "  "
	narrowed = 8 // cells that a shortened column keeps
)

// columns lays rows of foreign text out below their titles. A column that is
// empty in all rows is left out. Within width cells the columns that may are
// shortened, the widest first; a width of 0 is none.
func columns(titles []column, rows [][]string, width int) string {
	safe := make([][]string, len(rows))
	widths := make([]int, len(titles))
	for i, row := range rows {
		safe[i] = make([]string, len(row))
		for j, cell := range row {
			safe[i][j] = safetext.Line(cell)
			widths[j] = max(widths[j], safetext.Width(safe[i][j]))
		}
	}
	total := -len(gap)
	for j, c := range titles {
		if widths[j] > 0 {
			widths[j] = max(widths[j], len(c.title))
			total += widths[j] + len(gap)
		}
	}
	if width > 0 {
		shrink(titles, widths, total-width)
	}
	var b strings.Builder
	heads := make([]string, len(titles))
	for j, c := range titles {
		heads[j] = c.title
	}
	for _, row := range append([][]string{heads}, safe...) {
		b.WriteString(line(titles, widths, row) + "\n")
	}
	return b.String()
}

// shrink takes so many cells from the columns that may lose some.
func shrink(titles []column, widths []int, over int) {
	for ; over > 0; over-- {
		widest := -1
		for j, c := range titles {
			if c.gives && widths[j] > max(narrowed, len(c.title)) && (widest < 0 || widths[j] > widths[widest]) {
				widest = j
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}

func line(titles []column, widths []int, row []string) string {
	var cells []string
	for j, cell := range row {
		switch {
		case widths[j] == 0:
		case titles[j].right:
			cells = append(cells, strings.Repeat(" ", max(widths[j]-safetext.Width(cell), 0))+cell)
		default:
			cells = append(cells, safetext.Pad(safetext.Cut(cell, widths[j]), widths[j]))
		}
	}
	return strings.TrimRight(strings.Join(cells, gap), " ")
}
