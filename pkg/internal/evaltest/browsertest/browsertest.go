//go:build integration

// Package browsertest opens pages in a real browser, Chromium, and keeps all
// that it complained of or asked for while it showed them.
package browsertest

import (
	"context"
	"fmt"
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
)

// Start starts a browser with a profile of its own, which stop ends. A browser
// takes longer to start than most pages take to test, so tests share one.
func Start() (browser context.Context, stop func(), err error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)
	browser, stop = chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(options...))
	return browser, stop, chromedp.Do(browser)
}

// Tab is a page in a browser. It is closed when its test ends.
type Tab struct {
	t   *testing.T
	ctx context.Context

	mu    sync.Mutex
	asked []string // requests
	said  []string // what stands in the console, faults, dialogs
}

// New opens an empty tab in a window of a size in CSS pixels.
func New(browser context.Context, t *testing.T, width, height int64) *Tab {
	t.Helper()
	p := &Tab{t: t}
	var stop context.CancelFunc
	p.ctx, stop = chromedp.NewContext(browser)
	t.Cleanup(stop)
	if err := chromedp.Listen(p.ctx, p.listen); err != nil {
		t.Fatal(err)
	}
	Call(p, network.Enable, network.EnableParams{})
	Call(p, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	Call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	p.Do(chromedp.EmulateViewport(width, height))
	return p
}

// Call runs a command of the protocol.
func Call[P, R any](p *Tab, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	result, err := chromedp.Call(p.ctx, command, params)
	if err != nil {
		p.t.Fatal(err)
	}
	return result
}

// listen keeps what the page did that it should not.
func (p *Tab) listen(event any) {
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

// Do runs actions, and fails the test where one does not come to its end.
func (p *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.ctx, time.Minute)
	defer stop()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatalf("%v (the page said %q)", err, p.Told())
	}
}

// Is wants an expression of the page to become true. The page's own policy
// keeps the browser from evaluating texts, which is how others wait in it.
func (p *Tab) Is(expression string) {
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
			p.t.Errorf("not so: %s (%v; the page said %q)", expression, err, p.Told())
			return
		}
	}
}

// Text is what an expression of the page gives.
func (p *Tab) Text(expression string) string {
	p.t.Helper()
	got, err := chromedp.Run(p.ctx, chromedp.Evaluate[any](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatal(err)
	}
	return fmt.Sprint(got)
}

// Press presses a key where the page is.
func (p *Tab) Press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.Do(chromedp.KeyEvent(key))
	}
}

// Told is what the browser complained of so far.
func (p *Tab) Told() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.said...)
}

// Quiet wants that no browser complained of the page, and that it asked for
// nothing but itself: for its address, and what is below one that ends in /.
func (p *Tab) Quiet(at string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, asked := range p.asked {
		asked, _, _ = strings.Cut(asked, "#")
		if below := strings.HasSuffix(at, "/") && strings.HasPrefix(asked, at); asked != at && !below {
			p.t.Errorf("it asked for %.200s", asked)
		}
	}
	if len(p.said) > 0 {
		p.t.Errorf("the browser said %.2000q", p.said)
	}
}

// Click clicks as people do.
func Click(query string) chromedp.Action[chromedp.Void] { return chromedp.Click(chromedp.CSS(query)) }

// Evaluate runs an expression for what it does.
func Evaluate(expression string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](expression)
}
