//go:build integration && linux

package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestIntegrationAFullDiskLeavesWholeCassettes needs root, to mount a file
// system of its own.
func TestIntegrationAFullDiskLeavesWholeCassettes(t *testing.T) {
	t.Parallel()
	small := t.TempDir()
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=20k"); err != nil {
		t.Fatalf("mounting a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(small, 0); err != nil {
			t.Error(err)
		}
	})
	dir := appCopy(t, "example")
	code, stdout, stderr := surefoot(t.Context(), false, dir, "eval", "--record", small, "-o", "r.jsonl", "--detailed-exitcode")
	if code != 3 || !strings.Contains(stdout+stderr, "was not recorded, and it has no cassette: no space left on device") {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
	files, err := filepath.Glob(filepath.Join(small, "*", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, error %v", files, err)
	}
	var whole []string
	for _, file := range files {
		if filepath.Ext(file) != ".json" {
			t.Errorf("%s was left behind", file)
		}
		whole = append(whole, "--case", strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	code, stdout, stderr = surefoot(t.Context(), false, dir, append([]string{"eval", "--replay", small, "-o", "again.jsonl"}, whole...)...)
	if code != 0 {
		t.Errorf("what was written does not replay: exit code %d\n%s%s", code, stdout, stderr)
	}
}

func TestIntegrationAKilledRecordingLeavesTheOlderCassette(t *testing.T) {
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "surefoot")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "../..").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	dir, asked := hanging(t)
	older := filepath.Join(dir, "tapes", "hang", "a.json")
	if err := os.MkdirAll(filepath.Dir(older), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(older, []byte("older"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), binary, "eval", "-i", "assistants/hang/tests/a.json", "-o", "r.jsonl", "--record", "tapes")
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-asked
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	left, err := filepath.Glob(filepath.Join(dir, "tapes", "hang", "*"))
	if data, _ := os.ReadFile(older); err != nil || string(data) != "older" || len(left) != 1 {
		t.Errorf("left %v, the older cassette holds %q, error %v", left, data, err)
	}
}
