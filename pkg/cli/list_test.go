package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/cli"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

func TestAListFitsTheTerminalAndKeepsWhatIdentifies(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for path, text := range map[string]string{
		"assistants/shop/package.yao":        `{"name": "Shop", "connector": "main"}`,
		"assistants/shop/tests/inputs.jsonl": `{"id": "greets-the-user", "name": "` + strings.Repeat("問", 40) + `", "tags": ["smoke", "a-rather-long-tag"], "input": "x"}`,
	} {
		path = filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, width := range []int{0, 20, 100, 120, 400} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			var out, errs bytes.Buffer
			p := &cli.Process{
				Args: []string{"list", "cases"}, Dir: dir, TempDir: dir, Out: &out, Err: &errs, Now: time.Now,
				Columns: func() int { return width },
			}
			if code := p.Run(t.Context()); code != 0 {
				t.Fatalf("exit code %d: %s", code, errs.String())
			}
			for line := range strings.Lines(out.String()) {
				if got := safetext.Width(strings.TrimSuffix(line, "\n")); width >= 100 && got > width {
					t.Errorf("%d cells: %s", got, line)
				}
			}
			whole := strings.Repeat("問", 40)
			if got := strings.Contains(out.String(), whole); got != (width == 0 || width == 400) {
				t.Errorf("whole name shown: %v\n%s", got, out.String())
			}
			if !strings.Contains(out.String(), "shop/greets-the-user") || !strings.Contains(out.String(), "assistants/shop/tests/inputs.jsonl:1") {
				t.Errorf("no id or place:\n%s", out.String())
			}
		})
	}
}
