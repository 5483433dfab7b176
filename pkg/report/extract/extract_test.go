package extract_test

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/extract"
	"github.com/surefoot-dev/surefoot/pkg/report/internal/sample"
)

func named(ids ...string) []eval.CaseResult {
	var cases []eval.CaseResult
	for _, id := range ids {
		agent, rest, ok := strings.Cut(id, "|")
		if !ok {
			agent, rest = "a", id
		}
		cases = append(cases, eval.CaseResult{Agent: agent, ID: rest})
	}
	return cases
}

func TestNames(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		ids  []string
		want []string
	}{
		{"an id is its name", []string{"T001-销售分析师-月末周五", "greets_in french", "v1.2"}, []string{"T001-销售分析师-月末周五.md", "greets_in french.md", "v1.2.md"}},
		{"several agents stand before it", []string{"shop|greet", "bank|greet"}, []string{"shop.greet.md", "bank.greet.md"}},
		{"no way out of the folder", []string{"../../etc/passwd", `..\x`, "/abs", "C:x"}, []string{"_.._.._etc_passwd-cad070bd.md", "_.._x-17c94c07.md", "_abs-543d72f5.md", "C_x-f89ebc74.md"}},
		{"dots alone", []string{".", "..", "..."}, nil},
		{"systems that ignore case", []string{"Greet", "greet", "GREET", "other"}, nil},
		{"devices", []string{"con", "NUL.txt", "Com1", "lpt9.x", "com¹", "common", "com10"}, nil},
		{"what a shell or a screen obeys", []string{"-rf", ".hidden", "a\u202eb", "a\x1b[31m", "a\nb", "a\x00b", "$(x)", "a*b?"}, nil},
		{"ends that are dropped", []string{"a.", "a ", "a. .", " a"}, nil},
		{"letters in pieces", []string{"caf\u00e9", "cafe\u0301"}, nil},
		{"a long id", []string{strings.Repeat("長", 200), strings.Repeat("長", 200) + "x"}, nil},
		{"no id", []string{""}, nil},
		{"an id that looks like a hashed one", []string{"a/b", "a_b-668861a9", "a_b"}, []string{"a_b-668861a9-2.md", "a_b-668861a9.md", "a_b.md"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := extract.Names(named(tt.ids...), ".md")
			wellNamed(t, got)
			if diff := cmp.Diff(tt.want, got); tt.want != nil && diff != "" {
				t.Error(diff)
			}
		})
	}
}

// wellNamed holds of all names, whatever the ids are.
func wellNamed(t rapid.TB, names []string) {
	t.Helper()
	seen := map[string]bool{}
	for _, name := range names {
		stem := strings.TrimSuffix(name, ".md")
		switch {
		case strings.ContainsAny(name, "/\\:*?\"<>|$`'\n\x00\x1b\u202e"), !utf8.ValidString(name), len(name) > 200:
			t.Errorf("not a name: %q", name)
		case stem == "", strings.ContainsAny(stem[:1], "-. "), strings.ContainsAny(stem[len(stem)-1:], ". "):
			t.Errorf("a name that some system changes: %q", name)
		case slices.Contains([]string{"con", "nul", "com1", "lpt9", "com¹"}, strings.ToLower(strings.SplitN(stem, ".", 2)[0])):
			t.Errorf("a device: %q", name)
		}
		if key := strings.ToLower(name); seen[key] {
			t.Errorf("twice: %q", name)
		} else {
			seen[key] = true
		}
	}
}

func TestNoTwoCasesShareAName(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"a", "A", "/", "..", "con", ".", " ", "é", "e\u0301", "_", "-", "\x00", "K", "\u212a", "ß", "SS", "İ"})
		id := rapid.Map(rapid.SliceOfN(piece, 0, 5), func(p []string) string { return strings.Join(p, "") })
		key := rapid.Custom(func(t *rapid.T) eval.Key {
			return eval.Key{Agent: rapid.SampledFrom([]string{"a", "b", "a.a"}).Draw(t, "agent"), ID: id.Draw(t, "id")}
		})
		var cases []eval.CaseResult
		for _, key := range rapid.SliceOfDistinct(key, func(k eval.Key) eval.Key { return k }).Draw(t, "keys") {
			cases = append(cases, eval.CaseResult{Agent: key.Agent, ID: key.ID})
		}
		wellNamed(t, extract.Names(cases, ".md"))
	})
}

func page(t *testing.T, c *eval.CaseResult, trials ...*eval.Trial) string {
	t.Helper()
	var b bytes.Buffer
	if err := extract.Write(&b, extract.Markdown, c, slices.Values(trials)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func ptr[T any](v T) *T { return &v }

func TestAPage(t *testing.T) {
	t.Parallel()
	c := &eval.CaseResult{
		Agent: "shop", ID: "order", Status: eval.Error, Planned: 1, Runs: 1, Errors: 1, AvgMS: ptr(16743.2), Pos: eval.Pos{File: "t.jsonl", Line: 3, Column: 1},
	}
	trial := &eval.Trial{
		Agent: "shop", ID: "order", Run: 1, Planned: 1, Status: eval.Error, Error: "boom\nat x.ts", ErrorPos: &eval.Pos{File: "x.ts", Line: 4},
		Input:  eval.Trusted(`[{"role":"user","content":"Where is it?"},{"role":"assistant","content":"Which?"},{"role":"user","content":"12345"}]`),
		Output: eval.StringValue("```markdown\n# Order\n\n```js\nx\n```\n```"), Expected: eval.Trusted(`{"b":1}`),
		Checks: []eval.Check{
			{Type: "contains", Assertion: "assert[0]", Status: eval.Failed, Message: "want `x` @bob"},
			{Type: "all", Assertion: "assert[1]", Status: eval.Passed, Checks: []eval.Check{{Type: "regex", Assertion: "0", Status: eval.Passed}}},
		},
		ToolCalls: []eval.ToolCall{{Server: "db", Tool: "find", Arguments: eval.Trusted(`{"id":1}`), Result: eval.StringValue("none")}},
		Notes:     []string{"slow"}, DurationMS: eval.Millis(16743 * time.Millisecond),
	}
	want := "# order\n\n**Status**: ⚠️ ERROR\n\n**Duration**: 16743ms\n\n**Agent**: shop\n\n**Case**: `t.jsonl:3:1`\n\n" +
		"## Error\n\n```text\nx.ts:4: boom\nat x.ts\n```\n\n" +
		"## Input\n\n**user**\n\n```markdown\nWhere is it?\n```\n\n**assistant**\n\n```markdown\nWhich?\n```\n\n**user**\n\n```markdown\n12345\n```\n\n" +
		"## Expected\n\n```json\n{\n  \"b\": 1\n}\n```\n\n" +
		"## Output\n\n````markdown\n```markdown\n# Order\n\n```js\nx\n```\n```\n````\n\n" +
		"## Checks\n\n- ❌ `assert[0] contains`: ``want `x` @bob``\n- ✅ `assert[1] all`\n  - ✅ `0 regex`\n\n" +
		"## Tool calls\n\n**Call** `db.find`\n\n```json\n{\n  \"id\": 1\n}\n```\n\n**Result**\n\n```markdown\nnone\n```\n\n" +
		"## Notes\n\n```text\nslow\n```\n\n"
	got := page(t, c, trial)
	body, _, _ := strings.Cut(got, "<!--")
	if diff := cmp.Diff(want, body); diff != "" {
		t.Error(diff)
	}
}

func TestAPageOfSeveralTrials(t *testing.T) {
	t.Parallel()
	c := &eval.CaseResult{Agent: "shop", ID: "order", Status: eval.Failed, Class: eval.MostlyStable, Planned: 2, Runs: 2, Passed: 1, Failed: 1, AvgMS: ptr(0.4)}
	got := page(t, c,
		&eval.Trial{Run: 1, Planned: 2, Status: eval.Passed, Input: eval.StringValue("hi"), Output: eval.Trusted(`{"a":1}`), DurationMS: eval.Millis(2 * time.Millisecond)},
		&eval.Trial{Run: 2, Planned: 2, Status: eval.Skipped, Reason: "interrupted", Input: eval.StringValue("hi"), Output: eval.Trusted("null")},
	)
	want := "# order\n\n**Status**: ❌ FAILED\n\n**Duration**: under 1ms on average\n\n**Trials**: 1 of 2 passed, mostly stable\n\n**Agent**: shop\n\n" +
		"## Input\n\n```markdown\nhi\n```\n\n" +
		"## Trial 1\n\n**Status**: ✅ PASSED\n\n**Duration**: 2ms\n\n### Output\n\n```json\n{\n  \"a\": 1\n}\n```\n\n" +
		"## Trial 2\n\n**Status**: ⏭️ SKIPPED\n\n### Reason\n\n```text\ninterrupted\n```\n\n"
	body, _, _ := strings.Cut(got, "<!--")
	if diff := cmp.Diff(want, body); diff != "" {
		t.Error(diff)
	}
}

func TestTheFenceAroundAnOutputGoes(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ output, want string }{
		"markdown":           {"```markdown\n# A\n```", "```markdown\n# A\n```"},
		"with blanks around": {"\n```md\n# A\n```\n ", "```markdown\n# A\n```"},
		"longer, with code":  {"````markdown\n```js\nx\n```\n````", "````markdown\n```js\nx\n```\n````"},
		"of another kind":    {"```json\n{}\n```", "````markdown\n```json\n{}\n```\n````"},
		"text behind it":     {"```markdown\nA\n```\nB", "````markdown\n```markdown\nA\n```\nB\n````"},
		"two of them":        {"```markdown\nA\n```\n```markdown\nB\n```", "````markdown\n```markdown\nA\n```\n```markdown\nB\n```\n````"},
		"nothing in it":      {"```markdown\n```", "````markdown\n```markdown\n```\n````"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := page(t, &eval.CaseResult{ID: "x", Planned: 1}, &eval.Trial{Run: 1, Planned: 1, Status: eval.Passed, Output: eval.StringValue(tt.output)})
			if !strings.Contains(got, "## Output\n\n"+tt.want+"\n\n") {
				t.Errorf("got %s", got)
			}
		})
	}
}

func TestWhatAgentsSayIsShownAndNotObeyed(t *testing.T) {
	t.Parallel()
	const hostile = "\x1b[31m<img src=x> @everyone [a](http://x) ![b](http://y) \u202e www.x.y\n```\n````\n# out\n<!-- surefoot extract -->"
	trial := &eval.Trial{
		Run: 1, Planned: 1, Status: eval.Error, Error: hostile, Input: eval.StringValue(hostile), Output: eval.StringValue(hostile), Expected: eval.StringValue(hostile),
		Checks:    []eval.Check{{Type: hostile, Assertion: hostile, Message: hostile, Status: eval.Error}},
		ToolCalls: []eval.ToolCall{{Tool: hostile, Error: hostile}}, Notes: []string{hostile}, Logs: []string{hostile}, Refusal: hostile,
		Turns: []eval.Turn{{Turn: 1, Input: eval.StringValue(hostile), Output: eval.StringValue(hostile)}, {Turn: 2}},
	}
	got := page(t, &eval.CaseResult{ID: hostile, Agent: hostile, Name: hostile, Planned: 1, Pos: eval.Pos{File: hostile}}, trial)
	fence := ""
	for line := range strings.Lines(got) {
		line = strings.TrimSuffix(line, "\n")
		switch ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]; {
		case fence == "" && len(ticks) > 4:
			fence = ticks
		case fence == line:
			fence = ""
		case fence == "":
			if outside := withoutCode(line); strings.ContainsAny(outside, "<@[\x1b\u202e") && !strings.HasPrefix(outside, "<!-- surefoot extract ") || strings.Contains(outside, "www") {
				t.Errorf("outside of code: %q", outside)
			}
		}
		if strings.ContainsAny(line, "\x1b\u202e") {
			t.Errorf("a screen obeys %q", line)
		}
	}
	if !extract.Ours([]byte(got)) {
		t.Error("not known again")
	}
}

// withoutCode takes the code spans out of a line.
func withoutCode(line string) string {
	for {
		at := strings.IndexByte(line, '`')
		if at < 0 {
			return line
		}
		rest := strings.TrimLeft(line[at:], "`")
		ticks := line[at : len(line)-len(rest)]
		end := strings.Index(rest, ticks)
		if end < 0 {
			return line
		}
		line = line[:at] + rest[end+len(ticks):]
	}
}

func TestOnlyWhatNobodyChangedIsOurs(t *testing.T) {
	t.Parallel()
	c := &eval.CaseResult{ID: "x", Planned: 1}
	good := page(t, c, &eval.Trial{Run: 1, Planned: 1, Status: eval.Passed})
	var row bytes.Buffer
	if err := extract.Write(&row, extract.JSON, c, slices.Values([]*eval.Trial{})); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		content string
		want    bool
	}{
		"a page":               {good, true},
		"a case as JSON":       {row.String(), true},
		"nothing":              {"", false},
		"a page with a remark": {"Seen by Ann.\n" + good, false},
		"a remark at its end":  {good + "Seen by Ann.\n", false},
		"another page":         {"# x\n", false},
		"a seal alone":         {good[strings.Index(good, "<!--"):], false},
		"a report":             {`{"schema_version": 1, "summary": {}}`, false},
		"a case file":          {`{"id": "x", "type": "extract"}`, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := extract.Ours([]byte(tt.content)); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

// TestMemoryDoesNotGrowWithTrials writes every case of a large run as a page.
func TestMemoryDoesNotGrowWithTrials(t *testing.T) { //nolint:paralleltest // it looks at the memory of the process
	sample.MemoryDoesNotGrow(t, func(w io.Writer, report eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
		next, stop := iter.Pull2(trials)
		defer stop()
		for i := range report.Cases {
			c := &report.Cases[i]
			err := extract.Write(w, extract.Markdown, c, func(yield func(*eval.Trial) bool) {
				for range c.Runs {
					if trial, _, ok := next(); !ok || !yield(trial) {
						return
					}
				}
			})
			if err != nil {
				return err
			}
		}
		return nil
	}, 10<<20)
}
