package run

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Lookup reads a variable of the environment, as os.LookupEnv does.
type Lookup func(name string) (value string, found bool)

// EventPath is the variable that names the file with the event.
const EventPath = "GITHUB_EVENT_PATH"

// Of says which run this is. event is the content of the file that
// [EventPath] names, at most [MaxEvent] bytes; nil when it could not be read.
// The problems are warnings: a run can be evaluated without knowing itself.
func Of(lookup Lookup, event []byte) (Run, eval.Problems) {
	e := environ{lookup: lookup}
	if e.text("GITHUB_ACTIONS") != "true" {
		return Run{}, nil
	}
	r := Run{
		Actions:    true,
		Server:     e.url("GITHUB_SERVER_URL"),
		API:        e.url("GITHUB_API_URL"),
		GraphQL:    e.url("GITHUB_GRAPHQL_URL"),
		Repository: e.repository(),
		SHA:        e.sha("GITHUB_SHA"),
		Ref:        e.text("GITHUB_REF"),
		HeadRef:    e.text("GITHUB_HEAD_REF"),
		BaseRef:    e.text("GITHUB_BASE_REF"),
		Event:      e.text("GITHUB_EVENT_NAME"),
		ID:         e.number("GITHUB_RUN_ID"),
		Attempt:    int(e.number("GITHUB_RUN_ATTEMPT")),
		Job:        e.text("GITHUB_JOB"),
		Workflow:   e.text("GITHUB_WORKFLOW"),
		Actor:      e.text("GITHUB_ACTOR"),
		Files:      Files{Output: e.text("GITHUB_OUTPUT"), Summary: e.text("GITHUB_STEP_SUMMARY")},
		Temp:       e.text("RUNNER_TEMP"),

		RetentionDays: int(e.number("GITHUB_RETENTION_DAYS")),
		Debug:         e.text("RUNNER_DEBUG") == "1",
		RuntimeToken:  e.text("ACTIONS_RUNTIME_TOKEN"),
		ResultsURL:    e.url("ACTIONS_RESULTS_URL"),
	}
	r.hosts()
	r.WorkflowFile = workflowFile(e.text("GITHUB_WORKFLOW_REF"), r.Repository)
	r.Workspace = workspace(e.text("GITHUB_WORKSPACE"), e.text("RUNNER_WORKSPACE"), r.Repository.Name)
	// Who runs it again is another actor, but the limits of the first stay.
	r.Dependabot = r.Actor == "dependabot[bot]"
	problems := e.problems
	if p := r.read(event); p != nil {
		p.Pos.File, p.Warning = e.text(EventPath), true
		problems = append(problems, *p)
	}
	return r, problems
}

// hosts fills in the addresses that an older runner does not name.
func (r *Run) hosts() {
	if r.Server == "" {
		r.Server = "https://github.com"
	}
	u, err := url.Parse(r.Server)
	if err != nil {
		return
	}
	api, graphQL := r.Server+"/api/v3", r.Server+"/api/graphql"
	if !r.GHES() {
		u.Host, u.Path = "api."+u.Host, ""
		api, graphQL = u.String(), u.String()+"/graphql"
	}
	if r.API == "" {
		r.API = api
	}
	if r.GraphQL == "" {
		r.GraphQL = graphQL
	}
}

// environ reads variables by their meaning.
type environ struct {
	lookup   Lookup
	problems eval.Problems
}

func (e *environ) text(name string) string {
	value, _ := e.lookup(name)
	return value
}

func (e *environ) warn(name, value, want string) {
	e.problems = append(e.problems, eval.Problem{
		Message: name + " is " + strconv.Quote(eval.Clip(value)) + ", want " + want,
		Warning: true,
	})
}

// number is a variable that counts from one; 0 when it is not there.
func (e *environ) number(name string) int64 {
	value := e.text(name)
	if value == "" {
		return 0
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < 0 {
		e.warn(name, value, "a number")
		return 0
	}
	return n
}

// url is the address without a slash at its end.
func (e *environ) url(name string) string {
	value := e.text(name)
	if value == "" {
		return ""
	}
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		e.warn(name, value, "an address that begins with https://")
		return ""
	}
	return strings.TrimRight(value, "/")
}

func (e *environ) sha(name string) string {
	value := e.text(name)
	if value != "" && !isSHA(value) {
		e.warn(name, value, "the hash of a commit")
		return ""
	}
	return value
}

func (e *environ) repository() Repository {
	value := e.text("GITHUB_REPOSITORY")
	r, ok := parseRepository(value)
	if !ok {
		e.warn("GITHUB_REPOSITORY", value, "owner/name")
		return Repository{}
	}
	r.ID = e.number("GITHUB_REPOSITORY_ID")
	return r
}

// parseRepository splits owner/name.
func parseRepository(s string) (Repository, bool) {
	owner, name, _ := strings.Cut(s, "/")
	return Repository{Owner: owner, Name: name}, isName(owner) && isName(name)
}

// isSHA reports whether s can stand for a commit in an address.
func isSHA(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// isName reports whether s can stand for an owner or a repository in an
// address.
func isName(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
	return s != "" && len(s) <= 100 && s != "." && s != ".." && strings.Trim(s, letters) == ""
}
