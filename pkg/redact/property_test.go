package redact_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
)

func jsonText(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text[1 : len(text)-1])
}

// asciiJSON escapes like encoders that keep to ASCII, every second character
// also where there is no need.
func asciiJSON(s string) string {
	var b strings.Builder
	for i, c := range utf16.Encode([]rune(s)) {
		if i%2 == 0 && c > 0x1f && c < 0x7f && c != '"' && c != '\\' {
			b.WriteByte(byte(c))
			continue
		}
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	return b.String()
}

func encodings() map[string]func(string) string {
	return map[string]func(string) string{
		"plain":      func(s string) string { return s },
		"json":       jsonText,
		"json twice": func(s string) string { return jsonText(jsonText(s)) },
		"ascii json": asciiJSON,
		"query":      url.QueryEscape,
		"path":       url.PathEscape,
		"json query": func(s string) string { return jsonText(url.QueryEscape(s)) },
		"hex":        func(s string) string { return hex.EncodeToString([]byte(s)) },
		"std":        func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
		"raw":        func(s string) string { return base64.RawStdEncoding.EncodeToString([]byte(s)) },
		"url":        func(s string) string { return base64.URLEncoding.EncodeToString([]byte(s)) },
		"crlf":       func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
	}
}

func secretValues() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		letters := rapid.SampledFrom([]rune("abcXYZ019-_+/=%\\\"'<&> \nä世😀"))
		value := string(rapid.SliceOfN(letters, 6, 24).Draw(t, "value"))
		return "k" + strings.TrimSpace(value) + "z9zz9"
	})
}

func TestNoFormOfASecretIsLeft(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(secretValues(), 1, 4).Draw(t, "secrets")
		if rapid.Bool().Draw(t, "nested") {
			values = append(values, values[0]+values[len(values)-1], values[0][:6])
		}
		var secrets []redact.Secret
		for i, value := range values {
			secrets = append(secrets, redact.Secret{Name: fmt.Sprint("S", i), Value: value})
		}
		r := redact.New(secrets, nil)

		var text strings.Builder
		for range rapid.IntRange(1, 5).Draw(t, "pieces") {
			text.WriteString(rapid.StringOfN(rapid.RuneFrom([]rune("ab ,.\n\"\\%+=u0")), 0, 6, -1).Draw(t, "filler"))
			name := rapid.SampledFrom([]string{"plain", "json", "json twice", "ascii json", "query", "path", "json query", "hex", "std", "raw", "url", "crlf"}).Draw(t, "encoding")
			// A lone backslash or percent sign before it would change what the
			// encoding means.
			text.WriteString(" " + encodings()[name](rapid.SampledFrom(values).Draw(t, "secret")))
		}
		check := func(out string) {
			for _, value := range values {
				if strings.TrimSpace(value) != value || len([]rune(value)) < 6 {
					continue
				}
				for name, encode := range encodings() {
					if form := encode(value); strings.Contains(out, form) {
						t.Fatalf("%s of %q is left in %q, from %q", name, value, out, text.String())
					}
				}
			}
		}
		out := r.Text(text.String())
		check(out)
		if again := r.Text(out); again != out {
			t.Fatalf("redacting %q twice gives %q", out, again)
		}
		value := r.Value(eval.StringValue(text.String()))
		decoded, ok := value.Str()
		if !ok {
			t.Fatalf("%s is no string", value.Raw())
		}
		check(decoded)
		check(value.Raw())
	})
}

func TestBase64IsFoundAtEveryAlignment(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := secretValues().Draw(t, "secret")
		before := rapid.StringN(0, 5, -1).Draw(t, "before")
		after := rapid.StringN(0, 5, -1).Draw(t, "after")
		r := redact.New([]redact.Secret{{Name: "S", Value: value}}, nil)
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
			in := enc.EncodeToString([]byte(before + value + after))
			out := r.Text(in)
			if !strings.Contains(out, "[redacted S]") {
				t.Fatalf("%q is left as it is", in)
			}
			left, _, _ := strings.Cut(out, "[redacted S]")
			if kept := len(left)*6/8 - len(before); kept > 1 {
				t.Fatalf("%d bytes of %q are left in %q", kept, value, out)
			}
		}
	})
}

func TestTextWithoutSecretsIsKept(t *testing.T) {
	t.Parallel()
	r := redact.New([]redact.Secret{{"A", "kkkkkkk"}, {"B", "kk\"kkkk kk"}}, nil)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("abj \n\\\"%+u06bä😀"))).Draw(t, "text")
		if got := r.Text(text); got != text {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{"sk-abcdef", `\u0073k-abcdef\ud83d`, "%73k-abc\ndef", "c2stYWJjZGVm", `\x`, "%%%2", "++%"} {
		f.Add(seed)
	}
	r := redact.New([]redact.Secret{{"KEY", "sk-abcdef"}, {"LONG", "a b\"\n" + strings.Repeat("0123456789", 8)}}, nil)
	f.Fuzz(func(t *testing.T, s string) {
		out := r.Text(s)
		if strings.Contains(out, "sk-abcdef") {
			t.Errorf("left in %q", out)
		}
		if again := r.Text(out); again != out {
			t.Errorf("%q, redacted again: %q", out, again)
		}
	})
}

func BenchmarkText(b *testing.B) {
	var secrets []redact.Secret
	for i := range 30 {
		secrets = append(secrets, redact.Secret{Name: "S", Value: fmt.Sprintf("sk-%d-abcdefghijklmnopqrstuvwxyz", i)})
	}
	r := redact.New(secrets, nil)
	for name, text := range map[string]string{
		"prose": strings.Repeat("Your expense of $50 was submitted on Monday. ", 100),
		"code":  strings.Repeat("if err != nil {\n\treturn fmt.Errorf(\"%w\\n\", err)\n}\n", 80),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				r.Text(text)
			}
		})
	}
	trial := &eval.Trial{
		Agent: "a", ID: "b", Output: eval.StringValue("Your expense was submitted"), Input: eval.StringValue("hello there"),
		Checks: []eval.Check{{Type: "contains", Assertion: "assert[0]", Message: "found it", Expected: eval.StringValue("x"), Actual: eval.StringValue("y")}},
		Turns:  []eval.Turn{{Turn: 1, Input: eval.StringValue("hello"), Output: eval.StringValue("hi"), Response: eval.Response{Content: "hi"}}},
	}
	b.Run("trial", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r.Event(trial)
		}
	})
}
