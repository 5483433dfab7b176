//go:build integration

package html_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// tab is a page in a real browser, and all that the browser complained of or
// asked for.
type tab struct {
	t   *testing.T
	ctx context.Context
	at  string // its address

	mu    sync.Mutex
	asked []string // requests
	said  []string // what stands in the console, faults, dialogs
}

// wide and narrow are windows.
var (
	wide   = [2]int64{1440, 1000}
	narrow = [2]int64{400, 800}
)

// chromium is one browser for all tests, whose pages are tabs of it: a start
// takes longer than most of them. It ends behind them.
var chromium = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)
	ctx, stop := chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(options...))
	ends = append(ends, stop)
	return ctx, chromedp.Do(ctx)
})

func browser(t *testing.T) context.Context {
	t.Helper()
	ctx, err := chromium()
	if err != nil {
		t.Fatalf("no browser: %v", err)
	}
	return ctx
}

// open writes the run and opens its page, once it is ready.
func open(in context.Context, t *testing.T, run sample.Run, size [2]int64, hash string) *tab {
	t.Helper()
	return openFile(in, t, sample.Write(t, html.Write, run), size, hash)
}

func openFile(in context.Context, t *testing.T, text []byte, size [2]int64, hash string) *tab {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	p := newTab(in, t, size)
	p.at = (&url.URL{Scheme: "file", Path: path}).String()
	p.do(chromedp.Navigate(p.at + hash))
	p.is(ready)
	return p
}

// ready is true of a page whose script came to its end.
const ready = `document.documentElement.dataset.ready === "true"`

func newTab(in context.Context, t *testing.T, size [2]int64) *tab {
	t.Helper()
	p := &tab{t: t}
	var stop context.CancelFunc
	p.ctx, stop = chromedp.NewContext(in)
	t.Cleanup(stop)
	if err := chromedp.Listen(p.ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	call(p, network.Enable, network.EnableParams{})
	call(p, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	p.do(chromedp.EmulateViewport(size[0], size[1]))
	return p
}

// call runs a command of the protocol.
func call[P, R any](p *tab, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	result, err := chromedp.Call(p.ctx, command, params)
	if err != nil {
		p.t.Fatal(err)
	}
	return result
}

// listen keeps what the page did that it should not.
func (p *tab) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch event := event.(type) {
	case *network.EventRequestWillBeSent:
		p.asked = append(p.asked, event.Request.URL)
	case *network.EventWebSocketCreated:
		p.asked = append(p.asked, event.URL)
	case *runtime.EventConsoleAPICalled:
		for _, arg := range event.Args {
			p.said = append(p.said, string(event.Type)+": "+string(arg.Value))
		}
	case *runtime.EventExceptionThrown:
		thrown := "thrown: " + event.ExceptionDetails.Text
		if event.ExceptionDetails.Exception != nil {
			thrown += " " + event.ExceptionDetails.Exception.Description
		}
		p.said = append(p.said, thrown)
	case *log.EventEntryAdded:
		p.said = append(p.said, string(event.Entry.Level)+": "+event.Entry.Text)
	case *page.EventJavascriptDialogOpening:
		p.said = append(p.said, "dialog: "+event.Message)
	}
}

// do runs actions, and fails the test where one does not come to its end.
func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, time.Minute)
	defer stop()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatalf("%v (the page said %q)", err, p.told())
	}
}

// is wants an expression of the page to become true. The page's own policy
// keeps the browser from evaluating texts, which is how others wait in it.
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
			p.t.Errorf("not so: %s (%v; the page said %q)", expression, err, p.told())
			return
		}
	}
}

// text is what an expression of the page gives.
func (p *tab) text(expression string) string {
	p.t.Helper()
	got, err := chromedp.Run(p.ctx, chromedp.Evaluate[any](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return fmt.Sprint(got)
}

// press presses a key where the page is.
func (p *tab) press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.do(chromedp.KeyEvent(key))
	}
}

// dark makes the system of the browser dark, or light.
func (p *tab) dark(on bool) {
	p.t.Helper()
	scheme := map[bool]string{true: "dark", false: "light"}[on]
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
}

// paper shows the page as it is printed.
func (p *tab) paper() {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
}

func (p *tab) told() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.said...)
}

// quiet wants a page that asked for nothing but itself, and that no browser
// complained of.
func (p *tab) quiet() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, address := range p.asked {
		if at, _, _ := strings.Cut(address, "#"); at != p.at {
			p.t.Errorf("it asked for %.200s", address)
		}
	}
	if len(p.said) > 0 {
		p.t.Errorf("the browser said %.2000q", p.said)
	}
}

// click clicks as people do.
func click(query string) chromedp.Action[chromedp.Void] { return chromedp.Click(chromedp.CSS(query)) }

// evaluate runs an expression for what it does.
func evaluate(expression string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](expression)
}

// choose takes an option of a select element.
func choose(query, value string) chromedp.Action[chromedp.Void] {
	return evaluate(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event("change")); })()`, query, value))
}
