package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/run"
)

var (
	head  = strings.Repeat("a", 40)
	base  = strings.Repeat("b", 40)
	merge = strings.Repeat("c", 40)
)

// hosted is the environment of a container action on github.com.
func hosted(event string, more ...string) map[string]string {
	env := map[string]string{
		"GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com", "GITHUB_API_URL": "https://api.github.com",
		"GITHUB_GRAPHQL_URL": "https://api.github.com/graphql", "GITHUB_REPOSITORY": "acme/shop", "GITHUB_REPOSITORY_ID": "1001",
		"GITHUB_SHA": merge, "GITHUB_REF": "refs/heads/main", "GITHUB_EVENT_NAME": event, "GITHUB_EVENT_PATH": "/github/workflow/event.json",
		"GITHUB_RUN_ID": "8123", "GITHUB_RUN_ATTEMPT": "1", "GITHUB_JOB": "eval", "GITHUB_WORKFLOW": "evals", "GITHUB_ACTOR": "ann",
		"GITHUB_WORKSPACE": "/github/workspace", "RUNNER_WORKSPACE": "/home/runner/work/shop",
	}
	for i := 0; i < len(more); i += 2 {
		env[more[i]] = more[i+1]
	}
	return env
}

func lookup(env map[string]string) run.Lookup {
	return func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}
}

func event(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../../testdata/github/events", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPullRequestOfEachEvent(t *testing.T) {
	t.Parallel()
	type pull struct {
		Number     int
		HeadSHA    string
		Fork       bool
		Dependabot bool
		CanWrite   bool
		Ask        run.Ask
	}
	const target = "pull_request_target"
	tests := []struct {
		name, file, event string
		more              []string
		want              pull
	}{
		{"a pull request", "pull_request", "pull_request", nil, pull{12, head, false, false, true, run.Ask{}}},
		{"a review of one", "pull_request_review", "pull_request_review", nil, pull{17, head, false, false, true, run.Ask{}}},
		{"from a fork", "pull_request_fork", "pull_request", nil, pull{13, head, true, false, false, run.Ask{}}},
		{"from a fork that took our name", "pull_request_fork_same_name", "pull_request", nil, pull{13, head, true, false, false, run.Ask{}}},
		{"from a fork, where the runner names no ids", "pull_request_fork", "pull_request", []string{"GITHUB_REPOSITORY_ID", ""}, pull{13, head, true, false, false, run.Ask{}}},
		{"from a fork that was deleted", "pull_request_fork_deleted", "pull_request", nil, pull{14, head, true, false, false, run.Ask{}}},
		{"of Dependabot", "pull_request_dependabot", "pull_request", []string{"GITHUB_ACTOR", "dependabot[bot]"}, pull{15, head, false, true, true, run.Ask{}}},
		{"of Dependabot, pushed to by somebody", "pull_request_dependabot", "pull_request", nil, pull{15, head, false, false, true, run.Ask{}}},
		{"a fork's on the base branch's workflow", "pull_request_target_fork", target, nil, pull{16, head, true, false, true, run.Ask{}}},
		{"a push asks for its pull request", "push", "push", nil, pull{0, merge, false, false, true, run.Ask{SHA: merge}}},
		{"a pushed tag has none", "push", "push", []string{"GITHUB_REF", "refs/tags/v1"}, pull{0, merge, false, false, true, run.Ask{}}},
		{"a comment on a pull request asks for its head", "issue_comment_pull", "issue_comment", nil, pull{18, "", true, false, true, run.Ask{Pull: 18}}},
		{"a comment on an issue", "issue_comment_issue", "issue_comment", nil, pull{0, merge, false, false, true, run.Ask{}}},
		{"after another run", "workflow_run", "workflow_run", nil, pull{20, head, false, false, true, run.Ask{}}},
		{"after a fork's run", "workflow_run_fork", "workflow_run", nil, pull{0, head, true, false, true, run.Ask{SHA: head, Head: "mallory:main"}}},
		{"after the run of a deleted fork", "workflow_run_fork_deleted", "workflow_run", nil, pull{0, head, true, false, true, run.Ask{SHA: head}}},
		{"after a run that lists pull requests of other commits and repositories", "workflow_run_other_pulls", "workflow_run", nil, pull{0, head, false, false, true, run.Ask{SHA: head}}},
		{"after a scheduled run", "workflow_run_schedule", "workflow_run", nil, pull{0, head, false, false, true, run.Ask{}}},
		{"a merge queue", "merge_group", "merge_group", nil, pull{21, head, false, false, true, run.Ask{}}},
		{"a schedule", "schedule", "schedule", nil, pull{0, merge, false, false, true, run.Ask{}}},
		{"by hand", "workflow_dispatch", "workflow_dispatch", nil, pull{0, merge, false, false, true, run.Ask{}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, problems := run.Of(lookup(hosted(tt.event, tt.more...)), event(t, tt.file))
			if len(problems) > 0 {
				t.Fatalf("problems: %v", problems)
			}
			got := pull{r.PullRequest, r.HeadSHA, r.Fork, r.Dependabot, r.CanWrite(), r.Ask}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if r.SHA != merge || r.Repository != (run.Repository{Owner: "acme", Name: "shop", ID: 1001}) {
				t.Errorf("SHA %s, repository %+v", r.SHA, r.Repository)
			}
		})
	}
}

func TestUpstreamIsWhoseResultsArePublished(t *testing.T) {
	t.Parallel()
	r, _ := run.Of(lookup(hosted("workflow_run")), event(t, "workflow_run_fork"))
	want := &run.Upstream{ID: 9001, Attempt: 2, Event: "pull_request", Workflow: "evals", HeadSHA: head, Head: "mallory/shop", Branch: "main"}
	if diff := cmp.Diff(want, r.Upstream); diff != "" {
		t.Error(diff)
	}
}

func TestFoundAnswersWhatWasAsked(t *testing.T) {
	t.Parallel()
	comment, _ := run.Of(lookup(hosted("issue_comment")), event(t, "issue_comment_pull"))
	tests := []struct {
		name     string
		from     run.Run
		number   int
		sha      string
		headRepo string
		want     run.Run
	}{
		{"our own", comment, 18, head, "Acme/Shop", run.Run{PullRequest: 18, HeadSHA: head}},
		{"a fork's", comment, 18, head, "mallory/shop", run.Run{PullRequest: 18, HeadSHA: head, Fork: true}},
		{"a deleted fork's", comment, 18, head, "", run.Run{PullRequest: 18, HeadSHA: head, Fork: true}},
		{"what is no commit is left unknown", comment, 18, "../../x", "acme/shop", run.Run{PullRequest: 18}},
		{"none", run.Run{HeadSHA: merge, Ask: run.Ask{SHA: merge}}, 0, "", "", run.Run{HeadSHA: merge}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := tt.from.Found(tt.number, tt.sha, tt.headRepo)
			got := run.Run{PullRequest: r.PullRequest, HeadSHA: r.HeadSHA, Fork: r.Fork, Ask: r.Ask}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLaptopIsNoRun(t *testing.T) {
	t.Parallel()
	r, problems := run.Of(lookup(map[string]string{"GITHUB_TOKEN": "x", "GITHUB_REPOSITORY": "not a repository"}), nil)
	if diff := cmp.Diff(run.Run{}, r); diff != "" || len(problems) > 0 {
		t.Error(diff, problems)
	}
	if r.URL() != "" || r.CanWrite() || r.GHES() || r.Artifacts() || r.Repository.String() != "" {
		t.Errorf("%+v", r)
	}
}

func TestHosts(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, server, api, graphQL string
		wantAPI, wantGraphQL, page string
		ghes                       bool
	}{
		{"as the runner says", "https://git.acme.test/", "https://git.acme.test/api/v3/", "https://git.acme.test/api/graphql", "https://git.acme.test/api/v3", "https://git.acme.test/api/graphql", "https://git.acme.test/acme/shop/actions/runs/8123", true},
		{"one's own server, by its rules", "https://git.acme.test", "", "", "https://git.acme.test/api/v3", "https://git.acme.test/api/graphql", "https://git.acme.test/acme/shop/actions/runs/8123", true},
		{"github.com, by its rules", "https://github.com", "", "", "https://api.github.com", "https://api.github.com/graphql", "https://github.com/acme/shop/actions/runs/8123", false},
		{"a tenant of ghe.com", "https://acme.ghe.com", "", "", "https://api.acme.ghe.com", "https://api.acme.ghe.com/graphql", "https://acme.ghe.com/acme/shop/actions/runs/8123", false},
		{"no server", "", "", "", "https://api.github.com", "https://api.github.com/graphql", "https://github.com/acme/shop/actions/runs/8123", false},
		{"a look-alike is somebody's own", "https://github.com.evil.test", "", "", "https://github.com.evil.test/api/v3", "https://github.com.evil.test/api/graphql", "https://github.com.evil.test/acme/shop/actions/runs/8123", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			env := hosted("schedule", "GITHUB_SERVER_URL", tt.server, "GITHUB_API_URL", tt.api, "GITHUB_GRAPHQL_URL", tt.graphQL)
			r, problems := run.Of(lookup(env), event(t, "schedule"))
			if r.API != tt.wantAPI || r.GraphQL != tt.wantGraphQL || r.URL() != tt.page || r.GHES() != tt.ghes || len(problems) > 0 {
				t.Errorf("API %s, GraphQL %s, page %s, GHES %v, problems %v", r.API, r.GraphQL, r.URL(), r.GHES(), problems)
			}
		})
	}
}

func TestPageOfALaterAttempt(t *testing.T) {
	t.Parallel()
	r, _ := run.Of(lookup(hosted("schedule", "GITHUB_RUN_ATTEMPT", "3")), event(t, "schedule"))
	if got, want := r.URL(), "https://github.com/acme/shop/actions/runs/8123/attempts/3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOnlyAnActionUploadsArtifacts(t *testing.T) {
	t.Parallel()
	step, _ := run.Of(lookup(hosted("schedule", "GITHUB_WORKSPACE", "/home/runner/work/shop/shop")), event(t, "schedule"))
	action, _ := run.Of(lookup(hosted("schedule", "ACTIONS_RUNTIME_TOKEN", "secret", "ACTIONS_RESULTS_URL", "https://results.test/x/")), event(t, "schedule"))
	if step.Artifacts() || step.Workspace.Container() || !action.Artifacts() || !action.Workspace.Container() {
		t.Errorf("step %+v, action %+v", step.Workspace, action.Workspace)
	}
}
