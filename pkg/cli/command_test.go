package cli_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/config"
)

func TestLaterCommandsAreRefusedByName(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"capture", "chat", "rejudge"} {
		code, stdout, stderr := surefoot(t.Context(), false, t.TempDir(), word)
		if code != 1 || stdout != "" || !strings.Contains(stderr, "surefoot "+word+" is not supported in this version") {
			t.Errorf("%s: exit code %d, %q", word, code, stderr)
		}
	}
}

func TestWordsThatACommandDoesNotTakeAreRefused(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"version", "x"}, {"help", "eval", "x"}, {"action", "x"}, {"init", "a", "b"}, {"import", "a", "b"}, {"list", "x"}} {
		code, stdout, stderr := surefoot(t.Context(), false, t.TempDir(), args...)
		if code != 1 || stdout != "" || stderr == "" {
			t.Errorf("%q: exit code %d, %q, %q", args, code, stdout, stderr)
		}
	}
}

func TestHelpNamesEverySetting(t *testing.T) {
	t.Parallel()
	_, stdout, _ := surefoot(t.Context(), false, t.TempDir(), "help", "eval")
	for _, flag := range []string{"-i, --input FILE", "--min-pass-rate PERCENT", "-v, --verbose", "--parallel N|auto"} {
		if !strings.Contains(stdout, flag) {
			t.Errorf("no %s in %s", flag, stdout)
		}
	}
	for _, row := range config.Default().Table() {
		if !strings.Contains(stdout, "--"+row.Name) {
			t.Errorf("no --%s in %s", row.Name, stdout)
		}
	}
	for line := range strings.Lines(stdout) {
		if len(line) > 130 {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
}
