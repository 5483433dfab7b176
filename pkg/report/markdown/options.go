package markdown

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/again"
)

// Style is where a page is shown, which bounds how much it shows.
type Style int

// The styles.
const (
	File    Style = iota // a page of its own; it fits a job summary too
	Summary              // the summary of a job
	Comment              // the comment on a pull request
	Check                // the text of a check run
)

// MinLimit is the least limit of a page, in bytes. It holds the verdict, and
// that the rest is elsewhere.
const MinLimit = 80

// Options say what a page is for. The zero value is a file that knows nothing
// of GitHub.
type Options struct {
	Style Style

	// Limit is the most bytes of the page; 0 is the style's own, which a
	// larger one does not raise. One below MinLimit counts as MinLimit.
	Limit int

	Title string // names the run in place of its agents
	Run   Run
	Links Links

	// Reproduce are the commands that run a case again. Nil gives the binary's,
	// where the report tells enough of the run.
	Reproduce func(*eval.CaseResult) []Command
}

// Run is what GitHub knows of the run. What is unknown is left out.
type Run struct {
	Number     int64
	Repository string // its address: https://github.com/owner/name
	SHA        string // the commit people see: of a pull request its head

	// Path is the path of a file from the top of the repository, false for one
	// that is not in it. Nil takes relative paths as they are.
	Path func(file string) (string, bool)
}

// Links are addresses of what a page leads to; "" is left out, and so is what
// is no address of HTTP.
type Links struct {
	Run      string // the workflow run
	HTML     string // the report for people
	JSONL    string // the report for programs
	Artifact string // everything that was uploaded
}

// Command runs a case again.
type Command struct {
	Title string // what it needs: Docker; "" is the binary
	Line  string // for a POSIX shell
}

// bounds are how much a style shows where size does not matter.
type bounds struct {
	limit    int // bytes
	sections int // cases with their evidence
	rows     int // of the table of unstable cases
	all      int // rows of the table of every case
	level    int // of the title's heading
}

// bounds of each style. GitHub drops a summary over 1 MiB as a whole, and
// masking secrets may lengthen it; it refuses comments over 65,536 characters
// and texts of checks over 65,535 bytes.
func (s Style) bounds() bounds {
	switch s {
	case Summary:
		return bounds{limit: 1_000_000, sections: maxSections, rows: 500, all: 1000, level: 2}
	case Comment:
		return bounds{limit: 65_000, sections: 10, rows: 25, all: 200, level: 3}
	case Check:
		return bounds{limit: 65_000, sections: 25, rows: 100, all: 500, level: 2}
	default:
		return bounds{limit: 1_000_000, sections: maxSections, rows: 500, all: 1000, level: 1}
	}
}

// limit is the most bytes of the page.
func (o Options) limit() int {
	limit := o.Style.bounds().limit
	if o.Limit > 0 {
		limit = min(limit, o.Limit)
	}
	return max(limit, MinLimit)
}

// commands run the case again.
func (o Options) commands(start *eval.Start, c *eval.CaseResult) []Command {
	if o.Reproduce != nil {
		return o.Reproduce(c)
	}
	if run, ok := again.Of(start, c); ok {
		return []Command{{Line: run.Command(c)}}
	}
	return nil
}
