package jsonfind_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/jsonfind"
)

const tick = "```"

func TestFind(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text  string
		value string // "" when nothing is found
		where jsonfind.Where
		notes []string
	}{
		"nothing":                        {text: ""},
		"prose":                          {text: "I cannot help with that."},
		"an object":                      {text: ` {"a": 1} `, value: `{"a": 1}`, where: jsonfind.Whole},
		"a number":                       {text: "42\n", value: "42", where: jsonfind.Whole},
		"a string":                       {text: `"x"`, value: `"x"`, where: jsonfind.Whole},
		"a literal":                      {text: "true", value: "true", where: jsonfind.Whole},
		"null":                           {text: "null", value: "null", where: jsonfind.Whole},
		"a long number keeps its digits": {text: "9007199254740993", value: "9007199254740993", where: jsonfind.Whole},
		"two numbers are prose":          {text: "42 43"},
		"a word that begins like true":   {text: "truely"},
		"a leading zero is no number":    {text: "007"},
		"single quotes are no JSON":      {text: "{'a': 1}"},
		"NaN is no JSON":                 {text: `{"a": NaN}`},
		"a lone surrogate escape":        {text: `["\ud800"]`, value: `["\ud800"]`, where: jsonfind.Whole},
		"a bad escape":                   {text: `["\x41"]`},

		"trailing commas":               {text: `{"a": [1, 2,], }`, value: `{"a": [1, 2] }`, where: jsonfind.Whole, notes: []string{"trailing commas were ignored"}},
		"comments":                      {text: "// first\n{\"a\": /* , */ 1} # no", value: `{"a": 1}`, where: jsonfind.Inside, notes: []string{"comments were ignored"}},
		"comments around":               {text: "// first\n{\"a\": 1 // last\n}\n// end", value: `{"a": 1 }`, where: jsonfind.Whole, notes: []string{"comments were ignored"}},
		"comma and comment":             {text: "[1, // one\n]", value: `[1 ]`, where: jsonfind.Whole, notes: []string{"comments were ignored", "trailing commas were ignored"}},
		"a comment in a string is text": {text: `{"url": "http://x/*y*/",}`, value: `{"url": "http://x/*y*/"}`, where: jsonfind.Whole, notes: []string{"trailing commas were ignored"}},
		"a lone comma is no item":       {text: `[,]`},
		"two commas are one too many":   {text: `[1,,]`},
		"of a repeated key the last one counts": {
			text: `{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}`, value: `{"a":3,"b":{"c":2}}`, where: jsonfind.Whole,
			notes: []string{`the key "c" stands twice, the last one counts`},
		},

		"a labelled block":                {text: "Sure:\n" + tick + "json\n{\"a\": 1}\n" + tick + "\nDone [1].", value: `{"a": 1}`, where: jsonfind.Fenced},
		"a block before earlier brackets": {text: "See [1].\n" + tick + "json\n[2]\n" + tick, value: "[2]", where: jsonfind.Fenced},
		"an unlabelled block":             {text: "See [1].\n" + tick + "\n{}\n" + tick, value: "{}", where: jsonfind.Fenced},
		"an unlabelled number is none":    {text: "It is\n" + tick + "\n42\n" + tick},
		"a labelled number is one":        {text: "It is\n" + tick + "JSON\n42\n" + tick, value: "42", where: jsonfind.Fenced},
		"more words behind the label":     {text: tick + " json title=x\n[1]\n" + tick, value: "[1]", where: jsonfind.Fenced},
		"another language is passed over": {text: tick + "python\nx = [1]\n" + tick + "\n[3]\n" + tick + "json\n[2]\n" + tick, value: "[2]", where: jsonfind.Fenced},
		"the first block that parses":     {text: tick + "json\n[1\n" + tick + "\n" + tick + "\n[2]\n" + tick, value: "[2]", where: jsonfind.Fenced},
		"a block on one line":             {text: "Use [1] or " + tick + `json {"a": 2}` + tick + " now", value: `{"a": 2}`, where: jsonfind.Fenced},
		"a block without its end":         {text: "Here [1]\n" + tick + "json\n{\"a\": 2}", value: `{"a": 2}`, where: jsonfind.Fenced},
		"a longer fence":                  {text: "`" + tick + "\n" + tick + "json\n[1]\n" + tick + "\n`" + tick + "\n" + tick + "\n[2]\n" + tick, value: "[2]", where: jsonfind.Fenced},
		"a fence in a value":              {text: "Here:\n" + tick + "json\n{\"md\": \"" + tick + "\"}\n" + tick, value: `{"md": "` + tick + `"}`, where: jsonfind.Fenced},
		"a fence in a string is text":     {text: `Result: {"md": "` + tick + `[1]` + tick + `"}`, value: `{"md": "` + tick + `[1]` + tick + `"}`, where: jsonfind.Inside},
		"a block with a comment":          {text: "x\n" + tick + "json\n[1] // one\n" + tick, value: "[1]", where: jsonfind.Fenced, notes: []string{"comments were ignored"}},
		"lines of JSON are not one value": {text: tick + "json\n{\"a\":1}\n{\"a\":2}\n" + tick, value: `{"a":1}`, where: jsonfind.Inside},

		"inside prose":                       {text: `The answer is {"a": {"b": "}"}}, I think.`, value: `{"a": {"b": "}"}}`, where: jsonfind.Inside},
		"the first that parses":              {text: `[see note] {a} {"b": 1} [2]`, value: `{"b": 1}`, where: jsonfind.Inside},
		"a whole value in a broken one":      {text: `{"a": [1, 2], "b": oops`, value: `[1, 2]`, where: jsonfind.Inside},
		"behind an open quote":               {text: `see ["x: {"k": 1} end`, value: `{"k": 1}`, where: jsonfind.Inside},
		"a cut value":                        {text: `{"a": 1`},
		"strings in prose are not looked at": {text: `He said "x" and 42.`},

		"a think block":                   {text: "<think>{\"a\": 1}</think>\n{\"a\": 2}", value: `{"a": 2}`, where: jsonfind.Whole},
		"a think block in mid line":       {text: `Hm <think>{"a": 1} 5" </think> so {"a": 2}`, value: `{"a": 2}`, where: jsonfind.Inside},
		"a number after a think block":    {text: "<think>maybe 41</think> 42", value: "42", where: jsonfind.Whole},
		"two think blocks":                {text: "<think>[1]</think>[2]<think>[3]</think>", value: "[2]", where: jsonfind.Whole},
		"a block after a think block":     {text: "<think>\n" + tick + "json\n[1]\n" + tick + "\n</think>\nHere:\n" + tick + "json\n[2]\n" + tick, value: "[2]", where: jsonfind.Fenced},
		"thinking that never ends":        {text: "<think>\n{\"a\": 1}"},
		"thinking whose start is missing": {text: "{\"a\": 1}? No.\n</think>\n{\"a\": 2}", value: `{"a": 2}`, where: jsonfind.Whole},
		"a tag without end in prose":      {text: `The tag <think> wraps {"a": 1}`, value: `{"a": 1}`, where: jsonfind.Inside},
		"tags in a string are text":       {text: `So: {"a": "<think>x</think>"}`, value: `{"a": "<think>x</think>"}`, where: jsonfind.Inside},
		"tags in a whole value are text":  {text: `{"a": "<think>x</think>"}`, value: `{"a": "<think>x</think>"}`, where: jsonfind.Whole},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := jsonfind.Find(tt.text)
			if ok != (tt.value != "") {
				t.Fatalf("found %v %q", ok, got.Value.Raw())
			}
			want := jsonfind.Found{Value: eval.Trusted(tt.value), Where: tt.where, Notes: tt.notes}
			if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b eval.Value) bool { return a == b })); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAtMostAThousandStartsAreTried(t *testing.T) {
	t.Parallel()
	for starts, want := range map[int]bool{999: true, 1000: false} {
		if _, ok := jsonfind.Find(strings.Repeat("[x ", starts) + "[1]"); ok != want {
			t.Errorf("after %d starts that fail: found %v", starts, ok)
		}
	}
}

func TestNestingIsBounded(t *testing.T) {
	t.Parallel()
	for depth, want := range map[int]bool{10_000: true, 10_001: false} {
		text := strings.Repeat("[", depth) + strings.Repeat("]", depth)
		got, ok := jsonfind.Find(text)
		if ok != want {
			t.Errorf("depth %d: found %v", depth, ok)
		}
		if other := eval.Trusted(strings.Replace(text, "[]", "[1]", 1)); ok && (got.Value.Equal(other) || !got.Value.Equal(eval.Trusted(strings.Replace(text, "[]", "[ ]", 1)))) {
			t.Errorf("depth %d: the value cannot be compared", depth)
		}
	}
}

// TestHostileTextIsReadInTime ends at the test binary's own time limit when
// the work is not bounded by the length of the text.
func TestHostileTextIsReadInTime(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{
		"[", "{", "`", `"`, `{"`, `{"a":`, `[",`, `["[",`, tick + "\n", tick + "json\n[", tick + " ", tick + "/*", "{/*",
		"<think>", "</think>", "<think></think>", `"<think>`, "[//\n", `{"a":[{"b":"`, "[[1],", tick + "x y\n", "`" + tick + "\n",
	} {
		text := strings.Repeat(piece, 1<<20/len(piece))
		jsonfind.Find(text)
		jsonfind.Find("x " + text)
		jsonfind.Find(strings.Repeat("[", 999) + strings.Repeat("1,", 1<<19) + text)
	}
}

// genJSON draws a JSON text.
func genJSON() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string { return drawJSON(t, 3) })
}

func drawJSON(t *rapid.T, depth int) string {
	kinds := 6
	if depth == 0 {
		kinds = 4
	}
	blank := rapid.SampledFrom([]string{"", " ", "\n", "\t "}).Draw(t, "blank")
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return rapid.SampledFrom([]string{"true", "false", "null"}).Draw(t, "literal")
	case 1:
		return rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,5})?([eE][+-]?[0-9]{1,3})?`).Draw(t, "number")
	case 2, 3:
		return eval.StringValue(rapid.String().Draw(t, "text")).Raw()
	case 4:
		n := rapid.IntRange(0, 3).Draw(t, "items")
		items := make([]string, n)
		for i := range items {
			items[i] = blank + drawJSON(t, depth-1)
		}
		return "[" + strings.Join(items, ",") + blank + "]"
	default:
		n := rapid.IntRange(0, 3).Draw(t, "members")
		items := make([]string, n)
		for i := range items {
			key := eval.StringValue(fmt.Sprint(i, rapid.StringN(0, 4, -1).Draw(t, "key")))
			items[i] = blank + key.Raw() + blank + ":" + drawJSON(t, depth-1)
		}
		return "{" + strings.Join(items, ",") + blank + "}"
	}
}

func TestWhatIsWrittenIsFound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		raw := genJSON().Draw(t, "json")
		got, ok := jsonfind.Find(raw)
		if !ok || got.Value.Raw() != raw || got.Where != jsonfind.Whole || got.Notes != nil {
			t.Fatalf("alone: %v %+v", ok, got)
		}
		got, ok = jsonfind.Find("Here you are:\n\n" + tick + "json\n" + raw + "\n" + tick + "\nAnything else?")
		if !ok || got.Value.Raw() != raw || got.Where != jsonfind.Fenced {
			t.Fatalf("in a block: %v %+v", ok, got)
		}
		if raw[0] != '{' && raw[0] != '[' || strings.Contains(raw, "`") {
			return
		}
		got, ok = jsonfind.Find("It is " + raw + " I think.")
		if !ok || got.Value.Raw() != raw || got.Where != jsonfind.Inside {
			t.Fatalf("in prose: %v %+v", ok, got)
		}
	})
}

// TestInsideIsTheFirstStartThatParses compares with trying every start anew.
func TestInsideIsTheFirstStartThatParses(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"[", "]", "{", "}", `"`, ",", ":", "1", `"k":`, "x", " ", "\n", `[1]`, `{"a":[]}`, `\`}), 0, 30).Draw(t, "pieces")
		text := "x" + strings.Join(pieces, "")
		want := ""
		for i := 0; i < len(text) && want == ""; i++ {
			for end := i + 1; text[i] == '[' || text[i] == '{'; end++ {
				if end > len(text) {
					break
				}
				if json.Valid([]byte(dropCommas(text[i:end]))) {
					want = text[i:end]
					break
				}
			}
		}
		got, ok := jsonfind.Find(text)
		if ok != (want != "") {
			t.Fatalf("found %v %q, want %q", ok, got.Value.Raw(), want)
		}
		if ok && !got.Value.Equal(eval.Trusted(dropCommas(want))) {
			t.Fatalf("found %q, want %q", got.Value.Raw(), want)
		}
	})
}

// dropCommas removes commas before a closing bracket, unless they are in a
// string or follow no item.
func dropCommas(raw string) string {
	inside, escaped := false, false
	var out []byte
	for i := range len(raw) {
		c := raw[i]
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = inside
		case c == '"':
			inside = !inside
		case !inside && (c == ']' || c == '}'):
			trimmed := strings.TrimRight(string(out), " \n")
			before := strings.TrimRight(strings.TrimSuffix(trimmed, ","), " \n")
			if strings.HasSuffix(trimmed, ",") && before != "" && !strings.ContainsAny(before[len(before)-1:], "[{,:") {
				out = []byte(before)
			}
		}
		out = append(out, c)
	}
	return string(out)
}

func FuzzFind(f *testing.F) {
	for _, seed := range []string{
		"x {\"a\": [1,], /* c */ \"b\": \"}\"}", tick + "json\n[1]\n" + tick, "<think>[1]</think>[2]", `{"a":1,"a":2,}`, "[//", `["\u12`, "</think>\n1",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := jsonfind.Find(text)
		if !ok {
			if _, err := eval.Parse(text); err == nil {
				t.Errorf("%q is JSON and was not found", text)
			}
			return
		}
		if !json.Valid([]byte(got.Value.Raw())) {
			t.Errorf("found %q, which is no JSON", got.Value.Raw())
		}
		if kind := got.Value.Kind(); got.Where == jsonfind.Inside && kind != eval.Object && kind != eval.Array {
			t.Errorf("found a %s inside the text", kind)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	for name, text := range map[string]string{
		"whole": `{"name": "Ada", "tags": ["a", "b"], "n": 12.5}`,
		"prose": strings.Repeat("I am sorry to hear that. ", 40),
		"block": "Here:\n" + tick + "json\n{\"name\": \"Ada\", \"tags\": [\"a\", \"b\"]}\n" + tick + "\nDone.",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				jsonfind.Find(text)
			}
		})
	}
}
