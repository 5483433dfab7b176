package githubtest

import (
	"net/http"
	"strings"
)

// WorkflowRun is one run of a workflow. What is zero is that of a run that
// succeeded on a push to this repository.
type WorkflowRun struct {
	ID         int64
	Workflow   string // its file; "" is evals.yml
	Event      string
	Branch     string
	SHA        string
	Status     string
	Conclusion string
	Repository int64 // that the commit is in; 0 is this one
}

func (run WorkflowRun) filled() WorkflowRun {
	for _, field := range []struct {
		value *string
		plain string
	}{{&run.Workflow, "evals.yml"}, {&run.Event, "push"}, {&run.Branch, "main"}, {&run.Status, "completed"}, {&run.Conclusion, "success"}} {
		if *field.value == "" {
			*field.value = field.plain
		}
	}
	if run.Repository == 0 {
		run.Repository = 1
	}
	return run
}

// runs serves the runs of a workflow, false for what is none of theirs.
func (r *Repository) runs(w http.ResponseWriter, req *http.Request, path string) bool {
	workflow, is := strings.CutPrefix(path, "actions/workflows/")
	workflow, isRuns := strings.CutSuffix(workflow, "/runs")
	if !is || !isRuns {
		return false
	}
	query := req.URL.Query()
	list := []object{}
	for _, run := range r.Runs {
		run = run.filled()
		wanted := run.Workflow == workflow
		for name, value := range map[string]string{"event": run.Event, "branch": run.Branch, "head_sha": run.SHA, "status": run.Status} {
			wanted = wanted && (r.Unfiltered || !query.Has(name) || query.Get(name) == value)
		}
		if !wanted {
			continue
		}
		list = append(list, fill(r.t, "workflow-run", object{
			"id": run.ID, "event": run.Event, "head_branch": run.Branch, "head_sha": run.SHA, "status": run.Status, "conclusion": run.Conclusion,
			"path": ".github/workflows/" + workflow, "head_repository.id": run.Repository,
		}))
	}
	write(r.t, w, object{"total_count": len(list), "workflow_runs": list})
	return true
}
