package cli_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/surefoot-dev/surefoot/pkg/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"surefoot": func() { os.Exit(cli.Main()) }, "till": serveTill})
}

// TestScripts runs the whole tool as a user does: every testdata/script file
// is a small folder and the commands given in it.
func TestScripts(t *testing.T) {
	t.Parallel()
	docs, err := filepath.Abs("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			env.Setenv("DOCS", docs)
			env.Setenv("EVENTS", filepath.Join(filepath.Dir(docs), "testdata", "github", "events"))
			env.Setenv("MODEL", startProvider(env))
			env.Setenv("PORT", unusedPort(env))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"app":      copyApp,
			"bytes":    writeBytes,
			"edit":     edit,
			"exit":     exitCode,
			"rows":     rows,
			"asked":    asked,
			"samerows": sameRows,
			"git":      gitCommand,
			"none":     none,
			"viewed":   viewed,
		},
	})
}
