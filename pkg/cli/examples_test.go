package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"
)

// writeFiles writes files by their names below a folder.
func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// examples are the blocks of a page that say which file they are. Each block of
// TypeScript must.
func examples(t *testing.T, page string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, b := range blocks(t, page) {
		language, name, ok := strings.Cut(b.info, " ")
		if ok {
			files[name] = b.text
		} else if language == "ts" {
			t.Errorf("%s:%d: the block does not say which file it is", page, b.line)
		}
	}
	return files
}

// commands are those that the page shows, one a line.
func commands(t *testing.T, page string) [][]string {
	t.Helper()
	var list [][]string
	for _, b := range blocks(t, page) {
		for line := range strings.Lines(b.text) {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "surefoot "); ok && b.info == "" {
				args := words.FindAllString(rest, -1)
				for i := range args {
					args[i] = strings.Trim(args[i], `"'`)
				}
				list = append(list, args)
			}
		}
	}
	return list
}

// rowsOf runs a command in the folder, which must pass, and gives the rows of
// its report.
func rowsOf(t *testing.T, dir string, args ...string) gjson.Result {
	t.Helper()
	args = append(args, "-o", "rows.jsonl")
	if code, stdout, stderr := surefoot(t.Context(), false, dir, args...); code != 0 {
		t.Fatalf("surefoot %s: exit code %d\n%s%s", strings.Join(args, " "), code, stdout, stderr)
	}
	return gjson.Parse("[" + strings.ReplaceAll(strings.TrimSpace(contents(t, filepath.Join(dir, "rows.jsonl"))), "\n", ",") + "]")
}

func TestTheExamplesAroundARunDoWhatTheySay(t *testing.T) {
	t.Parallel()
	const page = "../../docs/runs.md"
	dir := t.TempDir()
	files := examples(t, page)
	settings := files["surefoot.yml"]
	delete(files, "surefoot.yml")
	writeFiles(t, dir, files)
	writeFiles(t, dir, map[string]string{
		"app.yao": `{"name": "Shop"}`, "connectors/echo.conn.yao": `{"type": "script", "script": "echo.ts"}`,
		"connectors/echo.ts":                 `export const Complete = (r: any) => r.messages.at(-1).content`,
		"connectors/maker.conn.yao":          `{"type": "script", "script": "maker.ts"}`,
		"connectors/maker.ts":                `export const Complete = (r: any) => { const ask = JSON.parse(r.messages[0].content); return "Here: " + JSON.stringify(Array.from({ length: ask.count }, (_, i) => ({ id: "m" + i, input: ask.focus ?? "", assert: { type: "contains", value: "edge" } }))) }`,
		"assistants/shop/package.yao":        `{"name": "Shop", "connector": "echo"}`,
		"assistants/shop/tests/inputs.jsonl": `{"id": "a", "input": "hi", "expected": "hi"}` + "\n" + `{"id": "b", "input": "ho", "expected": "ho"}`,
		"assistants/tests/maker/package.yao": `{"name": "Maker", "connector": "maker"}`,
		"assistants/desk/package.yao":        `{"name": "Desk", "connector": "echo"}`,
		"assistants/desk/src/setup_test.ts":  `export function Open() {}`,
	})
	shown := commands(t, page)
	if len(shown) != 4 {
		t.Fatalf("the page shows %d commands", len(shown))
	}
	rows := rowsOf(t, dir, shown[0]...)
	if diff := cmp.Diff(`["0 of 2, 2 cases"]`, rows.Get(`#(kind=="after_all").logs`).Raw); diff != "" {
		t.Error(diff)
	}
	for i, made := range map[int]string{1: "order-", 2: "m"} {
		if got := rowsOf(t, dir, shown[i]...).Get(`#(type=="result")#.id`).Array(); len(got) != 10 || got[9].String() != made+"9" {
			t.Errorf("surefoot %s made %v", strings.Join(shown[i], " "), got)
		}
	}
	code, stdout, stderr := surefoot(t.Context(), false, dir, shown[3]...)
	kept := contents(t, filepath.Join(dir, "assistants", "shop", "tests", "made.jsonl"))
	if code != 0 || strings.Count(kept, "\n") != 10 || stdout != kept {
		t.Errorf("exit code %d: %q is printed, and %q kept: %s", code, stdout, kept, stderr)
	}

	writeFiles(t, dir, map[string]string{"surefoot.yml": settings, "assistants/desk/tests/inputs.jsonl": `{"id": "d", "input": "hi", "expected": "hi"}`})
	rows = rowsOf(t, dir, "eval", "-i", "assistants/*/tests/inputs.jsonl")
	var got []string
	for _, work := range rows.Get(`#(type=="work")#`).Array() {
		got = append(got, work.Get("kind").String()+" "+work.Get("agent").String()+" "+work.Get("use").String())
	}
	want := []string{"before_all desk setup_test.Open", "before_all shop env_test.BeforeAll", "after_all shop env_test.AfterAll"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheExamplesOfHooksDoWhatTheySay(t *testing.T) {
	t.Parallel()
	dir := appCopy(t, "hooks")
	writeFiles(t, dir, examples(t, "../../docs/hooks.md"))
	rows := rowsOf(t, dir, "eval", "-n", "front")
	if got := rows.Get(`#(id=="hands-tickets-over").checks.#.status`).Raw; got != `["passed","passed"]` {
		t.Errorf("front handed over: %s", got)
	}
	rows = rowsOf(t, dir, "eval", "@assistants/booking/tests/page.jsonl", "-u", "ann", "-t", "blue")
	if got := rows.Get(`#(type=="result").logs.0`).String(); got != "starts-empty (empty) for ann of blue in en-us: passed" {
		t.Errorf("the hook after said %q", got)
	}
	rows = rowsOf(t, dir, "eval", "-n", "booking", "-s", "setup")
	if got := rows.Get(`#(id=="TestReady").checks.#.status`).Raw; got != `["passed","passed"]` {
		t.Errorf("the test asserted %s", got)
	}
}
