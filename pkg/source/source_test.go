package source_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func lines(problems eval.Problems) []string {
	var out []string
	for _, p := range problems {
		out = append(out, p.String())
	}
	return out
}

func TestStreamFindsEachObjectWithItsPlace(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text string
		want []string
	}{
		"one a line":             {"{\"a\":1}\n{\"a\":2}\n", []string{"1:1 {\"a\":1}", "2:1 {\"a\":2}"}},
		"two on a line":          {`{"a":1} {"a":2}`, []string{`1:1 {"a":1}`, `1:9 {"a":2}`}},
		"pretty":                 {"{\n  \"a\": 1\n}\n\n{\n  \"a\": 2\n}", []string{"1:1 {\n  \"a\": 1\n}", "5:1 {\n  \"a\": 2\n}"}},
		"list":                   {`[{"a":1},{"a":2}]`, []string{`1:2 {"a":1}`, `1:10 {"a":2}`}},
		"comments and CRLF":      {"// x\r\n\r\n  # y\r\n\t{\"a\":1} \t\r\n", []string{`4:2 {"a":1}`}},
		"comment inside a value": {"{\n// {\n\"a\":1}", []string{"1:1 {\n    \n\"a\":1}"}},
		"columns count runes":    {`{"é":"日本"} {"a":2}`, []string{`1:1 {"é":"日本"}`, `1:12 {"a":2}`}},
		"a text stays a value":   {`"x"`, []string{`1:1 "x"`}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			problems := source.Stream(source.NewFile("f", tt.text), func(n *source.Node) {
				got = append(got, fmt.Sprintf("%d:%d %s", n.Pos.Line, n.Pos.Column, n.Value.Raw()))
			})
			if len(problems) > 0 {
				t.Fatalf("problems: %q", lines(problems))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStreamReportsSyntaxAndGoesOn(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text  string
		want  []string
		nodes int
	}{
		"single quotes":            {`{'id':'a'}`, []string{`f:1:2: not JSON: unexpected '\'' at start of value (keys and texts take double quotes)`}, 0},
		"comma after":              {"{\"a\":1},\n{\"a\":2}", []string{`f:1:8: not JSON: unexpected ',' at start of value (no comma between cases, or put them into [ ])`}, 2},
		"NaN":                      {`{"a":NaN}`, []string{`f:1:6: not JSON: unexpected 'N' at start of value (JSON has no such number)`}, 0},
		"cut":                      {`{"a":[1`, []string{`f:1:8: the file ends inside a JSON value (a brace, bracket or quote is not closed)`}, 0},
		"twice":                    {`{"a":1,"a":2}`, []string{`f:1:8: the key "a" stands twice in one object`}, 0},
		"lone surrogate":           {`{"a":"\ud800"}`, []string{`f:1:7: not JSON: invalid surrogate pair`}, 0},
		"lone surrogate in a line": {"{\"a\":\"\\ud800\"}\n", []string{`f:1:7: not JSON: invalid surrogate pair`}, 0},
		"two bad, one ok":          {"{\"a\":}\n{\"a\":1}\n{\"b\" 1}\n", []string{"f:1:6: not JSON: unexpected '}' at start of value (a comma before it may be one too many)", "f:3:6: not JSON: unexpected '1' after object name (expecting ':')"}, 1},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nodes := 0
			problems := source.Stream(source.NewFile("f", tt.text), func(*source.Node) { nodes++ })
			if diff := cmp.Diff(tt.want, lines(problems)); diff != "" {
				t.Error(diff)
			}
			if nodes != tt.nodes {
				t.Errorf("%d nodes, want %d", nodes, tt.nodes)
			}
		})
	}
}

func TestStreamReadsTheRestOfABrokenList(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text  string
		want  int
		nodes int
	}{
		"an element in the middle": {"[\n{\"a\":1},\n{\"a\" 2},\n{\"a\":3},\n{\"a\":4}\n]\n{\"a\":5}", 1, 4},
		"comma before the bracket": {"[\n{\"a\":1},\n]\n{\"a\":2}", 1, 2},
		"comma after the list":     {"[\n{\"a\" 1},\n{\"a\":2}],\n{\"a\":3}", 2, 2},
		"never closed":             {"[\n{\"a\":1},\n{\"a\":2}\n", 1, 2},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nodes := 0
			problems := source.Stream(source.NewFile("f", tt.text), func(*source.Node) { nodes++ })
			if len(problems) != tt.want || nodes != tt.nodes {
				t.Errorf("%d nodes, want %d; problems %q, want %d", nodes, tt.nodes, lines(problems), tt.want)
			}
		})
	}
}

func TestStreamBoundsEachValue(t *testing.T) {
	t.Parallel()
	half := `{"a":"` + strings.Repeat("x", source.MaxValue/2) + `"}`
	long := `{"a":"` + strings.Repeat("x", source.MaxValue) + `"}`
	tests := map[string]struct {
		text  string
		want  []string
		nodes int
	}{
		"a list may be longer than a value": {"[" + half + ",\n" + half + ",{}]", nil, 3},
		"in a list":                         {"[{} ,\n" + long + "]", []string{"f:2:1: the value is larger than 64 MiB"}, 1},
		"many small values":                 {`{"a":[` + strings.Repeat("1,", 100) + strings.Repeat(`"`+strings.Repeat("x", 1<<20)+`",`, 64) + "1]}", []string{"f:1:1: the value is larger than 64 MiB"}, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			nodes := 0
			problems := source.Stream(source.NewFile("f", tt.text), func(*source.Node) { nodes++ })
			if diff := cmp.Diff(tt.want, lines(problems)); diff != "" {
				t.Error(diff)
			}
			if nodes != tt.nodes {
				t.Errorf("%d nodes, want %d", nodes, tt.nodes)
			}
		})
	}
}

func TestStreamStopsAfterTwentyErrors(t *testing.T) {
	t.Parallel()
	problems := source.Stream(source.NewFile("f", strings.Repeat("{x\n", 50)), func(*source.Node) {})
	if len(problems) != 20 {
		t.Fatalf("%d problems, want 20", len(problems))
	}
	if !strings.Contains(problems[19].Hint, "stopped after 20") {
		t.Errorf("last hint %q", problems[19].Hint)
	}
}

func TestJSONCTakesCommentsAndTrailingCommas(t *testing.T) {
	t.Parallel()
	n, problems := source.ReadJSONC(source.NewFile("f", "{ // name\n \"a\": /* x */ [1,],\n}"))
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	a := n.Field("a")
	if len(a.Items) != 1 || a.Pos.Line != 2 || a.Pos.Column != 15 {
		t.Errorf("a = %+v", a)
	}
	_, problems = source.ReadJSONC(source.NewFile("f", "{\n \"a\": // c\n tru }"))
	if len(problems) != 1 || problems[0].Pos.Line != 3 {
		t.Errorf("problems %q, want one on line 3", lines(problems))
	}
}

func TestJSONCWithAVeryLongLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("d", 3*4096)
	n, problems := source.ReadJSONC(source.NewFile("f", `{"a": "`+long+`", /* c */ "b": 1}`))
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	if at := n.Field("b").Pos; at.Column != len(long)+24 {
		t.Errorf("b at %v", at)
	}
}

func TestOnlyARegularFileIsRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, want := range map[string]string{
		dir:                          "f: a folder, want a file",
		"/dev/zero":                  "f: not a regular file",
		filepath.Join(dir, "nobody"): "f: cannot read the file: no such file or directory",
	} {
		if _, problems := source.ReadFile(name, "f"); len(problems) != 1 || problems[0].String() != want {
			t.Errorf("%s: %q, want %q", name, lines(problems), want)
		}
	}
}

func TestYAMLKeepsTextAndPlaces(t *testing.T) {
	t.Parallel()
	docs, problems := source.ReadYAML(source.NewFile("f", "- role: system\n  content: |\n    hi\n    there\n  day: 2026-01-01\n---\na: &x {b: 1}\nc: *x\n"))
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	if len(docs) != 2 {
		t.Fatalf("%d documents", len(docs))
	}
	want := `[{"role":"system","content":"hi\nthere\n","day":"2026-01-01"}]`
	if docs[0].Value.Raw() != want {
		t.Errorf("got %s\nwant %s", docs[0].Value.Raw(), want)
	}
	if got := docs[0].Items[0].Field("content").Pos; got.Line != 2 || got.Column != 12 {
		t.Errorf("content at %v", got)
	}
	if got := docs[1].Value.Raw(); got != `{"a":{"b":1},"c":{"b":1}}` {
		t.Errorf("second document %s", got)
	}
}

func TestYAMLRefusesWhatItWouldHaveToGuess(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ text, want string }{
		"octal":   {"a: 010", `f:1:4: the number "010" is not one in JSON: write it in plain decimal, or quote it`},
		"inf":     {"a: .inf", `f:1:4: the number ".inf" is not one in JSON: write it in plain decimal, or quote it`},
		"twice":   {"a: 1\na: 2", `f:2:1: the key "a" stands twice in one object`},
		"itself":  {"a: &x [*x]", `f:1:8: the anchor "x" contains itself`},
		"syntax":  {"a: [1\nb: 2", "f:1: not YAML: "},
		"bin tag": {"a: !!binary aGk=", `f:1:4: the tag "!!binary" is not supported`},

		"a bool that is none":          {`a: !!bool "}oops"`, `f:1:4: "}oops" is not what its tag !!bool says: remove the tag`},
		"a bool in another word":       {"a: !!bool yes", `f:1:4: "yes" is not what its tag !!bool says`},
		"a null that is something":     {"a: !!null something", `f:1:4: "something" is not what its tag !!null says`},
		"a whole number with a rest":   {"a: !!int 1.5", `f:1:4: "1.5" is not what its tag !!int says`},
		"a number that is a list":      {`a: !!int "[1]"`, `f:1:4: the number "[1]" is not one in JSON`},
		"a number that is a word":      {"a: !!float true", `f:1:4: the number "true" is not one in JSON`},
		"a number with blanks":         {`a: !!int " 5 "`, `f:1:4: the number " 5 " is not one in JSON`},
		"a date that is none":          {"a: !!timestamp soon", `f:1:4: "soon" is not what its tag !!timestamp says`},
		"a mapping that is called set": {"a: !!set {x, y}", `f:1:4: the tag "!!set" is not supported`},
		"a list that is called null":   {"a: !!null [1]", `f:1:4: the tag "!!null" is not supported`},
		"a tag of one's own":           {"a: !mine 1", `f:1:4: the tag "!mine" is not supported`},
		"a tagged key":                 {"!!bool x: 1", `f:1:1: the tag "!!bool" is not supported on a key`},
		"a merge that is none":         {"!!merge x: {b: 1}", `f:1:1: the tag "!!merge" is not supported on a key`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, problems := source.ReadYAML(source.NewFile("f", tt.text))
			if len(problems) != 1 || !strings.HasPrefix(problems[0].String(), tt.want) {
				t.Errorf("got %q, want %q", lines(problems), tt.want)
			}
		})
	}
}

func TestYAMLTakesTagsThatAreRight(t *testing.T) {
	t.Parallel()
	docs, problems := source.ReadYAML(source.NewFile("f", `[!!bool "TRUE", !!null ~, !!null "", !!int "7", !!float 5, !!str 5, !!timestamp 2026-01-01, !!seq [1], !!map {!!str x: 1}, {<<: {a: 1}}]`))
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	if got, want := docs[0].Value.Raw(), `[true,null,null,7,5,"5","2026-01-01",[1],{"x":1},{"a":1}]`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestYAMLAliasBombIsRefused(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < 10; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10), ","))
	}
	_, problems := source.ReadYAML(source.NewFile("f", b.String()))
	if len(problems) != 1 || !strings.Contains(problems[0].Message, "too large") {
		t.Errorf("got %q", lines(problems))
	}
}

func TestYAMLAliasesOfALongTextAreRefused(t *testing.T) {
	t.Parallel()
	text := "a: &x " + strings.Repeat("y", 1<<20) + "\nb: [" + strings.Repeat("*x,", 100) + "]\n"
	_, problems := source.ReadYAML(source.NewFile("f", text))
	if len(problems) != 1 || !strings.Contains(problems[0].Message, "larger than 64 MiB") {
		t.Errorf("got %q", lines(problems))
	}
}

func TestYAMLKeepsTheDocumentsBeforeAFault(t *testing.T) {
	t.Parallel()
	docs, problems := source.ReadYAML(source.NewFile("f", "a: 1\n---\na: 1\na: 2\n"))
	if len(docs) != 1 || len(problems) != 1 {
		t.Errorf("%d documents, problems %q", len(docs), lines(problems))
	}
}

func TestFieldsReportWhatNobodyAskedFor(t *testing.T) {
	t.Parallel()
	n, _ := source.ReadJSON(source.NewFile("f", `{"name": 5, "negat": true, "list": ["a", 1], "n": 1.5}`))
	var faults source.Faults
	f := source.Object(n, "assert[0]", &faults)
	f.String("name")
	f.Flag("negate")
	f.Strings("list")
	f.Int("n", 1)
	f.Done()
	want := []string{
		`f:1:10: assert[0].name: want text, got 5`,
		`f:1:42: assert[0].list[1]: want text, got 1`,
		`f:1:51: assert[0].n: want a whole number of at least 1, got 1.5`,
		`f:1:13: assert[0]: unknown field "negat" (did you mean "negate"?)`,
	}
	if diff := cmp.Diff(want, lines(faults.List)); diff != "" {
		t.Error(diff)
	}
}

func TestColumnInAVeryLongLine(t *testing.T) {
	t.Parallel()
	f := source.NewFile("f", "first\n"+strings.Repeat("é", 10_000)+"x")
	if got := f.Pos(len(f.Text) - 1); got.Line != 2 || got.Column != 10_001 {
		t.Errorf("got %v", got)
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	known := []string{"contains", "not_contains", "regex", "equals", "json_path", "timeout"}
	for word, want := range map[string]string{
		"contian": "contains", "contain": "contains", "jsonpath": "json_path", "regx": "regex",
		"time-out": "timeout", "CONTAINS": "contains", "banana": "", "": "",
	} {
		if got := source.Nearest(word, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func FuzzStream(f *testing.F) {
	f.Add("{\"a\":1}\n// x\n[{}]")
	f.Add("{'a'}")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		source.Stream(source.NewFile("f", text), func(n *source.Node) {
			if _, err := eval.Parse(n.Value.Raw()); err != nil {
				t.Errorf("node %q: %v", n.Value.Raw(), err)
			}
		})
	})
}

func FuzzYAML(f *testing.F) {
	f.Add("a: &x [1, {b: *x}]\n---\n- !!str 1")
	f.Add("a: !!bool \"}oops\"\nb: !!int \" 1\"\nc: !!float [1]\n!!null d: !!timestamp x")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		docs, _ := source.ReadYAML(source.NewFile("f", text))
		for _, n := range docs {
			if _, err := eval.Parse(n.Value.Raw()); err != nil {
				t.Errorf("node %q: %v", n.Value.Raw(), err)
			}
		}
	})
}
