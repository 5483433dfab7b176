package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// undecidedShards is an app with two shards of a run that decides nothing, as
// what its scripts cost is not known; edit changes their reports.
func undecidedShards(t *testing.T, edit func(string) string) string {
	t.Helper()
	dir := appCopy(t, "example")
	for _, name := range []string{"1", "2"} {
		code, stdout, stderr := surefoot(t.Context(), false, dir, "eval", "@assistants/support/tests/inputs.jsonl",
			"--shard", name+"/2", "--max-cost", "1", "--on-inconclusive", "pass", "-o", name+".jsonl")
		if code != 0 || !strings.Contains(stdout, "INCONCLUSIVE") {
			t.Fatalf("exit code %d\n%s%s", code, stdout, stderr)
		}
		path := filepath.Join(dir, name+".jsonl")
		report, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(edit(string(report))), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAMergeMakesOfWhatIsUndecidedWhatItsShardsSay(t *testing.T) {
	t.Parallel()
	settings := regexp.MustCompile(`"settings":\{[^}]*\}`)
	with := func(text string) func(string) string {
		return func(report string) string { return settings.ReplaceAllString(report, text) }
	}
	tests := map[string]struct {
		edit func(string) string
		args []string
		code int
		want string // on stderr
	}{
		"that it passes":                   {with(`"settings":{"on-inconclusive":"pass"}`), nil, 0, ""},
		"nothing":                          {with(`"settings":{}`), nil, 1, ""},
		"a word that nobody knows":         {with(`"settings":{"on-inconclusive":"defer"}`), nil, 1, `1.jsonl:1: on-inconclusive "defer": want fail, pass or neutral`},
		"nothing, beside the merge's word": {with(`"settings":null`), []string{"--on-inconclusive", "neutral"}, 0, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := undecidedShards(t, tt.edit)
			code, stdout, stderr := surefoot(t.Context(), false, dir, append([]string{"merge", "1.jsonl", "2.jsonl"}, tt.args...)...)
			if code != tt.code || !strings.Contains(stderr, tt.want) {
				t.Errorf("exit code %d, want %d and %q\n%s%s", code, tt.code, tt.want, stdout, stderr)
			}
		})
	}
}
