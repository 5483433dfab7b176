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
	"strings"
)

// Format is a format of reports, named by its file extension without the dot.
type Format string

// The formats.
const (
	JSONL    Format = "jsonl"
	JSON     Format = "json"
	Markdown Format = "md"
	HTML     Format = "html"
	JUnit    Format = "xml"
	CTRF     Format = "ctrf.json"
	SARIF    Format = "sarif"
)

// extensions are what file names may end in, the longest of alike ones first.
func extensions() []extension {
	return []extension{
		{".jsonl", JSONL}, {".ctrf.json", CTRF}, {".sarif.json", SARIF}, {".sarif", SARIF}, {".json", JSON},
		{".xml", JUnit}, {".md", Markdown}, {".markdown", Markdown}, {".html", HTML}, {".htm", HTML},
	}
}

type extension struct {
	text   string
	format Format
}

// FormatOf is the format that the extension of path asks for, whatever its
// case. Any other extension is an error that lists what there is.
func FormatOf(path string) (Format, error) {
	const known = ".jsonl, .json, .md, .html, .xml, .ctrf.json or .sarif"
	name := strings.ToLower(filepath.Base(path))
	for _, ext := range extensions() {
		if strings.HasSuffix(name, ext.text) {
			return ext.format, nil
		}
	}
	if filepath.Ext(name) == "" {
		return "", fmt.Errorf("report %q has no extension to choose a format by (use %s)", path, known)
	}
	return "", fmt.Errorf("report %q: unknown extension %q (use %s)", path, filepath.Ext(path), known)
}
