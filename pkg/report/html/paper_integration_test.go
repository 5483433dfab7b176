//go:build integration

package html_test

import (
	"bytes"
	"testing"

	"github.com/chromedp/cdproto/page"

	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// TestIntegrationPaper: what is printed are all rows of the list and the chosen
// case, with what the run was made with and without what one clicks on.
func TestIntegrationPaper(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Shown(), narrow, "#case=expense/refuse-negative&trial=2")
	p.is(`document.querySelectorAll("#list .row").length < 31`)
	p.do(evaluate(`window.addEventListener("beforeprint", () => {
      const shown = (query) => [...document.querySelectorAll(query)].some((e) => e.checkVisibility());
      window.paper = [document.querySelectorAll("#list .row").length, shown(".facts dl"), shown("#filters"), shown(".copy")].join(" ");
    })`))
	pdf := call(p, page.PrintToPDF, page.PrintToPDFParams{}).Data
	if pages := bytes.Count(pdf, []byte("/Type /Page\n")); pages < 2 || pages > 8 {
		t.Errorf("%d pages", pages)
	}
	p.is(`window.paper.startsWith("31 true ")`)
	p.is(`document.querySelectorAll("#list .row").length < 31 && !document.querySelector(".facts").open`)

	// As the style has it, all stand one below the other and within the paper.
	p.do(evaluate(`dispatchEvent(new Event("beforeprint"))`))
	p.paper()
	p.is(`![...document.querySelectorAll("#filters, .copy, .back, .keys, .skip, #order, .facts summary")].some((e) => e.checkVisibility())`)
	p.is(`document.querySelector("#detail").getBoundingClientRect().top >= [...document.querySelectorAll("#list .row")].at(-1).getBoundingClientRect().bottom`)
	p.is(`document.documentElement.scrollWidth <= innerWidth && getComputedStyle(document.body).backgroundColor === "rgb(255, 255, 255)"`)
	p.quiet()
}

// TestIntegrationWhatPaperLeavesOutIsSaid: thousands of cases are not printed.
func TestIntegrationWhatPaperLeavesOutIsSaid(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Large(2400, 1, 10), wide, "")
	p.do(evaluate(`dispatchEvent(new Event("beforeprint"))`))
	p.is(`Number(document.querySelector("#list .empty").textContent.match(/^and (\d+) more/)[1]) + document.querySelectorAll("#list .row").length === 2400`)
	p.do(evaluate(`dispatchEvent(new Event("afterprint"))`))
	p.is(`!document.querySelector("#list .empty")`)
	p.quiet()
}
