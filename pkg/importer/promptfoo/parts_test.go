package promptfoo

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func TestPatternsMeanWhatTheyMeanInJavaScript(t *testing.T) {
	t.Parallel()
	tests := []struct {
		pattern, text string
		want          bool
	}{
		{`a\sb`, "a\u00a0b", true},
		{`a\sb`, "a\u2028b", true},
		{`a\Sb`, "a\u00a0b", false},
		{`a[\s,]b`, "a\ufeffb", true},
		{`a.b`, "a\rb", false},
		{`a.b`, "a\u2029b", false},
		{`a.b`, "a b", true},
		{`^b`, "a\nb", false},
		{`a$`, "a\n", false},
		{`[.]`, "x", false},
		{`[[]`, "[", true},
		{`\d+\.\d`, "10.5", true},
		{`\bok\b`, "not ok.", true},
		{`/x/i`, "a/x/i", true},
		{`(?<year>\d{4})`, "2024", true},
		{`(?:a|b)c`, "bc", true},
	}
	for _, test := range tests {
		pattern, err := re2(test.pattern)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
			continue
		}
		if got := regexp.MustCompile(pattern).MatchString(test.text); got != test.want {
			t.Errorf("%s as %s on %q: got %v", test.pattern, pattern, test.text, got)
		}
	}
	for _, pattern := range []string{"", `(?=x)`, `(?!x)`, `(?<=x)`, `(?i)x`, `(a)\1`, `\k<a>`, `\p{L}`, `\u0041`, `\x41`, `\A`, `\z`, `[]`, `[^]`, `[\S]`, `[\b]`, `[a`, `(`, `a**`, `\`, `a{1001}`} {
		if got, err := re2(pattern); err == nil {
			t.Errorf("%q became %q", pattern, got)
		}
	}
}

func TestTemplatesAreRenderedAsFarAsTheyAreNames(t *testing.T) {
	t.Parallel()
	n, problems := source.ReadJSON(source.NewFile("f", `{"a": "A", "n": 5, "t": true, "z": null, "o": {"x": {"y": "deep"}}, "l": [1], "in": "<{{a}}>", "self": "{{self}}", "code": "{% x %}"}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	v, order := vars{}, []string{}
	for _, m := range n.Fields {
		v[m.Key] = m.Node
		order = append(order, m.Key)
	}
	v.settle(order)
	for text, want := range map[string]string{
		"plain": "plain", "{{a}}{{ n }}-{{t}}": "A5-true", "{{z}}{{absent}}|": "|", "{{o.x.y}}": "deep", "{{o.q}}.": ".", "{{in}}": "<A>", "{ {a} }": "{ {a} }",
	} {
		if got, err := v.render(text); err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{
		"{{ a | upper }}", "{% if a %}{% endif %}", "{# note #}", "{{ a", "{{a}}{{", "{{l}}", "{{o}}", "{{self}}", "{{code}}", "{{ env.HOME }}", "{{_conversation}}", "{{a[0]}}", "{{- a -}}", "{{ 'a' }}",
	} {
		if got, err := v.render(text); err == nil {
			t.Errorf("%q became %q", text, got)
		}
	}
}

func TestProvidersAreTakenApart(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ host, model, why string }{
		"openai:gpt-4o":                     {"https://api.openai.com/v1", "gpt-4o", ""},
		"openai:chat:gpt-4o":                {"https://api.openai.com/v1", "gpt-4o", ""},
		"openai:chat:ft:gpt-4o:org:name:id": {"https://api.openai.com/v1", "ft:gpt-4o:org:name:id", ""},
		"ollama:chat:llama3.2:1b":           {"http://localhost:11434/v1", "llama3.2:1b", ""},
		"ollama:llama3":                     {"http://localhost:11434/v1", "llama3", ""},
		"openrouter:a/b:free":               {"https://openrouter.ai/api/v1", "a/b:free", ""},
		"google:gemini-2.5-flash":           {"https://generativelanguage.googleapis.com/v1beta/openai", "gemini-2.5-flash", ""},
		"mistral:mistral-large-latest":      {"https://api.mistral.ai/v1", "mistral-large-latest", ""},
		"openai:embedding:x":                {"https://api.openai.com/v1", "", "it is no chat model"},
		"openai:chat":                       {"https://api.openai.com/v1", "", "it names no model"},
		"openai":                            {"https://api.openai.com/v1", "", "it names no model"},
		"openai:":                           {"https://api.openai.com/v1", "", "it names no model"},
		"github:gpt-4o":                     {"", "", "GitHub Models was retired"},
		"bedrock:anthropic.claude":          {"", "", "a provider of this kind cannot be asked here"},
		"https://example.com/chat":          {"", "", "a provider of this kind cannot be asked here"},
	}
	for id, want := range tests {
		v, _, model, why := vendorOf(id)
		if v.host != want.host || model != want.model || why != want.why {
			t.Errorf("%s: got %q %q %q", id, v.host, model, why)
		}
	}
}

func TestCellsAreAssertions(t *testing.T) {
	t.Parallel()
	for cell, want := range map[string]string{
		"Paris":              `{"type":"equals","value":"Paris"}`,
		"see: this":          `{"type":"equals","value":"see: this"}`,
		"contains:a:b":       `{"type":"contains","value":"a:b"}`,
		" contains: a b ":    `{"type":"contains","value":"a b"}`,
		" Rome\n":            `{"type":"equals","value":"Rome"}`,
		"not-icontains:a":    `{"type":"not-icontains","value":"a"}`,
		"contains-all: a, b": `{"type":"contains-all","value":["a","b"]}`,
		"similar(0.8):x":     `{"type":"similar","value":"x","threshold":0.8}`,
		"latency(900)":       `{"type":"latency","value":"","threshold":900}`,
		"cost":               `{"type":"cost","value":"","threshold":0.75}`,
		"fn:output.length":   `{"type":"javascript","value":"output.length"}`,
		"grade:polite":       `{"type":"llm-rubric","value":"polite"}`,
		"is-json":            `{"type":"is-json","value":""}`,
		"file://check.js":    `{"type":"javascript","value":"//check.js"}`,
	} {
		if got := written(textNode(eval.Pos{}, cell)).Value.Raw(); got != want {
			t.Errorf("%q: got %s, want %s", cell, got, want)
		}
	}
}

func TestCasesThatMultiplyWithoutEndAreListed(t *testing.T) {
	t.Parallel()
	list := `["a","a","a","a","a","a","a","a","a","a"]`
	n, problems := source.ReadJSON(source.NewFile("f", `{"prompts": ["{{a}}"], "tests": [{"vars": {"a": `+list+`, "b": `+list+`, "c": `+list+`, "d": `+list+`, "e": `+list+`, "f": `+list+`}}]}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	suite := Read(n, Options{Folder: importer.Folder{Dir: t.TempDir()}, Name: "x", Single: true})
	if all, _, _ := suite.Counts(); all != 0 || len(suite.Lost) != 1 {
		t.Errorf("%d cases, lost %v", all, suite.Lost)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"prompts": ["{{a}}", "[{\"role\":\"user\",\"content\":\"{{a}}\"}]"], "providers": ["openai:x", {"id": "azure:chat:d"}], "tests": [{"vars": {"a": ["1", "2"]}, "assert": [{"type": "regex", "value": "[a\\s]."}, {"$ref": "#/tests/0"}]}]}`)
	f.Add(`{"prompts": "x", "scenarios": [{"config": [{}], "tests": [{}]}], "defaultTest": {"assert": [{"type": "not-equals", "value": {}}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		n, problems := source.ReadJSON(source.NewFile("f", text))
		if len(problems) > 0 || n.Kind() != eval.Object {
			return // what is no config says nothing
		}
		suite := Read(n, Options{Folder: importer.Folder{Dir: t.TempDir(), Name: func(path string) string { return path }}, Name: "x"})
		for _, a := range suite.Agents {
			body, err := importer.Lines(a.Cases)
			if err != nil {
				t.Fatal(err)
			}
			source.Stream(source.NewFile("c", body), func(*source.Node) {})
		}
	})
}

func TestAnswersThatAProviderChangesSkipTheirCases(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, body string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file("p.yaml", "id: openai:gpt-4o\ntransform: output.trim()\n")
	file("list.json", `[{"id": "openai:gpt-4o"}, "file://p.yaml"]`)
	const change = `"transform": "output.trim()"`
	tests := map[string]struct {
		providers string
		want      bool
	}{
		"by its id":                   {`"providers": [{"id": "openai:gpt-4o", ` + change + `}]`, true},
		"under the other name":        {`"targets": [{"id": "openai:gpt-4o", ` + change + `}]`, true},
		"alone":                       {`"providers": {"id": "openai:gpt-4o", ` + change + `}`, true},
		"by its name as the key":      {`"providers": [{"openai:gpt-4o": {` + change + `}}]`, true},
		"by a reference":              {`"providers": [{"$ref": "#/tags/p"}], "tags": {"p": {"id": "openai:gpt-4o", ` + change + `}}`, true},
		"in a file":                   {`"providers": ["file://p.yaml"]`, true},
		"in a file that a file names": {`"providers": "file://list.json"`, true},
		"behind one without":          {`"providers": ["openai:gpt-4o", {"id": "openai:o3", ` + change + `}]`, true},
		"none":                        {`"providers": ["openai:gpt-4o", {"id": "openai:o3", "transform": null}]`, false},
	}
	for name, test := range tests {
		for _, single := range []bool{false, true} {
			n, problems := source.ReadJSON(source.NewFile("f", `{"prompts": ["x"], "tests": [{"assert": [{"type": "contains", "value": "a"}]}], `+test.providers+`}`))
			if len(problems) > 0 {
				t.Fatal(name, problems)
			}
			suite := Read(n, Options{Folder: importer.Folder{Dir: dir, Name: filepath.Base}, Name: "x", Single: single})
			if len(suite.Agents) != 1 || len(suite.Agents[0].Cases) != 1 {
				t.Fatalf("%s: %v", name, suite.Agents)
			}
			if skip := suite.Agents[0].Cases[0].Skip; (skip != "") != test.want {
				t.Errorf("%s: skip %q", name, skip)
			}
			if listed := slices.ContainsFunc(suite.Lost, func(p eval.Problem) bool { return p.Path == "providers.transform" }); listed != test.want {
				t.Errorf("%s: %v", name, suite.Lost)
			}
		}
	}
}

func TestScenariosThatMultiplyWithoutEndAreListed(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(`{},`, 399) + `{}`
	n, problems := source.ReadJSON(source.NewFile("f", `{"prompts": ["x"], "scenarios": [{"config": [`+many+`], "tests": [`+many+`]}]}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	r := &reader{suite: &importer.Suite{}, root: n}
	if got := len(r.tests()); got != importer.MaxCases || len(r.suite.Lost) != 1 {
		t.Errorf("%d tests, %v", got, r.suite.Lost)
	}
}

func TestCellsStandWhereAReaderCountsThem(t *testing.T) {
	t.Parallel()
	r := &reader{suite: &importer.Suite{}}
	rows := r.table(source.NewFile("t.csv", "größe,__expected,b\r\n\"ä\nö\",contains: ü,é\r\nüü,llm-rubric: x,y,zu viel\n"))
	var got []string
	for _, row := range rows {
		got = append(got, row.Field("assert").Items[0].Pos.String(), row.Field("vars").Field("b").Pos.String())
	}
	for _, p := range r.suite.Lost {
		got = append(got, p.Pos.String())
	}
	if diff := cmp.Diff([]string{"t.csv:3:4", "t.csv:3:16", "t.csv:4:4", "t.csv:4:18", "t.csv:4:20"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTestsWithoutTheirDefaultsAreSkipped(t *testing.T) {
	t.Parallel()
	for _, value := range []string{`"file://gone.yaml"`, `[]`, `[{}, {}]`, `5`} {
		n, problems := source.ReadJSON(source.NewFile("f", `{"prompts": ["x"], "tests": [{"assert": [{"type": "contains", "value": "a"}]}], "defaultTest": `+value+`}`))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		suite := Read(n, Options{Folder: importer.Folder{Dir: t.TempDir(), Name: filepath.Base}, Name: "x", Single: true})
		if c := suite.Agents[0].Cases[0]; c.Skip == "" || len(suite.Lost) == 0 {
			t.Errorf("%s: skip %q, lost %v", value, c.Skip, suite.Lost)
		}
	}
}

func TestATestWhoseVariablesCannotBeReadIsNoCase(t *testing.T) {
	t.Parallel()
	n, problems := source.ReadJSON(source.NewFile("f", `{"prompts": ["say {{a}}"], "defaultTest": null, "tests": [{"vars": "file://gone.yaml"}, {"vars": ["gone.yaml"]}, {"vars": {"$ref": "#/nothing"}}, {"vars": {"a": "b"}}]}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	suite := Read(n, Options{Folder: importer.Folder{Dir: t.TempDir(), Name: filepath.Base}, Name: "x", Single: true})
	if cases := suite.Agents[0].Cases; len(cases) != 1 || cases[0].Input.Raw() != `"say b"` || cases[0].Skip != "" || len(suite.Lost) != 6 {
		t.Errorf("%v, lost %v", cases, suite.Lost)
	}
}
