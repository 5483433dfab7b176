//go:build integration

package html_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// TestIntegrationHostileTextDoesNothing opens every case that says what somebody
// hopes a page to obey: no script of theirs runs, nothing is asked for, no
// element is theirs, and the browser has nothing to complain of.
func TestIntegrationHostileTextDoesNothing(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../testdata/github/hostile/*.txt")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d hostile texts: %v", len(files), err)
	}
	texts := map[string]string{"everything": sample.Evil, "elements": elements}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(text)
	}
	in := browser(t)
	for name, said := range texts { //nolint:paralleltest // they are tabs of one browser
		t.Run(name, func(t *testing.T) {
			run := sample.Saying(said)
			run.Report.Summary.Interrupted, run.Report.Summary.ReportFaults = said, []string{said}
			run.Report.Start.Settings["case"] = said
			run.Report.Work = []eval.Work{{Kind: eval.WorkBeforeAll, Agent: said, Use: said, Status: eval.Error, Error: said, Notes: []string{said}, Logs: []string{said}}}
			p := openFile(in, t, sample.Write(t, html.Write, run), wide, "")
			before := p.text(census)
			for range run.Report.Cases {
				p.press("j")
				p.do(evaluate(`document.querySelectorAll("details").forEach((fold) => { fold.open = true; })`), evaluate(`document.querySelectorAll("button.all").forEach((button) => button.click())`))
			}
			p.do(evaluate(`document.querySelectorAll("button.all").forEach((button) => button.click())`))
			if after := p.text(census); before != "" || after != "" {
				t.Errorf("elements that are none of the page's own: %s %s", before, after)
			}
			if owned := p.text(`String(window.owned) + document.querySelectorAll("#owned").length`); owned != "undefined0" {
				t.Errorf("a script ran: %s", owned)
			}
			if unseen := p.text(unseen); unseen != "" {
				t.Errorf("hidden characters stand in the page: %s", unseen)
			}
			p.quiet()
		})
	}
}

// elements are what a page would make of the text if it read it as markup.
const elements = `"><script>window.owned=1</script><img src=x onerror="window.owned=1"><svg onload=window.owned=1><iframe srcdoc="<script>parent.owned=1</script>"></iframe>` +
	`</script><script>window.owned=1</script><a href="javascript:window.owned=1" id=owned>x</a><link rel=stylesheet href=//evil.example/x.css><style>body{display:none}</style>` +
	`<meta http-equiv=refresh content="0;url=http://evil.example"><base href=http://evil.example/><form action=http://evil.example><input name=attributes></form>` +
	`<!--<script>` + "\u2028</script\t>${window.owned=1}{{constructor.constructor('window.owned=1')()}}"

// census names elements that a page never makes, and attributes it never gives.
const census = `[...document.querySelectorAll("*")].flatMap((e) => [
    ...("html head meta title style body noscript script div header section main article details summary dl dt dd h1 h2 h3 h4 p strong span bdi ul ol li table thead tbody tr th td code kbd mark del ins label input select option button a dialog svg path rect".split(" ").includes(e.localName) ? [] : [e.localName]),
    ...[...e.attributes].filter((a) => /^on|^src|^style$|^xlink/.test(a.name) && !(a.name === "style" && e.closest("#list")) || a.name === "href" && !a.value.startsWith("#")).map((a) => e.localName + " " + a.name),
  ]).join(", ")`

// unseen finds characters in texts that a screen would obey or not show.
const unseen = `(() => {
  const walk = document.createTreeWalker(document.getElementById("page"), NodeFilter.SHOW_TEXT), found = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const bad = node.data.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u);
    if (bad) { found.push(bad[0].codePointAt(0).toString(16) + " in " + node.parentElement.className); }
  }
  return found.slice(0, 5).join(", ");
})()`

// TestIntegrationHiddenCharactersAreShown as escapes, where emoji keep theirs.
func TestIntegrationHiddenCharactersAreShown(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Saying("a\u202eb\x1b[2J\u200bc 👨\u200d👩 ok\u00adx"), wide, "")
	p.is(`document.querySelector("#trial").textContent.includes(` + "`a\\\\u202eb\\\\x1b[2J\\\\u200bc 👨\u200d👩 ok\\\\u00adx`" + `)`)
	p.quiet()
}

// TestIntegrationALongValueDoesNotFreezeThePage: five megabytes in one line, and
// in many.
func TestIntegrationALongValueDoesNotFreezeThePage(t *testing.T) {
	t.Parallel()
	in := browser(t)
	const size = 5 << 20
	for name, text := range map[string]string{"one line": strings.Repeat("x", size), "many lines": strings.Repeat("line of text\n", size/13)} {
		run := sample.Large(1, 1, 0)
		trials := run.Trials
		run.Trials = func(yield func(*eval.Trial, error) bool) {
			for trial := range trials {
				trial.Output = eval.StringValue(text)
				trial.Turns[0].Output = trial.Output
				if !yield(trial, nil) {
					return
				}
			}
		}
		p := open(in, t, run, wide, "")
		p.is(`document.querySelector(".said.by-agent .all, .clipped .all").innerText.startsWith("show all (5")`)
		t.Logf("%s: the longest task that began by opening it: %s", name, p.text(`new Promise((done) => {
      let longest = 0, last = performance.now();
      const tick = () => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; document.querySelectorAll(".piece").length > 300 ? done(Math.round(longest) + " ms") : setTimeout(tick, 0); };
      document.querySelector(".clipped .all").click();
      tick();
    })`))
		p.is(`[...document.querySelectorAll(".piece")].reduce((sum, piece) => sum + piece.textContent.length, 0) > 4_500_000`)
		p.quiet()
	}
}
