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
	"name": "Ada", "n": 9007199254740993, "big": 1e300, "none": null, "": "empty", "empty": [],
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
		"a large number":               {"big", "1e300"},
		"an index":                     {"items[0].id", "1"},
		"an index from the end":        {"items[-1].id", "3"},
		"the first from the end":       {"items[-3].id", "1"},
		"blanks in brackets":           {"items[ 1 ].id", "2"},
		"an index in an index":         {"grid[0][1]", "2"},

		"a missing key":             {"nope", ""},
		"a key below a missing one": {"nope.x", ""},
		"a key of a list":           {"items.id", ""},
		"quoted digits of a list":   {`items["0"]`, ""},
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
		"a pattern matches the whole text":    {`$[?match(@, "A|x|zero")]`, `["zero"]`},
		"a filter on digits beyond a float":   {"$[?@ == 9007199254740993]", "[9007199254740993]"},
		"a filter on lists":                   {"$.grid[?@ == $.grid[1]]", "[[3]]"},
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
			got, missing, err := p.Lookup(context.Background(), eval.Trusted(store))
			if err != nil {
				t.Fatal(err)
			}
			if missing == "" != (tt.want != "") || got.Raw() != tt.want {
				t.Errorf("got %s %s, want %s", missing, got.Raw(), tt.want)
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
		got, missing, err := p.Lookup(context.Background(), eval.Trusted(doc))
		if err != nil || missing != "" || got.Raw() != doc {
			t.Errorf("got %s %s %v, want %s", missing, got.Raw(), err, doc)
		}
	}
	if _, missing, err := p.Lookup(context.Background(), eval.Value{}); missing == "" || err != nil {
		t.Errorf("an absent document: %q, %v", missing, err)
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ path, want, hint string }{
		"nothing":                    {"", "the path is empty at column 1", "write $ for the whole value"},
		"a leading dot":              {".a", "the path begins with a dot at column 1", "drop the dot, or write $ before it"},
		"a trailing dot":             {"a.", "a key is missing at column 3", ""},
		"two dots":                   {"é..b", "a key is missing at column 3", ""},
		"a dollar without a dot":     {"$name", "no dot behind the $ at column 2", `write $.name, or ["$name"] for a key of that name`},
		"a star":                     {"items.*.id", "unexpected '*' at column 7", `write $.items[*].name for all elements, or quote a key of that name: ["*"]`},
		"a hash":                     {"items.#.id", "unexpected '#' at column 7", `write $.items[*].name for all elements, or quote a key of that name: ["#"]`},
		"a star in brackets":         {"items[*]", "want an index or a quoted key in brackets at column 7", `write ["key"], or .key`},
		"a bare key in brackets":     {"items[id]", "want an index or a quoted key in brackets at column 7", `write ["key"], or .key`},
		"an index with a zero":       {"a[01]", `want an index such as [0] or [-1], got "01" at column 3`, ""},
		"a negative zero":            {"a[-0]", `want an index such as [0] or [-1], got "-0" at column 3`, ""},
		"an index out of range":      {"a[99999999999999999999]", `want an index such as [0] or [-1], got "99999999999999999999" at column 3`, ""},
		"an open bracket":            {"a[0", "a closing bracket is missing at column 4", ""},
		"an open quote":              {`a["x`, "a quote is not closed at column 3", ""},
		"a bad escape":               {`a["\x"]`, "a quoted key with a bad escape at column 3", ""},
		"a closing bracket":          {"a]", "unexpected ']' at column 2", `a key with other characters is quoted: ["key"]`},
		"text behind a bracket":      {"a[0]b", "want a dot or a bracket at column 5", ""},
		"blanks around":              {" a", "blanks around a key at column 1", `drop them, or quote the key: [" a"]`},
		"a pipe":                     {"a|b", "unexpected '|' at column 2", `a key with other characters is quoted: ["key"]`},
		"a bare index in a query":    {"$.items[*].0", "unexpected integer at column 12", "a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535)"},
		"a query with a bad index":   {"$.a[01]", `invalid number literal at column 5`, "a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535)"},
		"an open query":              {"$.a[?@.b == 1", "unexpected eof at column 14", "a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535)"},
		"an unknown function":        {"$[?foo(@)]", "unknown function foo() at column 4", "a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535)"},
		"a bad pattern in a query":   {`$[?match(@.a, "(")]`, `function match() has the pattern "(", which is not RE2 at column 9`, "a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535)"},
		"numbers that look the same": {"$[?@.a == 9007199254740993 || @.a == 9007199254740992]", "the query compares numbers as 64-bit floats, which cannot tell 9007199254740992 from 9007199254740993", ""},
		"a very long path":           {strings.Repeat("a", 5000), "the path is longer than 4096 bytes", ""},
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

func TestWhyAPathIsMissing(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"nope":          "",
		"items[9]":      "",
		"items.id":      `: "items" is a list, which has no keys`,
		`$.items["0"]`:  `: "$.items" is a list, which has no keys`,
		"items.id.x":    `: "items" is a list, which has no keys`,
		"[0]":           ": the whole value is an object, which has no elements",
		"name[0]":       `: "name" is text, which has no elements`,
		"none.x":        `: "none" is null, which has no keys`,
		"n.x":           `: "n" is a number, which has no keys`,
		`["a.b"].c d.x`: `: "[\"a.b\"].c d" is a boolean, which has no keys`,
		"$.items[*].x":  "",
	} {
		p, err := jsonpath.Parse(path)
		if err != nil {
			t.Fatal(err)
		}
		_, missing, err := p.Lookup(context.Background(), eval.Trusted(store))
		if err != nil || string(missing) != "nothing: the path is missing"+want {
			t.Errorf("%s: %q, %v", path, missing, err)
		}
	}
}

func TestLookupThatCannotTell(t *testing.T) {
	t.Parallel()
	const items = `{"items": [{"id": 9007199254740993, "n": 1}], "p": "(", "q": 1, "s": "x"}`
	tests := map[string]struct{ path, doc, want string }{
		"a bare index of a list":          {"items.0.bad", items, `the key "0" is asked of a list; write items[0]`},
		"an index from the end":           {"$.items.-1", items, `the key "-1" is asked of a list; write $.items[-1]`},
		"a bare index of the whole":       {"0", "[1]", `the key "0" is asked of a list; write [0]`},
		"a bare index in an index":        {"items[0].n.0", `{"items": [{"n": [1]}]}`, `the key "0" is asked of a list; write items[0].n[0]`},
		"a number next to the document's": {"$.items[?@.id == 9007199254740992].n", items, "the query compares numbers as 64-bit floats, which cannot tell 9007199254740993 from 9007199254740992"},
		"numbers of the document":         {"$.items[?@.id > $.x]", `{"items": [{"id": 9007199254740993}], "x": 9007199254740992.0}`, "the query compares numbers as 64-bit floats, which cannot tell 9007199254740992.0 from 9007199254740993"},
		"a fraction":                      {"$.items[?@.id > 0.1]", `{"items": [{"id": 0.1000000000000000001}]}`, "the query compares numbers as 64-bit floats, which cannot tell 0.1000000000000000001 from 0.1"},
		"next to a length":                {"$.items[?length(@.s) == @.n]", `{"items": [{"s": "abc", "n": 3.00000000000000000001}]}`, "the query compares numbers as 64-bit floats, which cannot tell 3.00000000000000000001 from 3"},
		"too large":                       {"$.items[?@.id > 1]", `{"items": [{"id": 1e400}]}`, "the query compares numbers as 64-bit floats, which cannot hold 1e400"},
		"too small":                       {"$.items[?@.id > 1]", `{"items": [{"id": 1e-400}]}`, "the query compares numbers as 64-bit floats, which cannot tell 1e-400 from 0"},
		"a bad pattern":                   {"$[?match(@, $.p)]", items, `match() has the pattern "(" from the document, which is not RE2`},
		"no pattern":                      {"$[?search(@, $.nope)]", items, "the pattern of search() is missing in the document"},
		"a pattern that is no text":       {"$[?search(@, $.q)]", items, "the pattern of search() is no text in the document"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, err := jsonpath.Parse(tt.path)
			if err != nil {
				t.Fatal(err)
			}
			got, missing, err := p.Lookup(context.Background(), eval.Trusted(tt.doc))
			if err == nil || err.Error() != tt.want || missing == "" || !got.IsZero() {
				t.Errorf("got %s %q %v, want %q", got.Raw(), missing, err, tt.want)
			}
		})
	}
}

func TestNumbersThatNoFilterComparesAreLeftAlone(t *testing.T) {
	t.Parallel()
	const doc = `{"items": [{"id": 9007199254740993, "ok": true, "s": "2 < 3"}, {"id": 9007199254740992.0, "ok": false, "s": "x"}]}`
	for path, want := range map[string]string{
		"$.items[?@.ok == true].id":                "[9007199254740993]",
		"$.items[?false != @.ok].id":               "[9007199254740993]",
		`$.items[?@.s == "2 < 3"].id`:              "[9007199254740993]",
		`$.items[?"x" == @["s"]].id`:               "[9007199254740992.0]",
		`$.items[?@.ok && match(@.s, ".*<.*")].id`: "[9007199254740993]",
		"$.items[*].id":                            "[9007199254740993,9007199254740992.0]",
	} {
		p, err := jsonpath.Parse(path)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := p.Lookup(context.Background(), eval.Trusted(doc))
		if err != nil || got.Raw() != want {
			t.Errorf("%s: got %s, %v", path, got.Raw(), err)
		}
	}
}

// TestFiltersCompareExactly compares with numbers compared by their digits:
// a filter agrees, or it is refused.
func TestFiltersCompareExactly(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(
			rapid.SampledFrom([]string{"9007199254740992", "9007199254740993", "9007199254740994", "9007199254740993.0", "0.1", "0.10", "0.1000000000000000001", "1e-1", "0", "-0", "3e0"}),
			rapid.StringMatching(`-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,20})?`),
		)
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		order := eval.CompareNumbers(a, b)
		for sign, want := range map[string]bool{"==": order == 0, "!=": order != 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0} {
			for _, path := range []string{"$[?@.a " + sign + " " + b + "]", "$[?@.a " + sign + " @.b]", "$[?@.c " + sign + " @.d]"} {
				p, err := jsonpath.Parse(path)
				if err != nil {
					continue // a literal that the query parser cannot hold
				}
				_, missing, err := p.Lookup(context.Background(), eval.Trusted(`[{"a": `+a+`, "b": `+b+`, "c": [`+a+`], "d": [`+b+`]}]`))
				lists := strings.Contains(path, "@.c") && strings.ContainsAny(sign, "<>") // have no order
				if err == nil && missing == "" != want && !lists {
					t.Fatalf("%s with %s and %s: %q", path, a, b, missing)
				}
			}
		}
	})
}

func TestLookupInADocumentThatCannotBeSearched(t *testing.T) {
	t.Parallel()
	p, err := jsonpath.Parse("a")
	if err != nil {
		t.Fatal(err)
	}
	deep := strings.Repeat(`{"a":[`, 1<<20)
	for name, doc := range map[string]string{"garbage": `{"a": 1`, "deep": deep, "text": "hello"} {
		if _, missing, err := p.Lookup(context.Background(), eval.Trusted(doc)); err == nil || missing == "" {
			t.Errorf("%s: %q, no error", name, missing)
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
			got, missing, err := p.Lookup(context.Background(), text)
			wanted, _ := eval.ValueOf(want)
			if err != nil || missing != "" || !got.Equal(wanted) {
				t.Fatalf("%s in %s: %s %s %v, want %s", path, text.Raw(), missing, got.Raw(), err, wanted.Raw())
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
		got, missing, err := p.Lookup(context.Background(), eval.Trusted(store))
		if err != nil && strings.Contains(err.Error(), "broke") {
			t.Fatalf("%q: %v", path, err)
		}
		if missing == "" && !json.Valid([]byte(got.Raw())) || missing != "" && !got.IsZero() {
			t.Errorf("%q: %s %q", path, missing, got.Raw())
		}
	})
}

func FuzzLookup(f *testing.F) {
	f.Add(store)
	f.Add(`{"a":[{"b":1}]}`)
	f.Fuzz(func(t *testing.T, doc string) {
		for _, path := range []string{"$", "a[0].b", "a.0", `["*"]`, "$..a", "$..[?@.a < $.b]"} {
			p, err := jsonpath.Parse(path)
			if err != nil {
				t.Fatal(err)
			}
			got, missing, err := p.Lookup(context.Background(), eval.Trusted(doc))
			if err == nil && missing == "" && !json.Valid([]byte(got.Raw())) {
				t.Errorf("%q in %q gives %q", path, doc, got.Raw())
			}
		}
	})
}
