package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// files is an application in a folder of its own.
type files map[string]string

func (f files) write(t *testing.T, root string) string {
	t.Helper()
	for name, text := range f {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const localConnector = `{"type": "openai", "options": {"host": "http://127.0.0.1:9/v1", "model": "m"}}`

func TestFind(t *testing.T) {
	t.Parallel()
	dir := files{
		"declared/app.json":                                      "{}",
		"declared/assistants/shop/package.yao":                   "{}",
		"declared/assistants/shop/tests/a.jsonl":                 "",
		"declared/other/agent/package.yao":                       "{}",
		"declared/scripts/x.ts":                                  "",
		"declared/examples/small/assistants/one/package.yao":     "{}",
		"bare/assistants/shop/deep/package.yao":                  "{}",
		"alone/my-agent/package.yao":                             "{}",
		"alone/my-agent/tests/a.jsonl":                           "",
		"empty/x.txt":                                            "",
		"declared/assistants/shop/tests/fixtures/nested/dir/a.c": "",
	}.write(t, t.TempDir())
	tests := map[string]struct {
		start, root string
		kind        app.Kind
	}{
		"from a case file up to app.json":              {"declared/assistants/shop/tests/a.jsonl", "declared", app.Declared},
		"from deep inside an agent":                    {"declared/assistants/shop/tests/fixtures/nested/dir", "declared", app.Declared},
		"from the application itself":                  {"declared", "declared", app.Declared},
		"from the assistants folder":                   {"declared/assistants", "declared", app.Declared},
		"from elsewhere in the application":            {"declared/scripts", "declared", app.Declared},
		"the nearest application counts":               {"declared/examples/small/assistants/one", "declared/examples/small", app.Assistants},
		"an agent outside assistants stands by itself": {"declared/other/agent", "declared/other/agent", app.LoneAgent},
		"assistants alone make an application":         {"bare/assistants/shop/deep", "bare", app.Assistants},
		"a lone agent":                                 {"alone/my-agent/tests/a.jsonl", "alone/my-agent", app.LoneAgent},
		"from a file that does not exist":              {"bare/assistants/gone.jsonl", "bare", app.Assistants},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root, kind, err := app.Find(filepath.Join(dir, tt.start))
			if err != nil {
				t.Fatal(err)
			}
			if want := filepath.Join(dir, tt.root); root != want || kind != tt.kind {
				t.Errorf("got %s %q, want %s %q", root, kind, want, tt.kind)
			}
		})
	}
	if root, _, err := app.Find(filepath.Join(dir, "empty/x.txt")); err == nil || !strings.Contains(err.Error(), "no application found") {
		t.Errorf("got %q, %v", root, err)
	}
}

func TestAFolderThatIsNoApplicationIsAProblem(t *testing.T) {
	t.Parallel()
	_, problems := load(t, t.TempDir(), app.Options{})
	if len(problems) != 1 || !strings.Contains(problems[0].Message, "no application") {
		t.Errorf("got %v", problems)
	}
}

func TestAWholeApplication(t *testing.T) {
	t.Parallel()
	root := files{
		"app.yao":                            "\ufeff// mine\n{\"name\": \"x\",}",
		".env":                               "LLM=a.b\nSOME_KEY=never\nSHOP='The Shop'\n",
		"connectors/a/b.conn.yao":            localConnector,
		"connectors/v1.5/gpt-4.1.conn.jsonc": `{"label": "GPT", "type": "openai", "options": {"model": "gpt-4.1", "key": "$ENV.SOME_KEY", "max_attempts": 5, "prices": {"prompt": 2, "completion": 8}, "temperature": 0.5, "auth": "api-key"}}`,
		"connectors/notes.txt":               "not a connector",
		"agent/agent.yml":                    "uses:\n  default: shop\n",
		"agent/prompts.yml":                  "- role: system\n  content: global\n",
		"assistants/shop/package.yao": "\ufeff" + `{
			"name": "$ENV.SHOP", // said twice
			"connector": "$ENV.LLM",
			"modes": "chat, task", "default_mode": "task",
			"options": {"temperature": 0, "response_format": {"type": "json_schema", "json_schema": {"name": "s", "schema": {"type": "object"}}}},
			"tags": ["a"], "sort": 3, "public": true, "share": "team",
			"placeholder": {"title": "{{ title }}", "prompts": ["{{ p.0 }}"]},
		}`,
		"assistants/shop/prompts.yml":            "- role: system\n  name: guide\n  content: @assets/guide.md # the guide\n- role: user\n  content: |\n    Say:\n    @assets/deep/hello.txt\n    but not me@assets/deep/hello.txt.\n",
		"assistants/shop/assets/guide.md":        "Be $ENV.SHOP.\n\n",
		"assistants/shop/assets/deep/hello.txt":  "hello",
		"assistants/shop/prompts/task.yml":       "- role: system\n  content: task\n",
		"assistants/shop/prompts/deep/fast.yaml": "- role: developer\n  content: fast\n",
		"assistants/shop/locales/en-US.yml":      "title: Hi\np: [one]\n",
		"assistants/tests/helper/package.yao":    `{"name": "Helper", "automated": true}`,
		"assistants/tests/notes.md":              "",
	}.write(t, t.TempDir())
	a, problems := load(t, root, app.Options{})
	if len(problems) > 0 {
		t.Fatalf("problems:\n%s", lines(problems))
	}
	var ids []string
	for _, agent := range a.Agents() {
		ids = append(ids, agent.ID+" "+agent.Connector)
	}
	for _, c := range a.Connectors() {
		ids = append(ids, c.ID)
	}
	if diff := cmp.Diff([]string{"shop a.b", "tests.helper a.b", "a.b", "v1_5.gpt-4.1"}, ids); diff != "" {
		t.Error(diff)
	}
	shop, _ := a.Agent("shop")
	if shop.Name != "The Shop" || shop.DefaultMode != "task" || !shop.Public || *shop.Sort != 3 {
		t.Errorf("got %+v", shop)
	}
	if got := shop.Label("en-gb", shop.Placeholder.Title+shop.Placeholder.Prompts[0]); got != "Hione" {
		t.Errorf("placeholder is %q", got)
	}
	var prompts []string
	for _, p := range shop.Prompts {
		prompts = append(prompts, p.Role+"/"+p.Name+": "+p.Content)
	}
	want := []string{"system/guide: Be $ENV.SHOP.", "user/: Say:\nhello\nbut not me@assets/deep/hello.txt.\n"}
	if diff := cmp.Diff(want, prompts); diff != "" {
		t.Error(diff)
	}
	if len(shop.Presets) != 2 || shop.Presets["deep.fast"][0].Content != "fast" || a.Prompts[0].Content != "global" {
		t.Errorf("presets %v, global %v", shop.Presets, a.Prompts)
	}
	c, _ := a.Connector("v1_5.gpt-4.1")
	if c.OpenAI.Key != "sk-0123456789" || c.OpenAI.KeyName != "$ENV.SOME_KEY" || c.MaxAttempts != 5 || *c.Prices.CompletionPerMillion != 8 || c.Name != "GPT" {
		t.Errorf("got %+v", c)
	}
	if diff := cmp.Diff(llm.Options{"temperature": eval.Trusted("0.5")}, c.Defaults, cmp.Comparer(eval.Value.Equal)); diff != "" {
		t.Error(diff)
	}
}

func TestALoneAgentIsAnApplicationOfOne(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ dir, id string }{
		"its folder's name is its id":            {"my-agent", "my-agent"},
		"the path after assistants is its id":    {"assistants/shop/deep", "shop.deep"},
		"only the first assistants begins an id": {"assistants/a/assistants/b", "a.assistants.b"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := files{
				"package.yao":              `{"name": "Mine", "connector": "main"}`,
				"connectors/main.conn.yao": localConnector,
				"tests/a.jsonl":            "",
			}.write(t, filepath.Join(t.TempDir(), tt.dir))
			a, problems := load(t, root, app.Options{})
			if len(problems) > 0 || a.Kind != app.LoneAgent {
				t.Fatalf("%s: %s", a.Kind, lines(problems))
			}
			if id, ok := a.AgentAt(filepath.Join(root, "tests", "a.jsonl")); id != tt.id || !ok {
				t.Errorf("the agent is %q, want %q", id, tt.id)
			}
		})
	}
}

func TestAgentAt(t *testing.T) {
	t.Parallel()
	root := files{
		"assistants/shop/package.yao":      "{}",
		"assistants/shop/deep/package.yao": "{}",
		"assistants/shop/tests/a.jsonl":    "",
		"assistants/b.jsonl":               "",
	}.write(t, t.TempDir())
	if err := os.Symlink(filepath.Join(root, "assistants/shop/tests"), filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	a, _ := load(t, root, app.Options{})
	for path, want := range map[string]string{
		"assistants/shop/tests/a.jsonl": "shop", "assistants/shop": "shop", "assistants/shop/deep/x/y": "shop.deep",
		"assistants/b.jsonl": "", ".": "", "../shop": "", "link/a.jsonl": "shop",
	} {
		if got, ok := a.AgentAt(filepath.Join(root, path)); got != want || ok != (want != "") {
			t.Errorf("AgentAt(%q) = %q", path, got)
		}
	}
}

func TestAScriptOutsideTheApplicationIsRefused(t *testing.T) {
	t.Parallel()
	outside := files{"x.ts": "export function Complete() { return 'x' }"}.write(t, t.TempDir())
	root := files{
		"assistants/a/package.yao":   `{"name": "A", "connector": "link"}`,
		"connectors/link.conn.yao":   `{"type": "script", "script": "link.ts"}`,
		"connectors/inside.conn.yao": `{"type": "script", "script": "../scripts/model.ts"}`,
		"scripts/model.ts":           "export async function Complete() { return 'x' }",
		"assistants/a/assets/in.md":  "in",
		"assistants/a/prompts.yml":   "- role: system\n  content: \"@assets/out.md @assets/in.md\"\n",
	}.write(t, t.TempDir())
	for link, to := range map[string]string{
		"connectors/link.ts": "x.ts", "assistants/a/assets/out.md": "x.ts", "assistants/linked": ".",
	} {
		if err := os.Symlink(filepath.Join(outside, to), filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	a, problems := load(t, root, app.Options{})
	want := `assistants/a/prompts.yml:2:12: agent "a": [0].content: the asset "@assets/out.md" lies outside assistants/a/assets
assistants/linked: warning: a link to a folder is not followed
connectors/link.conn.yao:1:30: script: link.ts: it is a link to a file outside the application
`
	if diff := cmp.Diff(want, lines(problems)); diff != "" {
		t.Error(diff)
	}
	if c, _ := a.Connector("inside"); c.Program == nil {
		t.Error("the script inside was not compiled")
	}
}

func TestAnEnvironmentFileThatWasNamedMustExist(t *testing.T) {
	t.Parallel()
	root := files{"assistants/a/package.yao": `{"name": "A", "connector": "main"}`, "connectors/main.conn.yao": localConnector}.write(t, t.TempDir())
	_, problems := load(t, root, app.Options{EnvFile: filepath.Join(root, "prod.env")})
	if got := lines(problems); got != "prod.env: cannot read the file: no such file or directory\n" {
		t.Errorf("got %q", got)
	}
}

func TestSecrets(t *testing.T) {
	t.Parallel()
	root := files{
		"assistants/a/package.yao":    `{"name": "$ENV.PLAIN", "connector": "main"}`,
		"connectors/main.conn.yao":    `{"type": "openai", "options": {"host": "https://$ENV.TENANT.example.com", "model": "m", "key": "$ENV.ACCESS"}}`,
		"connectors/literal.conn.yao": `{"type": "openai", "options": {"model": "m", "key": "written-down"}}`,
		".env":                        "PLAIN=nothing\nACCESS=from-file\nDB_PASSWORD=hunter22\n",
	}.write(t, t.TempDir())
	a, problems := load(t, root, app.Options{Environ: []string{
		"TENANT=mine", "ACCESS=from-process", "GITHUB_TOKEN=ghp", "PWD=/here", "KEYBOARD=us", "MY_APIKEY=k", "EMPTY_SECRET=",
	}})
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	want := []app.Secret{
		{"ACCESS", "from-process"}, {"DB_PASSWORD", "hunter22"}, {"GITHUB_TOKEN", "ghp"}, {"MY_APIKEY", "k"},
		{"TENANT", "mine"}, {"key of connector literal", "written-down"},
	}
	if diff := cmp.Diff(want, a.Secrets()); diff != "" {
		t.Error(diff)
	}
}
