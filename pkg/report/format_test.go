package report_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/report"
)

func TestFormatOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, path string
		want       report.Format
		err        string
	}{
		{"rows", "out/report.jsonl", report.JSONL, ""},
		{"one object", "report.json", report.JSON, ""},
		{"any case", "REPORT.JSON", report.JSON, ""},
		{"a dotted name", "a.b.c.jsonl", report.JSONL, ""},
		{"markdown", "r.md", report.Markdown, ""},
		{"markdown in full", "r.markdown", report.Markdown, ""},
		{"junit", "r.xml", report.JUnit, ""},
		{"sarif", "r.sarif", report.SARIF, ""},
		{"sarif is not plain json", "r.sarif.json", report.SARIF, ""},
		{"ctrf is not plain json", "r.ctrf.json", report.CTRF, ""},
		{"html", "r.html", report.HTML, ""},
		{"html in three letters", "R.HTM", report.HTML, ""},
		{"an unknown extension", "r.yaml", "", `report "r.yaml": unknown extension ".yaml" (use .jsonl, .json, .md, .html, .xml, .ctrf.json or .sarif)`},
		{"no extension", "out.d/report", "", `report "out.d/report" has no extension to choose a format by (use .jsonl, .json, .md, .html, .xml, .ctrf.json or .sarif)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := report.FormatOf(tt.path)
			text := ""
			if err != nil {
				text = err.Error()
			}
			if got != tt.want || text != tt.err {
				t.Errorf("got %q, %q", got, text)
			}
		})
	}
}
