package jsonpath_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/assert/jsonpath"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

const store = `{
	"name": "Ada", "n": 9007199254740993, "big": 1e400, "none": null, "": "empty", "empty": [],
	"items": [{"id": 1, "price": 8.95}, {"id": 2, "price": 12}, {"id": 3}],
	"a.b": {"c d": true}, "*": "star", "#": "hash", "@type": "at", "dc:title": "colon", "$ref": "ref",
	"q\"uo'te": 1, "caf\u00e9": "é", "0": "zero", "a[0]": "bracket", "\\": "back", "x|y": "pipe",
	"twice": 1, "grid": [[1, 2], [3]], "twice": 2, "map": {"z": 1, "a": 2, "m": 3}
}`

func TestLookup(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		path string
		want string // "" when missing
	}{
		"a key":                        {"name", `"Ada"`},
		"a key behind the dollar":      {"$.name", `"Ada"`},
		"a key in quotes":              {`$["name"]`, `"Ada"`},
		"a key in single quotes":       {`['name']`, `"Ada"`},
		"a quoted key behind a dot":    {`"a.b"."c d"`, "true"},
		"a key with blanks":            {`["a.b"].c d`, "true"},
		"a key with a dot":             {`["a.b"]["c d"]`, "true"},
		"the empty key":                {`[""]`, `"empty"`},
		"a star in quotes is a key":    {`["*"]`, `"star"`},
		"a hash in quotes is a key":    {`['#']`, `"hash"`},
		"a key with an at":             {"@type", `"at"`},
		"a key with a colon":           {"$.dc:title", `"colon"`},
		"a key with a dollar":          {`["$ref"]`, `"ref"`},
		"a key with quotes":            {`["q\"uo'te"]`, "1"},
		"a key with single quotes":     {`['q"uo\'te']`, "1"},
		"a key with an escape":         {`["caf\u00e9"]`, `"é"`},
		"a key beyond ASCII":           {"café", `"é"`},
		"a key of digits":              {"0", `"zero"`},
		"a key that looks like a path": {`["a[0]"]`, `"bracket"`},
		"a backslash":                  {`["\\"]`, `"back"`},
		"a bar":                        {`["x|y"]`, `"pipe"`},
		"of a repeated key the last":   {"twice", "2"},
		"a null":                       {"none", "null"},
		"an empty list":                {"empty", "[]"},
		"digits beyond a float":        {"n", "9007199254740993"},
		"a number beyond a float":      {"big", "1e400"},
		"an index":                     {"items[0].id", "1"},
		"an index from the end":        {"items[-1].id", "3"},
		"the first from the end":       {"items[-3].id", "1"},
		"blanks in brackets":           {"items[ 1 ].id", "2"},
		"an index in an index":         {"grid[0][1]", "2"},

		"a missing key":             {"nope", ""},
		"a key below a missing one": {"nope.x", ""},
		"a key of a list":           {"items.id", ""},
		"digits are no index":       {"items.0", ""},
		"a key of a text":           {"name.x", ""},
		"an index of an object":     {"map[0]", ""},
		"an index of a text":        {"name[0]", ""},
		"an index past the end":     {"items[3]", ""},
		"an index before the start": {"items[-4]", ""},
		"an index of an empty list": {"empty[0]", ""},
		"a key below null":          {"none.x", ""},

		"a wildcard":                          {"$.items[*].id", "[1,2,3]"},
		"of objects in the order of keys":     {"$.map.*", "[2,3,1]"},
		"below":                               {"$..price", "[8.95,12]"},
		"all below":                           {"$.grid..*", "[[1,2],[3],1,2,3]"},
		"a slice":                             {"$.items[0:2].id", "[1,2]"},
		"a slice backwards":                   {"$.items[::-1].id", "[3,2,1]"},
		"several":                             {"$['n','name']", `[9007199254740993,"Ada"]`},
		"a filter":                            {"$.items[?@.price < 10].id", "[1]"},
		"a filter on members":                 {"$.map[?@ > 1]", "[2,3]"},
		"a filter that finds nothing":         {"$.items[?@.price > 100]", ""},
		"a filter with a pattern":             {`$[?match(@, "A.*")]`, `["Ada"]`},
		"a query that is singular":            {"$ .name", `"Ada"`},
		"a singular query that finds nothing": {"$ .nope", ""},
		"a query over nothing":                {"$.empty[*]", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := jsonpath.Parse(tt.path)
			if err != nil {
				t.Fatal(err)
			}
			got, found, err := p.Lookup(context.Background(), eval.Trusted(store))
			if err != nil {
				t.Fatal(err)
			}
			if found != (tt.want != "") || got.Raw() != tt.want {
				t.Errorf("found %v %s, want %s", found, got.Raw(), tt.want)
			}
		})
	}
}

func TestTheDollarIsTheWholeDocument(t *testing.T) {
	t.Parallel()
	p, err := jsonpath.Parse("$")
	if err != nil {
		t.Fatal(err)
	}
	for _, doc := range []string{`{"a":1}`, "42", "null", `"x"`} {
		got, found, err := p.Lookup(context.Background(), eval.Trusted(doc))
		if err != nil || !found || got.Raw() != doc {
			t.Errorf("got %v %s %v, want %s", found, got.Raw(), err, doc)
		}
	}
	if _, found, err := p.Lookup(context.Background(), eval.Value{}); found || err != nil {
		t.Errorf("an absent document: found %v, %v", found, err)
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ path, want, hint string }{
		"nothing":                  {"", "the path is empty at column 1", "write $ for the whole value"},
		"a leading dot":            {".a", "the path begins with a dot at column 1", "drop the dot, or write $ before it"},
		"a trailing dot":           {"a.", "a key is missing at column 3", ""},
		"two dots":                 {"é..b", "a key is missing at column 3", ""},
		"a dollar without a dot":   {"$name", "no dot behind the $ at column 2", `write $.name, or ["$name"] for a key of that name`},
		"a star":                   {"items.*.id", "unexpected '*' at column 7", `write $.items[*].name for all elements, or quote a key of that name: ["*"]`},
		"a hash":                   {"items.#.id", "unexpected '#' at column 7", `write $.items[*].name for all elements, or quote a key of that name: ["#"]`},
		"a star in brackets":       {"items[*]", "want an index or a quoted key in brackets at column 7", `write ["key"], or .key`},
		"a bare key in brackets":   {"items[id]", "want an index or a quoted key in brackets at column 7", `write ["key"], or .key`},
		"an index with a zero":     {"a[01]", `want an index such as [0] or [-1], got "01" at column 3`, ""},
		"a negative zero":          {"a[-0]", `want an index such as [0] or [-1], got "-0" at column 3`, ""},
		"an index out of range":    {"a[99999999999999999999]", `want an index such as [0] or [-1], got "99999999999999999999" at column 3`, ""},
		"an open bracket":          {"a[0", "a closing bracket is missing at column 4", ""},
		"an open quote":            {`a["x`, "a quote is not closed at column 3", ""},
		"a bad escape":             {`a["\x"]`, "a quoted key with a bad escape at column 3", ""},
		"a closing bracket":        {"a]", "unexpected ']' at column 2", `a key with other characters is quoted: ["key"]`},
		"text behind a bracket":    {"a[0]b", "want a dot or a bracket at column 5", ""},
		"blanks around":            {" a", "blanks around a key at column 1", `drop them, or quote the key: [" a"]`},
		"a pipe":                   {"a|b", "unexpected '|' at column 2", `a key with other characters is quoted: ["key"]`},
		"a query with a bad index": {"$.a[01]", `invalid number literal at column 5`, "a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535)"},
		"an open query":            {"$.a[?@.b == 1", "unexpected eof at column 14", "a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535)"},
		"an unknown function":      {"$[?foo(@)]", "unknown function foo() at column 4", "a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535)"},
		"a bad pattern in a query": {`$[?match(@.a, "(")]`, `function match() has the pattern "(", which is not RE2 at column 9`, "a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535)"},
		"a very long path":         {strings.Repeat("a", 5000), "the path is longer than 4096 bytes", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := jsonpath.Parse(tt.path)
			var fault *jsonpath.Fault
			if !errors.As(err, &fault) {
				t.Fatalf("got %v", err)
			}
			if fault.Error() != tt.want || fault.Hint != tt.hint {
				t.Errorf("got  %q (%q)\nwant %q (%q)", fault.Error(), fault.Hint, tt.want, tt.hint)
			}
		})
	}
}

func TestLookupInADocumentThatCannotBeSearched(t *testing.T) {
	t.Parallel()
	p, err := jsonpath.Parse("a")
	if err != nil {
		t.Fatal(err)
	}
	deep := strings.Repeat(`{"a":[`, 1<<20)
	for name, doc := range map[string]string{"garbage": `{"a": 1`, "deep": deep, "text": "hello"} {
		if _, found, err := p.Lookup(context.Background(), eval.Trusted(doc)); err == nil || found {
			t.Errorf("%s: found %v, no error", name, found)
		}
	}
}

func TestAQueryEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, err := jsonpath.Parse("$..[?count($..*) > 0]")
	if err != nil {
		t.Fatal(err)
	}
	doc := eval.Trusted("[" + strings.Repeat("[1],", 5000) + "1]")
	if _, _, err := p.Lookup(ctx, doc); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestAQueryThatSelectsTooMuchIsAnError(t *testing.T) {
	t.Parallel()
	p, err := jsonpath.Parse("$..*..*..*")
	if err != nil {
		t.Fatal(err)
	}
	doc := eval.Trusted(strings.Repeat("[", 500) + strings.Repeat("]", 500))
	if _, _, err := p.Lookup(context.Background(), doc); err == nil || !strings.Contains(err.Error(), "more than 1000000 values") {
		t.Errorf("got %v", err)
	}
}

// TestEveryPlaceIsFoundByItsPath walks a random document and looks each of
// its values up.
func TestEveryPlaceIsFoundByItsPath(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		doc := draw(t, 3)
		text, err := eval.ValueOf(doc)
		if err != nil {
			t.Fatal(err)
		}
		walk(doc, "$", func(path string, want any) {
			p, err := jsonpath.Parse(path)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			got, found, err := p.Lookup(context.Background(), text)
			wanted, _ := eval.ValueOf(want)
			if err != nil || !found || !got.Equal(wanted) {
				t.Fatalf("%s in %s: %v %s %v, want %s", path, text.Raw(), found, got.Raw(), err, wanted.Raw())
			}
		})
	})
}

func draw(t *rapid.T, depth int) any {
	if depth == 0 || rapid.Bool().Draw(t, "scalar") {
		return rapid.OneOf(
			rapid.Custom(func(t *rapid.T) any { return json.Number(fmt.Sprint(rapid.Int64().Draw(t, "n"))) }),
			rapid.Custom(func(t *rapid.T) any { return rapid.String().Draw(t, "text") }),
			rapid.SampledFrom([]any{nil, true, false}),
		).Draw(t, "scalar value")
	}
	if rapid.Bool().Draw(t, "list") {
		list := make([]any, rapid.IntRange(0, 3).Draw(t, "length"))
		for i := range list {
			list[i] = draw(t, depth-1)
		}
		return list
	}
	members := map[string]any{}
	for range rapid.IntRange(0, 3).Draw(t, "members") {
		key := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "*", "#", "@", "a.b", "!", "|", `\`, `"`, "{", "[", "?", "~", "..0"})).Draw(t, "key")
		members[key] = draw(t, depth-1)
	}
	return members
}

func walk(v any, path string, visit func(string, any)) {
	visit(path, v)
	switch v := v.(type) {
	case []any:
		for i, item := range v {
			walk(item, fmt.Sprintf("%s[%d]", path, i), visit)
			walk(item, fmt.Sprintf("%s[%d]", path, i-len(v)), visit)
		}
	case map[string]any:
		for key, item := range v {
			quoted := eval.StringValue(key).Raw()
			walk(item, path+"["+quoted+"]", visit)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a.b[0]", "$..a[?@.b == 1]", `["a\"b"]`, "$['a','b'][1:2]", "$[?match(@.a, 'x')]", "a..b", "[-1]"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, path string) {
		p, err := jsonpath.Parse(path)
		if err != nil {
			return
		}
		got, found, err := p.Lookup(context.Background(), eval.Trusted(store))
		if err != nil {
			t.Fatalf("%q: %v", path, err)
		}
		if found && !json.Valid([]byte(got.Raw())) || !found && !got.IsZero() {
			t.Errorf("%q: %v %q", path, found, got.Raw())
		}
	})
}

func FuzzLookup(f *testing.F) {
	f.Add(store)
	f.Add(`{"a":[{"b":1}]}`)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, path := range []string{"$", "a[0].b", `["*"]`, "$..a"} {
			p, err := jsonpath.Parse(path)
			if err != nil {
				t.Fatal(err)
			}
			got, found, err := p.Lookup(context.Background(), eval.Trusted(doc))
			if err == nil && found && !json.Valid([]byte(got.Raw())) {
				t.Errorf("%q in %q gives %q", path, doc, got.Raw())
			}
		}
	})
}
