package pull_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/pull"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/github/run"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/githubtest"
)

func TestFind(t *testing.T) {
	t.Parallel()
	sha, other := strings.Repeat("a", 40), strings.Repeat("b", 40)
	own := githubtest.Pull{Number: 7, Branch: "surefoot:kinder", Head: "surefoot/demo", SHA: sha}
	fork := githubtest.Pull{Number: 8, Branch: "mallory:main", Head: "mallory/demo", SHA: sha}
	with := func(p githubtest.Pull, change func(*githubtest.Pull)) githubtest.Pull {
		change(&p)
		return p
	}
	push := run.Run{Repository: run.Repository{Owner: "surefoot", Name: "demo"}, HeadSHA: sha, Ask: run.Ask{SHA: sha}}
	forked := push
	forked.Fork, forked.Ask.Head, forked.Upstream = true, "mallory:main", &run.Upstream{HeadSHA: sha, Head: "mallory/demo"}
	deleted := push
	deleted.Fork, deleted.Upstream = true, &run.Upstream{HeadSHA: sha}
	comment := run.Run{Repository: push.Repository, PullRequest: 8, Fork: true, Ask: run.Ask{Pull: 8}}

	type found struct {
		Number int
		SHA    string
		Fork   bool
		Why    string
	}
	tests := []struct {
		name  string
		run   run.Run
		pulls []githubtest.Pull
		want  found
	}{
		{"a push to a pull request", push, []githubtest.Pull{own, fork}, found{7, sha, false, ""}},
		{"a push to none", push, []githubtest.Pull{fork}, found{0, sha, false, ""}},
		{"a push that was merged", push, []githubtest.Pull{with(own, func(p *githubtest.Pull) { p.Closed = true })}, found{0, sha, false, ""}},
		{"a push to two", push, []githubtest.Pull{own, with(own, func(p *githubtest.Pull) { p.Number = 9 })}, found{0, sha, false, "the commit is the head of pull request 7 and of 9"}},
		{"a fork's run", forked, []githubtest.Pull{own, fork}, found{8, sha, true, ""}},
		{"a fork's run of an older commit", forked, []githubtest.Pull{with(fork, func(p *githubtest.Pull) { p.SHA = other })}, found{0, sha, true, "pull request 8 has moved on to another commit"}},
		{"a fork's run beside another fork of the same owner", forked, []githubtest.Pull{with(fork, func(p *githubtest.Pull) { p.Head = "mallory/other" })}, found{0, sha, true, ""}},
		{"a fork's run whose pull request goes elsewhere", forked, []githubtest.Pull{with(fork, func(p *githubtest.Pull) { p.Base = "someone/else" })}, found{0, sha, true, ""}},
		{"a fork's run whose fork is gone", deleted, []githubtest.Pull{own}, found{0, sha, true, ""}},
		{"a comment asks for the head", comment, []githubtest.Pull{fork}, found{8, sha, true, ""}},
		{"a comment on a pull request of ours", comment, []githubtest.Pull{with(own, func(p *githubtest.Pull) { p.Number = 8 })}, found{8, sha, false, ""}},
		{"nothing to ask", run.Run{PullRequest: 3, HeadSHA: other}, nil, found{3, other, false, ""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			repo := githubtest.NewRepository(t)
			repo.Pulls = tt.pulls
			api, err := rest.New(rest.Config{
				API: "https://api.github.com", Repository: "surefoot/demo", Token: githubtest.Token, Agent: "surefoot/1", Transport: githubtest.Check(t, repo),
			})
			if err != nil {
				t.Fatal(err)
			}
			got, why, err := pull.Find(t.Context(), api, tt.run)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, found{got.PullRequest, got.HeadSHA, got.Fork, why}); diff != "" {
				t.Error(diff)
			}
			if got.Ask != (run.Ask{}) {
				t.Errorf("still asks %+v", got.Ask)
			}
		})
	}
}

func TestAFailureLeavesTheQuestion(t *testing.T) {
	t.Parallel()
	api, err := rest.New(rest.Config{
		API: "https://api.github.com", Repository: "surefoot/demo", Token: githubtest.Token, Agent: "surefoot/1", Transport: githubtest.Check(t, githubtest.NewRepository(t)),
	})
	if err != nil {
		t.Fatal(err)
	}
	asked := run.Run{PullRequest: 8, Fork: true, Ask: run.Ask{Pull: 8}}
	got, _, err := pull.Find(t.Context(), api, asked)
	if err == nil || got.Ask != asked.Ask || !got.Fork || !strings.Contains(err.Error(), "cannot look at pull request #8: not there") {
		t.Errorf("got %+v, %v", got, err)
	}
}
