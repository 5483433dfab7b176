package cassette_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// put writes the cassette of the case "greet".
func put(t testing.TB, dir, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, "shop"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "shop", "greet.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func check(dir string, runs int, cases ...*eval.Case) []string {
	var lines []string
	for _, p := range cassette.NewPlayer(folder(dir)).Check(cases, func(*eval.Case) int { return runs }) {
		lines = append(lines, strings.ReplaceAll(p.String(), dir, "DIR"))
	}
	return lines
}

func TestWhatCannotBeReplayedIsSaidBeforeTheRun(t *testing.T) {
	t.Parallel()
	const head = `{"schema_version": 1, "agent": "shop", "case": "greet", "trials": [`
	const trial = `{"run": 1, "now": "2026-03-01T12:00:00Z", "zone": "UTC", "exchanges": [`
	const hint = ` (record it with --record DIR --case shop/greet)`
	tests := map[string]struct {
		text string // "" for no file
		runs int
		want []string
	}{
		"nothing wrong": {text: head + trial + "]}]}", runs: 1},
		"no file":       {runs: 2, want: []string{`c.jsonl:3:1: case "greet": there is no cassette shop/greet.json (record it with --record DIR --case shop/greet --runs 2)`}},
		"fewer runs":    {text: head + trial + "]}]}", runs: 3, want: []string{`c.jsonl:3:1: case "greet": 3 runs are asked for, and the cassette shop/greet.json has no run 2 (record it with --record DIR --case shop/greet --runs 3)`}},
		"a newer file": {text: `{"schema_version": 2, "new": {}}`, runs: 1, want: []string{
			`shop/greet.json:1:20: case "greet": the cassette was written by a newer version of surefoot (schema version 2, this one reads 1) (update surefoot, or record again)`}},
		"half a file":    {text: head + trial, runs: 1, want: []string{`shop/greet.json:1:139: case "greet": the file ends inside a JSON value` + hint}},
		"a conflict":     {text: "<<<<<<< main\n{}", runs: 1, want: []string{`shop/greet.json:1:1: case "greet": not JSON: unexpected '<' at start of value` + hint}},
		"another file":   {text: `{"name": "x"}`, runs: 1, want: []string{`shop/greet.json:1:1: case "greet": the file is no cassette: it has no schema_version` + hint}},
		"a list":         {text: `[]`, runs: 1, want: []string{`shop/greet.json:1:1: case "greet": want an object, got a list` + hint}},
		"another case's": {text: strings.Replace(head, "greet", "other", 1) + "]}", runs: 1, want: []string{`shop/greet.json: case "greet": the cassette is of case "other" of agent "shop"` + hint}},
		"wrong members": {
			text: head + trial + `{"kind": "models", "request": 1, "took_ms": -1}]}, {"run": 1, "now": "noon", "exchanges": 1, "odd": 1}]}`, runs: 1,
			want: []string{
				`shop/greet.json:1:148: case "greet": trials[0].exchanges[0].kind: want "model" or "tool"` + hint,
				`shop/greet.json:1:183: case "greet": trials[0].exchanges[0].took_ms: want the milliseconds of an answer, got -1` + hint,
				`shop/greet.json:1:139: case "greet": trials[0].exchanges[0]: the exchange has no answer` + hint,
				`shop/greet.json:1:208: case "greet": trials[1].now: want a time such as 2026-01-31T12:00:00+01:00` + hint,
				`shop/greet.json:1:229: case "greet": trials[1].exchanges: want a list, got 1` + hint,
				`shop/greet.json:1:232: case "greet": trials[1]: unknown field "odd"` + hint,
				`shop/greet.json:1:190: case "greet": trials[1]: run 1 is there twice` + hint,
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if tt.text != "" {
				put(t, dir, tt.text)
			}
			c := &eval.Case{Agent: "shop", ID: "greet", Pos: eval.Pos{File: "c.jsonl", Line: 3, Column: 1}}
			if diff := cmp.Diff(tt.want, check(dir, tt.runs, c)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestManyMissingCassettesAreCounted(t *testing.T) {
	t.Parallel()
	var cases []*eval.Case
	for i := range 25 {
		cases = append(cases, &eval.Case{Agent: "shop", ID: fmt.Sprint("c", i)})
	}
	cases[0].Skip = "later"
	lines := check(t.TempDir(), 1, cases...)
	if len(lines) != 11 || lines[10] != "14 cases more have no cassette in DIR, or one of fewer runs (record them with --record DIR)" {
		t.Errorf("got %d lines, the last is %s", len(lines), lines[len(lines)-1])
	}
}

func TestAFolderThatIsNoneIsOneProblem(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"none": "there is no such folder", "file": "it is no folder"} {
		lines := check(filepath.Join(dir, name), 1, &eval.Case{Agent: "shop", ID: "greet"})
		if len(lines) != 1 || !strings.Contains(lines[0], want) || !strings.Contains(lines[0], "record into it first") {
			t.Errorf("%s: %q", name, lines)
		}
	}
}

func TestStraysAreCassettesOfNoCaseAndWhatWasLeft(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	record(t, dir, []pair{{`1`, `1`}})
	for _, name := range []string{"old.json", ".greet.json-1", ".notes.json", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(dir, "shop", name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	problems := cassette.NewPlayer(folder(dir)).Strays([]*eval.Case{{Agent: "shop", ID: "greet"}})
	var got []string
	for _, p := range problems {
		got = append(got, p.String())
	}
	want := []string{
		"shop/.greet.json-1: warning: a recording that was killed left this file (remove it)",
		"shop/old.json: warning: no case has this cassette (remove it)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheExampleOfTheDocsIsACassette(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/cassettes.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```json\n")
	text, _, _ := strings.Cut(rest, "```")
	dir := t.TempDir()
	put(t, dir, text)
	c := &eval.Case{Agent: "shop", ID: "greet"}
	want := []string{`shop/greet.json: case "greet": the cassette is of case "greeting" of agent "support" (record it with --record DIR --case shop/greet)`}
	if diff := cmp.Diff(want, check(dir, 1, c)); diff != "" {
		t.Error(diff)
	}
}
