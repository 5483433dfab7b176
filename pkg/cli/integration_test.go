//go:build integration && linux

package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestIntegrationFullDisk needs root, to mount a file system of its own.
func TestIntegrationFullDisk(t *testing.T) {
	t.Parallel()
	small := t.TempDir()
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=8k"); err != nil {
		t.Fatalf("mounting a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(small, 0); err != nil {
			t.Error(err)
		}
	})
	report := filepath.Join(small, "r.jsonl")
	code, stdout, stderr := surefoot(t.Context(), false, appCopy(t, "example"), "eval", "-o", report, "--detailed-exitcode")
	if code != 3 {
		t.Errorf("exit code %d, want 3", code)
	}
	if !strings.Contains(stdout+stderr, "no space left on device") {
		t.Errorf("the full disk is not said: %s%s", stdout, stderr)
	}
	if !regexp.MustCompile(`every-case +all \d+ cases passed`).MatchString(stdout) {
		t.Errorf("the run did not go on: %s", stdout)
	}
	if !strings.Contains(stdout, "INCONCLUSIVE: the run did not complete") {
		t.Errorf("a run whose report is torn was given a verdict: %s", stdout)
	}
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(data); text != "" && !strings.HasSuffix(text, "}\n") {
		t.Errorf("the report ends in a torn row: %q", text[max(len(text)-80, 0):])
	}
}

// TestIntegrationEveryReportKnowsOfOneThatWasNotWritten: the run has no verdict
// then, whichever was written first.
func TestIntegrationEveryReportKnowsOfOneThatWasNotWritten(t *testing.T) {
	t.Parallel()
	small, dir := t.TempDir(), appCopy(t, "example")
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=8k"); err != nil {
		t.Fatalf("mounting a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(small, 0); err != nil {
			t.Error(err)
		}
	})
	formats := []string{"r.md", "r.xml", "r.ctrf.json", "r.json", "r.html"}
	args := []string{"eval", "--detailed-exitcode", "-o", "r.jsonl"}
	for _, name := range append(formats, filepath.Join(small, "r.html")) {
		args = append(args, "-o", name)
	}
	code, stdout, stderr := surefoot(t.Context(), false, dir, args...)
	if code != 3 || !strings.Contains(stdout, "INCONCLUSIVE: the run did not complete") {
		t.Errorf("exit code %d, want 3: %s%s", code, stdout, stderr)
	}
	for _, name := range formats {
		code, stdout, stderr := surefoot(t.Context(), false, dir, "report", "r.jsonl", "-o", "later-"+name)
		if code != 0 {
			t.Errorf("%s: exit code %d: %s%s", name, code, stdout, stderr)
		}
		now, err := os.ReadFile(filepath.Join(dir, name))
		later, err2 := os.ReadFile(filepath.Join(dir, "later-"+name))
		if err != nil || err2 != nil || string(now) != string(later) {
			t.Errorf("%s is another than the one that is written later: %v, %v", name, err, err2)
		}
	}
	if left, err := os.ReadDir(small); err != nil || len(left) > 0 {
		t.Errorf("the small disk holds %v, %v", left, err)
	}
}

func TestIntegrationSIGTERMEndsTheProcessInTime(t *testing.T) {
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "surefoot")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	dir, asked := hanging(t)
	cmd := exec.CommandContext(t.Context(), binary, "eval", "-i", "assistants/hang/tests/a.json", "-o", "r.jsonl")
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	signalled := time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 130 {
		t.Errorf("%v, want exit code 130", err)
	}
	if took := time.Since(signalled); took > 5*time.Second {
		t.Errorf("took %s after the signal", took)
	}
	data, err := os.ReadFile(filepath.Join(dir, "r.jsonl"))
	if err != nil || !strings.Contains(string(data), `"type":"gate"`) {
		t.Errorf("%v: no decision in %s", err, data)
	}
}

// TestIntegrationALostRowIsNoWholeReport needs the device /dev/full.
func TestIntegrationALostRowIsNoWholeReport(t *testing.T) {
	t.Parallel()
	dir := appCopy(t, "example")
	if err := os.Symlink("/dev/full", filepath.Join(dir, "full.jsonl")); err != nil {
		t.Fatal(err)
	}
	earlier := `{"schema_version": 1}`
	if err := os.WriteFile(filepath.Join(dir, "r.json"), []byte(earlier), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := surefoot(t.Context(), false, dir, "eval", "-o", "full.jsonl", "-o", "r.json")
	if code != 1 || !strings.Contains(stdout+stderr, "was not written: its trials could not be kept") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	if strings.Contains(stdout, "report: r.json") {
		t.Errorf("a report is named that was not written: %s", stdout)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "r.json")); err != nil || string(data) != earlier {
		t.Errorf("the earlier report became %.200s (%v)", data, err)
	}
	// With one log that kept everything the report is whole.
	code, stdout, stderr = surefoot(t.Context(), false, dir, "eval", "-o", "full.jsonl", "-o", "kept.jsonl", "-o", "r.json")
	data, err := os.ReadFile(filepath.Join(dir, "r.json"))
	rows, kept := os.ReadFile(filepath.Join(dir, "kept.jsonl"))
	trials := strings.Count(string(rows), `"run":1`) - strings.Count(string(rows), `"status":"skipped"`)
	if code != 1 || err != nil || kept != nil || trials == 0 || strings.Count(string(data), `"run": 1`) != trials {
		t.Errorf("exit code %d, %v, %v, %d trials: %s%s", code, err, kept, trials, stdout, stderr)
	}
	drafts, err := filepath.Glob(filepath.Join(dir, ".r.json-*"))
	if err != nil || len(drafts) > 0 {
		t.Errorf("left behind: %q, %v", drafts, err)
	}
}
