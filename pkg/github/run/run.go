package run

import (
	"net/url"
	"strconv"
	"strings"
)

// Run is one step of a workflow run. The zero value is a run outside of
// GitHub Actions, such as on a laptop.
type Run struct {
	Actions bool // this is GitHub Actions, or what behaves like it

	Server  string // https://github.com: no slash at the end, as in all three
	API     string
	GraphQL string

	Repository Repository
	SHA        string // the commit that was checked out by default
	HeadSHA    string // the commit people see: of a pull request its head; "" is unknown
	Ref        string
	HeadRef    string // branch of the pull request
	BaseRef    string // branch it goes to
	Base       Base   // what its code is to be compared with

	PullRequest int // 0 is none, or none yet: see Ask
	Ask         Ask
	Upstream    *Upstream // the run that a workflow_run event is about

	Event    string
	ID       int64
	Attempt  int
	Job      string // its key in the workflow file
	Workflow string
	// WorkflowFile is the name of its file, without a folder; "" is unknown.
	WorkflowFile string

	Actor      string
	Dependabot bool // the run has Dependabot's token and secrets
	Fork       bool // the code comes from another repository, or may: see Ask

	Workspace     Workspace
	Files         Files
	Temp          string // folder for files that go when the job ends
	RetentionDays int    // most days an artifact may be kept; 0 is unknown
	Debug         bool

	// RuntimeToken and ResultsURL upload artifacts. Only steps that are an
	// action have them: a run: step has not. The token must not leave.
	RuntimeToken string
	ResultsURL   string
}

// Repository is where the workflow runs.
type Repository struct {
	Owner, Name string
	ID          int64 // 0 is unknown
}

// String is owner/name, "" when it is unknown.
func (r Repository) String() string {
	if r.Owner == "" {
		return ""
	}
	return r.Owner + "/" + r.Name
}

// Files are the runner's command files of this step; "" where there is none.
type Files struct {
	Output  string
	Summary string
}

// Upstream is the workflow run whose end started this one. Its commit and
// branch may be a fork's, and so may all it left behind.
type Upstream struct {
	ID       int64
	Attempt  int
	Event    string
	Workflow string
	HeadSHA  string
	Head     string // owner/name of the repository of its commit; "" is unknown
	Branch   string
}

// Artifacts reports whether this step can upload artifacts itself.
func (r Run) Artifacts() bool { return r.RuntimeToken != "" && r.ResultsURL != "" }

// CanWrite is a guess: false where the token is known to be read-only, which
// is on pull requests of forks; true says that trying is worth a request.
// Dependabot's token is read-only unless the workflow's permissions raise it,
// which no variable tells.
func (r Run) CanWrite() bool {
	return r.Actions && (!r.Fork || !strings.HasPrefix(r.Event, "pull_request") || r.Event == targetEvent)
}

// GHES reports whether the server is somebody's own, which artifacts of
// version 4 do not reach.
func (r Run) GHES() bool {
	u, err := url.Parse(r.Server)
	if err != nil || r.Server == "" {
		return false
	}
	host := strings.ToLower(u.Hostname())
	return host != "github.com" && !strings.HasSuffix(host, ".ghe.com") && !strings.HasSuffix(host, ".localhost")
}

// URL is the page of this attempt, "" where there is none.
func (r Run) URL() string {
	if r.Server == "" || r.Repository.Owner == "" || r.ID == 0 {
		return ""
	}
	page := r.Server + "/" + r.Repository.String() + "/actions/runs/" + strconv.FormatInt(r.ID, 10)
	if r.Attempt > 1 {
		page += "/attempts/" + strconv.Itoa(r.Attempt)
	}
	return page
}
