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
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
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

// tab is a page in a browser.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu    sync.Mutex
	asked []string
	said  []string
}

func openTab(in context.Context, t *testing.T, address string) *tab {
	t.Helper()
	p := &tab{t: t}
	var stop context.CancelFunc
	p.ctx, stop = chromedp.NewContext(in)
	t.Cleanup(stop)
	err := chromedp.Listen(p.ctx, func(event any) {
		p.mu.Lock()
		defer p.mu.Unlock()
		switch event := event.(type) {
		case *network.EventRequestWillBeSent:
			p.asked = append(p.asked, event.Request.URL)
		case *runtime.EventExceptionThrown:
			p.said = append(p.said, "thrown: "+event.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			p.said = append(p.said, event.Entry.Text)
		}
	})
	if err == nil {
		_, err = chromedp.Call(p.ctx, network.Enable, network.EnableParams{})
	}
	if err == nil {
		err = chromedp.Do(p.ctx, chromedp.EmulateViewport(1440, 1000), chromedp.Navigate(address))
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// is wants an expression of the page to become true.
func (p *tab) is(expression string) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, 20*time.Second)
	defer stop()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if holds {
			return
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			shown, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string]("document.body.innerText"))
			p.t.Fatalf("not so: %s (%v; it shows %.1500s; the browser said %q)", expression, err, shown, p.said)
		}
	}
}

func (p *tab) do(expression string) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, chromedp.Evaluate[chromedp.Void](expression)); err != nil {
		p.t.Fatal(err)
	}
}

// quiet wants that the browser complained of nothing, and asked nobody else.
func (p *tab) quiet(address string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, asked := range p.asked {
		if !strings.HasPrefix(asked, address) {
			p.t.Errorf("it asked for %s", asked)
		}
	}
	if len(p.said) > 0 {
		p.t.Errorf("the browser said %q", p.said)
	}
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
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()))
	browser, stop := chromedp.NewContext(t.Context(), chromedp.WithAllocatorOptions(options...))
	t.Cleanup(stop)
	if err := chromedp.Do(browser); err != nil {
		t.Fatalf("no browser: %v", err)
	}
	page := openTab(browser, t, address)
	page.is(`document.querySelector("#top").textContent.includes("Waiting for run.jsonl" + "it is not there yet")`)
	page.is(`document.title === "run.jsonl: waiting"`)

	eval := w.eval()
	w.answer("All good.")
	page.is(showsRow("first", "running"))
	page.is(verdict + ` === "running" && document.querySelector("progress").value === 1 && document.querySelector("progress").max === 4`)
	page.is(`document.querySelector("#case-title").textContent === "first"`)

	// What the reader does stays as it is when something comes up.
	page.do(`document.querySelector(".facts").open = true`)
	page.do(`document.querySelector("#search").focus()`)
	w.answer("All good.")
	page.is(showsRow("first", "passed"))
	page.is(verdict + ` === "running" && document.title === "shop: running"`)
	page.is(`document.querySelectorAll(".trials button").length === 2`)
	page.is(`document.querySelector(".facts").open && document.activeElement.id === "search"`)

	// One that comes late has everything, and an address leads to its case.
	w.answer("All bad.")
	late := openTab(browser, t, address+"#case=shop/second")
	for _, p := range []*tab{page, late} {
		p.is(showsRow("second", "failed")) // no other trial can save it
		p.is(showsRow("first", "passed"))
		p.is(verdict + ` === "running"`)
	}
	late.is(`document.querySelector("#case-title").textContent === "second"`)
	page.is(`document.querySelector("#case-title").textContent === "first"`)
	w.answer("All good.")
	if err := eval.Wait(); err == nil {
		t.Error("the run passed")
	}
	for _, p := range []*tab{page, late} {
		p.is(verdict + ` === "failed" && document.title === "shop: failed" && !document.querySelector("progress")`)
		p.is(`document.querySelector(".gate")`)
		p.quiet(address)
	}

	// One that is stopped answers nobody, and may go on.
	if err := view.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	page.is(`document.querySelector(".live").textContent.includes("does not answer")`)
	if err := view.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	page.is(`document.querySelector(".live").textContent === "run.jsonl · the run has ended"`)

	// A server that dies is said, and the next one goes on for the page, with
	// the next run in the place of this one.
	if err := view.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	page.is(`document.querySelector(".live").textContent.includes("does not answer")`)
	page.is(verdict + ` === "failed"`)
	view, _ = w.view("--port", address[strings.LastIndex(address, ":")+1:len(address)-1])
	page.is(`document.querySelector(".live").textContent === "run.jsonl · the run has ended"`)
	eval = w.eval()
	w.answer("All good.")
	page.is(verdict + ` === "running" && document.querySelector("progress").value === 1`)
	for range 3 {
		w.answer("All good.")
	}
	if err := eval.Wait(); err != nil {
		t.Errorf("the run did not pass: %v", err)
	}
	page.is(verdict + ` === "passed"`)
	page.is(showsRow("second", "passed"))
	if err := view.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := view.Wait(); err != nil {
		t.Errorf("the view ended with %v", err)
	}
}
