package sinks_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/check"
	"github.com/surefoot-dev/surefoot/pkg/github/command"
	"github.com/surefoot-dev/surefoot/pkg/github/comment"
	"github.com/surefoot-dev/surefoot/pkg/github/outcome"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
	"github.com/surefoot-dev/surefoot/pkg/report/ctrf"
	"github.com/surefoot-dev/surefoot/pkg/report/extract"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
	"github.com/surefoot-dev/surefoot/pkg/report/json"
	"github.com/surefoot-dev/surefoot/pkg/report/junit"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
	"github.com/surefoot-dev/surefoot/pkg/report/sarif"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

func TestHostileTextDoesNothingAnywhere(t *testing.T) {
	t.Parallel()
	for name, text := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			everywhere(t, t.TempDir(), text)
		})
	}
}

func FuzzSinks(f *testing.F) {
	for _, text := range corpus(f) {
		f.Add(safetext.Head(text, 500))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) <= longest {
			everywhere(t, dir, text)
		}
	})
}

// everywhere puts the text through every writer there is.
func everywhere(t *testing.T, dir, text string) {
	t.Helper()
	put(t, dir, tell(text), text)
}

// put puts a story through every writer, and a text where none is told.
func put(t *testing.T, dir string, s *story, text string) {
	t.Helper()
	screens(t, s)
	documents(t, s)
	pages(t, s)
	logs(t, dir, s, text)
	posts(t, s, text)
}

func screens(t *testing.T, s *story) {
	t.Helper()
	for _, o := range []console.Options{{Plain: true, Verbose: true}, {Terminal: true}, {Terminal: true, Color: true, Verbose: true}} {
		var out, errs bytes.Buffer
		o.Out, o.Err = &out, &errs
		o.Command = func(c eval.CaseResult) string { return "surefoot eval " + c.Agent + " --case " + c.ID }
		o.ReportPaths = func() []string { return []string{s.report.Start.Plan.Inputs[0]} }
		now := time.Unix(0, 0)
		o.Now = func() time.Time { now = now.Add(time.Second); return now }
		c := console.New(o)
		for _, ev := range s.events {
			if err := c.Event(ev); err != nil {
				t.Fatal(err)
			}
			c.Tick()
		}
		if err := console.WriteComparison(s.report.Comparison, "head.jsonl", o); err != nil {
			t.Fatal(err)
		}
		where := fmt.Sprintf("the screen (terminal %v, colours %v)", o.Terminal, o.Color)
		checkScreen(t, where, out.String(), o.Color)
		checkScreen(t, where+", its live line", errs.String(), o.Terminal)
		checkLog(t, where, out.String()+errs.String())
		s.keep(where, append(out.Bytes(), errs.Bytes()...))
	}
}

// writer is what every format offers.
type writer func(w *bytes.Buffer) error

func written(t *testing.T, write writer) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func documents(t *testing.T, s *story) {
	t.Helper()
	var rows []byte
	for _, ev := range s.events {
		row, err := eval.AppendRow(nil, ev)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Count(row, []byte("\n")) != 1 {
			t.Errorf("JSONL: a row has several lines: %.200q", row)
		}
		checkJSON(t, "JSONL", row)
		rows = append(rows, row...)
	}
	checkLog(t, "JSONL", string(rows))
	s.keep("JSONL", rows)
	for where, write := range map[string]writer{
		"JSON":  func(w *bytes.Buffer) error { return json.Write(w, s.report, s.each()) },
		"CTRF":  func(w *bytes.Buffer) error { return ctrf.Write(w, s.report, s.each()) },
		"SARIF": func(w *bytes.Buffer) error { return sarif.Write(w, s.report, s.each()) },
	} {
		text := written(t, write)
		checkJSON(t, where, text)
		s.keep(where, text)
	}
	page := written(t, func(w *bytes.Buffer) error { return html.Write(w, s.report, s.each()) })
	checkHTML(t, "HTML", page)
	s.keep("HTML", page)
	text := written(t, func(w *bytes.Buffer) error { return junit.Write(w, s.report, s.each()) })
	checkXML(t, "JUnit", text)
	s.keep("JUnit", text)
}

// repository is where links of a page may lead.
const repository = "https://github.com/acme/shop"

// within allows links below the repository, however they are written.
func within(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && u.Host == "github.com" && strings.HasPrefix(u.Path, "/acme/shop/") && !strings.Contains(u.Path, "..")
}

// nowhere allows no links.
func nowhere(string) bool { return false }

// styles are the pages that are published.
var styles = map[markdown.Style]string{markdown.File: "a page", markdown.Summary: "the summary", markdown.Comment: "the comment", markdown.Check: "the check's text"}

// rendered is one page that knows where it is of. Its title may be anybody's,
// its addresses are not.
func rendered(d *markdown.Digest, style markdown.Style, limit int, title string) []byte {
	return d.Render(markdown.Options{
		Style: style, Limit: limit, Title: title, Run: markdown.Run{Number: 9001, Repository: repository, SHA: strings.Repeat("a", 40)},
		Links: markdown.Links{Run: repository + "/actions/runs/9001", HTML: repository + "/html"},
	})
}

func digest(t *testing.T, s *story) *markdown.Digest {
	t.Helper()
	d, err := markdown.Gather(s.report, s.each())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func pages(t *testing.T, s *story) {
	t.Helper()
	checkPage(t, "Markdown", written(t, func(w *bytes.Buffer) error { return markdown.Write(w, s.report, s.each()) }), nowhere, false)
	d := digest(t, s)
	for style, where := range styles {
		posted := style != markdown.File
		page := rendered(d, style, 0, "")
		checkPage(t, where, page, within, posted)
		s.keep(where, page)
		checkPage(t, where+", cut", rendered(d, style, 4000, s.report.Start.Version), within, posted)
		checkPage(t, where+", cut short", rendered(d, style, 300, s.report.Start.Version), within, posted)
	}
	digest, err := markdown.Gather(s.report, s.each())
	if err != nil {
		t.Fatal(err)
	}
	const repository = "https://github.com/acme/shop"
	below := func(address string) bool { return strings.HasPrefix(address, repository+"/") }
	for where, style := range map[string]markdown.Style{"the summary": markdown.Summary, "the comment": markdown.Comment, "the check": markdown.Check} {
		run := markdown.Run{Number: 1, Repository: repository, SHA: "3f2c1aa9c0ffee"}
		checkPage(t, where, digest.Render(markdown.Options{Style: style, Run: run}), below, true)
	}
	err = walk.Cases(s.report.Cases, s.each(), func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		all := slices.Collect(trials)
		page := written(t, func(w *bytes.Buffer) error { return extract.Write(w, extract.Markdown, c, slices.Values(all)) })
		checkPage(t, "an extract", page, nowhere, false)
		data := written(t, func(w *bytes.Buffer) error { return extract.Write(w, extract.JSON, c, slices.Values(all)) })
		checkJSON(t, "an extract as JSON", data)
		s.keep("an extract", append(page, data...))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range extract.Names(s.report.Cases, ".md") {
		if !filepath.IsLocal(name) || strings.ContainsAny(name, `/\:`) || name[0] == '.' {
			t.Errorf("the name of an extract is %q", name)
		}
		checkScreen(t, "the name of an extract", name, false)
		s.keep("the name of an extract", []byte(name))
	}
}

func logs(t *testing.T, dir string, s *story, text string) {
	t.Helper()
	var b bytes.Buffer
	log := command.New(&b)
	at := eval.Pos{File: text, Line: 3, Column: 1}
	note := command.Annotation{Level: command.Error, Pos: at, Title: text, Message: text}
	passed := command.NewText(&b)
	_, err := passed.Write([]byte(text))
	if err := errors.Join(err, passed.Close(), log.Group(text), log.Debug(text), log.List(note), log.Annotate(note), log.EndGroup(), log.Close()); err != nil {
		t.Fatal(err)
	}
	checkScreen(t, "the log", b.String(), false)
	s.keep("the log", b.Bytes())
	var names []string
	for _, c := range obeyed(b.String()) {
		names = append(names, c[0])
		if strings.ContainsAny(c[1], "\r\n") {
			t.Errorf("the data of %s is several lines", c[0])
		}
		checkScreen(t, "the data of "+c[0], unescaped(c[1]), false)
	}
	if want := []string{"group", "debug", "error", "endgroup"}; !slices.Equal(names, want) {
		t.Errorf("a runner obeys %q, want %q", names, want)
	}

	output, err := os.CreateTemp(dir, "output-*")
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(output.Name())
	defer output.Close()
	err = command.WriteOutputs(output.Name(), command.Output{Name: "title", Value: safetext.Line(s.report.Decision.Title)}, command.Output{Name: "raw", Value: text}, command.Output{Name: text, Value: text}, command.Output{Name: "verdict", Value: "failed"})
	content, readErr := os.ReadFile(output.Name())
	if readErr != nil {
		t.Fatal(readErr)
	}
	s.keep("the outputs", content)
	got, grammar := outputs(string(content))
	if grammar != nil || len(got) == 0 || got[len(got)-1] != "verdict" {
		t.Errorf("outputs %q, %v (%v)", got, grammar, err)
	}
	for _, name := range got {
		if name != "title" && name != "raw" && name != "verdict" && name != text {
			t.Errorf("there is an output %q", name)
		}
	}
}

func unescaped(data string) string {
	return strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(data)
}

// posts is what is published by the API.
func posts(t *testing.T, s *story, text string) {
	t.Helper()
	d := digest(t, s)
	body := func(limit int) string { return string(rendered(d, markdown.Comment, limit, text)) }
	p := &pretended{}
	done := comment.Publish(context.Background(), p, comment.Post{
		Pull: 7, Mode: comment.Always, Key: comment.Key{Workflow: text, Job: text, Name: text}, Run: comment.Run{ID: 1, Attempt: 1, HeadSHA: text}, State: text, Fails: true, Body: body,
	})
	if done.Kind != outcome.Posted {
		t.Fatalf("the comment: %v", done)
	}
	s.keep("the comment that was posted", []byte(p.body))
	first, rest, _ := strings.Cut(p.body, "\n")
	if !strings.HasPrefix(first, "<!-- surefoot-comment v1 ") || strings.Count(first, "-->") != 1 || strings.Contains(rest, "<!--") {
		t.Errorf("the comment's marker is %q, or there is a second one", first)
	}
	done = check.Publish(context.Background(), p, check.Check{
		Name: text, HeadSHA: "0123", Job: text, Verdict: eval.VerdictFailed, Title: text, Summary: body(60_000), Text: body(60_000),
		Annotations: []check.Annotation{{Path: text, Line: 1, Level: check.Failure, Title: text, Message: text, Details: text}, {Path: "a.jsonl", Level: check.Level(text), Title: text, Message: text}},
	})
	if done.Kind != outcome.Posted {
		t.Fatalf("the check: %v", done)
	}
	for _, c := range p.checks {
		s.keep("the check run", fmt.Appendf(nil, "%+v", c))
		for _, line := range []string{c.Name, c.Title, c.ExternalID} {
			checkScreen(t, "a line of the check", line, false)
			if strings.Contains(line, "\n") {
				t.Errorf("a line of the check is several: %q", line)
			}
		}
		for _, a := range c.Annotations {
			checkScreen(t, "an annotation of the check", a.Title+a.Message+a.Details, false)
			if a.Level != "failure" && a.Level != "notice" || strings.HasPrefix(a.Path, "/") || strings.HasPrefix(a.Path, "..") {
				t.Errorf("an annotation of level %q at %q", a.Level, a.Path)
			}
		}
	}
}

// pretended is GitHub, which keeps what it gets.
type pretended struct {
	body   string
	checks []rest.Check
}

func (p *pretended) Login(context.Context) (string, error) { return "github-actions[bot]", nil }
func (p *pretended) Comments(context.Context, int, int) ([]rest.Comment, int, error) {
	return nil, 0, nil
}
func (p *pretended) IsOpen(context.Context, int) (bool, error) { return true, nil }
func (p *pretended) CreateComment(_ context.Context, _ int, body string) (rest.Comment, error) {
	p.body = body
	return rest.Comment{ID: 1, Body: body}, nil
}
func (p *pretended) EditComment(context.Context, int64, string) (rest.Comment, error) {
	return rest.Comment{}, errors.New("nothing is there")
}
func (p *pretended) DeleteComment(context.Context, int64) error {
	return errors.New("nothing is there")
}
func (p *pretended) CreateCheck(_ context.Context, c rest.Check) (rest.CheckRun, error) {
	p.checks = append(p.checks, c)
	return rest.CheckRun{ID: 1}, nil
}
func (p *pretended) UpdateCheck(_ context.Context, _ int64, c rest.Check) error {
	p.checks = append(p.checks, c)
	return nil
}
