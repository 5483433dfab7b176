package redact_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
)

func TestValue(t *testing.T) {
	t.Parallel()
	secrets := []redact.Secret{
		{"KEY", "sk-abcdef"},
		{"QUOTED", `a"b"c"d`},
		{"PIN", "20261130"},
		{"DOCUMENT", `{"client":"x","id":"y"}`},
	}
	tests := []struct{ name, in, want string }{
		{"nothing to find", `{ "a": [1, 2.50, "x"] }`, `{ "a": [1, 2.50, "x"] }`},
		{"a string", `"my sk-abcdef"`, `"my [redacted KEY]"`},
		{"blanks and digits stay", "{ \"a\" : 1.50,\n \"b\":\"sk-abcdef\" }", "{ \"a\" : 1.50,\n \"b\":\"[redacted KEY]\" }"},
		{"an escaped character in the middle", `["sk-\u0061bcdef"]`, `["[redacted KEY]"]`},
		{"a secret that JSON must escape", `{"k":"<a\"b\"c\"d>"}`, `{"k":"<[redacted QUOTED]>"}`},
		{"json inside a string", `{"arguments":"{\"k\":\"a\\\"b\\\"c\\\"d\"}"}`, `{"arguments":"{\"k\":\"[redacted QUOTED]\"}"}`},
		{"json inside json inside a string", `"\"{\\\"k\\\":\\\"a\\\\\\\"b\\\\\\\"c\\\\\\\"d\\\"}\""`, `"\"{\\\"k\\\":\\\"[redacted QUOTED]\\\"}\""`},
		{"a key", `{"sk-abcdef":1}`, `{"[redacted KEY]":1}`},
		{"keys of one object stay apart", `{"sk-abcdef":1,"o":{"sk-abcdef":2},"sk-\u0061bcdef":3}`, `{"[redacted KEY]":1,"o":{"[redacted KEY]":2},"[redacted KEY] (2)":3}`},
		{"a number becomes a string", `{"n":20261130,"m":[20261129]}`, `{"n":"[redacted PIN]","m":[20261129]}`},
		{"a number that holds a secret", `[-20261130.5e3]`, `["[redacted PIN]"]`},
		{"a secret over several tokens takes the whole value", `{"was":{"client":"x","id":"y"}}`, `"[redacted]"`},
		{"a document in a string", `["{\"client\":\"x\",\"id\":\"y\"}"]`, `["[redacted DOCUMENT]"]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for name, r := range map[string]*redact.Redactor{
				"without masks": redact.New(secrets, nil),
				"with a mask":   redact.New(secrets, []*regexp.Regexp{regexp.MustCompile(`^never$`)}),
			} {
				got := r.Value(eval.Trusted(tt.in)).Raw()
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Error(name, diff)
				}
				if !json.Valid([]byte(got)) {
					t.Errorf("%s: not JSON: %s", name, got)
				}
			}
		})
	}
}

func TestMasksSeeTokensAsTexts(t *testing.T) {
	t.Parallel()
	r := redact.New(nil, []*regexp.Regexp{regexp.MustCompile(`^card .*$`)})
	got := r.Value(eval.Trusted(`{"a":"card 1","b":"no card 1"}`)).Raw()
	if want := `{"a":"[redacted]","b":"no card 1"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestTextThatIsNotJSONBecomesAString(t *testing.T) {
	t.Parallel()
	r := redact.New([]redact.Secret{{"KEY", "sk-abcdef"}}, nil)
	got := r.Value(eval.Trusted(`{"a":"sk-abcdef`)).Raw()
	if want := `"{\"a\":\"[redacted KEY]"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzValueStaysJSON(f *testing.F) {
	for _, seed := range []string{`"sk-abcdef"`, `{"sk-abcdef":"sk-\u0061bcdef"}`, `[20261130, {"a":"%73k-abcdef"}]`, `"\\\"sk\\u002dabcdef"`, `"\ud800sk-abcdef"`} {
		f.Add(seed)
	}
	r := redact.New([]redact.Secret{{"KEY", "sk-abcdef"}, {"PIN", "20261130"}, {"TWO", "a\"\n\\bcdef"}}, nil)
	f.Fuzz(func(t *testing.T, raw string) {
		if !json.Valid([]byte(raw)) {
			r.Text(raw)
			return
		}
		out := r.Value(eval.Trusted(raw))
		if !json.Valid([]byte(out.Raw())) {
			t.Errorf("%s became %s", raw, out.Raw())
		}
		if again := r.Value(out); again != out {
			t.Errorf("%s, redacted again: %s", out.Raw(), again.Raw())
		}
	})
}
