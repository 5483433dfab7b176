//go:build integration

package html_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/browsertest"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// TestIntegrationATrialAsItWas: its turns with all that was called, sent and
// noted in them, its checks with a judge's reason and a difference, where it
// parts from those that passed, and what it took.
func TestIntegrationATrialAsItWas(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Shown(), wide, "#case=expense/refuse-negative&trial=2")
	for part, want := range map[string][]string{
		".lines":                {"all 3 failing trials called \"ledger.submit\" in turn 2", "passed in all 12 earlier runs", "5/5 before, 2/5 now"},
		".figures.small":        {"2.1 s", "8.5k", "agent 3.5k, judge 5.0k", "$0.038"},
		"#turn-1":               {"733 ms", "I want to hand in an expense.", "Gladly."},
		"#turn-2":               {"trials part here", "$-50 for a taxi", "handbook.find", "One moment, I look at the handbook.", "Read the request", "Look up the category", "amount is below zero (trial 2)"},
		"#turn-2 .call.here":    {"ledger.submit", `"amount": -50`, `"number": 4711`},
		"#trial .checks":        {"the judge's reason", "never mentions accounting", "score 0.1", "ledger.last"},
		".diff .gone":           {`"amount": 18`},
		".diff .come":           {`"amount": -50`},
		".check mark":           {"submitted"},
		"#trial .logs":          {"Next: nothing to change"},
		"#trial .took":          {"2.2 s", "700 tokens (612 in, 88 out)", "cost $0.0031", "1.0k tokens", "gpt-x-2 (connector main)"},
		".beside":               {"Its answer beside that of trial 1, which passed"},
		".again":                {"surefoot eval expense", "docker run"},
		"#detail .case .badge":  {"highly unstable"},
		"#detail .case .tag":    {"policy"},
		"#detail .case .change": nil, // its word says it
	} {
		said := p.Text(`[...document.querySelectorAll(` + "`" + part + "`" + `)].map((e) => e.innerText).join("\n")`)
		for _, text := range want {
			if !strings.Contains(said, text) {
				t.Errorf("%s has no %q: %s", part, text, said)
			}
		}
		if want == nil && said != "" {
			t.Errorf("%s has %q", part, said)
		}
	}
	p.Is(`!document.querySelector("#turn-2 .call:not(.here)").open`)
	p.Do(browsertest.Click(".beside summary"))
	p.Is(`document.querySelector(".beside .diff .gone").innerText.includes("An expense cannot be negative")`)

	// Another trial of the case, by the pointer.
	p.Do(browsertest.Click(`.trials [aria-label="trial 4, passed"]`))
	p.Is(`document.querySelector("#turn-2").innerText.includes("Accounting takes those.") && document.querySelector("#trial .checks").innerText.includes("score 0.9")`)
	p.Is(`location.hash === "#case=expense/refuse-negative&trial=4"`)
	p.quiet()
}

// TestIntegrationCopies: what the buttons say they copy is what can be pasted.
func TestIntegrationCopies(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Shown(), wide, "#case=expense/refuse-negative&trial=2")
	for button, want := range map[string]string{
		".again .copy": `document.querySelector(".again code").textContent`,
		".case .copy":  `location.href.split("#")[0] + "#case=expense/refuse-negative&trial=2"`,
	} {
		p.Do(browsertest.Click(button))
		p.Is(`document.querySelector("` + button + `").innerText === "copied" && document.querySelector("#said").textContent === "copied"`)
		p.Do(browsertest.Evaluate(`document.querySelector("#search").value = ""`), browsertest.Evaluate(`document.querySelector("#search").focus()`))
		browsertest.Call(p.Tab, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: "keyDown", Commands: []string{"paste"}})
		p.Is(`document.querySelector("#search").value === ` + want)
	}
	p.quiet()
}

// TestIntegrationManyTrials: two hundred are shapes in a strip that does not push
// the case out of the window.
func TestIntegrationManyTrials(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Large(2, 200, 100), wide, "#case=expense/case-00001&trial=150")
	p.Is(`document.querySelectorAll(".trials.many [role=tab]").length === 200 && document.querySelector(".trials").offsetHeight < 200`)
	p.Is(`document.querySelector(".strip-of").innerText.includes("trial 150 of 200: failed")`)
	inSight := func() {
		t.Helper()
		p.Is(`(() => { const strip = document.querySelector(".trials").getBoundingClientRect(), at = document.querySelector(".trials [aria-selected=true]").getBoundingClientRect(); return at.top >= strip.top && at.bottom <= strip.bottom; })()`)
	}
	inSight()
	p.Press("l")
	p.Is(`document.querySelector(".strip-of").innerText.includes("trial 151 of 200")`)
	inSight()
	p.quiet()
}

// TestIntegrationACaseThatDidNotRun says why, once.
func TestIntegrationACaseThatDidNotRun(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Shown(), wide, "#case=travel/night-train")
	p.Is(`document.querySelector("#detail").innerText.split("night trains are not sold in winter").length === 2 && !document.querySelector("#trial .part")`)
	p.quiet()
}

// TestIntegrationNoCases: nothing to search is shown.
func TestIntegrationNoCases(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Empty(), wide, "")
	p.Is(`document.querySelector(".verdict").innerText.includes("there was no case to run") && document.querySelector("#work").offsetHeight === 0 && document.querySelector("#strip").offsetHeight === 0`)
	p.quiet()
}

// TestIntegrationACaseComesIntoSight: in a narrow window it stands below the
// list, and a button leads back.
func TestIntegrationACaseComesIntoSight(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Shown(), narrow, "")
	p.Do(browsertest.Click("#list .row"))
	p.Is(`document.querySelector("#case-title").innerText === "refuse-negative" && Math.abs(document.querySelector("#detail").getBoundingClientRect().top) < 20`)
	p.Do(browsertest.Click(".back"))
	p.Is(`Math.abs(document.querySelector(".side").getBoundingClientRect().top) < 20 && document.activeElement.id === "list"`)
	p = open(browser(t), t, sample.Shown(), narrow, "#case=travel/visa-rules")
	p.Is(`document.querySelector("#case-title").innerText === "visa-rules" && Math.abs(document.querySelector("#detail").getBoundingClientRect().top) < 20`)
	p.quiet()
}
