//go:build integration

package html_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"

	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/browsertest"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// TestIntegrationNamesForWhoDoesNotSee reads the tree that screen readers get.
func TestIntegrationNamesForWhoDoesNotSee(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Shown(), wide, "#case=expense/refuse-negative&trial=2")
	p.Do(browsertest.Evaluate(`document.querySelectorAll("details").forEach((fold) => { fold.open = true; })`))
	tree := p.tree()
	for _, node := range tree {
		role, name, _ := strings.Cut(node, " ")
		if name == "" && slices.Contains([]string{"button", "link", "checkbox", "combobox", "searchbox", "listbox", "option", "tab", "tabpanel", "tablist", "image", "region", "heading", "figure", "article", "DisclosureTriangle"}, role) {
			t.Errorf("a %s has no name", role)
		}
	}
	for _, want := range []string{
		"heading expense, travel failed", "region gate", "region figures", "region against the baseline", "region all cases", "image failed",
		"image pass rate 93 %, 95 % [81.7, 97.6]", "image 31 cases: 1 regressed, 1 failed, 1 broke, 1 unstable, 1 skipped, 26 passed",
		"searchbox search cases by id, name, tag, reason or input", "checkbox in transcripts too", "group status", "button Regressed 1", "combobox tag", "combobox agent",
		"combobox stability", "combobox change", "combobox order", "StaticText 31 cases", "listbox cases",
		`option refuse-negative, regressed, 2/5 passed, assert[0] not_contains: want no "submitted", got "Your expense of $-50 was submitted."`,
		"article the chosen case", "heading refuse-negative", "tablist trials", "tab trial 2, failed", "tabpanel trial 2", "region Checks", "region Transcript", "region Logs",
		"figure difference of expected and actual", "button copy the command for surefoot", "button copy the command for docker", "button copy the link", "button keys", "link to the list of cases",
	} {
		if !slices.Contains(tree, want) {
			t.Errorf("no %q in\n%s", want, strings.Join(tree, "\n"))
		}
	}
	p.quiet()
}

// tree are the nodes that a screen reader gets, each as "role name".
func (p *tab) tree() []string {
	p.t.Helper()
	var list []string
	for _, node := range browsertest.Call(p.Tab, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{}).Nodes {
		if node.Ignored || node.Role == nil {
			continue
		}
		words := []string{"", ""}
		for i, value := range []*accessibility.Value{node.Role, node.Name} {
			if value != nil {
				_ = json.Unmarshal(value.Value, &words[i])
			}
		}
		list = append(list, strings.TrimSpace(words[0]+" "+strings.Join(strings.Fields(words[1]), " ")))
	}
	return list
}

// TestIntegrationEveryStopOfTheKeyboardIsSeen goes through the page by Tab: each
// stop has a ring around it and is in the window.
func TestIntegrationEveryStopOfTheKeyboardIsSeen(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Shown(), wide, "#case=expense/refuse-negative&trial=2")
	p.Do(browsertest.Evaluate(`scrollTo(0, 0)`))
	var stops []string
	for range 100 {
		p.Press(kb.Tab)
		stop := p.Text(focused)
		if stop == "none" {
			break
		}
		stops = append(stops, stop)
	}
	for _, want := range []string{"a.skip", "SUMMARY", "input#search", "input#deep", "button.chip is-regressed", "select#pick-tag", "select#pick-order", "button.keys", "div#list", "article#detail", "button.is-failed", "div.diff", "button.copy"} {
		if !slices.ContainsFunc(stops, func(stop string) bool { return strings.EqualFold(stop, want) }) {
			t.Errorf("no stop at %s: %q", want, stops)
		}
	}
	for _, stop := range stops {
		if strings.Contains(stop, "!") {
			t.Error(stop)
		}
	}
	if stops[0] != "a.skip" || len(stops) == 100 {
		t.Errorf("%d stops, the first is %s", len(stops), stops[0])
	}
	p.quiet()
}

// focused names where the keyboard is, and what is wrong there behind a "!".
const focused = `(() => {
  const e = document.activeElement;
  if (!e || e === document.body) { return "none"; }
  const name = e.localName + (e.id ? "#" + e.id : e.className ? "." + e.className : ""), ring = getComputedStyle(e), box = e.getBoundingClientRect();
  const seen = box.width > 0 && box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return name + (e.matches(":focus-visible") && ring.outlineStyle !== "none" && parseFloat(ring.outlineWidth) >= 2 ? "" : " ! no ring") + (seen ? "" : " ! out of sight");
})()`

// TestIntegrationForcedColors: where the system takes all colours away, what is
// chosen is told by a frame.
func TestIntegrationForcedColors(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Mixed(), wide, "#case=expense/refuse-negative&trial=3")
	browsertest.Call(p.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}})
	p.Do(browsertest.Click(".chip"))
	p.Is(`document.querySelector(".row[aria-selected=true]") && document.querySelector(".chip[aria-pressed=true]")`)
	for _, kind := range []string{".row", ".trials button", ".chip"} {
		p.Is(fmt.Sprintf(`(() => {
      document.activeElement.blur();
      const look = (e) => { const s = getComputedStyle(e); return s.outlineStyle + s.outlineWidth + s.outlineColor; };
      const all = [...document.querySelectorAll(%q)], on = all.filter((e) => e.matches("[aria-selected=true], [aria-pressed=true]")), off = all.filter((e) => !on.includes(e));
      return on.length === 1 && off.every((e) => look(e) !== look(on[0])) && getComputedStyle(on[0]).outlineStyle === "solid";
    })()`, kind))
	}
	p.Is(`getComputedStyle(document.querySelector(".diff del")).textDecorationLine === "line-through"`)
	p.quiet()
}

// TestIntegrationKeysOfTrials: the strip of trials is one stop, and arrows go
// through it.
func TestIntegrationKeysOfTrials(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Shown(), wide, "#case=expense/refuse-negative&trial=2")
	p.Do(browsertest.Evaluate(`document.querySelector(".trials [aria-selected=true]").focus()`))
	p.Press(kb.ArrowRight)
	p.Is(`document.activeElement.getAttribute("aria-label") === "trial 3, failed" && document.querySelectorAll(".trials [tabindex='0']").length === 1`)
	p.Press(kb.ArrowLeft, kb.ArrowLeft)
	p.Is(`document.activeElement.getAttribute("aria-label") === "trial 1, passed" && document.querySelector("#trial").getAttribute("aria-label") === "trial 1"`)
	p.Press(kb.Escape)
	p.Is(`document.activeElement.id === "list"`)
	p.quiet()
}
