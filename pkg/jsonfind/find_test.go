package jsonfind_test

import (
	"encoding/json"
	"fmt"
	"slices"
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
		"single quotes are no JSON":      {text: "{'a': 1}", notes: []string{`"{'a': 1}" begins a value that is broken at "'a': 1}"`}},
		"NaN is no JSON":                 {text: `{"a": NaN}`, notes: []string{`"{\"a\": NaN}" begins a value that is broken at "NaN}"`}},
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

		"inside prose":                     {text: `The answer is {"a": {"b": "}"}}, I think.`, value: `{"a": {"b": "}"}}`, where: jsonfind.Inside},
		"the first that parses":            {text: `[see note] {a} {"b": 1} [2]`, value: `{"b": 1}`, where: jsonfind.Inside},
		"behind an open quote":             {text: `see ["x: {"k": 1} end`, value: `{"k": 1}`, where: jsonfind.Inside},
		"prose braces before JSON":         {text: `use {name} then {"a":1}`, value: `{"a":1}`, where: jsonfind.Inside},
		"prose brackets around JSON":       {text: `[the answer is {"a":1}]`, value: `{"a":1}`, where: jsonfind.Inside},
		"braces of a template around JSON": {text: `{{"a":1}}`, value: `{"a":1}`, where: jsonfind.Inside},
		"braces of code around JSON":       {text: `f() { return {"a":1} }`, notes: []string{`"{ return {\"a\":1} }" begins a value that is broken at "return {\"a\":1} }"`}},

		"a cut value": {text: `{"a": 1`, notes: []string{`"{\"a\": 1" begins a value that is cut`}},
		"an object in a cut one": {
			text:  `{"status": "failed", "previous": {"status": "ok"}, "note": "cut he`,
			notes: []string{`"{\"status\": \"failed\",..." begins a value that is cut`},
		},
		"a list in a cut object":   {text: `So: {"items":[{"status":"ok"}],"n`, notes: []string{`"{\"items\":[{\"status\":..." begins a value that is cut`}},
		"an object in a cut list":  {text: `[{"status":"ok"}`, notes: []string{`"[{\"status\":\"ok\"}" begins a value that is cut`}},
		"cut in a word":            {text: `[[1] , tru`, notes: []string{`"[[1] , tru" begins a value that is cut`}},
		"cut in a comment":         {text: `[[1] /* x`, notes: []string{`"[[1] /* x" begins a value that is cut`}},
		"a cut value in a block":   {text: tick + "json\n{\"a\": {\"b\": 1}, \"c", notes: []string{`"{\"a\": {\"b\": 1}, \"c" begins a value that is cut`}},
		"a cut value, block ended": {text: tick + "json\n{\"a\": [1]\n" + tick + "\n", notes: []string{"\"{\\\"a\\\": [1]\\n" + tick + `\n" begins a value that is broken at "` + tick + `\n"`}},
		"cut by thinking":          {text: `{"a": 1, "b": <think>hm</think> {"a": 2}, "c": 3}`, notes: []string{`"{\"a\": 1, \"b\": " begins a value that is cut`}},

		"in a broken object":                 {text: `{"a": [1, 2], "b": oops`, notes: []string{`"{\"a\": [1, 2], \"b\": o..." begins a value that is broken at "oops"`}},
		"behind the break":                   {text: `{"a": oops, "b": {"a": 1}}`, notes: []string{`"{\"a\": oops, \"b\": {\"a..." begins a value that is broken at "oops, \"b\": {\"a\": 1}}"`}},
		"behind a broken object":             {text: `{"a": oops} then {"b": 1}`, value: `{"b": 1}`, where: jsonfind.Inside, notes: []string{`"{\"a\": oops} then {\"b..." begins a value that is broken at "oops} then {\"b\": 1}"`}},
		"in a broken list":                   {text: `[{"a": 1}, oops]`, notes: []string{`"[{\"a\": 1}, oops]" begins a value that is broken at "oops]"`}},
		"in a list without a comma":          {text: `[{"a": 1} {"a": 2}]`, notes: []string{`"[{\"a\": 1} {\"a\": 2}]" begins a value that is broken at "{\"a\": 2}]"`}},
		"in an object of Python":             {text: `{'a': 'x', 'b': {"a": 1}}`, notes: []string{`"{'a': 'x', 'b': {\"a\"..." begins a value that is broken at "'a': 'x', 'b': {\"a\":..."`}},
		"in an object of JavaScript":         {text: `{a: "x", b: [1]}`, notes: []string{`"{a: \"x\", b: [1]}" begins a value that is broken at "a: \"x\", b: [1]}"`}},
		"behind a line end in text":          {text: "{\"a\": \"x\ny }\", \"b\": {\"a\": 1}}", notes: []string{`"{\"a\": \"x\ny }\", \"b\": ..." begins a value that is broken at "\ny }\", \"b\": {\"a\": 1}..."`}},
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
			got, err := jsonfind.Find(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			want := jsonfind.Found{Value: eval.Trusted(tt.value), Where: tt.where, Notes: tt.notes}
			if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b eval.Value) bool { return a == b })); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestASearchThatGivesUpSaysSo(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)
	for name, tt := range map[string]struct{ text, want string }{
		"1,000 starts":   {strings.Repeat("[x ", 999) + "[1]", ""},
		"1,001 starts":   {strings.Repeat("[a] ", 1001) + `{"a":1}`, "the search for JSON gave up after 1000 braces and brackets"},
		"in parts":       {strings.Repeat("[a] <think>x</think>", 1001) + `{"a":1}`, "the search for JSON gave up after 1000 braces and brackets"},
		"without JSON":   {strings.Repeat("[a] ", 1000), ""},
		"1,001 fences":   {strings.Repeat(tick+"x"+tick+" ", 1001) + tick + "json\n[1]\n" + tick, "the search for JSON gave up after 1000 fences"},
		"1,000 fences":   {strings.Repeat(tick+"x"+tick+" ", 999) + tick + "json\n[1]\n" + tick, ""},
		"10,001 levels":  {deep, "the JSON nests deeper than 10000 levels"},
		"10,000 levels":  {deep[1 : len(deep)-1], ""},
		"too much work":  {strings.Repeat("[/* ", 900) + strings.Repeat(" ", 1<<20) + "*/ x [1]", "the search for JSON gave up: the text would take too long"},
		"a bracket less": {deep[:len(deep)-10_001], "the JSON nests deeper than 10000 levels"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := jsonfind.Find(tt.text)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || err.Error() != tt.want) {
				t.Errorf("got error %v, want %q", err, tt.want)
			}
			if err != nil && !got.Value.IsZero() {
				t.Errorf("found %.100s", got.Value.Raw())
			}
		})
	}
}

func TestADeepValueCanBeCompared(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	got, err := jsonfind.Find(text)
	if err != nil {
		t.Fatal(err)
	}
	if other := eval.Trusted(strings.Replace(text, "[]", "[1]", 1)); got.Value.Equal(other) || !got.Value.Equal(eval.Trusted(strings.Replace(text, "[]", "[ ]", 1))) {
		t.Error("the value cannot be compared")
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
		for _, hostile := range []string{text, "x " + text, strings.Repeat("[", 999) + strings.Repeat("1,", 1<<19) + text} {
			if got, err := jsonfind.Find(hostile); err != nil && !got.Value.IsZero() {
				t.Errorf("%q: found JSON and %v", piece, err)
			}
		}
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
		got, err := jsonfind.Find(raw)
		if err != nil || got.Value.Raw() != raw || got.Where != jsonfind.Whole || got.Notes != nil {
			t.Fatalf("alone: %v %+v", err, got)
		}
		got, err = jsonfind.Find("Here you are:\n\n" + tick + "json\n" + raw + "\n" + tick + "\nAnything else?")
		if err != nil || got.Value.Raw() != raw || got.Where != jsonfind.Fenced {
			t.Fatalf("in a block: %v %+v", err, got)
		}
		if raw[0] != '{' && raw[0] != '[' || strings.Contains(raw, "`") {
			return
		}
		got, err = jsonfind.Find("It is " + raw + " I think.")
		if err != nil || got.Value.Raw() != raw || got.Where != jsonfind.Inside {
			t.Fatalf("in prose: %v %+v", err, got)
		}
	})
}

func TestNoPartOfACutValueIsFound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.Custom(func(t *rapid.T) string {
			return `{"k": [` + drawJSON(t, 3) + `, ` + drawJSON(t, 3) + `], "l": ` + drawJSON(t, 3) + `}`
		}).Filter(func(raw string) bool { return !strings.ContainsAny(raw, "`<") }).Draw(t, "json")
		cut := raw[:rapid.IntRange(1, len(raw)-1).Draw(t, "length")]
		for _, text := range []string{cut, "It is " + cut, tick + "json\n" + cut, tick + "json\n" + cut + "\n" + tick + "\n"} {
			got, err := jsonfind.Find(text)
			if err != nil || !got.Value.IsZero() {
				t.Fatalf("%q: found %q, %v", text, got.Value.Raw(), err)
			}
		}
	})
}

// TestInsideIsAStartThatParses compares with trying every start anew: what is
// found parses, nothing is found where nothing parses, and the first start
// that parses is passed over only with a note.
func TestInsideIsAStartThatParses(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"[", "]", "{", "}", `"`, ",", ":", "1", `"k":`, "x", " ", "\n", `[1]`, `{"a":[]}`, `\`}), 0, 30).Draw(t, "pieces")
		text := "x" + strings.Join(pieces, "")
		var all []string
		for i := range len(text) {
			for end := i + 1; (text[i] == '[' || text[i] == '{') && end <= len(text); end++ {
				if json.Valid([]byte(dropCommas(text[i:end]))) {
					all = append(all, dropCommas(text[i:end]))
					break
				}
			}
		}
		got, err := jsonfind.Find(text)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(all, func(raw string) bool { return got.Value.Equal(eval.Trusted(raw)) })
		switch {
		case got.Value.IsZero() && len(all) > 0 && got.Notes == nil:
			t.Fatalf("nothing found of %q", all)
		case !got.Value.IsZero() && (at < 0 || at > 0 && got.Notes == nil):
			t.Fatalf("found %q of %q", got.Value.Raw(), all)
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
		got, err := jsonfind.Find(text)
		if err != nil || got.Value.IsZero() {
			if _, parsed := eval.Parse(text); parsed == nil {
				t.Errorf("%q is JSON and was not found: %v", text, err)
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
				if _, err := jsonfind.Find(text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestNothingIsTakenOutOfWhatIsBroken has texts whose outer value says that
// all is bad and an inner one that all is well.
func TestNothingIsTakenOutOfWhatIsBroken(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a comment with a number sign": "{\n  # the verdict\n  \"ok\": false,\n  \"last\": {\"ok\": true}\n}",
		"a no-break space":             "{\u00a0\"ok\": false, \"last\": {\"ok\": true}}",
		"a zero-width space":           "{\u200b\"ok\": false, \"last\": {\"ok\": true}}",
		"curly quotes":                 "{\u201cok\u201d: false, \u201clast\u201d: {\"ok\": true}}",
		"a brace in curly quotes":      "{\u201cwhy }\u201d: false, \u201clast\u201d: {\"ok\": true}}",
		"dots":                         `{... "ok": false, "last": {"ok": true}}`,
		"a comma first":                `{, "ok": false, "last": {"ok": true}}`,
		"an equals sign":               `{"ok"= false, "last"= {"ok": true}}`,
		"an arrow":                     `{"ok" => false, "last" => {"ok": true}}`,
		"a symbol":                     `{:ok => false, :last => {"ok": true}}`,
		"words for a key":              `{the ok: false, "last": {"ok": true}}`,
		"letters with accents":         `{état: false, "last": {"ok": true}}`,
		"a path for a key":             `{user.ok: false, "last": {"ok": true}}`,
		"no end":                       `{état: false, "last": {"ok": true}`,
		"two within":                   `{{"ok": false}, {"ok": true}}`,
		"in a list":                    `[{état: false, "last": {"ok": true}}]`,
		"a broken item of a list":      `[{"ok": false, oops}, {"ok": true}]`,
		"a loose item of a list":       `[{état: false}, {"ok": true}]`,
		"a list in a list":             `[1, [{"ok": false, oops}], {"ok": true}]`,
		"thinking within a string":     "{\"ok\": false, \"x\": \"\n<think>hm</think>\n" + tick + "json\n{\"ok\":true}\n" + tick + "\"}",
		"a quote in a string":          `{"ok": false, "h": "5" tall", "n": "close }", "last": {"ok": true}}`,
		"a brace in single quotes":     `{'ok': false, 'why': 'missing } at end', 'prev': {"ok": true}}`,
		"a brace in backticks":         "{`ok`: false, `why`: `missing } at end`, `prev`: {\"ok\": true}}",
		"two braces in single quotes":  `{'why': 'a } b', 'c': 'open {', 'prev': {"ok": true}}`,
		"a fence in a string":          "{\"ok\":false,\"answer\":\"Send:\n" + tick + "json\n{\"ok\":true}\n" + tick + "\"}",
		"a fence in one that is cut":   "{\"ok\":false,\"answer\":\"Send:\n" + tick + "json\n{\"ok\":true}\n" + tick,
		"a second fence in a string":   "{\"ok\":false,\"a\":\"Send:\n" + tick + "\nx\n" + tick + "\nor\n" + tick + "json\n{\"ok\":true}\n" + tick + "\"}",
		"a fence in loose braces":      "{état: false, answer:\n" + tick + "json\n{\"ok\":true}\n" + tick + "\n}",
		"a fence behind a quoted end":  "{'ok': false, 'why': 'a }',\n'x': '\n" + tick + "json\n{\"ok\":true}\n" + tick + "\n'}",
		"a citation before it":         `As [1] says, {'ok': false}`,
		"a citation behind it":         `It is {'ok': false} as [1] says.`,
	} {
		for kind, text := range map[string]string{"bare": text, "in prose": "So: " + text + " Done.", "in a block": tick + "json\n" + text + "\n" + tick + "\n"} {
			got, err := jsonfind.Find(text)
			if err != nil || !got.Value.IsZero() || len(got.Notes) == 0 {
				t.Errorf("%s, %s: found %q with %q, %v", name, kind, got.Value.Raw(), got.Notes, err)
			}
		}
	}
}

func TestProseHidesNoJSON(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{`The score lies in [0, 1). Result: {"a": 1}`, `{"a": 1}`},
		{`Range [5, inf) and {"a":1}`, `{"a":1}`},
		{`[0.2, 0.4). {"a":1}`, `{"a":1}`},
		{`Well :[ {"a":1}`, `{"a":1}`},
		{`According to [1] the call gave {"error":"boom"}`, `{"error":"boom"}`},
		{`- [ ] check {"a":1}`, `{"a":1}`},
		{`With [0.5] it is ["a"]`, `["a"]`},
		{`See [1] <think>x</think> {"a":1}`, `{"a":1}`},
		{`See [1] and [2].`, `[1]`},
		{`Scores: [0.5, 1] in [0, 1).`, `[0.5, 1]`},
		{`\frac{1}{2} {"a":1}`, `{"a":1}`},
		{`{{name}} {user.id} {"a":"}"}`, `{"a":"}"}`},
		{`{{ {"a":1} }}`, `{"a":1}`},
		{`\boxed{["a"]}`, `["a"]`},
		{`[{name}] {"a":1}`, `{"a":1}`},
		{strings.Repeat("{'a': 1} ", 900) + `{"b":1}`, `{"b":1}`},
		{`{% if x %} {"a":1} {% endif %}`, `{"a":1}`},
		{"Begin with { as in\n" + tick + "json\n{\"a\":1}\n" + tick, `{"a":1}`},
		{"Not {'a': 2} but\n" + tick + "json\n{\"a\":1}\n" + tick, `{"a":1}`},
		{tick + "python\nx = {'a': [\n" + tick + "\n" + tick + "json\n{\"a\":1}\n" + tick, `{"a":1}`},
		{"In [0, 1):\n" + tick + "json\n{\"a\":1}\n" + tick, `{"a":1}`},
	} {
		got, err := jsonfind.Find(tt.text)
		if err != nil || got.Value.Raw() != tt.want {
			t.Errorf("%q: found %q with %q, %v", tt.text, got.Value.Raw(), got.Notes, err)
		}
	}
}
