package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/cli"
)

func TestWhatIsImportedPassesLint(t *testing.T) {
	t.Parallel()
	samples, err := filepath.Glob(filepath.FromSlash("../importer/testdata/*/*"))
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, sample := range samples {
		name := filepath.Base(sample)
		if info, err := os.Stat(sample); err != nil || info.IsDir() || !strings.Contains(name, "config.") && filepath.Ext(name) != ".json" || name == "test_config.json" {
			continue
		}
		if strings.HasPrefix(filepath.Base(filepath.Dir(sample)), "files") && !strings.HasPrefix(name, "promptfoo") {
			continue // a file that a config names
		}
		count++
		t.Run(filepath.Base(filepath.Dir(sample)), func(t *testing.T) {
			t.Parallel()
			full, err := filepath.Abs(sample)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			run := func(args ...string) (int, string) {
				var out bytes.Buffer
				p := &cli.Process{
					Args: args, Dir: dir, TempDir: dir, Out: &out, Err: &out, Now: time.Now, Exit: func(int) {},
					Width: func() int { return 100 }, Signals: make(chan os.Signal),
				}
				for _, key := range []string{"OPENAI_API_KEY", "OPENROUTER_API_KEY", "GROQ_API_KEY", "DEEPSEEK_API_KEY", "ANTHROPIC_API_KEY", "SHOP_KEY", "GATEWAY"} {
					p.Environ = append(p.Environ, key+"=sk-test-0123456789")
				}
				return p.Run(context.Background()), out.String()
			}
			args := []string{"import", full, "-o", "app"}
			if !strings.HasPrefix(name, "promptfoo") {
				put(t, filepath.Join(dir, "app", "assistants", "mine", "package.yao"), `{"name": "Mine", "connector": "local"}`)
				put(t, filepath.Join(dir, "app", "connectors", "local.conn.yao"), `{"type": "openai", "options": {"host": "http://localhost:9", "model": "m"}}`)
				args = append(args, "--agent", "mine")
			}
			if code, text := run(args...); code != 0 {
				t.Fatalf("import: %d\n%s", code, text)
			}
			if code, text := run("lint", "-a", "app"); code != 0 {
				t.Errorf("lint: %d\n%s", code, text)
			}
		})
	}
	if count != 8 {
		t.Errorf("found %d samples", count)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
