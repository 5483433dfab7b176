package past_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/report/past"
)

func TestAComparisonMustFitItsReport(t *testing.T) {
	t.Parallel()
	const (
		start   = `{"type":"start","schema_version":1,"version":"1","timestamp":"2026-12-01T00:00:00Z","plan":{"cases":1,"trials":1,"runs":1,"inputs":["c.jsonl"]}}` + "\n"
		trial   = `{"type":"result","agent":"a","id":"c","run":1,"planned":1,"status":"passed","input":"x","output":"y","pos":{"file":"c.jsonl","line":1}}` + "\n"
		summary = `{"type":"summary","total":1,"passed":1,"total_runs":1,"total_trials":1,"runs_per_case":1}` + "\n"
		gate    = `{"type":"gate","verdict":"passed","title":"passed: ok","conditions":[{"name":"every-case","verdict":"passed","reason":"ok"}]}` + "\n"
		head    = `{"planned":1,"runs":1,"passed":1,"failed":0,"errors":0,"timeouts":0,"pass_rate":100,"stability_class":"stable"}`
	)
	row := func(cases, count string) string {
		return `{"type":"comparison","base":{"name":"b","verdict":"passed"},"cases":[` + cases + `],"count":` + count + `}` + "\n"
	}
	fine := row(`{"agent":"a","id":"c","change":"new","head":`+head+`}`, `{"new":1}`)
	tests := []struct{ name, rows, want string }{
		{"fits", start + trial + fine + summary + gate, ""},
		{"other counts", start + trial + row(`{"agent":"a","id":"c","change":"new","head":`+strings.Replace(head, `"passed":1`, `"passed":0`, 1)+`}`, `{"new":1}`) + summary + gate,
			`r:3: the comparison does not fit the report: case "c" passed 0 of 1 trial by it, by its trials 1 of 1`},
		{"no trials", start + trial + row(`{"agent":"a","id":"c","change":"new","head":`+head+`},{"agent":"a","id":"d","change":"new","head":`+head+`}`, `{"new":2}`) + summary + gate,
			`r:3: the comparison does not fit the report: case "d" is in this run by it, and has no trials`},
		{"trials nobody compared", start + trial + row("", `{}`) + summary + gate, `r:3: the comparison does not fit the report: it has no case "c", or has it twice`},
		{"not in this run", start + trial + row(`{"agent":"a","id":"c","change":"removed"}`, `{"removed":1}`) + summary + gate,
			`r:3: the comparison does not fit the report: case "c" is not in this run by it, and has trials`},
		{"no change", start + trial + row(`{"agent":"a","id":"c","change":"better","head":`+head+`}`, `{"better":1}`) + summary + gate,
			`r:3: the comparison does not fit the report: case "c" became "better", which is no change`},
		{"counted wrongly", start + trial + row(`{"agent":"a","id":"c","change":"new","head":`+head+`}`, `{"new":2}`) + summary + gate,
			`r:3: the comparison does not fit the report: its changes are not what it counts`},
		{"twice", start + trial + fine + fine + summary + gate, `r:4: a second comparison row: the file holds rows of two runs (give each a file of its own)`},
		{"trials behind it", start + fine + trial + summary + gate, `r:3: a result row behind the comparison: the file holds rows of two runs (give each a file of its own)`},
		{"behind the end", start + trial + summary + fine + gate, `r:4: a comparison row behind the end of the report: the file holds rows of two runs (give each a file of its own)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, err := past.Read(strings.NewReader(tt.rows), "r")
			switch {
			case tt.want == "" && (err != nil || r.Comparison == nil || r.Comparison.Base.Name != "b"):
				t.Errorf("got %v", err)
			case tt.want != "" && (err == nil || err.Error() != tt.want):
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}
