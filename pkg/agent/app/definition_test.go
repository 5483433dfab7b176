package app_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
)

// spelled is an application with definitions of all names, some of which are
// wrong or stand where nobody looks.
func spelled(t *testing.T) string {
	t.Helper()
	agent := `{"name": "A", "connector": "main"}`
	npm := `{"name": "a", "version": "1.0.0"}`
	root := files{
		"connectors/main.conn.yao":                       localConnector,
		"assistants/shop/package.yao":                    agent,
		"assistants/shop/package.json":                   npm,
		"assistants/shop/vip/package.jsonc":              agent,
		"assistants/shop/vip/tests/a.jsonl":              "",
		"assistants/shop/gold/package.json":              agent,
		"assistants/shop/wrong/package.yml":              "",
		"assistants/shop/.hidden/package.yao":            agent,
		"assistants/shop/node_modules/x/package.yao":     agent,
		"assistants/shop/lib/package.json":               npm,
		"assistants/shop/tests/fixtures/p/package.jsonc": agent,
		"assistants/shop/tests/helper/package.yao":       agent,
		"elsewhere/package.yao":                          agent,
		"package.json":                                   npm,
	}.write(t, t.TempDir())
	if err := os.Symlink("../../elsewhere", filepath.Join(root, "assistants/shop/linked")); err != nil {
		t.Fatal(err)
	}
	return root
}

func TestAllSpellingsOfADefinition(t *testing.T) {
	t.Parallel()
	root := spelled(t)
	a, problems := load(t, root, app.Options{})
	var ids []string
	for _, agent := range a.Agents() {
		ids = append(ids, agent.ID)
	}
	if diff := cmp.Diff([]string{"shop", "shop.gold", "shop.tests.helper", "shop.vip", "shop.wrong"}, ids); diff != "" {
		t.Error(diff)
	}
	want := `assistants/shop/linked: warning: a link to a folder is not followed
assistants/shop/wrong/package.yml: agent "shop.wrong": "package.yml" is not read (call it package.yao)
`
	if diff := cmp.Diff(want, lines(problems)); diff != "" {
		t.Error(diff)
	}
	for dir, want := range map[string]struct {
		agent   string
		inAgent bool
	}{
		"":                                  {"", false},
		"assistants":                        {"", false},
		"assistants/shop":                   {"shop", true},
		"assistants/shop/lib":               {"shop", true},
		"assistants/shop/vip/tests/a.jsonl": {"shop.vip", true},
		"assistants/shop/gold/tests":        {"shop.gold", true},
		"assistants/shop/wrong/tests":       {"shop.wrong", true},
		"assistants/shop/.hidden/tests":     {"", true},
		"assistants/shop/node_modules/x":    {"", true},
		"assistants/shop/linked/tests":      {"", true},
		"elsewhere":                         {"", true},
	} {
		path := filepath.Join(root, dir)
		if id, _ := a.AgentAt(path); id != want.agent {
			t.Errorf("AgentAt(%q) = %q, want %q", dir, id, want.agent)
		}
		if got := app.InAgent(path); got != want.inAgent {
			t.Errorf("InAgent(%q) = %v", dir, got)
		}
	}
}

func TestALoneAgentMayBeSpelledOtherwise(t *testing.T) {
	t.Parallel()
	root := files{
		"mine/package.jsonc":            `{"name": "Mine", /* all */ "connector": "main"}`,
		"mine/connectors/main.conn.yao": localConnector,
		"web/package.json":              `{"name": "web", "private": true}`,
	}.write(t, t.TempDir())
	a, problems := load(t, filepath.Join(root, "mine"), app.Options{})
	if _, ok := a.Agent("mine"); !ok || len(problems) > 0 {
		t.Errorf("got %v", lines(problems))
	}
	if found, kind, err := app.Find(filepath.Join(root, "mine", "tests")); err != nil || kind != app.LoneAgent || found != filepath.Join(root, "mine") {
		t.Errorf("got %q, %s, %v", found, kind, err)
	}
	if found, _, err := app.Find(filepath.Join(root, "web")); err == nil {
		t.Errorf("npm's package makes %q an application", found)
	}
}
