package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/cli"
)

// surefoot runs a command in dir as main does, with nothing in its
// environment; live is as on a terminal.
func surefoot(ctx context.Context, live bool, dir string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	p := &cli.Process{
		Args: args, Dir: dir, TempDir: dir, Out: &out, Err: &errs, Now: time.Now, Exit: func(int) {},
		Live: live, Width: func() int { return 100 }, Signals: make(chan os.Signal),
	}
	code = p.Run(ctx)
	return code, out.String(), errs.String()
}

// block is one fenced block of a page.
type block struct {
	info, text string
	line       int
}

func blocks(t *testing.T, page string) []block {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var found []block
	var open *block
	for i, line := range strings.SplitAfter(string(data), "\n") {
		fence, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "```")
		switch {
		case ok && open == nil:
			open = &block{info: fence, line: i + 1}
		case ok && fence == "":
			found = append(found, *open)
			open = nil
		case open != nil:
			open.text += line
		}
	}
	return found
}

// appCopy makes a copy of an application that a test may write to.
func appCopy(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "app")
	if err := copyWithoutReports(dir, name); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestEveryExampleOfTheReferenceDoesWhatItSays(t *testing.T) {
	t.Parallel()
	page := blocks(t, "../../docs/reference.md")
	run := 0
	for i, b := range page {
		switch b.info {
		case "jsonl":
			run++
			t.Run(fmt.Sprintf("line %d", b.line), func(t *testing.T) {
				t.Parallel()
				exampleRuns(t, b)
			})
		case "jsonl refused":
			run++
			t.Run(fmt.Sprintf("line %d", b.line), func(t *testing.T) {
				t.Parallel()
				if i+1 == len(page) || page[i+1].info != "text" {
					t.Fatal("no block of problems follows")
				}
				exampleIsRefused(t, b, page[i+1].text)
			})
		}
	}
	if run < 10 {
		t.Errorf("only %d examples found", run)
	}
}

func writeCases(t *testing.T, dir string, b block) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "cases.jsonl"), []byte(b.text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func exampleRuns(t *testing.T, b block) {
	t.Helper()
	dir := appCopy(t, "plain")
	writeCases(t, dir, b)
	_, stdout, stderr := surefoot(t.Context(), false, dir, "eval", "plain", "@cases.jsonl", "--json", "-o", "r.jsonl")
	seen := 0
	for line := range strings.Lines(stdout) {
		row := gjson.Parse(line)
		if row.Get("type").String() != "result" {
			continue
		}
		seen++
		id, want := row.Get("id").String(), "passed"
		switch {
		case strings.HasPrefix(id, "fails-"):
			want = "failed"
		case strings.HasPrefix(id, "errors-"):
			want = "error"
		}
		if got := row.Get("status").String(); got != want {
			t.Errorf("%s: %s, want %s: %s %s", id, got, want, row.Get("error"), row.Get("reason"))
		}
	}
	if seen == 0 {
		t.Errorf("no case ran: %s", stderr)
	}
}

func exampleIsRefused(t *testing.T, b block, want string) {
	t.Helper()
	dir := appCopy(t, "plain")
	writeCases(t, dir, b)
	code, stdout, stderr := surefoot(t.Context(), false, dir, "eval", "plain", "@cases.jsonl")
	if code != 1 || stdout != "" {
		t.Errorf("exit code %d, stdout %q", code, stdout)
	}
	got := regexp.MustCompile(`(?m)^\d+ problems\n`).ReplaceAllString(stderr, "")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestThePricesOfTheReferenceArePrices(t *testing.T) {
	t.Parallel()
	shown := 0
	for _, b := range blocks(t, "../../docs/reference.md") {
		if b.info != "yaml prices" {
			continue
		}
		shown++
		dir := appCopy(t, "plain")
		if err := os.WriteFile(filepath.Join(dir, "prices.yml"), []byte(b.text), 0o600); err != nil {
			t.Fatal(err)
		}
		writeCases(t, dir, block{text: `{"id": "a", "input": "hi"}`})
		if code, _, stderr := surefoot(t.Context(), false, dir, "eval", "plain", "@cases.jsonl", "--prices", "prices.yml", "-o", "r.jsonl"); code != 0 {
			t.Errorf("line %d: %s", b.line, stderr)
		}
	}
	if shown == 0 {
		t.Error("no example found")
	}
}

// unsteady is what differs from run to run in what the README shows.
var unsteady = regexp.MustCompile(`<?\d+(\.\d+)? (ms|s)\b|output-\d{14}|surefoot \d+\.\d+\.\d+\S*`)

func TestTheReadmeShowsWhatIsPrinted(t *testing.T) {
	t.Parallel()
	consoleBlocks(t, "../../README.md")
}

func TestTheReferenceShowsWhatIsPrinted(t *testing.T) {
	t.Parallel()
	consoleBlocks(t, "../../docs/reference.md")
}

// consoleBlocks runs the commands of a page in the example application.
func consoleBlocks(t *testing.T, page string) {
	t.Helper()
	shown := 0
	for _, b := range blocks(t, page) {
		if b.info != "console" {
			continue
		}
		shown++
		t.Run(fmt.Sprintf("line %d", b.line), func(t *testing.T) {
			t.Parallel()
			command, want, _ := strings.Cut(b.text, "\n")
			words := strings.Fields(strings.TrimPrefix(command, "$ "))
			if len(words) == 0 || words[0] != "surefoot" {
				t.Fatalf("not a command: %q", command)
			}
			_, stdout, _ := surefoot(t.Context(), true, appCopy(t, "example"), words[1:]...)
			if diff := cmp.Diff(steady(want), steady(stdout)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if shown == 0 {
		t.Error("no example found")
	}
}

func steady(text string) string {
	lines := strings.Split(unsteady.ReplaceAllString(text, "…"), "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
