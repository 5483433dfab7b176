package locale_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent/locale"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func table(t *testing.T, text string) locale.Table {
	t.Helper()
	docs, problems := source.ReadYAML(source.NewFile("f", text))
	if problems != nil {
		t.Fatal(problems)
	}
	var faults source.Faults
	table := locale.Flatten(docs[0], "", &faults)
	if len(faults.List) > 0 {
		t.Fatal(faults.List)
	}
	return table
}

func book(t *testing.T) *locale.Book {
	t.Helper()
	var local, global locale.Set
	for name, text := range map[string]string{
		"en-us": "hello: Hello\nonly: {english: Yes}\nlist: [one, {two: 2}, true]",
		"zh-CN": "hello: 你好",
		"zh":    "short: 短",
		"pt_BR": "hello: Oi",
	} {
		if !local.Add(name, table(t, text)) {
			t.Errorf("%s stands twice", name)
		}
	}
	if local.Add("ZH_cn", nil) {
		t.Error("zh-cn was taken twice")
	}
	global.Add("en-us", table(t, "company: ACME\nname: Global\nhello: Global hello"))
	global.Add("de", table(t, "company: ACME GmbH"))
	return &locale.Book{Local: &local, Own: locale.Table{"name": "Shop"}, Global: &global}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	b := book(t)
	tests := map[string]struct{ locale, key, want string }{
		"the exact locale":                  {"zh-cn", "hello", "你好"},
		"whatever its case and separator":   {"ZH_CN", "hello", "你好"},
		"the language":                      {"zh-tw", "short", "短"},
		"another locale of the language":    {"pt", "hello", "Oi"},
		"en-us when the language lacks it":  {"zh-cn", "only.english", "Yes"},
		"en-us for an unknown locale":       {"fr-fr", "hello", "Hello"},
		"en-us without a locale":            {"", "hello", "Hello"},
		"elements of lists":                 {"en-us", "list.1.two", "2"},
		"truth values":                      {"en-us", "list.2", "true"},
		"the definition before the globals": {"en-us", "name", "Shop"},
		"the globals last":                  {"de-at", "company", "ACME GmbH"},
		"the globals by their namespace":    {"fr", "__global__.name", "Global"},
		"a namespace is no local key":       {"en-us", "__global__.only.english", ""},
		"an unknown key":                    {"en-us", "nothing", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := b.Lookup(tt.locale, tt.key)
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("got %q, %v", got, ok)
			}
		})
	}
}

func TestTemplates(t *testing.T) {
	t.Parallel()
	b := book(t)
	const text = "{{name}}: {{ hello }} {{ nothing.here }} {{ two words }} {{}} { {name} }"
	if got, want := b.Label("zh-cn", text), "Shop: 你好 nothing.here {{ two words }} {{}} { {name} }"; got != want {
		t.Errorf("label is %q, want %q", got, want)
	}
	if got, want := b.Prompt("zh-cn", text), "Shop: 你好 {{ nothing.here }} {{ two words }} {{}} { {name} }"; got != want {
		t.Errorf("prompt is %q, want %q", got, want)
	}
}

func TestWhetherAKeyIsAnywhere(t *testing.T) {
	t.Parallel()
	b := book(t)
	for key, want := range map[string]bool{
		"short": true, "list.1.two": true, "name": true, "company": true, "__global__.company": true,
		"__global__.short": false, "shrt": false,
	} {
		if b.Has(key) != want {
			t.Errorf("Has(%q) is not %v", key, want)
		}
	}
	if diff := cmp.Diff([]string{"company", "hello", "list.0", "list.1.two", "list.2", "name", "only.english", "short"}, b.Keys()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a", "b.c"}, locale.TemplateKeys("{{a}} {{ b.c }} {{ a }} {{ two words }}")); diff != "" {
		t.Error(diff)
	}
}
