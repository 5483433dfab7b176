package cli_test

import (
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/surefoot-dev/surefoot/pkg/internal/gittest"
	"github.com/surefoot-dev/surefoot/pkg/revision"
)

// gitCommand makes commits without git: git init, git commit MESSAGE, git
// branch NAME [REV]. The working folder is the repository.
func gitCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: git init | commit MESSAGE | branch NAME [REV]")
	}
	repo, err := gittest.Init(ts.MkAbs("."))
	ts.Check(err)
	switch {
	case args[0] == "init" && len(args) == 1:
	case args[0] == "commit" && len(args) == 2:
		_, err = repo.Commit(args[1])
	case args[0] == "branch" && len(args) == 2:
		err = repo.Branch(args[1], "")
	case args[0] == "branch" && len(args) == 3:
		r, err := revision.Open(repo.Dir)
		ts.Check(err)
		at, err := r.Resolve(args[2])
		ts.Check(err)
		ts.Check(repo.Branch(args[1], string(at)))
	default:
		ts.Fatalf("git: unknown words %q", args)
	}
	ts.Check(err)
}
