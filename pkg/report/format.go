// Package report knows which file a report is written to, and in which
// format. The formats live in its subpackages, one each: log is the JSONL
// that trials stream into, json and the others are written from a finished
// report and the rows of that log, console is what a person reads meanwhile.
// It refuses names it cannot serve before anything runs. Nothing here runs
// trials or decides anything.
package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Format is a format of reports, named by its file extension without the dot.
type Format string

// The formats.
const (
	JSONL    Format = "jsonl"
	JSON     Format = "json"
	Markdown Format = "md"
	JUnit    Format = "xml"
	CTRF     Format = "ctrf.json"
	SARIF    Format = "sarif"
)

// FormatOf is the format that the extension of path asks for, whatever its
// case. Any other extension is an error that lists what there is.
func FormatOf(path string) (Format, error) {
	const known = ".jsonl or .json"
	name := strings.ToLower(filepath.Base(path))
	ends := func(ext string) bool { return strings.HasSuffix(name, ext) }
	later := []string{".ctrf.json", ".md", ".markdown", ".html", ".htm", ".xml", ".sarif"}
	if i := slices.IndexFunc(later, ends); i >= 0 {
		return "", fmt.Errorf("report %q: %s is not supported in this version (use %s)", path, later[i], known)
	}
	switch {
	case ends(".jsonl"):
		return JSONL, nil
	case ends(".json"):
		return JSON, nil
	case filepath.Ext(name) == "":
		return "", fmt.Errorf("report %q has no extension to choose a format by (use %s)", path, known)
	default:
		return "", fmt.Errorf("report %q: unknown extension %q (use %s)", path, filepath.Ext(path), known)
	}
}
