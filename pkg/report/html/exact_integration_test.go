//go:build integration

package html_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/browsertest"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// TestIntegrationSidesThatLookAlike: what a check wanted and what it found are
// told apart where they look the same, and nothing differs that does not.
func TestIntegrationSidesThatLookAlike(t *testing.T) {
	t.Parallel()
	check := func(kind, want, got, message string) eval.Check {
		return eval.Check{Type: kind, Assertion: "assert", Status: eval.Failed, Expected: eval.Trusted(want), Actual: eval.Trusted(got), Message: message}
	}
	long := strings.Repeat("x", 200)
	said := []struct {
		check  eval.Check
		want   []string
		hidden string
	}{
		{check("json_path", `1`, `"1"`, `want 1, got "1"`), []string{`want 1, got "1"`, "expected, a number", "actual, text"}, ""},
		{check("json_path", `"null"`, `null`, `want "null", got null`), []string{`want "null", got null`, "(null, or nothing)"}, ""},
		{check("equals", `"caf\u00e9"`, `"cafe\u0301"`, `want "café", got "café"`), []string{"want ", "Character 4 is U+00E9 where it was expected, and U+0065 in what was found"}, ""},
		{check("equals", `"a long text with blanks"`, `"a long text with\u00a0blanks"`, `want "a long", got "a long"`), []string{"want ", "Character 17 is U+0020 where it was expected, and U+00A0 in what was found"}, ""},
		{check("equals", `"abc"`, `"abc "`, `want "abc", got "abc " (they differ in blanks at the ends)`), []string{"they differ in blanks at the ends", "Character 4 is the end"}, ""},
		{check("equals", `"x"`, `""`, `want "x", got ""`), []string{"(an empty text)"}, "want"},
		{check("equals", `{"a":"\u00e9","b":1.0,"c":1}`, `{"c":2,"b":1,"a":"é"}`, `want a, got b`), []string{`"c": 1`, `"c": 2`}, "want"},
		{check("type", `"array"`, `"`+long+`"`, `want array, got text `+long+" the end"), []string{" the end"}, ""},
		{check("contains", `"hello"`, `"`+strings.Repeat("😀", 90)+`"`, `got `+strings.Repeat("😀", 99)), []string{"😀…"}, `\ud83d`},
	}
	p := open(browser(t), t, edited(sample.Mixed(), func(trial *eval.Trial) {
		if trial.ID == "refuse-negative" && trial.Run == 1 {
			trial.Checks = nil
			for _, s := range said {
				trial.Checks = append(trial.Checks, s.check)
			}
		}
	}), wide, "#case=expense/refuse-negative&trial=1")
	shown := strings.Split(p.Text(`[...document.querySelectorAll("#trial .check")].map((e) => e.innerText).join("\u0001")`), "\u0001")
	if len(shown) != len(said) {
		t.Fatalf("%d checks", len(shown))
	}
	for i, s := range said {
		for _, want := range s.want {
			if !strings.Contains(shown[i], want) {
				t.Errorf("no %q in %q", want, shown[i])
			}
		}
		if s.hidden != "" && strings.Contains(shown[i], s.hidden) {
			t.Errorf("%q in %q", s.hidden, shown[i])
		}
	}
	if gone := p.Text(`[...document.querySelectorAll("#trial .check .diff .gone")].map((e) => e.innerText).join()`); strings.Contains(gone, `"a": "`) || strings.Contains(gone, `"b"`) {
		t.Errorf("it differs: %s", gone)
	}
	p.quiet()
}

// TestIntegrationALongAnswerIsComparedWhole, and not with the beginning that
// its check has; where there is no more, nothing is compared.
func TestIntegrationALongAnswerIsComparedWhole(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 1000)
	for output, want := range map[string]string{
		long + "b":   `document.querySelector("#trial .diff .gone del").innerText === "a" && document.querySelector("#trial .diff .come ins").innerText === "b"`,
		long + "bbb": `!document.querySelector("#trial .diff") && document.querySelector("#trial .check").innerText.includes("no more than the beginning")`,
	} {
		p := open(browser(t), t, edited(sample.Mixed(), func(trial *eval.Trial) {
			if trial.ID == "slow" {
				trial.Output = eval.StringValue(output)
				trial.Checks = []eval.Check{{Type: "equals", Status: eval.Failed, Expected: eval.StringValue(long + "a"), Actual: eval.StringValue(long[:4096] + "... [cut, 5001 bytes of text in all]"), Message: "want it"}}
			}
		}), wide, "#case=expense/slow")
		p.Is(want)
		p.quiet()
	}
}

// TestIntegrationAnAddressOpensNoOther: where the case that it names is not
// there, and where a slash in a name could make it another's.
func TestIntegrationAnAddressOpensNoOther(t *testing.T) {
	t.Parallel()
	names := map[string]eval.Key{
		"greet": {Agent: "a", ID: "b/c"}, "confirm-amount": {Agent: "a/b", ID: "c"}, "hook": {Agent: "a", ID: "%&#=/+ é\u202e"}, "slow": {Agent: "b", ID: "two"}, "later": {Agent: "c", ID: "two"},
	}
	run := edited(sample.Mixed(), func(trial *eval.Trial) {
		if key, ok := names[trial.ID]; ok {
			trial.Agent, trial.ID = key.Agent, key.ID
		}
	})
	for i := range run.Report.Cases {
		c := &run.Report.Cases[i]
		if key, ok := names[c.ID]; ok {
			c.Agent, c.ID = key.Agent, key.ID
		}
	}
	p := open(browser(t), t, run, wide, "")
	p.Is(`document.querySelector("#case-title")`)
	// Every link leads to its own case.
	p.Is(`document.querySelectorAll("#list .row").length === 6`)
	links := p.Text(`(async () => {
    const out = [], wait = () => new Promise((done) => setTimeout(done, 0));
    const go = (hash) => new Promise((done) => {
      addEventListener("hashchange", () => setTimeout(done, 0), { once: true });
      location.hash = hash;
    });
    for (const id of [...document.querySelectorAll("#list .row")].map((row) => row.id)) {
      document.getElementById(id).click();
      await wait();
      const title = document.querySelector("#detail .case").innerText, link = document.querySelector(".permalink").getAttribute("href");
      await go("#case=nobody/nothing");
      await go(link);
      await wait();
      if (document.querySelector("#detail .case").innerText !== title) {
        out.push(link + " opens " + document.querySelector("#detail .case").innerText);
      }
    }
    return JSON.stringify(out);
  })()`)
	if links != "[]" {
		t.Error(links)
	}
	for hash, want := range map[string]string{
		"#case=nobody/nothing":                  "The address names the case nobody/nothing, which is not in this report.",
		"#case=%E0%A4%A&trial=x":                "The address names the case %E0%A4%A, which is not in this report.",
		"#case=two":                             "The address names the case two, which several agents have.",
		"#case=a%2Fb/c":                         "Says the amount again",
		"#case=a/b%2Fc":                         "4/5",
		"#case=expense/refuse-negative&trial=9": "The address names trial 9, which this case does not have.",
	} {
		if hash == "#case=a/b%2Fc" {
			want = "5/5"
		}
		p.Do(browsertest.Evaluate(`location.hash = "` + hash + `"`))
		p.Is(`document.querySelector("#detail").innerText.includes("` + want + `")`)
	}
	p.quiet()
}

// TestIntegrationSearchFindsWhatIsSaid: in whichever case and composition,
// words apart in the case and its transcript, and nothing that only our own
// files say.
func TestIntegrationSearchFindsWhatIsSaid(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, edited(sample.Mixed(), func(trial *eval.Trial) {
		if trial.ID == "greet" && trial.Run == 2 {
			trial.Output = eval.Trusted(`{"say":"\"ΟΔΟΣ\" 👩\u200d🚀 <b> caf\u00e9\tb","Straße":1}`)
			trial.Checks[0].Actual = trial.Output
		}
	}), wide, "")
	p.Do(browsertest.Click("#deep"))
	for words, want := range map[string]string{
		"GREET": "1 of 6", "οδοσ": "1 of 6", "οδος": "1 of 6", "STRASSE": "1 of 6", "cafe\u0301": "1 of 6", "\"οδοσ\"": "1 of 6", "👩\u200d🚀": "1 of 6", "<b>": "1 of 6",
		"greet οδοσ": "1 of 6", "slow οδοσ": "0 of 6", "duration_ms": "0 of 6", "actual_as": "0 of 6", "assertion": "0 of 6", "taxi": "5 of 6",
	} {
		text := strings.ReplaceAll(words, `"`, `\"`)
		p.Do(browsertest.Evaluate(`(() => { const e = document.querySelector("#search"); e.value = "` + text + `"; e.dispatchEvent(new Event("input")); })()`))
		p.Is(`document.querySelector(".count").innerText === "` + want + ` cases"`)
	}
	p.quiet()
}

// TestIntegrationWhatATurnDoesNotSay is shown behind the turns: tools that were
// called, members of a message beside its text, names that stand twice.
func TestIntegrationWhatATurnDoesNotSay(t *testing.T) {
	t.Parallel()
	p := open(browser(t), t, edited(sample.Mixed(), func(trial *eval.Trial) {
		if trial.ID == "slow" {
			trial.ToolCalls = []eval.ToolCall{{Tool: "untold", Result: eval.Trusted("null")}}
			trial.Turns = []eval.Turn{{
				Turn: 1, Input: eval.Trusted(`[{"role":"user","content":"first","content":"second"}]`),
				Sent: []eval.Sent{{Message: eval.Trusted(`{"type":"text","props":{"content":"said","tone":"angry"}}`)}},
			}}
		}
	}), wide, "#case=expense/slow")
	p.Do(browsertest.Evaluate(`document.querySelectorAll("#trial details").forEach((fold) => { fold.open = true; })`))
	for _, want := range []string{"untold", "null", "first", "second", "angry"} {
		p.Is(`document.querySelector("#trial .transcript").innerText.includes("` + want + `")`)
	}
	p.quiet()
}
