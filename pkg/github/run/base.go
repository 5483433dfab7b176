package run

import (
	"path"
	"strings"
)

// Base is what a run's code is to be compared with.
type Base struct {
	// Branch is of this repository: the one a pull request or a merge queue
	// goes to, else the run's own; the default branch for what is on none.
	// "" is unknown.
	Branch string
	// SHA is the commit that the change was made on, "" where it is unknown.
	SHA string
	// Before says that the branch is the run's own, so that only runs before
	// this one tell of what was.
	Before bool
	// Default is the repository's default branch, "" where it is unknown.
	Default string
}

// base reads what the run goes to by the rules of each event.
func (r *Run) base(p payload) Base {
	b := Base{Default: p.Repository.DefaultBranch}
	own, onBranch := strings.CutPrefix(r.Ref, "refs/heads/")
	switch {
	case r.onPull():
		b.Branch = r.BaseRef
		if p.PullRequest != nil {
			b.Branch, b.SHA = p.PullRequest.Base.Ref, p.PullRequest.Base.SHA
		}
	case r.Event == queueEvent:
		b.Branch, b.SHA = strings.TrimPrefix(p.MergeGroup.BaseRef, "refs/heads/"), p.MergeGroup.BaseSHA
	case r.Event == commentEvent || r.Event == upstreamEvent || !onBranch:
		b.Branch = b.Default
	default:
		b.Branch, b.Before = own, true
		if r.Event == pushEvent {
			b.SHA = p.Before
		}
	}
	if !isSHA(b.SHA) || strings.Trim(b.SHA, "0") == "" { // a branch that was created
		b.SHA = ""
	}
	return b
}

// workflowFile is the name of the file in GITHUB_WORKFLOW_REF, such as
// o/r/.github/workflows/evals.yml@refs/heads/main; "" where it is in another
// repository or is not said.
func workflowFile(ref string, r Repository) string {
	file, _, _ := strings.Cut(ref, "@refs/")
	folder := r.String() + "/.github/workflows/"
	if len(file) <= len(folder) || !strings.EqualFold(file[:len(folder)], folder) {
		return ""
	}
	if name := file[len(folder):]; path.Base(name) == name && name != "." && name != ".." {
		return name
	}
	return ""
}
