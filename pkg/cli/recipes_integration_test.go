//go:build integration

package cli_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestIntegrationRecipesSayOfReportsWhatThePageShows runs each recipe as people
// would, in bash and with jq, on the report of a run that passed and on that of
// one that failed.
func TestIntegrationRecipesSayOfReportsWhatThePageShows(t *testing.T) {
	t.Parallel()
	bin := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(bin, "surefoot"), "../..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	runs := map[string]string{}
	for name, words := range map[string][]string{"passed": nil, "failed": {"@failing.jsonl"}} {
		dir := appCopy(t, "example")
		args := append([]string{"eval", "--runs", "5", "-o", "run.jsonl", "-o", "report.json"}, words...)
		code, stdout, stderr := surefoot(t.Context(), false, dir, args...)
		if (code == 0) != (name == "passed") {
			t.Fatalf("%s: exit code %d: %s%s", name, code, stdout, stderr)
		}
		runs[name] = dir
	}
	// As pipelines of other tools have them, word by word.
	for script, want := range map[string][2]string{
		`cat run.jsonl | jq 'select(.type == "summary")' | jq .total`: {"0 21\n", "0 6\n"},
		`jq -e '.results | all(.pass_rate >= 80)' report.json`:        {"0 true\n", "1 false\n"},
	} {
		for i, name := range []string{"passed", "failed"} {
			if code, out := recipe(t, script, runs[name], bin); fmt.Sprint(code, " ", out) != want[i] {
				t.Errorf("%s: %s: got %d %q, want %q", name, script, code, out, want[i])
			}
		}
	}
	page := blocks(t, "../../docs/recipes.md")
	seen := 0
	for i, b := range page {
		if b.info != "sh recipe" {
			continue
		}
		seen++
		if i+2 >= len(page) {
			t.Fatalf("line %d: nothing shows what it prints", b.line)
		}
		for j, name := range []string{"passed", "failed"} {
			t.Run(fmt.Sprintf("line %d of a run that %s", b.line, name), func(t *testing.T) {
				t.Parallel()
				want := page[i+1+j]
				code, out := recipe(t, b.text, runs[name], bin)
				info := "text " + name
				if code != 0 {
					info += fmt.Sprintf(" exits %d", code)
				}
				if want.info != info {
					t.Errorf("it exits with %d: the block behind it is %q, not %q", code, want.info, info)
				}
				if diff := cmp.Diff(want.text, out); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
	if seen < 10 {
		t.Errorf("only %d recipes were found", seen)
	}
}

// recipe runs a script beside the reports of a run, in a folder of its own.
func recipe(t *testing.T, script, run, bin string) (code int, stdout string) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"run.jsonl", "report.json"} {
		data, err := os.ReadFile(filepath.Join(run, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-e", "-c", script)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "GITHUB_STEP_SUMMARY=" + filepath.Join(dir, "summary.md")}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) || stderr.Len() > 0 {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	return cmd.ProcessState.ExitCode(), string(out)
}
