//go:build integration

package html_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/browsertest"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// tab is a page that was written to a file.
type tab struct {
	*browsertest.Tab
	t  *testing.T
	at string // its address
}

// wide and narrow are windows.
var (
	wide   = [2]int64{1440, 1000}
	narrow = [2]int64{400, 800}
)

// chromium is one browser for all tests, whose pages are tabs of it.
var chromium = sync.OnceValues(func() (context.Context, error) {
	in, stop, err := browsertest.Start()
	ends = append(ends, stop)
	return in, err
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
	p.Do(chromedp.Navigate(p.at + hash))
	p.Is(ready)
	return p
}

// ready is true of a page whose script came to its end.
const ready = `document.documentElement.dataset.ready === "true"`

func newTab(in context.Context, t *testing.T, size [2]int64) *tab {
	t.Helper()
	return &tab{Tab: browsertest.New(in, t, size[0], size[1]), t: t}
}

// dark makes the system of the browser dark, or light.
func (p *tab) dark(on bool) {
	p.t.Helper()
	scheme := map[bool]string{true: "dark", false: "light"}[on]
	browsertest.Call(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
}

// paper shows the page as it is printed.
func (p *tab) paper() {
	p.t.Helper()
	browsertest.Call(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
}

// quiet wants a page that asked for nothing but itself.
func (p *tab) quiet() {
	p.t.Helper()
	p.Quiet(p.at)
}

// choose takes an option of a select element.
func choose(query, value string) chromedp.Action[chromedp.Void] {
	return browsertest.Evaluate(fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; e.dispatchEvent(new Event("change")); })()`, query, value))
}
