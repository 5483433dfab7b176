package cli_test

import (
	"bytes"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/cli"
)

func TestAJobThatIsCancelledWhileItsReportsAreUploadedStillSaysItsVerdict(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"/twirp/", "/api/"} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_OUTPUT=r.jsonl", "INPUT_CHECK=true", "INPUT_BASELINE=none") // a search for one ends at once, as nothing was spent
			h.prepare(t)
			signals := make(chan os.Signal)
			served := h.server.Config.Handler
			h.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if !strings.HasPrefix(r.URL.Path, at) {
					served.ServeHTTP(w, r)
					return
				}
				signals <- syscall.SIGTERM
				<-t.Context().Done() // a server that hangs
			})
			var out, errs bytes.Buffer
			p := &cli.Process{
				Args: []string{"action"}, Environ: h.environ, Dir: h.dir, TempDir: h.temp, Out: &out, Err: &errs, Now: time.Now,
				Width: func() int { return 100 }, Signals: signals, Exit: func(int) { t.Error("ended at once") },
			}
			if code := p.Run(t.Context()); code != 1 {
				t.Errorf("exit code %d: %s", code, errs.String())
			}
			if got := h.outputs(t)["verdict"]; got != "failed" || !strings.Contains(h.summary(t), "5 of 6 cases did not pass") {
				t.Errorf("verdict %q, summary %s", got, h.summary(t))
			}
			if strings.Count(out.String(), "\n::error ") == 0 || !strings.Contains(errs.String(), "surefoot: not published: ") {
				t.Errorf("it says %s%s", out.String(), errs.String())
			}
		})
	}
}
