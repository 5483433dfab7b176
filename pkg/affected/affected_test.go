package affected_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/affected"
	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/revision"
)

// changes are told by hand: files that changed, from the application's folder,
// and what they held before.
type changes struct {
	root    string
	was     map[string]string // "" was not there
	err     error
	scripts string // the case in whose trials scripts run
}

func (c changes) Changed(file string) (bool, error) {
	rel, err := filepath.Rel(c.root, file)
	if err != nil || !filepath.IsLocal(rel) {
		return false, revision.ErrOutside
	}
	_, ok := c.was[filepath.ToSlash(rel)]
	return ok, c.err
}

func (c changes) Below(dir string) ([]string, error) {
	if rel, err := filepath.Rel(c.root, dir); err != nil || !filepath.IsLocal(rel) {
		return nil, revision.ErrOutside
	}
	var files []string
	for name := range c.was {
		if path := filepath.Join(c.root, filepath.FromSlash(name)); strings.HasPrefix(path, dir+string(filepath.Separator)) {
			files = append(files, path)
		}
	}
	slices.Sort(files)
	return files, c.err
}

func (c changes) Was(file string) ([][]byte, error) {
	rel, err := filepath.Rel(c.root, file)
	if err != nil {
		return nil, err
	}
	if was := c.was[filepath.ToSlash(rel)]; was != "" {
		return [][]byte{[]byte(was)}, nil
	}
	return [][]byte{nil}, nil
}

// files are an application of two agents with a connector each. That of the
// first is the default of agents that name none, such as the third.
var files = map[string]string{
	"app.yao":                           `{"name": "three"}`,
	"agent/agent.yml":                   "uses:\n  default: one\n",
	"agent/prompts.yml":                 "- role: system\n  content: Be kind.\n",
	"assistants/one/package.yao":        `{"name": "one", "connector": "first"}`,
	"assistants/one/prompts.yml":        "- role: system\n  content: '@assets/rules.md'\n",
	"assistants/one/assets/rules.md":    "Be brief.",
	"assistants/one/locales/en-us.yml":  "greeting: hello\n",
	"assistants/one/tests/cases.jsonl":  `{"id": "a", "input": "1"}` + "\n" + `{"id": "b", "input": [{"role": "user", "content": [{"type": "file", "source": "file://note.txt"}]}]}`,
	"assistants/one/tests/note.txt":     "a note",
	"assistants/two/package.yao":        `{"name": "two", "connector": "second"}`,
	"assistants/two/tests/cases.jsonl":  `{"id": "c", "input": "1"}` + "\n" + `{"id": "d", "input": "1", "options": {"connector": "first"}}` + "\n" + `{"id": "e", "input": "1", "assert": {"type": "json_schema", "value": "file://schema.json"}}`,
	"assistants/two/tests/schema.json":  `{"type": "object"}`,
	"assistants/three/package.yao":      `{"name": "three"}`,
	"assistants/three/tests/cases.yml":  "id: f\ninput: hello\n",
	"assistants/three/tests/more.jsonl": `{"id": "g", "input": "1"}`,
	"connectors/first.conn.yao":         `{"type": "openai", "options": {"model": "m", "host": "http://127.0.0.1:1", "key": "k"}}`,
	"connectors/second.conn.yao":        `{"type": "openai", "options": {"model": "m", "host": "http://127.0.0.1:1", "key": "k"}}`,
	"surefoot.yml":                      "runs: 1\n",
}

// find is which cases of the application a change affects. The cases are those
// of all files but more.jsonl.
func find(t *testing.T, told changes, outputs ...string) (affectedCases []string, why map[string]string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	told.root = root
	for name, text := range files {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	a, problems := app.Load(root, app.Options{})
	if problems.Errors() > 0 {
		t.Fatal(problems)
	}
	var inputs []dataset.Input
	paths := map[string]string{}
	for _, id := range []string{"one", "two", "three"} {
		name := "assistants/" + id + "/tests/cases.jsonl"
		if id == "three" {
			name = "assistants/three/tests/cases.yml"
		}
		paths[name] = filepath.Join(root, filepath.FromSlash(name))
		inputs = append(inputs, dataset.Input{Path: paths[name], Name: name, Agent: id})
	}
	cases, problems := dataset.Read(inputs, dataset.Options{})
	if problems.Errors() > 0 {
		t.Fatal(problems)
	}
	for i := range outputs {
		outputs[i] = filepath.Join(root, outputs[i])
	}
	reach := affected.Find(told, affected.Suite{
		App: a, Files: paths, Outputs: outputs, Own: []string{filepath.Join(root, "surefoot.yml"), filepath.Join(root, ".env"), "/elsewhere/prices.yml"},
		Connector: func(c *eval.Case) string {
			if c.Options != nil && c.Options.Connector != "" {
				return c.Options.Connector
			}
			agent, _ := a.Agent(c.Agent)
			return agent.Connector
		},
		Scripted: func(c *eval.Case) bool { return told.scripts == c.ID },
		Name: func(path string) string {
			rel, _ := filepath.Rel(root, path)
			return filepath.ToSlash(rel)
		},
	})
	affectedCases, why = []string{}, map[string]string{}
	for _, c := range cases {
		if reason, ok := reach.Why(c); ok {
			affectedCases = append(affectedCases, c.ID)
			why[c.ID] = reason
		}
	}
	return affectedCases, why
}

func TestAChangeReachesTheCasesThatAreMadeOfIt(t *testing.T) {
	t.Parallel()
	all := "a b c d e f"
	for file, want := range map[string]string{
		"assistants/one/prompts.yml":        "a b",
		"assistants/one/assets/rules.md":    "a b",
		"assistants/one/locales/en-us.yml":  "a b",
		"assistants/one/gone.yml":           "a b",
		"assistants/one/src/unread.ts":      "a b",
		"assistants/one/package.yao":        all, // the third agent has its connector
		"assistants/two/package.yao":        "c d e",
		"assistants/three/package.yao":      "f",
		"assistants/one/tests/note.txt":     "b",
		"assistants/one/tests/other.txt":    "",
		"assistants/two/tests/schema.json":  "e",
		"assistants/two/tests/deep/x.json":  "e",
		"assistants/three/tests/more.jsonl": "",
		"connectors/first.conn.yao":         "a b d f",
		"connectors/second.conn.yao":        "c e",
		"connectors/gone.conn.yao":          all,
		"agent/agent.yml":                   all,
		"agent/prompts.yml":                 all,
		"agent/assets/x.md":                 all,
		"assistants/gone/package.yao":       all,
		"app.yao":                           all,
		"surefoot.yml":                      all,
		".env":                              all,
		"prices.yml":                        all,
		"mcps/x.mcp.yao":                    all,
		"README.md":                         "",
		"docs/x.md":                         "",
		".github/workflows/ci.yml":          "",
		"assistants/two/.cache/x":           "",
		"run.md":                            "",
		"out.txt":                           "",
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			got, why := find(t, changes{was: map[string]string{file: "other"}}, "out.txt")
			if diff := cmp.Diff(strings.Fields(want), got); diff != "" {
				t.Error(diff)
			}
			for id, reason := range why {
				if reason != file+" has changed" {
					t.Errorf("%s: %q", id, reason)
				}
			}
		})
	}
}

func TestWhatScriptsMayCallReachesTheCasesInWhichTheyRun(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		"assistants/one/prompts.yml":       "a b f",
		"assistants/two/package.yao":       "c d e f",
		"connectors/second.conn.yao":       "c e f",
		"assistants/two/tests/gone.ts":     "e f", // one that is there may be read in its place
		"assistants/two/tests/schema.json": "e",
		"assistants/one/tests/note.txt":    "b",
		"assistants/.lib/gone.js":          "f",
		".github/workflows/ci.yml":         "",
	} {
		got, why := find(t, changes{was: map[string]string{file: "other"}, scripts: "f"})
		if diff := cmp.Diff(strings.Fields(want), got); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
		for id, reason := range why {
			if reason != file+" has changed" {
				t.Errorf("%s: %s: %q", file, id, reason)
			}
		}
	}
}

func TestOfACaseFileTheCasesWithAnotherTextAreAffected(t *testing.T) {
	t.Parallel()
	const file = "assistants/two/tests/cases.jsonl"
	for was, want := range map[string]string{
		"":                                   "c d e",
		"no case":                            "c d e",
		`{"id": "c", "input": "1"}`:          "d e",
		` {"id":"c",  "input":"1"}` + "\r\n": "d e", // blanks say nothing
		`{"id": "c", "input": "2"}`:          "c d e",
		`{"input": "1", "id": "c"}`:          "c d e", // in doubt
		files[file]:                          "",
		files[file] + "\n" + `{"id": "gone", "input": "1"}`: "",
	} {
		got, _ := find(t, changes{was: map[string]string{file: was}})
		if diff := cmp.Diff(strings.Fields(want), got); diff != "" {
			t.Errorf("%q: %s", was, diff)
		}
	}
	got, _ := find(t, changes{was: map[string]string{"assistants/three/tests/cases.yml": "# a remark\ninput: \"hello\"\nid: g\n---\nid: f\ninput: 'hello'\n"}})
	if len(got) > 0 {
		t.Errorf("the same case in YAML is affected: %q", got)
	}
}

func TestWhatCannotBeComparedReachesEveryCase(t *testing.T) {
	t.Parallel()
	got, why := find(t, changes{err: errors.New("no luck")})
	if len(got) != 6 || !strings.Contains(why["a"], "no luck") {
		t.Error(got, why)
	}
}

func TestNothingIsAffectedByNothing(t *testing.T) {
	t.Parallel()
	if got, _ := find(t, changes{}); len(got) > 0 {
		t.Error(got)
	}
}
