package baseline_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/baseline"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/github/run"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/githubtest"
)

// sha is a commit of its own for each letter.
func sha(letter string) string { return strings.Repeat(letter, 40) }

// pulled is a run of a pull request that was made on commit b of main.
func pulled() run.Run {
	return run.Run{
		Repository: run.Repository{Owner: "surefoot", Name: "demo", ID: 1}, ID: 500, Event: "pull_request", WorkflowFile: "evals.yml",
		Base: run.Base{Branch: "main", SHA: sha("b"), Default: "main"},
	}
}

// pushed is a run of a push to topic.
func pushed() run.Run {
	r := pulled()
	r.Event, r.Base = "push", run.Base{Branch: "topic", SHA: sha("b"), Before: true, Default: "main"}
	return r
}

// left is the artifact of a run, with the run's number and 1000.
func left(id int64) githubtest.Artifact {
	return githubtest.Artifact{ID: 1000 + id, Run: id, Name: "surefoot"}
}

type ran = githubtest.WorkflowRun

// find is all that is found, as BRANCH@SHA and the artifact's number, and the
// error.
func find(t *testing.T, repo *githubtest.Repository, r run.Run) (found []string, asked []string, err error) {
	t.Helper()
	checked := githubtest.Check(t, repo)
	api, err := rest.New(rest.Config{
		API: "https://api.github.com", Repository: "surefoot/demo", Token: githubtest.Token, Agent: "surefoot/1", Transport: checked,
	})
	if err != nil {
		t.Fatal(err)
	}
	for f, fault := range baseline.Find(t.Context(), api, r, "surefoot") {
		if fault != nil {
			err = fault
			break
		}
		found = append(found, fmt.Sprintf("%s %d", f, f.Artifact.ID))
	}
	return found, checked.Requests(), err
}

func TestFind(t *testing.T) {
	t.Parallel()
	with := func(r run.Run, change func(*run.Run)) run.Run { change(&r); return r }
	tests := []struct {
		name      string
		run       run.Run
		runs      []ran
		artifacts []githubtest.Artifact
		want      []string
	}{
		{"the newest of the base branch", pulled(), []ran{{ID: 1, SHA: sha("1")}, {ID: 3, SHA: sha("3")}, {ID: 2, SHA: sha("2")}},
			[]githubtest.Artifact{left(1), left(2), left(3)}, []string{"main@3333333 1003", "main@2222222 1002", "main@1111111 1001"}},
		{"the commit that the change is made on first", pulled(), []ran{{ID: 1, SHA: sha("b")}, {ID: 2, SHA: sha("2")}},
			[]githubtest.Artifact{left(1), left(2)}, []string{"main@bbbbbbb 1001", "main@2222222 1002"}},
		{"of the commit, the newest", pulled(), []ran{{ID: 1, SHA: sha("b")}, {ID: 2, SHA: sha("b"), Event: "schedule"}},
			[]githubtest.Artifact{left(1), left(2)}, []string{"main@bbbbbbb 1002", "main@bbbbbbb 1001"}},
		{"a gate that failed is an end", pulled(), []ran{{ID: 1, SHA: sha("1"), Conclusion: "failure"}}, []githubtest.Artifact{left(1)}, []string{"main@1111111 1001"}},
		{"by hand and by the clock", pulled(), []ran{{ID: 1, SHA: sha("1"), Event: "workflow_dispatch"}, {ID: 2, SHA: sha("2"), Event: "schedule"}},
			[]githubtest.Artifact{left(1), left(2)}, []string{"main@2222222 1002", "main@1111111 1001"}},
		{"no run that was cancelled or goes on", pulled(),
			[]ran{{ID: 1, SHA: sha("1"), Conclusion: "cancelled"}, {ID: 2, SHA: sha("2"), Conclusion: "timed_out"}, {ID: 3, SHA: sha("3"), Status: "in_progress"}, {ID: 4, SHA: sha("4")}},
			[]githubtest.Artifact{left(1), left(2), left(3), left(4)}, []string{"main@4444444 1004"}},
		{"no run of a fork's branch of the same name", pulled(),
			[]ran{{ID: 1, SHA: sha("1")}, {ID: 2, SHA: sha("2"), Repository: 66}},
			[]githubtest.Artifact{left(1), left(2), left(3)}, []string{"main@1111111 1001"}},
		{"no run of a pull request, from wherever", pulled(),
			[]ran{{ID: 1, SHA: sha("1")}, {ID: 2, SHA: sha("2"), Event: "pull_request"}, {ID: 3, SHA: sha("3"), Event: "pull_request_target"}, {ID: 4, SHA: sha("b"), Event: "workflow_run"}},
			[]githubtest.Artifact{left(1), left(2), left(3), left(4)}, []string{"main@1111111 1001"}},
		{"no other branch, and no other workflow", pulled(), []ran{{ID: 1, SHA: sha("1")}, {ID: 2, SHA: sha("b"), Branch: "other"}, {ID: 3, SHA: sha("b"), Workflow: "ci.yml"}},
			[]githubtest.Artifact{left(1), left(2), left(3)}, []string{"main@1111111 1001"}},
		{"a run without the artifact, and one whose artifact expired, are passed over", pulled(), []ran{{ID: 1, SHA: sha("1")}, {ID: 2, SHA: sha("2")}, {ID: 3, SHA: sha("3")}},
			[]githubtest.Artifact{left(1), {ID: 7, Run: 2, Name: "surefoot", Expired: true}, {ID: 8, Run: 3, Name: "other"}}, []string{"main@1111111 1001"}},
		{"the last attempt's artifact", pulled(), []ran{{ID: 1, SHA: sha("1")}},
			[]githubtest.Artifact{{ID: 9, Run: 1, Name: "surefoot"}, {ID: 8, Run: 1, Name: "surefoot"}}, []string{"main@1111111 9"}},
		{"behind a merge queue, the run of the very commit", pulled(),
			[]ran{{ID: 1, SHA: sha("1")}, {ID: 2, SHA: sha("b"), Event: "merge_group", Branch: "gh-readonly-queue/main/pr-1"}, {ID: 3, SHA: sha("3"), Event: "merge_group", Branch: "gh-readonly-queue/main/pr-2"}},
			[]githubtest.Artifact{left(1), left(2), left(3)}, []string{"main@bbbbbbb 1002", "main@1111111 1001"}},
		{"of a push, the runs before on the same branch", pushed(),
			[]ran{{ID: 1, SHA: sha("1"), Branch: "topic"}, {ID: 500, SHA: sha("5"), Branch: "topic"}, {ID: 501, SHA: sha("6"), Branch: "topic"}, {ID: 2, SHA: sha("2")}},
			[]githubtest.Artifact{left(1), left(500), left(501), left(2)}, []string{"topic@1111111 1001"}},
		{"of a push to a new branch, the default branch's", pushed(), []ran{{ID: 600, SHA: sha("2")}}, []githubtest.Artifact{left(600)}, []string{"main@2222222 1600"}},
		{"no more runs than are worth their requests", with(pulled(), func(r *run.Run) { r.Base.SHA = "" }), many(20), []githubtest.Artifact{left(1), left(11), left(20)},
			[]string{"main@1111111 1020", "main@1111111 1011"}},
	}
	for _, tt := range tests {
		for _, unfiltered := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/unfiltered=%t", tt.name, unfiltered), func(t *testing.T) {
				t.Parallel()
				repo := githubtest.NewRepository(t)
				repo.Runs, repo.Artifacts, repo.Unfiltered = tt.runs, tt.artifacts, unfiltered
				got, _, err := find(t, repo, tt.run)
				if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
					t.Errorf("error %v\n%s", err, diff)
				}
			})
		}
	}
}

func many(n int64) []ran {
	var runs []ran
	for id := int64(1); id <= n; id++ {
		runs = append(runs, ran{ID: id, SHA: sha("1")})
	}
	return runs
}

func TestNothingFoundSaysWhy(t *testing.T) {
	t.Parallel()
	const none = "there is no baseline yet: "
	tests := []struct {
		name      string
		change    func(*run.Run)
		runs      []ran
		artifacts []githubtest.Artifact
		want      string
	}{
		{"no run", func(*run.Run) {}, nil, nil, none + `no run on "main" has left an artifact "surefoot"`},
		{"all expired", func(*run.Run) {}, []ran{{ID: 1, SHA: sha("1")}, {ID: 2, SHA: sha("2")}},
			[]githubtest.Artifact{{ID: 1, Run: 1, Name: "surefoot", Expired: true}, {ID: 2, Run: 2, Name: "surefoot", Expired: true}},
			none + `the artifact "surefoot" of each of the last 2 runs on "main" has expired`},
		{"an unknown repository", func(r *run.Run) { r.Repository.ID = 0 }, []ran{{ID: 1, SHA: sha("1")}, {ID: 2, SHA: sha("2"), Repository: 66}},
			[]githubtest.Artifact{left(1), left(2)}, none + `no run on "main" has left an artifact "surefoot"`},
		{"an unknown workflow", func(r *run.Run) { r.WorkflowFile = "" }, nil, nil, "it is not known which workflow file this run is of"},
		{"an unknown branch", func(r *run.Run) { r.Base = run.Base{} }, nil, nil, "it is not known which branch this run goes to"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			repo := githubtest.NewRepository(t)
			repo.Runs, repo.Artifacts = tt.runs, tt.artifacts
			r := pulled()
			tt.change(&r)
			got, _, err := find(t, repo, r)
			if err == nil || err.Error() != tt.want || len(got) > 0 {
				t.Errorf("found %q, error %v", got, err)
			}
			if errors.Is(err, baseline.ErrNone) != strings.HasPrefix(tt.want, none) {
				t.Errorf("another kind of error: %v", err)
			}
		})
	}
}

func TestARefusalEndsTheSearch(t *testing.T) {
	t.Parallel()
	for _, at := range []string{"/runs", "/artifacts"} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			repo := githubtest.NewRepository(t)
			repo.Runs = many(3)
			repo.Before = func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasSuffix(r.URL.Path, at) {
					return false
				}
				githubtest.Refuse(w, http.StatusForbidden, "Resource not accessible by integration")
				return true
			}
			got, asked, err := find(t, repo, pulled())
			if !errors.Is(err, rest.ErrReadOnly) || len(got) > 0 {
				t.Errorf("found %q, error %v", got, err)
			}
			if refused := slices.DeleteFunc(asked, func(r string) bool { return !strings.HasSuffix(r, at) }); len(refused) != 1 {
				t.Errorf("asked again: %q", refused)
			}
		})
	}
}

func TestNoMoreIsAskedThanIsWanted(t *testing.T) {
	t.Parallel()
	repo := githubtest.NewRepository(t)
	repo.Runs, repo.Artifacts = many(3), []githubtest.Artifact{left(1), left(2), left(3)}
	checked := githubtest.Check(t, repo)
	api, err := rest.New(rest.Config{
		API: "https://api.github.com", Repository: "surefoot/demo", Token: githubtest.Token, Agent: "surefoot/1", Transport: checked,
	})
	if err != nil {
		t.Fatal(err)
	}
	for found, err := range baseline.Find(t.Context(), api, pulled(), "surefoot") {
		if err != nil || found.Run.ID != 3 {
			t.Fatalf("%+v, %v", found, err)
		}
		break
	}
	const lists = "GET /repos/surefoot/demo/actions/workflows/evals.yml/runs"
	want := []string{lists, lists, lists, lists, "GET /repos/surefoot/demo/actions/runs/3/artifacts"}
	if diff := cmp.Diff(want, checked.Requests()); diff != "" {
		t.Error(diff)
	}
}
