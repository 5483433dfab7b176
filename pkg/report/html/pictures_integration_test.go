//go:build integration

package html_test

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/page"

	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/browsertest"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// TestIntegrationPictures takes the pictures that the documentation shows, of a
// run that is always the same. With -update they take the place of those that
// are there; letters look different on each machine, so that they are compared
// by their sizes.
func TestIntegrationPictures(t *testing.T) {
	t.Parallel()
	const folder, most = "../../../docs/pictures", 200_000
	for name, picture := range map[string]struct {
		size   [2]int64
		dark   bool
		hash   string
		before string
	}{
		"page-wide-light.png":   {[2]int64{1280, 900}, false, "", ""},
		"page-wide-dark.png":    {[2]int64{1280, 900}, true, "#case=expense/refuse-negative&trial=2", `document.querySelector("#detail").scrollTop = 290`},
		"page-narrow-light.png": {[2]int64{390, 844}, false, "", ""},
		"page-narrow-dark.png":  {[2]int64{390, 844}, true, "#case=expense/refuse-negative&trial=2", ""},
	} {
		p := open(browser(t), t, sample.Shown(), picture.size, picture.hash)
		p.dark(picture.dark)
		if picture.before != "" {
			p.Do(browsertest.Evaluate(picture.before))
		}
		p.Is(`document.querySelector("h1").innerText.includes("failed")`)
		taken := smaller(t, browsertest.Call(p.Tab, page.CaptureScreenshot, page.CaptureScreenshotParams{}).Data)
		path := filepath.Join(folder, name)
		if flag.Lookup("update").Value.String() == "true" {
			if err := os.WriteFile(path, taken, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		kept, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for what, data := range map[string][]byte{"kept": kept, "taken": taken} {
			config, err := png.DecodeConfig(bytes.NewReader(data))
			if err != nil || int64(config.Width) != picture.size[0] || int64(config.Height) != picture.size[1] || len(data) > most {
				t.Errorf("%s, %s: %d x %d, %d bytes, %v", name, what, config.Width, config.Height, len(data), err)
			}
		}
		if text, err := os.ReadFile("../../../docs/reports.md"); err != nil || !bytes.Contains(text, []byte("](pictures/"+name+")")) {
			t.Errorf("docs/reports.md does not show %s: %v", name, err)
		}
		p.quiet()
	}
}

// smaller packs a picture as well as it can be.
func smaller(t *testing.T, data []byte) []byte {
	t.Helper()
	shot, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, shot); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
