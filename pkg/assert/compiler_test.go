package assert_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func TestCompilerKeepsPlacesApart(t *testing.T) {
	t.Parallel()
	c := assert.NewCompiler(10)
	raw := eval.Trusted(`{"type": "contains", "value": "a"}`)
	for line := range 3 {
		pos := eval.Pos{File: "f", Line: line + 1}
		a, err := c.Compile(raw, fmt.Sprintf("assert[%d]", line), pos)
		if err != nil {
			t.Fatal(err)
		}
		got := a.Evaluate(context.Background(), assert.NewView(&eval.Transcript{Output: text("a")}))
		if got.Pos != pos || got.Assertion != fmt.Sprintf("assert[%d]", line) {
			t.Errorf("got %v %s", got.Pos, got.Assertion)
		}
	}
	if _, err := c.Compile(eval.Trusted(`{"type": "contains"}`), "assert", place); err == nil {
		t.Error("compiles without a value")
	}
}

func TestCompilerReadsASchemaFileOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "s.json")
	if err := os.WriteFile(file, []byte(`{"type": "object"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	c := assert.NewCompiler(10)
	const raw = `{"type": "schema", "value": "file://s.json"}`
	n, _ := source.ReadJSON(source.NewFile("f", raw))
	var faults source.Faults
	c.Check(n, "assert", &faults, assert.Dir(dir))
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	c.Check(n, "assert", &faults, assert.Dir(dir))
	if len(faults.List) > 0 {
		t.Error(faults.List)
	}
	if _, err := c.Compile(eval.Trusted(raw), "assert", place, assert.Dir(dir)); err != nil {
		t.Error(err)
	}
	if _, err := c.Compile(eval.Trusted(raw), "assert", place, assert.Dir(t.TempDir())); err == nil {
		t.Error("the file of one folder serves another")
	}
}

func TestASchemaFileThatChangesIsAnError(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "s.json")
	write := func(content string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"type": "object"}`)
	c := assert.NewCompiler(0) // remembers no assertion
	const raw = `{"type": "schema", "value": "file://s.json"}`
	n, _ := source.ReadJSON(source.NewFile("f", raw))
	var faults source.Faults
	if c.Check(n, "assert", &faults, assert.Dir(dir)); len(faults.List) > 0 {
		t.Fatal(faults.List)
	}
	compile := func() error {
		_, err := c.Compile(eval.Trusted(raw), "assert", place, assert.Dir(dir))
		return err
	}
	if err := compile(); err != nil {
		t.Error(err)
	}
	write(`{"type": "array"}`)
	const want = `assert.value: the schema file "s.json" changed after it was first read (run again)`
	if err := compile(); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	write(`{"type": "object"}`)
	if err := compile(); err != nil {
		t.Error(err)
	}
}

func TestCompilerReportsTheSameProblemForEveryCase(t *testing.T) {
	t.Parallel()
	c := assert.NewCompiler(10)
	f := source.NewFile("f", "[{\"type\": \"regex\", \"value\": \"(\"},\n {\"type\": \"regex\", \"value\": \"(\"}]")
	n, _ := source.ReadJSON(f)
	var faults source.Faults
	for i, item := range n.Items {
		c.Check(item, fmt.Sprintf("assert[%d]", i), &faults)
	}
	var got []string
	for _, p := range faults.List {
		got = append(got, p.Pos.String()+" "+p.Path)
	}
	if diff := cmp.Diff([]string{"f:1:29 assert[0].value", "f:2:29 assert[1].value"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCompilerDoesNotTakeThePlacesOfYAML(t *testing.T) {
	t.Parallel()
	c := assert.NewCompiler(10)
	docs, problems := source.ReadYAML(source.NewFile("f.yaml", "type: all\nassert:\n  - type: contains\n    value: a\n"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	var faults source.Faults
	c.Check(docs[0], "assert", &faults)
	a, err := c.Compile(docs[0].Value, "assert", eval.Pos{File: "f.jsonl", Line: 1, Column: 1})
	if err != nil || len(faults.List) > 0 {
		t.Fatal(err, faults.List)
	}
	got := a.Evaluate(context.Background(), assert.NewView(&eval.Transcript{Output: text("a")}))
	if want := (eval.Pos{File: "f.jsonl", Line: 1, Column: 25}); got.Checks[0].Pos != want {
		t.Errorf("at %v, want %v", got.Checks[0].Pos, want)
	}
}

func TestCompilerIsSharedByGoroutines(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{0, 1, 2, 7, 1000} {
		c := assert.NewCompiler(limit)
		var wg sync.WaitGroup
		for worker := range 4 {
			wg.Go(func() {
				for i := range 200 {
					word := strings.Repeat("x", (i*7+worker)%20+1)
					raw := eval.Trusted(`{"type": "equals", "value": "` + word + `"}`)
					a, err := c.Compile(raw, "assert", place)
					if err != nil {
						t.Error(err)
						return
					}
					if got := a.Evaluate(context.Background(), assert.NewView(&eval.Transcript{Output: text(word)})); !got.Passed {
						t.Errorf("limit %d: %s", limit, got.Message)
					}
				}
			})
		}
		wg.Wait()
	}
}
