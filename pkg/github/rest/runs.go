package rest

import (
	"context"
	"net/url"

	"github.com/google/go-github/v60/github"
)

// WorkflowRun is one run of a workflow, as far as it is asked for.
type WorkflowRun struct {
	ID         int64
	Event      string
	Status     string
	Conclusion string // "" while it goes on
	Branch     string // of its commit, which may be a fork's branch of the same name
	SHA        string
	// HeadRepository is the id of the repository that the commit is in, which
	// tells a fork's branch from ours; 0 where that is gone.
	HeadRepository int64
}

// WorkflowRuns says which runs are asked for; what is "" is not.
type WorkflowRuns struct {
	Workflow string // the name of its file, without a folder
	Event    string
	Branch   string
	SHA      string
}

// Runs are the newest completed runs of a workflow, at most 30.
func (c *Client) Runs(ctx context.Context, asked WorkflowRuns) ([]WorkflowRun, error) {
	const most = 30
	var runs []WorkflowRun
	err := c.call(ctx, "list the runs of workflow "+line(asked.Workflow, c.token), func(ctx context.Context) error {
		found, _, err := c.github.Actions.ListWorkflowRunsByFileName(ctx, c.owner, c.repo, url.PathEscape(asked.Workflow), &github.ListWorkflowRunsOptions{
			Event: asked.Event, Branch: asked.Branch, HeadSHA: asked.SHA, Status: "completed", ExcludePullRequests: true,
			ListOptions: github.ListOptions{PerPage: most},
		})
		if err != nil {
			return err
		}
		for _, f := range found.WorkflowRuns {
			runs = append(runs, WorkflowRun{
				ID: f.GetID(), Event: f.GetEvent(), Status: f.GetStatus(), Conclusion: f.GetConclusion(),
				Branch: f.GetHeadBranch(), SHA: f.GetHeadSHA(), HeadRepository: f.GetHeadRepository().GetID(),
			})
		}
		return nil
	})
	return runs, err
}
