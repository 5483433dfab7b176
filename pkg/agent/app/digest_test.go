package app_test

import (
	"path/filepath"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
)

func TestTheDigestDoesNotKnowWhatBelongsToTheRun(t *testing.T) {
	t.Parallel()
	dir := files{
		"connectors/main.conn.yao":    localConnector,
		"assistants/shop/package.yao": `{"name": "Shop", "connector": "main"}`,
		"prices.yml":                  "main: {prompt: 1, completion: 1}\n",
		"other.env":                   "TONE=kind\n",
	}.write(t, t.TempDir())
	plain, _ := app.Load(dir, app.Options{})
	for name, o := range map[string]app.Options{
		"prices":                 {Prices: filepath.Join(dir, "prices.yml")},
		"an environment file":    {EnvFile: filepath.Join(dir, "other.env")},
		"the environment":        {Environ: []string{"TONE=rude"}},
		"how paths are shown":    {Name: func(string) string { return "x" }},
		"that no model is asked": {Offline: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, problems := app.Load(dir, o)
			if problems.Errors() > 0 {
				t.Fatal(problems)
			}
			if got := a.Digest(); got != plain.Digest() {
				t.Errorf("%s, and %s without", got, plain.Digest())
			}
		})
	}
}
