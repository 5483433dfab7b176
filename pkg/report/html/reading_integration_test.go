//go:build integration

package html_test

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/browsertest"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// TestIntegrationThePageShowsTheRun reads the page of a run with a baseline as
// people do: the verdict, the gate, a case, its trials.
func TestIntegrationThePageShowsTheRun(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Compared(), wide, "")
	p.Is(`document.querySelector("h1").innerText.includes("failed")`)
	p.Is(`document.querySelector(".gate tbody").innerText.includes("fail-on-regression")`)
	p.Is(`document.querySelector(".against").innerText.includes("1 regressed")`)
	p.Is(`document.querySelector("#strip svg[role=img]").getAttribute("aria-label").startsWith("12 cases")`)

	// What regressed stands first, and is open beside the list.
	p.Is(`document.querySelector("#list .row").getAttribute("aria-label").startsWith("refuse-negative, regressed")`)
	p.Is(`document.querySelector("#case-title").innerText === "refuse-negative"`)
	p.Is(`document.querySelectorAll(".trials [role=tab]").length === 5`)
	p.Is(`document.querySelector(".lines").innerText.includes("against main")`)
	p.Is(`document.querySelector(".again code").innerText.startsWith("surefoot eval")`)

	// The keyboard goes through cases and trials, and the address follows.
	p.Press("j")
	p.Is(`document.querySelector("#case-title").innerText !== "refuse-negative" && location.hash.startsWith("#case=expense/")`)
	p.Press("k", "l")
	p.Is(`location.hash === "#case=expense/refuse-negative&trial=2" && document.querySelector(".trials [aria-selected=true]").innerText === "2"`)
	p.Press(kb.End)
	p.Is(`document.activeElement.getAttribute("aria-activedescendant") === document.querySelector("#list .row[aria-selected=true]").id`)
	p.Press(kb.Home, kb.Enter)
	p.Is(`document.activeElement.id === "case-title"`)
	p.Press("?")
	p.Is(`document.querySelector("#help").open`)
	p.Press(kb.Escape)
	p.Is(`!document.querySelector("#help").open`)

	// Words and statuses leave cases out, and Esc brings them back.
	p.Press("/", "t", "a", "x", "i")
	p.Is(`document.activeElement.id === "search" && document.querySelector(".count").innerText.includes(" of 12 cases")`)
	p.Press(kb.Escape)
	p.Is(`document.querySelector(".count").innerText === "12 cases"`)
	p.Do(browsertest.Click(`.chip.is-regressed`))
	p.Is(`document.querySelector(".count").innerText === "1 of 12 cases" && document.querySelectorAll("#list .row").length === 1`)
	p.Do(browsertest.Click(`.chip.is-regressed`), choose(`#pick-change`, "improved"))
	p.Is(`document.querySelectorAll("#list .row").length === 1 && document.querySelector("#list .row").innerText.includes("submit-travel")`)
	p.Do(choose(`#pick-change`, ""), choose(`#pick-stability`, "stable"))
	p.Is(`document.querySelectorAll("#list .row").length > 1 && ![...document.querySelectorAll("#list .row")].some((row) => row.innerText.includes("refuse-negative"))`)
	p.quiet()
}

// TestIntegrationAnAddressOpensItsCase: also with a trial, and of a name that
// has to be encoded.
func TestIntegrationAnAddressOpensItsCase(t *testing.T) {
	t.Parallel()
	in := browser(t)
	for hash, want := range map[string]string{
		"#case=expense/confirm-amount":            "confirm-amount",
		"#case=expense%2Fconfirm-amount":          "confirm-amount",
		"#case=confirm-amount":                    "confirm-amount",
		"#case=expense/refuse-negative&trial=4":   "refuse-negative",
		"#case=nobody/nothing":                    "slow", // the first of the list
		"#case=%E0%A4%A&trial=x":                  "slow",
		"#trial=2&case=expense/refuse%2Dnegative": "refuse-negative",
	} {
		p := open(in, t, sample.Mixed(), wide, hash)
		p.Is(`document.querySelector("#case-title").innerText === "` + want + `"`)
		p.Is(`Boolean(document.querySelector(".astray")) === ` + strconv.FormatBool(want == "slow"))
		p.quiet()
	}
	p := open(in, t, sample.Mixed(), wide, "#case=expense/refuse-negative&trial=4")
	p.Is(`document.querySelector(".trials [aria-selected=true]").innerText === "4" && document.querySelector("#trial").innerText.includes("429 Too Many Requests")`)
	// The address may change in an open page.
	p.Do(browsertest.Evaluate(`location.hash = "#case=expense/slow"`))
	p.Is(`document.querySelector("#case-title").innerText === "slow"`)
	p.quiet()
}

// TestIntegrationAnAddressThatLeadsNowhereSaysSo, since what is shown instead
// would be taken for what it names.
func TestIntegrationAnAddressThatLeadsNowhereSaysSo(t *testing.T) {
	t.Parallel()
	in := browser(t)
	p := open(in, t, sample.Mixed(), wide, "#case=expense/gone%3Cb%3E")
	const said = `document.querySelector("#detail").innerText`
	p.Is(said + `.startsWith("▲ The address names the case expense/gone<b>, which is not in this report.") || ` + said + `.startsWith("The address names the case expense/gone<b>, which is not in this report.")`)
	p.Press("j")
	p.Is(`!document.querySelector(".astray") && document.querySelector("#case-title").innerText !== "slow"`)
	p.Do(browsertest.Evaluate(`location.hash = "#case=expense/lost"`))
	p.Is(said + `.includes("The address names the case expense/lost,")`)
	for _, trial := range []string{"9", "-1", "first", "1e999"} {
		p.Do(browsertest.Evaluate(`location.hash = "#case=expense/refuse-negative&trial=` + trial + `"`))
		p.Is(said + `.includes("The address names trial ` + map[bool]string{true: "Infinity", false: trial}[trial == "1e999"] + `, which this case does not have.") && document.querySelector(".trials [aria-selected=true]") !== null`)
	}
	p.Do(browsertest.Evaluate(`location.hash = "#case=expense/refuse-negative&trial=2"`))
	p.Is(`!` + said + `.includes("The address names")`)
	// A browser may keep a page from changing its address.
	p.Do(browsertest.Evaluate(`history.replaceState = () => { throw new Error("too often"); }`))
	p.Press("k")
	p.Is(`document.querySelector("#case-title").innerText !== "refuse-negative"`)
	p.quiet()
	small := open(in, t, sample.Mixed(), narrow, "#case=gone")
	small.Is(said + `.includes("The address names the case gone, which is not in this report.")`)
	small.quiet()
}

// TestIntegrationDifferences: lines that are alike stay, words that differ are
// marked, and no digit is lost.
func TestIntegrationDifferences(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Mixed(), wide, "#case=expense/refuse-negative&trial=3")
	p.Is(`document.querySelector(".diff .gone").innerText.includes('"amount": 12,') && document.querySelector(".diff .come").innerText.includes('"amount": 1.2,')`)
	p.Is(`document.querySelector(".diff .gone del").innerText === "12"`)
	p.Is(`[...document.querySelectorAll(".diff .same")].some((line) => line.innerText.includes('"currency": "EUR"'))`)
	p.quiet()
}

// TestIntegrationNarrow: the case stands below the list, and nothing is wider
// than the window.
func TestIntegrationNarrow(t *testing.T) {
	t.Parallel()
	in := browser(t)
	for _, hash := range []string{"", "#case=expense/refuse-negative"} {
		p := open(in, t, sample.Compared(), narrow, hash)
		if wide := p.Text(tooWide); wide != "[]" || p.Text(`document.documentElement.scrollWidth`) != "400" {
			t.Errorf("wider than the window: %s", wide)
		}
		p.Is(`document.querySelector("#detail").getBoundingClientRect().top >= document.querySelector("#list").getBoundingClientRect().bottom`)
		p.quiet()
	}
}

// tooWide lists what reaches over the right edge.
const tooWide = `[...document.querySelectorAll("#page *")].filter((e) => e.getBoundingClientRect().right > 400.5 && !e.closest(".aside, .skip, svg, .args, .row"))
  .map((e) => e.tagName + "." + e.className + " " + e.textContent.slice(0, 30) + " " + e.getBoundingClientRect().right).slice(0, 10)`

// TestIntegrationDarkAndLight follow the system, with contrast enough to read:
// WCAG 2.2 asks for 4.5 to 1.
func TestIntegrationDarkAndLight(t *testing.T) {
	t.Parallel()
	for _, run := range []sample.Run{sample.Compared(), sample.Shown(), sample.Interrupted()} {
		p := open(browser(t), t, run, wide, "")
		p.Do(browsertest.Evaluate(`document.querySelectorAll("details").forEach((fold) => { fold.open = true; })`))
		var papers []string
		for _, dark := range []bool{true, false} {
			p.dark(dark)
			papers = append(papers, p.Text(`getComputedStyle(document.body).backgroundColor`))
			if faint := p.Text(faint); faint != "[]" {
				t.Errorf("dark %v: hard to read: %s", dark, faint)
			}
		}
		if papers[0] == papers[1] {
			t.Errorf("both are %s", papers[0])
		}
		p.quiet()
	}
}

// faint lists texts with less contrast than they need against what is behind
// them.
const faint = `(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const paint = (color, under) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const c of [...under, color]) { canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); }
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const light = (rgb) => { const [r, g, b] = [...rgb].slice(0, 3).map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const bad = [];
  for (const e of document.querySelectorAll("body *")) {
    if (e.closest("script, noscript, .aside, .skip, dialog") || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility({ visibilityProperty: true })) { continue; }
    const behind = [];
    for (let at = e; at; at = at.parentElement) { behind.unshift(getComputedStyle(at).backgroundColor); }
    const a = light(paint(getComputedStyle(e).color, behind)), b = light(paint("transparent", behind));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) { bad.push(e.className + ": " + e.textContent.trim().slice(0, 30) + " " + ratio.toFixed(2)); }
  }
  return [...new Set(bad)].slice(0, 20);
})()`
