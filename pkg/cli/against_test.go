package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/cli"
	"github.com/surefoot-dev/surefoot/pkg/internal/gittest"
)

func TestARunThatEndsWhileItReadsAnotherRevisionLeavesNothing(t *testing.T) {
	t.Parallel()
	dir, _ := hanging(t)
	repo, err := gittest.Init(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := repo.Commit("one"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	temp := t.TempDir()
	var out, errs bytes.Buffer
	p := &cli.Process{
		Args: []string{"eval", "-i", "assistants/hang/tests/a.json", "--against", "HEAD", "-o", "r.jsonl"}, Dir: dir, TempDir: temp, Out: &out, Err: &errs, Now: time.Now,
		Width: func() int { return 100 }, Exit: func(int) { t.Error("ended at once") },
	}
	if code := p.Run(ctx); code != 130 {
		t.Errorf("exit code %d: %s%s", code, out.String(), errs.String())
	}
	if entries, err := os.ReadDir(temp); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "r.jsonl")); err == nil {
		t.Error("a report of a run that has not begun")
	}
}

func TestABaselineIsNotOverwrittenByAnotherNameOfIt(t *testing.T) {
	t.Parallel()
	dir, _ := hanging(t)
	base := filepath.Join(dir, "base.jsonl")
	text := `{"type":"start","schema_version":1,"plan":{}}` + "\n"
	if err := os.WriteFile(base, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(base, filepath.Join(dir, "now.jsonl")); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	p := &cli.Process{
		Args: []string{"eval", "-i", "assistants/hang/tests/a.json", "--baseline", "base.jsonl", "-o", "now.jsonl"},
		Dir:  dir, TempDir: t.TempDir(), Out: &out, Err: &errs, Now: time.Now, Width: func() int { return 100 },
	}
	if code, want := p.Run(t.Context()), "cannot write report \"now.jsonl\": it is the baseline\n"; code != 1 || errs.String() != want {
		t.Errorf("exit code %d: %s%s", code, out.String(), errs.String())
	}
	if now, err := os.ReadFile(base); err != nil || string(now) != text {
		t.Errorf("the baseline now: %s, %v", now, err)
	}
}
