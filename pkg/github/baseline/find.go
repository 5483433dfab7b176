package baseline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/github/run"
)

// API is what Find needs of GitHub; [*rest.Client] is one.
type API interface {
	Runs(ctx context.Context, asked rest.WorkflowRuns) ([]rest.WorkflowRun, error)
	Artifacts(ctx context.Context, runID int64, name string) ([]rest.Artifact, error)
}

// Found is an artifact that may hold the baseline.
type Found struct {
	Branch   string
	Run      rest.WorkflowRun
	Artifact rest.Artifact
}

// String is the branch and the commit, as "main@9be01d2".
func (f Found) String() string { return f.Branch + "@" + f.Run.SHA[:min(7, len(f.Run.SHA))] }

// ErrNone says that there is no run to compare with yet, or none any more.
var ErrNone = errors.New("there is no baseline yet")

// looked is how many runs are asked for their artifact: an older one says
// little of what a change is made on, and each costs a request of an hourly
// thousand that the whole repository shares.
const looked = 10

// Find yields the artifacts of this name that completed runs on the base
// branch left, that of the very commit the change is made on first, and then
// the newest first. It asks for the next one only when it is wanted. An error
// is the last it yields; it wraps [ErrNone] where nothing was found at all.
func Find(ctx context.Context, api API, r run.Run, name string) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		s := search{api: api, run: r, name: name}
		if err := s.walk(ctx, yield); err != nil && !s.stopped {
			yield(Found{}, err)
		}
	}
}

type search struct {
	api     API
	run     run.Run
	name    string
	looked  int
	found   int
	expired int
	stopped bool
}

func (s *search) walk(ctx context.Context, yield func(Found, error) bool) error {
	base := s.run.Base
	switch {
	case s.run.WorkflowFile == "":
		return errors.New("it is not known which workflow file this run is of")
	case base.Branch == "":
		return errors.New("it is not known which branch this run goes to")
	}
	branches := []string{base.Branch}
	if base.Before && base.Default != "" && base.Default != base.Branch {
		branches = append(branches, base.Default) // what a new branch began as
	}
	for _, branch := range branches {
		if err := s.branch(ctx, branch, yield); err != nil || s.stopped {
			return err
		}
		if s.found > 0 {
			return nil
		}
	}
	switch {
	case s.found > 0:
		return nil
	case s.expired > 0:
		return fmt.Errorf("%w: the artifact %q of each of the last %s on %q has expired", ErrNone, eval.Clip(s.name), eval.Plural(s.expired, "run"), eval.Clip(base.Branch))
	default:
		return fmt.Errorf("%w: no run on %q has left an artifact %q", ErrNone, eval.Clip(base.Branch), eval.Clip(s.name))
	}
}

// branch yields what the runs on one branch left.
func (s *search) branch(ctx context.Context, branch string, yield func(Found, error) bool) error {
	runs, err := s.runs(ctx, branch)
	if err != nil {
		return err
	}
	for _, of := range runs {
		if s.looked++; s.looked > looked {
			return nil
		}
		all, err := s.api.Artifacts(ctx, of.ID, s.name)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			continue
		}
		// A run that was repeated may have left one with each attempt.
		newest := slices.MaxFunc(all, func(a, b rest.Artifact) int { return cmp.Compare(a.ID, b.ID) })
		if newest.Expired {
			s.expired++
			continue
		}
		s.found++
		if !yield(Found{Branch: branch, Run: of, Artifact: newest}, nil) {
			s.stopped = true
			return nil
		}
	}
	return nil
}

// runs are those that tell of a branch, in the order they are looked at.
func (s *search) runs(ctx context.Context, branch string) ([]rest.WorkflowRun, error) {
	base := s.run.Base
	var runs []rest.WorkflowRun
	exact := false
	// Each event is asked for by itself, since runs of pull requests from
	// forks would crowd out all others: their branch may be called main.
	for _, event := range []string{"push", "schedule", "workflow_dispatch"} {
		list, err := s.api.Runs(ctx, rest.WorkflowRuns{Workflow: s.run.WorkflowFile, Event: event, Branch: branch})
		if err != nil {
			return nil, err
		}
		for _, of := range list {
			if of.Event != event || of.Branch != branch || !s.tells(of, branch) {
				continue
			}
			runs = append(runs, of)
			exact = exact || of.SHA == base.SHA
		}
	}
	if base.SHA != "" && !exact && branch == base.Branch {
		// Behind a merge queue, a commit is evaluated before it is on the branch.
		const event = "merge_group"
		list, err := s.api.Runs(ctx, rest.WorkflowRuns{Workflow: s.run.WorkflowFile, Event: event, SHA: base.SHA})
		if err != nil {
			return nil, err
		}
		for _, of := range list {
			if of.Event == event && of.SHA == base.SHA && s.tells(of, branch) {
				runs = append(runs, of)
			}
		}
	}
	slices.SortFunc(runs, func(a, b rest.WorkflowRun) int {
		if here, there := a.SHA == base.SHA, b.SHA == base.SHA; here != there && base.SHA != "" {
			if here {
				return -1
			}
			return 1
		}
		return cmp.Compare(b.ID, a.ID)
	})
	return runs, nil
}

// tells reports whether a run went to its end with code of this repository. A
// gate that failed is an end.
func (s *search) tells(of rest.WorkflowRun, branch string) bool {
	own := s.run.Repository.ID != 0 && of.HeadRepository == s.run.Repository.ID
	ended := of.Status == "completed" && (of.Conclusion == "success" || of.Conclusion == "failure")
	before := !s.run.Base.Before || branch != s.run.Base.Branch || of.ID < s.run.ID
	return own && ended && before && of.ID != s.run.ID
}
