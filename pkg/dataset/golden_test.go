package dataset_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

var update = flag.Bool("update", false, "write the .out files beside the case files anew") //nolint:gochecknoglobals // a flag of go test

const corpus = "../../testdata/cases"

func TestGoodFilesAreReadWhole(t *testing.T) {
	t.Parallel()
	eachFile(t, "ok", func(t *testing.T, cases []*eval.Case, problems eval.Problems) string {
		t.Helper()
		if problems.Errors() > 0 {
			t.Errorf("problems: %s", text(problems))
		}
		var b strings.Builder
		for _, c := range cases {
			b.WriteString(describe(t, c))
		}
		return b.String()
	})
}

func TestBadFilesNameEveryProblem(t *testing.T) {
	t.Parallel()
	eachFile(t, "err", func(t *testing.T, _ []*eval.Case, problems eval.Problems) string {
		t.Helper()
		if problems.Errors() == 0 {
			t.Error("no problem was found")
		}
		return text(problems)
	})
}

// eachFile reads every case file of a folder and compares what render makes
// of it with the .out file beside it.
func eachFile(t *testing.T, folder string, render func(*testing.T, []*eval.Case, eval.Problems) string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(corpus, folder, "*.*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no case files in %s: %v", folder, err)
	}
	for _, file := range files {
		if filepath.Ext(file) == ".out" {
			continue
		}
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cases, problems := dataset.Read([]dataset.Input{{Path: file, Name: name}}, dataset.Options{})
			got := render(t, cases, problems)
			if *update {
				if err := os.WriteFile(file+".out", []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file + ".out")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// text is the problems one a line.
func text(problems eval.Problems) string {
	var b strings.Builder
	for _, p := range problems {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

// describe is everything of a case but its raw text.
func describe(t *testing.T, c *eval.Case) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q", c.Pos, c.ID)
	for _, field := range []struct {
		name  string
		value any
		zero  bool
	}{
		{"agent", c.Agent, c.Agent == ""},
		{"name", c.Name, c.Name == ""},
		{"tags", c.Tags, c.Tags == nil},
		{"messages", c.Messages, false},
		{"expected", c.Expected, c.Expected.IsZero()},
		{"user", c.User, c.User == ""},
		{"team", c.Team, c.Team == ""},
		{"metadata", c.Metadata, c.Metadata.IsZero()},
		{"options", c.Options, c.Options == nil},
		{"skip", c.Skip, c.Skip == ""},
		{"timeout", c.Timeout.String(), c.Timeout == 0},
		{"runs", c.Runs, c.Runs == 0},
		{"allow_truncated", c.AllowTruncated, !c.AllowTruncated},
	} {
		if field.zero {
			continue
		}
		raw, err := json.Marshal(field.value)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "\n  %s: %s", field.name, raw)
	}
	for _, a := range c.Assertions {
		fmt.Fprintf(&b, "\n  %s at %d:%d: %s", a.Path, a.Pos.Line, a.Pos.Column, a.Raw.Canonical())
	}
	b.WriteByte('\n')
	return b.String()
}
