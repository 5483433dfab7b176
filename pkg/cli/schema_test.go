package cli_test

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/schema"
)

// TestEveryRowOfARunFitsTheSchema takes the rows of runs that pass, that fail
// and that are stopped, and all events of --json.
func TestEveryRowOfARunFitsTheSchema(t *testing.T) {
	t.Parallel()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema.Text("report")))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("https://surefoot.invalid/report.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("https://surefoot.invalid/report.json")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for _, args := range []string{
		"eval --json -o r.jsonl", "eval --json -o r.jsonl --runs 2", "eval @failing.jsonl --json --runs 3 -o f.jsonl --min-pass-rate 90 --max-errors 1",
		"eval @failing.jsonl --json --runs 3 -o f.jsonl --fail-fast --tag smoke", "eval --json --dry-run --runs 4 --detect 20",
		"eval @failing.jsonl --json --max-time 1ns -o f.jsonl",
	} {
		_, stdout, stderr := surefoot(t.Context(), false, appCopy(t, "example"), strings.Fields(args)...)
		if stdout == "" && !strings.Contains(args, "smoke") {
			t.Errorf("%s: nothing was printed: %s", args, stderr)
		}
		for line := range strings.Lines(stdout) {
			row, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
			if err != nil {
				t.Fatal(err)
			}
			seen[gjson.Get(line, "type").String()]++
			if err := s.Validate(row); err != nil {
				t.Errorf("%s: %s\n%v", args, line, err)
			}
		}
	}
	for _, row := range []string{"start", "trial_start", "result", "stability", "summary", "gate", "dry_run_case", "forecast"} {
		if seen[row] == 0 {
			t.Errorf("no %s was seen", row)
		}
	}
}
