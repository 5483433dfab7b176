//go:build integration

package html_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// TestIntegrationThousandsOfCases measures what is asked of 5,000 cases of 2 KB:
// at most 25 MB, usable within 1.5 s, and a keystroke within 100 ms. Times are
// told and not asserted, since machines differ.
func TestIntegrationThousandsOfCases(t *testing.T) { //nolint:paralleltest // it measures
	const most = 25_000_000
	text := sample.Write(t, html.Write, sample.Large(5000, 1, 2000))
	if len(text) > most {
		t.Errorf("the page has %d bytes", len(text))
	}
	p := openFile(browser(t), t, text, wide, "")
	t.Logf("%.1f MB; usable after %s ms", float64(len(text))/1e6, p.text(`Math.round(performance.getEntriesByName("usable")[0].startTime)`))
	p.is(`document.querySelector(".count").innerText === "5,000 cases" && document.querySelectorAll("#list .row").length < 60`)
	for _, typed := range []string{"case", "case-0", "case-04", "nothing of the kind"} {
		t.Logf("%q in the search: a keystroke to the next frame took %s ms", typed, p.text(keystroke(typed)))
	}
	p.do(evaluate(`(() => { const e = document.querySelector("#search"); e.value = "case-04999"; e.dispatchEvent(new Event("input")); })()`))
	p.is(`document.querySelector(".count").innerText === "1 of 5,000 cases" && document.querySelector("#list .row").innerText.includes("case-04999")`)
	p.do(click("#deep"), evaluate(`(() => { const e = document.querySelector("#search"); e.value = "no such ledger"; e.dispatchEvent(new Event("input")); })()`))
	p.is(`document.querySelector(".count").innerText === "5,000 cases"`)
	p.quiet()
}

// keystroke is how long it takes from an input to the frame that shows it.
func keystroke(text string) string {
	return `new Promise((done) => {
    const search = document.querySelector("#search"), began = performance.now();
    search.value = "` + text + `";
    search.dispatchEvent(new Event("input"));
    requestAnimationFrame(() => setTimeout(() => done((performance.now() - began).toFixed(1)), 0));
  })`
}
