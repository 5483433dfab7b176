package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTheExampleReplaysFromItsCassettes also sees that files of this version
// can be read by the next ones: they are never written anew but on purpose.
func TestTheExampleReplaysFromItsCassettes(t *testing.T) {
	t.Parallel()
	tapes, err := filepath.Abs("../../testdata/cassettes/example")
	if err != nil {
		t.Fatal(err)
	}
	dir := appCopy(t, "example")
	// The scripts that answered then are not asked now.
	script := filepath.Join(dir, "connectors", "support.ts")
	if err := os.WriteFile(script, []byte("export function Complete(): string { throw new Error('asked') }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := surefoot(t.Context(), false, dir, "eval", "@assistants/support/tests/inputs.jsonl", "--replay", tapes, "-o", "report.jsonl")
	if code != 0 || !strings.Contains(stdout, "ALL TESTS PASSED: all 5 cases passed") {
		t.Errorf("exit code %d (if the example was changed on purpose: surefoot eval @assistants/support/tests/inputs.jsonl --record %s)\n%s%s",
			code, tapes, stdout, stderr)
	}
	report, err := os.ReadFile(filepath.Join(dir, "report.jsonl"))
	if err != nil || strings.Count(string(report), `"replayed":true`) != 5 {
		t.Errorf("%s\nerror %v", report, err)
	}
}
