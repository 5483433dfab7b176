package agent_test

import (
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// written is an application that has a file of each kind.
func written() files {
	return files{
		"app.yao":                            `{"name": "a"}`,
		"agent/agent.yml":                    "default: shop\n",
		"agent/prompts.yml":                  "- role: system\n  content: global\n",
		"agent/locales/en-us.yml":            "hi: Hi\n",
		"connectors/main.conn.yao":           `{"type": "script", "script": "../scripts/model.ts"}`,
		"scripts/model.ts":                   "import { word } from './word';\nimport data from './data.json';\nexport function Complete() { return word + data.n; }\n",
		"scripts/word.ts":                    "export const word = 'ok';\n",
		"scripts/data.json":                  `{"n": 1}`,
		"assistants/shop/package.yao":        "{\n  \"name\": \"Shop\",\n  \"connector\": \"main\"\n}\n",
		"assistants/shop/prompts.yml":        "- role: system\n  content: |\n    agent\n    @assets/rules.md\n",
		"assistants/shop/prompts/strict.yml": "- role: system\n  content: strict\n",
		"assistants/shop/assets/rules.md":    "one\ntwo\n",
		"assistants/shop/locales/en-us.yml":  "hi: Hello\n",
		"assistants/shop/tests/in.jsonl":     `{"id": "a", "input": "a"}`,
		".env":                               "TONE=kind\n",
	}
}

func digest(t *testing.T, f files, cases ...*eval.Case) string {
	t.Helper()
	got, problems := agent.New(f.load(t, "", false), quick()).Digest(cases)
	if len(problems) > 0 || len(got) != 16 {
		t.Fatalf("%q, %v", got, problems)
	}
	return got
}

func TestTheDigestIsThatOfWhatTrialsAreMadeOf(t *testing.T) {
	t.Parallel()
	want := digest(t, written())
	tests := map[string]struct {
		file, text string
		same       bool
	}{
		"nothing":                     {"", "", true},
		"the declaration":             {"app.yao", `{"name": "b"}`, false},
		"global prompts":              {"agent/prompts.yml", "- role: system\n  content: other\n", false},
		"global translations":         {"agent/locales/en-us.yml", "hi: Hey\n", false},
		"a connector":                 {"connectors/main.conn.yao", `{"type": "script", "script": "../scripts/model.ts", "options": {"model": "x"}}`, false},
		"its script":                  {"scripts/model.ts", "export function Complete() { return 'no'; }", false},
		"a file the script imports":   {"scripts/word.ts", "export const word = 'no';\n", false},
		"data the script imports":     {"scripts/data.json", `{"n": 2}`, false},
		"an agent":                    {"assistants/shop/package.yao", `{"name": "Shop", "connector": "main", "options": {"temperature": 1}}`, false},
		"its prompts":                 {"assistants/shop/prompts.yml", "- role: system\n  content: other\n", false},
		"a preset":                    {"assistants/shop/prompts/strict.yml", "- role: system\n  content: lax\n", false},
		"an asset":                    {"assistants/shop/assets/rules.md", "one\n", false},
		"the ends of an asset's line": {"assistants/shop/assets/rules.md", "one\r\ntwo\r\n", false},
		"its translations":            {"assistants/shop/locales/en-us.yml", "hi: Hey\n", false},
		"another agent":               {"assistants/more/package.yao", `{"name": "More", "connector": "main"}`, false},
		"cases":                       {"assistants/shop/tests/in.jsonl", `{"id": "b", "input": "b"}`, true},
		"a file that is not read":     {"scripts/notes.txt", "export const x = 1;\n", true},
		"the environment":             {".env", "TONE=rude\n", true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := written()
			if tt.file != "" {
				f[tt.file] = tt.text
			}
			if got := digest(t, f); (got == want) != tt.same {
				t.Errorf("%s, and %s of the application as it was", got, want)
			}
		})
	}
}

func TestTheDigestKnowsTheNamesOfFiles(t *testing.T) {
	t.Parallel()
	f := written()
	f["assistants/shop/prompts/soft.yml"] = f["assistants/shop/prompts/strict.yml"]
	delete(f, "assistants/shop/prompts/strict.yml")
	if digest(t, f) == digest(t, written()) {
		t.Error("a preset was renamed, and the digest is the same")
	}
}

// A checkout on Windows ends its lines otherwise, and is the same application.
func TestTheDigestDoesNotKnowHowLinesEnd(t *testing.T) {
	t.Parallel()
	f := maps.Clone(written())
	for name, text := range f {
		if !strings.Contains(name, "/assets/") {
			f[name] = strings.ReplaceAll(text, "\n", "\r\n")
		}
	}
	a, b := written().load(t, "", false), f.load(t, "", false)
	if a.Digest() != b.Digest() {
		t.Error("other ends of lines make another digest")
	}
	one, _ := a.Agent("shop")
	two, _ := b.Agent("shop")
	if one.Prompts[0].Content != two.Prompts[0].Content {
		t.Errorf("%q and %q: other ends of lines make another prompt", one.Prompts[0].Content, two.Prompts[0].Content)
	}
}

func TestTheDigestHasWhatCasesAttach(t *testing.T) {
	t.Parallel()
	f := written()
	plain := digest(t, f, userCase("hi"))
	one := digest(t, f, attached(t, "file", "a.md", "text/markdown", "one"))
	if again := digest(t, f, userCase("hi"), attached(t, "file", "a.md", "text/markdown", "one")); again != one {
		t.Errorf("%s of a copy in another folder, and %s", again, one)
	}
	if two := digest(t, f, attached(t, "file", "a.md", "text/markdown", "two")); two == one || one == plain {
		t.Errorf("%s, %s without it, %s of another", one, plain, two)
	}
	skipped := attached(t, "file", "a.md", "text/markdown", "one")
	skipped.Skip = "later"
	if got := digest(t, f, skipped); got != plain {
		t.Errorf("%s with a skipped case, and %s", got, plain)
	}
}

func TestAnAttachmentThatIsGoneHasNoDigest(t *testing.T) {
	t.Parallel()
	c := attached(t, "file", "a.md", "text/markdown", "one")
	if err := os.Remove(c.Messages[0].Content.Parts[1].Attachment.File); err != nil {
		t.Fatal(err)
	}
	_, problems := agent.New(written().load(t, "", false), quick()).Digest([]*eval.Case{c})
	if len(problems) != 1 || problems[0].String() != `cases.jsonl:3:40: case "a": attachment "fixtures/a.md": no such file or directory (run again)` {
		t.Errorf("got %v", problems)
	}
}
