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
		{"markdown", "r.md", "", `report "r.md": .md is not supported in this version (use .jsonl or .json)`},
		{"html", "r.html", "", `report "r.html": .html is not supported in this version (use .jsonl or .json)`},
		{"junit", "r.xml", "", `report "r.xml": .xml is not supported in this version (use .jsonl or .json)`},
		{"sarif", "r.sarif", "", `report "r.sarif": .sarif is not supported in this version (use .jsonl or .json)`},
		{"ctrf is not plain json", "r.ctrf.json", "", `report "r.ctrf.json": .ctrf.json is not supported in this version (use .jsonl or .json)`},
		{"an unknown extension", "r.yaml", "", `report "r.yaml": unknown extension ".yaml" (use .jsonl or .json)`},
		{"no extension", "out.d/report", "", `report "out.d/report" has no extension to choose a format by (use .jsonl or .json)`},
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
