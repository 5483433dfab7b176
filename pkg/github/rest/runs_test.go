package rest_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/githubtest"
)

func TestRunsOfAWorkflow(t *testing.T) {
	t.Parallel()
	const name = "the evals & more@1.yml"
	sha := strings.Repeat("a", 40)
	repo := githubtest.NewRepository(t)
	repo.Runs = []githubtest.WorkflowRun{
		{ID: 1, Workflow: name, SHA: sha},
		{ID: 2, Workflow: name, SHA: sha, Branch: "a/b c", Conclusion: "failure", Repository: 66},
		{ID: 3, Workflow: name, SHA: sha, Status: "in_progress"},
		{ID: 4, SHA: sha},
	}
	c := client(t, config(githubtest.Check(t, repo)))
	got, err := c.Runs(t.Context(), rest.WorkflowRuns{Workflow: name, Event: "push", Branch: "a/b c", SHA: sha})
	want := []rest.WorkflowRun{{ID: 2, Event: "push", Status: "completed", Conclusion: "failure", Branch: "a/b c", SHA: sha, HeadRepository: 66}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v\n%s", err, diff)
	}
	if got, err := c.Runs(t.Context(), rest.WorkflowRuns{Workflow: name}); err != nil || len(got) != 2 {
		t.Errorf("got %+v, %v", got, err)
	}
	repo.Before = func(w http.ResponseWriter, _ *http.Request) bool {
		githubtest.Refuse(w, http.StatusNotFound, "Not Found")
		return true
	}
	_, err = c.Runs(t.Context(), rest.WorkflowRuns{Workflow: "gone.yml"})
	if !errors.Is(err, rest.ErrNotFound) || !strings.Contains(err.Error(), "cannot list the runs of workflow gone.yml: not there") {
		t.Errorf("error %v", err)
	}
}
