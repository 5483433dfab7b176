//go:build integration

package cli_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/browsertest"
)

// watched is an application whose model answers when the test says so, and the
// program in processes of its own.
type watched struct {
	t       *testing.T
	dir     string
	answers chan string
}

func newWatched(t *testing.T) *watched {
	t.Helper()
	w := &watched{t: t, dir: t.TempDir(), answers: make(chan string)}
	quit := make(chan struct{})
	model := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		select {
		case text := <-w.answers:
			rw.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(rw, chunk(fmt.Sprintf(`{"role":"assistant","content":%q}`, text), "stop")+usage+"data: [DONE]\n\n")
		case <-r.Context().Done():
		case <-quit:
		}
	}))
	t.Cleanup(model.Close)
	t.Cleanup(func() { close(quit) })
	for name, text := range map[string]string{
		"app.yao":                     `{"name": "shop"}`,
		"assistants/shop/package.yao": `{"name": "shop", "connector": "main"}`,
		"connectors/main.conn.yao":    `{"type": "openai", "options": {"host": "` + model.URL + `", "model": "m"}}`,
		"cases.jsonl": `{"id": "first", "input": "one?", "assert": [{"type": "contains", "value": "good"}]}
{"id": "second", "input": "two?", "assert": [{"type": "contains", "value": "good"}]}
`,
	} {
		path := filepath.Join(w.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// The test's own program is the tool where it is called so.
	self, err := os.Executable()
	if err == nil {
		err = os.Symlink(self, filepath.Join(w.dir, "surefoot"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// start starts the tool.
func (w *watched) start(args ...string) (*exec.Cmd, io.Reader) {
	w.t.Helper()
	cmd := exec.Command(filepath.Join(w.dir, "surefoot"), args...)
	cmd.Dir, cmd.Env = w.dir, []string{"HOME=" + w.dir, "NO_COLOR=1"}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd, out
}

// view starts a view, and gives its address once it is there.
func (w *watched) view(args ...string) (*exec.Cmd, string) {
	w.t.Helper()
	cmd, out := w.start(append([]string{"view", "run.jsonl"}, args...)...)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		w.t.Fatal(err)
	}
	address, _, _ := strings.Cut(line, " ")
	return cmd, address
}

// eval runs both cases twice, one trial after the other.
func (w *watched) eval() *exec.Cmd {
	w.t.Helper()
	cmd, out := w.start("eval", "shop", "@cases.jsonl", "--runs", "2", "--parallel", "1", "-o", "run.jsonl")
	go func() { _, _ = io.Copy(io.Discard, out) }()
	return cmd
}

func (w *watched) answer(text string) {
	w.t.Helper()
	select {
	case w.answers <- text:
	case <-time.After(30 * time.Second):
		w.t.Fatal("the model was not asked")
	}
}

// openTab opens what the program serves at the address.
func openTab(in context.Context, t *testing.T, address string) *browsertest.Tab {
	t.Helper()
	p := browsertest.New(in, t, 1440, 1000)
	p.Do(chromedp.Navigate(address))
	return p
}

const (
	verdict = `document.querySelector("header.verdict h1 strong")?.textContent`
	rowOf   = `[...document.querySelectorAll("#list .row")].find((row) => row.textContent.includes(%q))?.className`
)

func showsRow(id, group string) string {
	return fmt.Sprintf(rowOf, id) + ` === "row is-` + group + `"`
}

func TestIntegrationAPageFollowsARun(t *testing.T) {
	t.Parallel()
	w := newWatched(t)
	view, address := w.view()
	browser, stop, err := browsertest.Start()
	t.Cleanup(stop)
	if err != nil {
		t.Fatalf("no browser: %v", err)
	}
	page := openTab(browser, t, address)
	page.Is(`document.querySelector("#top").textContent.includes("Waiting for run.jsonl" + "it is not there yet")`)
	page.Is(`document.title === "run.jsonl: waiting"`)

	eval := w.eval()
	w.answer("All good.")
	page.Is(showsRow("first", "running"))
	page.Is(verdict + ` === "running" && document.querySelector("progress").value === 1 && document.querySelector("progress").max === 4`)
	page.Is(`document.querySelector("#case-title").textContent === "first"`)

	// What the reader does stays as it is when something comes up.
	page.Do(browsertest.Evaluate(`document.querySelector(".facts").open = true`))
	page.Do(browsertest.Evaluate(`document.querySelector("#search").focus()`))
	w.answer("All good.")
	page.Is(showsRow("first", "passed"))
	page.Is(verdict + ` === "running" && document.title === "shop: running"`)
	page.Is(`document.querySelectorAll(".trials button").length === 2`)
	page.Is(`document.querySelector(".facts").open && document.activeElement.id === "search"`)

	// One that comes late has everything, and an address leads to its case.
	w.answer("All bad.")
	late := openTab(browser, t, address+"#case=shop/second")
	for _, p := range []*browsertest.Tab{page, late} {
		p.Is(showsRow("second", "failed")) // no other trial can save it
		p.Is(showsRow("first", "passed"))
		p.Is(verdict + ` === "running"`)
	}
	late.Is(`document.querySelector("#case-title").textContent === "second"`)
	page.Is(`document.querySelector("#case-title").textContent === "first"`)
	w.answer("All good.")
	if err := eval.Wait(); err == nil {
		t.Error("the run passed")
	}
	for _, p := range []*browsertest.Tab{page, late} {
		p.Is(verdict + ` === "failed" && document.title === "shop: failed" && !document.querySelector("progress")`)
		p.Is(`document.querySelector(".gate")`)
		p.Quiet(address)
	}

	// One that is stopped answers nobody, and may go on.
	if err := view.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	page.Is(`document.querySelector(".live").textContent.includes("does not answer")`)
	if err := view.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	page.Is(`document.querySelector(".live").textContent === "run.jsonl · the run has ended"`)

	// A server that dies is said, and the next one goes on for the page, with
	// the next run in the place of this one.
	if err := view.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	page.Is(`document.querySelector(".live").textContent.includes("does not answer")`)
	page.Is(verdict + ` === "failed"`)
	view, _ = w.view("--port", address[strings.LastIndex(address, ":")+1:len(address)-1])
	page.Is(`document.querySelector(".live").textContent === "run.jsonl · the run has ended"`)
	eval = w.eval()
	w.answer("All good.")
	page.Is(verdict + ` === "running" && document.querySelector("progress").value === 1`)
	for range 3 {
		w.answer("All good.")
	}
	if err := eval.Wait(); err != nil {
		t.Errorf("the run did not pass: %v", err)
	}
	page.Is(verdict + ` === "passed"`)
	page.Is(showsRow("second", "passed"))
	if err := view.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := view.Wait(); err != nil {
		t.Errorf("the view ended with %v", err)
	}
}
