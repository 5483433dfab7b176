//go:build integration

package html_test

import (
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/browsertest"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// TestIntegrationLongDifferences: texts that are too long to be laid beside each
// other stand as they are, and the case is shown.
func TestIntegrationLongDifferences(t *testing.T) {
	t.Parallel()
	in := browser(t)
	for name, tt := range map[string]struct{ want, got, shown string }{
		"lines":        {"a\n" + strings.Repeat("x\n", 90000) + "b", "c\n" + strings.Repeat("y\n", 90000) + "d", `.sides.two .clipped`},
		"empty lines":  {"a" + strings.Repeat("\n", 190000) + "b", "c" + strings.Repeat("\n", 190001) + "d", `.sides.two .clipped`},
		"words":        {strings.Repeat("!a", 90000), strings.Repeat("?b", 90000), `.diff .gone`},
		"half a line":  {strings.Repeat("!a", 40000) + strings.Repeat("?b", 40000), strings.Repeat("!a", 40000) + strings.Repeat(":c", 40000), `.diff .gone del`},
		"and the rest": {strings.Repeat("x\n", 4000) + "a", strings.Repeat("x\n", 4000) + "b", `.diff .fold`},
	} {
		run := sample.Large(1, 1, 0)
		run.Trials = func(trials iter.Seq2[*eval.Trial, error]) iter.Seq2[*eval.Trial, error] {
			return func(yield func(*eval.Trial, error) bool) {
				for trial, err := range trials {
					trial.Output = eval.StringValue(tt.got)
					trial.Turns[0].Output = trial.Output
					trial.Checks = []eval.Check{{Type: "equals", Assertion: "assert", Status: eval.Failed, Expected: eval.StringValue(tt.want), Actual: trial.Output, Message: "want this, got that"}}
					if !yield(trial, err) {
						return
					}
				}
			}
		}(run.Trials)
		p := open(in, t, run, wide, "")
		p.Is(`document.querySelector("#detail ` + tt.shown + `")`)
		p.Is(`document.querySelectorAll("#detail *").length < 20000 && document.querySelector("#trial .transcript")`)
		if t.Failed() {
			t.Fatal(name)
		}
		p.quiet()
	}
}

// TestIntegrationACaseThatCannotBeShown does not leave another in its place.
func TestIntegrationACaseThatCannotBeShown(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Mixed(), wide, "")
	was := p.Text(`document.querySelector("#case-title").innerText`)
	p.Do(browsertest.Evaluate(`Document.prototype.createElement = ((real) => function (name) { if (name === "h3") { throw new Error("no more"); } return real.call(this, name); })(Document.prototype.createElement)`))
	p.Press("j")
	p.Is(`/^The case .+ cannot be shown here: no more\. surefoot extract/.test(document.querySelector("#detail").innerText) && !document.querySelector("#case-title")`)
	if strings.Contains(p.Text(`document.querySelector("#detail").innerText`), was) {
		t.Errorf("%s is still there", was)
	}
	p.quiet()
}

// TestIntegrationWithoutItsScript a page says how the run ended, and that there
// is more.
func TestIntegrationWithoutItsScript(t *testing.T) {
	t.Parallel()
	p := newTab(browser(t), t, wide)
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, sample.Write(t, html.Write, sample.Mixed()), 0o600); err != nil {
		t.Fatal(err)
	}
	browsertest.Call(p.Tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	p.at = (&url.URL{Scheme: "file", Path: path}).String()
	p.Do(chromedp.Navigate(p.at))
	p.Is(`document.querySelector("noscript h1")?.innerText === "expense: failed" && document.querySelector("noscript p").innerText !== ""`)
	p.Is(`document.body.innerText.includes("needs its script") && !document.body.innerText.includes("Reading the report")`)
	p.quiet()
}
