//go:build integration

package html_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// TestIntegrationHostileTextDoesNothing opens a page in which everything says,
// wherever it can, what somebody hopes a page to obey: no script of theirs runs,
// nothing is asked for, no element is theirs, no hidden character is left, and
// the browser has nothing to complain of.
func TestIntegrationHostileTextDoesNothing(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../testdata/github/hostile/*.txt")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d hostile texts: %v", len(files), err)
	}
	texts := []string{sample.Evil, elements}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	p := open(browser(t), t, hostile(texts), wide, "")
	if said := p.Text(everything); said != fmt.Sprintf("%d cases", 3*len(texts)) {
		t.Error(said)
	}
	if owned := p.Text(`String(window.owned) + document.querySelectorAll("#owned").length`); owned != "undefined0" {
		t.Errorf("a script ran: %s", owned)
	}
	p.quiet()
}

// hostile is a run whose cases say the texts, and all else that a run has.
func hostile(texts []string) sample.Run {
	run := sample.Saying(texts...)
	r := &run.Report
	all := strings.Join(texts, " ")
	r.Summary.Interrupted, r.Summary.ReportFaults = all, texts
	r.Summary.AgentID, r.Summary.Connector = all, all
	r.Decision.Title = all
	r.Decision.Conditions = append(r.Decision.Conditions, eval.Condition{Name: all, Required: eval.StringValue(all), Actual: eval.StringValue(all), Verdict: eval.VerdictFailed, Reason: all})
	r.Comparison = &eval.Comparison{Base: eval.Baseline{Name: all, Commit: all}, Notes: texts}
	for i, text := range texts {
		r.Start.Settings["case "+fmt.Sprint(i)+text] = text
		r.Work = append(r.Work, eval.Work{Kind: eval.WorkBeforeAll, Agent: text, Use: text, Status: eval.Error, Error: text, Notes: []string{text}, Logs: []string{text}})
		r.Cases[3*i].Stopped, r.Cases[3*i].Noise = text, &eval.Noise{Sentence: text}
		r.Cases[3*i].Memory = &eval.Memory{Sentence: text, Quarantine: &eval.Quarantine{Reason: text, Until: "2026-11-15", Expired: true}}
		r.Cases[3*i].Parting = &eval.Parting{Kind: eval.PartAtToolCall, Name: text, Turn: 1, Sentence: text}
	}
	trials := run.Trials
	run.Trials = func(yield func(*eval.Trial, error) bool) {
		for trial := range trials {
			if len(trial.Turns) > 0 {
				dress(trial, trial.Name)
			}
			if !yield(trial, nil) {
				return
			}
		}
	}
	return run
}

// dress says a text in everything that a trial may have.
func dress(t *eval.Trial, text string) {
	v := eval.StringValue(text)
	object := eval.StringValue(text).Raw()
	object = `{` + object + `:` + object + `,"type":` + object + `}`
	t.Logs, t.Notes, t.Refusal, t.Truncated, t.Model, t.Connector, t.Expected = []string{text}, []string{text}, text, text, text, text, v
	t.Attempts = []eval.Attempt{{Role: eval.Role(text), Number: 1, Status: 500, Error: text}}
	t.Usage = map[eval.Role]eval.Usage{eval.Role(text): {Calls: 1, Attempts: 1}}
	t.Checks[0].Checks = []eval.Check{{Type: text, Assertion: text, Status: eval.Failed, Expected: eval.Trusted(object), Actual: eval.Trusted(`[` + object + `]`), Message: text}}
	turn := &t.Turns[0]
	turn.Input = eval.Trusted(`[{"role":` + v.Raw() + `,"content":` + v.Raw() + `}]`)
	turn.CheckpointsReached = []string{text}
	turn.Sent = []eval.Sent{{ID: text, Message: eval.Trusted(object)}, {ID: text, Message: v, Open: true}}
	turn.Trace.Logs = []eval.TraceLog{{Level: text, Text: text}}
	turn.Trace.Nodes = []eval.TraceNode{{ID: text, Label: text, Type: text, Icon: text, Description: text, Status: eval.TraceFailed, Input: v, Output: v, Metadata: map[string]eval.Value{text: v}, Error: text, Logs: turn.Trace.Logs}}
	turn.Response.Content, turn.Response.Reasoning, turn.Response.Next = text+" said", text, eval.Trusted(object)
	for i := range turn.Response.ToolCalls {
		call := &turn.Response.ToolCalls[i]
		call.Arguments, call.Result, call.Error = eval.Trusted(object), v, text
	}
}

// everything opens all that can be opened, in every case, and says how many
// there were, or what stands in one that must not.
const everything = `(async () => {
  const rest = () => new Promise((done) => setTimeout(done, 0)), list = document.querySelector("#list"), detail = document.querySelector("#detail"), seen = new Set();
  const census = ` + census + `, unseen = ` + unseen + `;
  const open = (root) => root.querySelectorAll("details:not([open])").forEach((fold) => { fold.open = true; });
  open(document);
  if (census(document) || unseen(document.body)) { return census(document) + unseen(document.body); }
  for (;;) {
    seen.add(document.querySelector("#list [aria-selected=true]").id);
    open(detail);
    detail.querySelectorAll("button.all").forEach((button) => button.click());
    await rest(); // what is told of folds that were opened, and the rest of long texts
    await rest();
    if (census(detail) || unseen(detail)) { return location.hash + ": " + census(detail) + unseen(detail); }
    const before = location.hash;
    list.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    await rest();
    if (location.hash === before) { return seen.size + " cases" + census(document) + unseen(document.body); }
  }
})()`

// elements are what a page would make of the text if it read it as markup.
const elements = `"><script>window.owned=1</script><img src=x onerror="window.owned=1"><svg onload=window.owned=1><iframe srcdoc="<script>parent.owned=1</script>"></iframe>` +
	`</script><script>window.owned=1</script><a href="javascript:window.owned=1" id=owned>x</a><link rel=stylesheet href=//evil.example/x.css><style>body{display:none}</style>` +
	`<meta http-equiv=refresh content="0;url=http://evil.example"><base href=http://evil.example/><form action=http://evil.example><input name=attributes></form>` +
	`<!--<script>` + "\u2028</script\t>${window.owned=1}{{constructor.constructor('window.owned=1')()}}"

// census names elements that a page never makes, and attributes it never gives.
const census = `(root) => [...root.querySelectorAll("*")].flatMap((e) => [
    ...("html head meta title style body noscript script div header section main article details summary dl dt dd h1 h2 h3 h4 p strong span bdi ul ol li table thead tbody tr th td code kbd mark del ins label input select option button a dialog svg path rect".split(" ").includes(e.localName) ? [] : [e.localName]),
    ...[...e.attributes].filter((a) => /^on|^src|^style$|^xlink/.test(a.name) && !(a.name === "style" && e.closest("#list")) || a.name === "href" && !a.value.startsWith("#")).map((a) => e.localName + " " + a.name),
  ]).join(", ")`

// unseen finds characters in texts that a screen would obey or not show.
const unseen = `(root) => {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) => node.parentElement.localName === "script" ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT), found = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const bad = node.data.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/u);
    if (bad) { found.push(bad[0].codePointAt(0).toString(16) + " in " + node.parentElement.className); }
  }
  return found.slice(0, 5).join(", ");
}`

// TestIntegrationHiddenCharactersAreShown as escapes, where emoji keep theirs.
func TestIntegrationHiddenCharactersAreShown(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, sample.Saying("a\u202eb\x1b[2J\u200bc 👨\u200d👩 ok\u00adx"), wide, "")
	p.Is(`document.querySelector("#trial").textContent.includes(` + "`a\\\\u202eb\\\\x1b[2J\\\\u200bc 👨\u200d👩 ok\\\\u00adx`" + `)`)
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
		p.Is(`document.querySelector(".said.by-agent .all, .clipped .all").innerText.startsWith("show all (5")`)
		t.Logf("%s: the longest task that began by opening it: %s", name, p.Text(`new Promise((done) => {
      let longest = 0, last = performance.now();
      const tick = () => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; document.querySelectorAll(".piece").length > 300 ? done(Math.round(longest) + " ms") : setTimeout(tick, 0); };
      document.querySelector(".clipped .all").click();
      tick();
    })`))
		p.Is(`[...document.querySelectorAll(".piece")].reduce((sum, piece) => sum + piece.textContent.length, 0) > 4_500_000`)
		p.quiet()
	}
}
