package html_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

// ends are what is to be ended behind the tests.
var ends []func()

func TestMain(m *testing.M) {
	code := sample.Main(m)
	for _, end := range ends {
		end()
	}
	os.Exit(code)
}

// element finds the scripts of a page: their attributes and what is in them.
var element = regexp.MustCompile(`(?s)<script([^>]*)>(.*?)</script>`)

// messages are those of a page, one a line.
func messages(page []byte) []byte {
	var b bytes.Buffer
	for _, found := range element.FindAllSubmatch(page, -1) {
		if len(found[1]) > 0 {
			b.Write(found[2])
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

// TestWrite compares the messages of each page. Those of the hostile run are
// long, and looked at elsewhere.
func TestWrite(t *testing.T) {
	t.Parallel()
	for name, run := range sample.Runs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := sample.Write(t, html.Write, run)
			if again := sample.Write(t, html.Write, run); !bytes.Equal(page, again) {
				t.Error("the same run gives other bytes")
			}
			checkPage(t, page)
			if name != "hostile" {
				sample.Golden(t, name+".jsonl", messages(page))
			}
		})
	}
}

// checkPage wants a page that needs nothing else, and that runs its own script
// alone.
func checkPage(t *testing.T, page []byte) {
	t.Helper()
	if !bytes.HasPrefix(page, []byte(html.Mark)) {
		t.Errorf("it begins with %.60q", page)
	}
	var program []byte
	for _, found := range element.FindAllSubmatch(page, -1) {
		switch {
		case len(found[1]) == 0 && program == nil:
			program = found[2]
		case !regexp.MustCompile(`^ type="application/json" data-is="(details|row|head)"$`).Match(found[1]):
			t.Errorf("a script element of another kind: %q", found[1])
		case !json.Valid(found[2]) || bytes.ContainsAny(found[2], "<>&\u2028\u2029\n"):
			t.Errorf("a message that could be markup, or is no JSON: %.200q", found[2])
		}
	}
	style := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindSubmatch(page)
	for what, text := range map[string][]byte{"script": program, "style": style[1]} {
		sum := sha256.Sum256(text)
		if want := what + "-src &#39;sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "&#39;;"; !bytes.Contains(page, []byte(strings.ReplaceAll(want, "+", "&#43;"))) && !bytes.Contains(page, []byte(want)) {
			t.Errorf("its policy does not name its %s: %s", what, want)
		}
	}
	shell := element.ReplaceAll(page, nil)
	if found := regexp.MustCompile(`(?i)<(link|img|iframe|object|embed|base|form|svg)|\ssrc=|\shref=|\son[a-z]+=|url\(|@import`).Find(shell); found != nil {
		t.Errorf("the shell has %q", found)
	}
}

// TestTheScriptReadsNoMarkup: what others wrote becomes text nodes, and nothing
// that could become more.
func TestTheScriptReadsNoMarkup(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("assets/*.js")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	never := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|Function\(|setTimeout\("|createContextualFragment|DOMParser|srcdoc|\.href\s*=|window\.open|importScripts|XMLHttpRequest|WebSocket`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := never.Find(text); found != nil {
			t.Errorf("%s has %q", file, found)
		}
		if asks := regexp.MustCompile(`\bfetch\(|EventSource`).Find(text); asks != nil && filepath.Base(file) != "live.js" {
			t.Errorf("%s has %q, which is for live.js alone", file, asks)
		}
		if bytes.Contains(text, []byte("</script")) {
			t.Errorf("%s ends its own element", file)
		}
		if !bytes.HasPrefix(text, []byte("// "+strings.TrimSuffix(filepath.Base(file), ".js")+": ")) {
			t.Errorf("%s does not begin with what it is for", file)
		}
	}
}

// TestNumbersKeepTheirDigits: a browser reads 9007199254740993 as another
// number.
func TestNumbersKeepTheirDigits(t *testing.T) {
	t.Parallel()
	run := sample.Passed()
	trials := run.Trials
	run.Trials = func(yield func(*eval.Trial, error) bool) {
		for trial := range trials {
			trial.Output = eval.Trusted(`{"n":9007199254740993,"f":1.0}`)
			if !yield(trial, nil) {
				return
			}
		}
	}
	if page := sample.Write(t, html.Write, run); !bytes.Contains(page, []byte(`"output":{"json":"{\"n\":9007199254740993,\"f\":1.0}"}`)) {
		t.Errorf("got %s", messages(page))
	}
}

// TestWhatTrialsHaveInCommonStandsOnce: a page of five trials with the same
// question is not five questions long.
func TestWhatTrialsHaveInCommonStandsOnce(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 2000)
	run := sample.Large(1, 5, 2000)
	trials := run.Trials
	run.Trials = func(yield func(*eval.Trial, error) bool) {
		for trial := range trials {
			trial.Input = eval.StringValue(long + " asked")
			trial.Turns[0].Input, trial.Turns[0].Response.Content = trial.Input, long
			trial.Checks[0].Actual = trial.Output
			if !yield(trial, nil) {
				return
			}
		}
	}
	page := sample.Write(t, html.Write, run)
	if asked, said := bytes.Count(page, []byte(long+" asked")), bytes.Count(page, []byte(long)); asked != 1 || said != 6 {
		t.Errorf("the question stands there %d times, and with the answers %d", asked, said)
	}
}

// TestNothingMovesByItself: who asked the system for less motion has nothing to
// ask of the page.
func TestNothingMovesByItself(t *testing.T) {
	t.Parallel()
	style, err := os.ReadFile("assets/page.css")
	if err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`transition|animation|@keyframes|scroll-behavior`).Find(style); found != nil {
		t.Errorf("page.css has %q", found)
	}
	files, err := filepath.Glob("assets/*.js")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		if text, err := os.ReadFile(file); err != nil || bytes.Contains(text, []byte("smooth")) || bytes.Contains(text, []byte(".animate(")) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestABaselineWithNothingToCompare has empty lists, which the page counts.
func TestABaselineWithNothingToCompare(t *testing.T) {
	t.Parallel()
	run := sample.Empty()
	run.Report.Comparison = &eval.Comparison{Base: eval.Baseline{Name: "main"}}
	if page := sample.Write(t, html.Write, run); !bytes.Contains(page, []byte(`"against":{"name":"main","counts":[],"paired":0,"figures":[]}`)) {
		t.Errorf("got %s", messages(page))
	}
}

// TestWhatACaseTook: unknown is unknown, and what no call took is no zero.
func TestWhatACaseTook(t *testing.T) {
	t.Parallel()
	page := sample.Write(t, html.Write, sample.Shown())
	if want := `"spent":{"tokens":"8.5k","tokens_by":"agent 3.5k, judge 5.0k","cost":"$0.038","cost_by":"agent $0.015, judge $0.022"}}`; !bytes.Contains(page, []byte(want)) {
		t.Errorf("no %s", want)
	}
	run := sample.Passed()
	trials := run.Trials
	for usage, want := range map[*eval.Usage]string{{Calls: 1, Attempts: 1}: `],"spent":{}}`, nil: `]}`} {
		run.Trials = func(yield func(*eval.Trial, error) bool) {
			for trial := range trials {
				trial.Usage = nil
				if usage != nil {
					trial.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: *usage}
				}
				if !yield(trial, nil) {
					return
				}
			}
		}
		if page := sample.Write(t, html.Write, run); !bytes.Contains(page, []byte(want+"</script>")) {
			t.Errorf("no %s in %s", want, messages(page))
		}
	}
}

func TestWriteErrorsComeBack(t *testing.T) {
	t.Parallel()
	sample.WriteErrorsComeBack(t, html.Write)
}

func TestForeignTrialsAreErrors(t *testing.T) {
	t.Parallel()
	sample.ForeignTrialsAreErrors(t, html.Write)
}

func TestMemoryDoesNotGrowWithTrials(t *testing.T) { //nolint:paralleltest // it looks at the memory of the process
	sample.MemoryDoesNotGrow(t, html.Write, 40<<20)
}

// TestALargeReportIsASmallPage holds what is asked of 5,000 cases of 2 KB.
func TestALargeReportIsASmallPage(t *testing.T) {
	t.Parallel()
	const most = 25 << 20
	if size := len(sample.Write(t, html.Write, sample.Large(5000, 1, 2000))); size > most {
		t.Errorf("%d MiB", size>>20)
	}
}

// TestAShellAsksItsFeed: of a page that is served, and nobody else.
func TestAShellAsksItsFeed(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := html.Shell(&b, `a "run" <b>`, "feed"); err != nil {
		t.Fatal(err)
	}
	checkPage(t, b.Bytes())
	for _, want := range []string{`<title>a &#34;run&#34; &lt;b&gt;</title>`, `<h1>a &#34;run&#34; &lt;b&gt;</h1><p>This page follows`, `data-feed="feed"`, "; connect-src &#39;self&#39;"} {
		if !bytes.Contains(b.Bytes(), []byte(want)) {
			t.Errorf("no %q", want)
		}
	}
	if page := sample.Write(t, html.Write, sample.Passed()); bytes.Contains(page, []byte("connect-src")) || !bytes.Contains(page, []byte(`data-feed=""`)) {
		t.Error("a page with its messages may ask somebody")
	}
}

// TestMessagesAreThoseOfThePage: whoever serves a run sends what stands in its
// page.
func TestMessagesAreThoseOfThePage(t *testing.T) {
	t.Parallel()
	run := sample.Mixed()
	var want, got bytes.Buffer
	want.Write(messages(sample.Write(t, html.Write, run)))
	feed, n := html.NewFeed(&run.Report), 0
	byCase := map[eval.Key][]*eval.Trial{}
	for trial := range run.Trials {
		byCase[trial.Key()] = append(byCase[trial.Key()], trial)
	}
	for i := range run.Report.Cases {
		row, err := feed.Case(&got, i, func(yield func(*eval.Trial) bool) {
			for _, trial := range byCase[run.Report.Cases[i].Key()] {
				if !yield(trial) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		got.WriteByte('\n')
		if err := html.Message(&got, row); err != nil {
			t.Fatal(err)
		}
		got.WriteByte('\n')
		n++
	}
	if err := html.Message(&got, feed.Head()); err != nil {
		t.Fatal(err)
	}
	got.WriteByte('\n')
	if diff := cmp.Diff(want.String(), got.String()); diff != "" || n == 0 {
		t.Error(diff)
	}
}
