package dataset_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// write makes a file below dir and returns its path.
func write(tb testing.TB, dir, name, content string) string {
	tb.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		tb.Fatal(err)
	}
	return file
}

// read reads one case file, f.jsonl, of the given text.
func read(t *testing.T, content string) ([]*eval.Case, eval.Problems) {
	t.Helper()
	return dataset.Read([]dataset.Input{{Path: write(t, t.TempDir(), "f.jsonl", content), Name: "f.jsonl"}}, dataset.Options{})
}

func keys(cases []*eval.Case) []string {
	var list []string
	for _, c := range cases {
		list = append(list, c.Agent+"/"+c.ID)
	}
	return list
}

func TestKeysAreUniqueOverAllFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one := write(t, dir, "one.jsonl", "{\"id\":1,\"input\":\"x\"}\n{\"id\":\"b\",\"input\":\"x\"}\n")
	two := write(t, dir, "two.jsonl", "{\"id\":\"1\",\"input\":\"x\"}\n{\"id\":\"b\",\"target\":\"other\",\"input\":\"x\"}\n")
	tests := map[string]struct {
		agents   [2]string
		override string
		want     []string
		problems string
	}{
		"the same agent": {
			agents: [2]string{"shop", "shop"},
			want:   []string{"shop/1", "shop/b", "other/b"}, problems: "two.jsonl:1:7: case \"1\": id: already the id of the case at one.jsonl:1:7\n",
		},
		"two agents": {
			agents: [2]string{"shop", "desk"},
			want:   []string{"shop/1", "shop/b", "desk/1", "other/b"},
		},
		"one agent for the whole run": {
			agents: [2]string{"shop", "desk"}, override: "front",
			want: []string{"front/1", "front/b"}, problems: "two.jsonl:1:7: case \"1\": id: already the id of the case at one.jsonl:1:7\n" +
				"two.jsonl:2:7: case \"b\": id: already the id of the case at one.jsonl:2:7\n",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cases, problems := dataset.Read([]dataset.Input{
				{Path: one, Name: "one.jsonl", Agent: tt.agents[0]},
				{Path: two, Name: "two.jsonl", Agent: tt.agents[1]},
			}, dataset.Options{Agent: tt.override})
			if diff := cmp.Diff(tt.want, keys(cases)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.problems, text(problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestProblemsOfAllFilesComeTogetherInTheOrderGiven(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bad := write(t, dir, "z.jsonl", "{\"id\":\"a\",\"input\":\"x\",\"skip\":1}\n{\"id\" \"b\"}\n")
	cases, problems := dataset.Read([]dataset.Input{
		{Path: bad, Name: "z.jsonl"},
		{Path: filepath.Join(dir, "gone.jsonl"), Name: "gone.jsonl"},
		{Path: dir, Name: "folder"},
		{Path: write(t, dir, "a.yml", "id: c\ninput: x\n"), Name: "a.yml"},
	}, dataset.Options{})
	want := `z.jsonl:1:30: case "a": skip: want true, false or a reason, got 1
z.jsonl:2:7: not JSON: unexpected '"' after object name (expecting ':')
gone.jsonl: cannot read the file: no such file or directory
folder: a folder, want a file
`
	if diff := cmp.Diff(want, text(problems)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"/a", "/c"}, keys(cases)); diff != "" {
		t.Error(diff)
	}
}

func TestEveryAssertionIsCheckedAtItsPath(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "f.jsonl", `{"id":"a","input":"x","assert":[{"type":"contains","value":"x"},{"type":"contian"}]}
{"id":"b","input":"x","assert":{"type":"regx"}}
{"id":"c","input":"x","expected":1}
`)
	_, problems := dataset.Read([]dataset.Input{{Path: file, Name: "f.jsonl", Agent: "shop"}}, dataset.Options{
		Check: func(n *source.Node, path string, faults *source.Faults) {
			f := source.Object(n, path, faults)
			if kind := f.String("type"); kind != "contains" {
				faults.At(f.Pos("type"), f.Path("type"), "unknown assertion %q", kind).Hint = source.DidYouMean(kind, []string{"contains"})
			}
		},
	})
	want := `f.jsonl:1:73: case "a": assert[1].type: unknown assertion "contian" (did you mean "contains"?)
f.jsonl:2:40: case "b": assert.type: unknown assertion "regx"
`
	if diff := cmp.Diff(want, text(problems)); diff != "" {
		t.Error(diff)
	}
	if problems[0].Agent != "shop" {
		t.Errorf("agent %q", problems[0].Agent)
	}
}

func TestACaseWithProblemsIsReturnedAsFarAsItCouldBeRead(t *testing.T) {
	t.Parallel()
	cases, problems := read(t, `{"id":"a","input":{"content":"x","rol":"user"},"timeout":"soon","options":{"connector":"c","mode":5}}`)
	if problems.Errors() != 3 || len(cases) != 1 {
		t.Fatalf("%d cases, problems:\n%s", len(cases), text(problems))
	}
	c := cases[0]
	if c.Timeout != 0 || c.Options.Connector != "c" || c.Options.Mode != "" || len(c.Messages) != 1 {
		t.Errorf("got %+v", c)
	}
	if pos := c.Options.Places["connector"]; pos.Column != 88 {
		t.Errorf("connector at %v", pos)
	}
}

func TestTimeouts(t *testing.T) {
	t.Parallel()
	for written, want := range map[string]time.Duration{
		"30s": 30 * time.Second, "2m": 2 * time.Minute, "1h30m": 90 * time.Minute, "1.5s": 1500 * time.Millisecond, "250ms": 250 * time.Millisecond,
	} {
		cases, problems := read(t, fmt.Sprintf(`{"id":"a","input":"x","timeout":%q}`, written))
		if len(problems) > 0 || cases[0].Timeout != want {
			t.Errorf("%s: %v, problems %s", written, cases[0].Timeout, text(problems))
		}
	}
}

func TestAMessageMakesACase(t *testing.T) {
	t.Parallel()
	c := dataset.FromMessage("say \"hi\"\n\xff", "shop")
	want := &eval.Case{
		Agent:    "shop",
		ID:       "T001",
		Raw:      eval.Trusted(`{"id":"T001","input":"say \"hi\"\n\ufffd"}`),
		Input:    eval.Trusted(`"say \"hi\"\n\ufffd"`),
		Messages: []eval.Message{{Role: "user", Content: eval.Content{Text: "say \"hi\"\n\ufffd"}}},
	}
	if diff := cmp.Diff(want, c, cmp.Comparer(eval.Value.Equal)); diff != "" {
		t.Error(diff)
	}
}

func TestAnyTextSurvivesAsInput(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		input := rapid.String().Draw(rt, "input")
		raw := eval.StringValue(input).Raw()
		file := write(t, dir, "f.jsonl", `{"id":"a","input":`+raw+`,"name":`+raw+`}`)
		cases, problems := dataset.Read([]dataset.Input{{Path: file, Name: "f.jsonl"}}, dataset.Options{})
		if len(problems) > 0 {
			rt.Fatal(text(problems))
		}
		if got := cases[0].Messages[0].Content.Text; got != input || cases[0].Name != input {
			rt.Errorf("got %q, want %q", got, input)
		}
	})
}

func TestOneHugeValueIsRead(t *testing.T) {
	t.Parallel()
	const frame = `{"id":"a","input":""}`
	huge := strings.Repeat("x", source.MaxValue-len(frame))
	cases, problems := read(t, `{"id":"a","input":"`+huge+`"}`)
	if len(problems) > 0 || len(cases) != 1 || cases[0].Messages[0].Content.Text != huge {
		t.Errorf("%d cases, problems:\n%s", len(cases), text(problems))
	}
	_, problems = read(t, `{"id":"a","input":"`+huge+`y"}`)
	if want := "f.jsonl:1:1: the value is larger than 64 MiB\n"; text(problems) != want {
		t.Errorf("got %s", text(problems))
	}
}

// manyCases is n one-line cases of 120 bytes.
func manyCases(n int) string {
	var b strings.Builder
	for i := range n {
		line := fmt.Sprintf(`{"id": "case-%06d", "input": "%s", "assert": {"type": "contains", "value": "answer"}}`, i, "%s")
		b.WriteString(strings.Replace(line, "%s", strings.Repeat("q", 121-len(line)), 1) + "\n")
	}
	return b.String()
}

// Not parallel: it measures the heap, which tests share.
//
//nolint:paralleltest // see above
func TestManyCasesStaySmallInMemory(t *testing.T) {
	const n = 100_000
	file := write(t, t.TempDir(), "f.jsonl", manyCases(n))
	before := liveBytes()
	began := time.Now()
	cases, problems := dataset.Read([]dataset.Input{{Path: file, Name: "f.jsonl"}}, dataset.Options{})
	took := time.Since(began)
	perCase := (liveBytes() - before) / n
	if len(cases) != n || len(problems) > 0 {
		t.Fatalf("%d cases, %d problems", len(cases), len(problems))
	}
	t.Logf("%d cases read in %v, %d live bytes a case", n, took.Round(time.Millisecond), perCase)
	if perCase >= 900 {
		t.Errorf("%d live bytes a case, want less than 900", perCase)
	}
	runtime.KeepAlive(cases)
}

func liveBytes() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func BenchmarkRead(b *testing.B) {
	content := manyCases(100_000)
	inputs := []dataset.Input{{Path: write(b, b.TempDir(), "f.jsonl", content), Name: "f.jsonl"}}
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if cases, _ := dataset.Read(inputs, dataset.Options{}); len(cases) != 100_000 {
			b.Fatalf("%d cases", len(cases))
		}
	}
}
