package cli_test

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/cli"
)

func TestEverySignalEndsAViewWell(t *testing.T) {
	t.Parallel()
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			row := `{"type":"start","schema_version":1,"agents":["shop"],"plan":{"cases":1,"trials":1}}` + "\n"
			if err := os.WriteFile(filepath.Join(dir, "r.jsonl"), []byte(row), 0o600); err != nil {
				t.Fatal(err)
			}
			signals := make(chan os.Signal)
			out, say := io.Pipe()
			var errs strings.Builder
			p := &cli.Process{
				Args: []string{"view", "r.jsonl"}, Dir: dir, TempDir: dir, Out: say, Err: &errs, Now: time.Now,
				Signals: signals, Exit: func(int) { t.Error("ended at once") },
			}
			code := make(chan int, 1)
			go func() { code <- p.Run(t.Context()) }()
			line, err := bufio.NewReader(out).ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			m := regexp.MustCompile(`^(http://127\.0\.0\.1:\d+/) shows r\.jsonl and follows its run \(Ctrl-C ends it\)\n$`).FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("said %q", line)
			}
			resp, err := http.Get(m[1])
			if err != nil {
				t.Fatal(err)
			}
			page, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || !strings.HasPrefix(string(page), "<!doctype html>\n<!-- surefoot report -->\n") {
				t.Errorf("%v, %.100s", err, page)
			}
			signals <- sig
			select {
			case got := <-code:
				if got != 0 || errs.String() != "" {
					t.Errorf("exit code %d, %s", got, errs.String())
				}
			case <-time.After(5 * time.Second):
				t.Fatal("it does not end")
			}
			if resp, err := http.Get(m[1]); err == nil {
				resp.Body.Close()
				t.Error("it is served still")
			}
		})
	}
}
