package cli_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/tidwall/gjson"
)

// copyApp copies one of testdata/apps into the script's folder, as app.
func copyApp(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: app NAME")
	}
	ts.Check(copyWithoutReports(ts.MkAbs("app"), args[0]))
}

// copyWithoutReports copies one of testdata/apps without the reports that
// trying it out may have left there.
func copyWithoutReports(dir, app string) error {
	if err := os.CopyFS(dir, os.DirFS("../../testdata/apps/"+app)); err != nil {
		return err
	}
	reports, err := doublestar.FilepathGlob(filepath.Join(dir, "**", "output-*.jsonl"))
	for _, report := range reports {
		err = errors.Join(err, os.Remove(report))
	}
	return err
}

// edit replaces text that stands once in a file: edit FILE OLD NEW.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit file old new")
	}
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%s: %q stands there %d times", args[0], args[1], n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o600))
}

// writeBytes writes a file that a script cannot hold: bytes FILE BASE64.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: bytes file base64")
	}
	data, err := base64.StdEncoding.DecodeString(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o600))
}

// exitCode runs a command that must exit with the given code: exit N CMD ARGS.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exit N command args")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit interface{ ExitCode() int }
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// rows compares values of a JSONL report: rows FILE QUERY WANT, where QUERY is
// a gjson path over the list of all rows and WANT the raw JSON it must give.
// A file named .json or .sarif is one value, which QUERY is asked of.
func rows(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: rows file query want")
	}
	text := ts.ReadFile(args[0])
	if ext := filepath.Ext(args[0]); ext != ".json" && ext != ".sarif" {
		text = "[" + strings.Join(strings.Split(strings.TrimSpace(text), "\n"), ",") + "]"
	}
	if !gjson.Valid(text) {
		ts.Fatalf("%s: not JSON: %s", args[0], text)
	}
	got := gjson.Get(text, args[1]).Raw
	if (got == args[2]) == neg {
		ts.Fatalf("%s: %s is %s, want %s", args[0], args[1], fmt.Sprintf("%.300s", got), args[2])
	}
}

// sameRows compares what two JSONL reports say of cases and trials, but for
// times, attempts, notes and where the answers came from: samerows FILE FILE.
func sameRows(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: samerows file file")
	}
	texts := make([]string, len(args))
	for i, file := range args {
		var list []string
		for line := range strings.Lines(ts.ReadFile(file)) {
			var row map[string]any
			ts.Check(json.Unmarshal([]byte(line), &row))
			if row["type"] == "start" {
				continue
			}
			timeless(row)
			text, err := json.Marshal(row)
			ts.Check(err)
			list = append(list, string(text))
		}
		slices.Sort(list)
		texts[i] = strings.Join(list, "\n")
	}
	if (texts[0] == texts[1]) == neg {
		ts.Fatalf("%s\n\nand\n\n%s", texts[0], texts[1])
	}
}

// timeless takes out what differs between a run and its replay.
func timeless(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			if strings.HasSuffix(key, "_ms") || key == "attempts" || key == "replayed" || key == "notes" {
				delete(v, key)
				continue
			}
			timeless(member)
		}
	case []any:
		for _, item := range v {
			timeless(item)
		}
	}
}

// none fails when a pattern matches anything: none PATTERN.
func none(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: none PATTERN")
	}
	found, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(found) > 0 {
		ts.Fatalf("there is %q", found)
	}
}
