//go:build integration

package html_test

import (
	"bytes"
	"testing"

	"github.com/chromedp/cdproto/page"

	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/browsertest"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// TestIntegrationPaper: what is printed are all rows of the list and the chosen
// case, with what the run was made with and without what one clicks on.
func TestIntegrationPaper(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Shown(), narrow, "#case=expense/refuse-negative&trial=2")
	p.Is(`document.querySelectorAll("#list .row").length < 31`)
	p.Do(browsertest.Evaluate(`window.addEventListener("beforeprint", () => {
      const shown = (query) => [...document.querySelectorAll(query)].some((e) => e.checkVisibility());
      window.paper = [document.querySelectorAll("#list .row").length, shown(".facts dl"), shown("#filters"), shown(".copy")].join(" ");
    })`))
	pdf := browsertest.Call(p.Tab, page.PrintToPDF, page.PrintToPDFParams{}).Data
	if pages := bytes.Count(pdf, []byte("/Type /Page\n")); pages < 2 || pages > 8 {
		t.Errorf("%d pages", pages)
	}
	p.Is(`window.paper.startsWith("31 true ")`)
	p.Is(`document.querySelectorAll("#list .row").length < 31 && !document.querySelector(".facts").open`)

	// As the style has it, all stand one below the other and within the paper.
	p.Do(browsertest.Evaluate(`dispatchEvent(new Event("beforeprint"))`))
	p.paper()
	p.Is(`![...document.querySelectorAll("#filters, .copy, .back, .keys, .skip, #order, .facts summary")].some((e) => e.checkVisibility())`)
	p.Is(`document.querySelector("#detail").getBoundingClientRect().top >= [...document.querySelectorAll("#list .row")].at(-1).getBoundingClientRect().bottom`)
	p.Is(`document.documentElement.scrollWidth <= innerWidth && getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)"`)
	p.quiet()
}

// TestIntegrationWhatPaperLeavesOutIsSaid: thousands of cases are not printed.
func TestIntegrationWhatPaperLeavesOutIsSaid(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Large(2400, 1, 10), wide, "")
	p.Do(browsertest.Evaluate(`dispatchEvent(new Event("beforeprint"))`))
	p.Is(`Number(document.querySelector("#list .empty").textContent.match(/^and (\d+) more/)[1]) + document.querySelectorAll("#list .row").length === 2400`)
	p.Do(browsertest.Evaluate(`dispatchEvent(new Event("afterprint"))`))
	p.Is(`!document.querySelector("#list .empty")`)
	p.quiet()
}
