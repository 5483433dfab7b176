package githubtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Comment is one that stands under pull request 7.
type Comment struct {
	ID        int64
	Author    string
	Body      string
	Minimized bool
}

// CheckRun is a check run as it came to be.
type CheckRun struct {
	Created     object
	Last        object   // the last update; nil without one
	Batches     []int    // annotations in each request
	Annotations []object // all of them
}

// Repository is surefoot/demo with the open pull request 7. It serves what
// pkg/github asks for, and keeps what was written. Fields may be set before
// the first request, and in Before.
type Repository struct {
	Login    string // who the token writes as; of an app when it ends in [bot]
	MaxBody  int    // longer comments are refused; 0 is no limit
	ReadOnly bool   // the token may not write
	Closed   bool
	Comments []Comment
	Checks   []CheckRun
	// Pulls, Artifacts and Runs are of any run; pull request 7 need not be one of them.
	Pulls     []Pull
	Artifacts []Artifact
	Runs      []WorkflowRun
	// Unfiltered answers with all runs of a workflow, as a server does that
	// knows no filters.
	Unfiltered bool
	// Before runs before each request; true says that it has answered.
	Before func(w http.ResponseWriter, r *http.Request) bool

	t    testing.TB
	last int64
}

// NewRepository makes an empty repository.
func NewRepository(t testing.TB) *Repository {
	return &Repository{Login: "github-actions[bot]", t: t, last: 1000}
}

// Add writes a comment as somebody, and is its number.
func (r *Repository) Add(author, body string) int64 {
	r.last++
	r.Comments = append(r.Comments, Comment{ID: r.last, Author: author, Body: body})
	return r.last
}

// Refuse answers with an error as GitHub words them.
func Refuse(w http.ResponseWriter, status int, message string, details ...string) {
	faults := []object{}
	for _, detail := range details {
		faults = append(faults, object{"resource": "IssueComment", "code": "custom", "message": detail})
	}
	body, err := json.Marshal(object{"message": message, "errors": faults, "documentation_url": "https://docs.github.com/rest"})
	if err != nil {
		panic(err) // of strings only
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that went away is the client's business
}

const readOnly = "Resource not accessible by integration"

// ServeHTTP serves the repository.
func (r *Repository) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if r.Before != nil && r.Before(w, req) {
		return
	}
	if r.ReadOnly && req.Method != http.MethodGet && req.URL.Path != "/graphql" {
		Refuse(w, http.StatusForbidden, readOnly)
		return
	}
	const root = "/repos/surefoot/demo/"
	path := strings.TrimPrefix(req.URL.Path, root)
	switch route := req.Method + " " + path; {
	case route == "GET /user":
		r.user(w)
	case route == "POST /graphql":
		write(r.t, w, object{"data": object{"viewer": object{"login": r.Login}}})
	case route == "GET issues/7":
		write(r.t, w, r.issue())
	case route == "GET issues/7/comments":
		r.list(w, req)
	case route == "POST issues/7/comments":
		if body, ok := r.body(w, req); ok {
			r.Add(r.Login, body)
			w.WriteHeader(http.StatusCreated)
			write(r.t, w, r.Comments[len(r.Comments)-1].Shape())
		}
	case strings.HasPrefix(path, "issues/comments/"):
		r.change(w, req, path)
	case strings.HasPrefix(path, "check-runs"):
		r.check(w, req, strings.TrimPrefix(path, "check-runs"))
	case r.pulls(w, req, path) || r.artifacts(w, req, path) || r.runs(w, req, path):
	default:
		Refuse(w, http.StatusNotFound, "Not Found")
	}
}

func (r *Repository) user(w http.ResponseWriter) {
	if strings.HasSuffix(r.Login, "[bot]") {
		Refuse(w, http.StatusForbidden, readOnly)
		return
	}
	user := account(r.Login)
	for _, name := range []string{"name", "company", "blog", "location", "email", "bio", "hireable"} {
		user[name] = nil
	}
	for _, name := range []string{"public_repos", "public_gists", "followers", "following"} {
		user[name] = 0
	}
	user["created_at"], user["updated_at"] = stamp, stamp
	user["user_view_type"] = "public"
	write(r.t, w, user)
}

func (r *Repository) list(w http.ResponseWriter, req *http.Request) {
	query := req.URL.Query()
	size, _ := strconv.Atoi(query.Get("per_page"))
	page, _ := strconv.Atoi(query.Get("page"))
	from := min((page-1)*size, len(r.Comments))
	to := min(from+size, len(r.Comments))
	if to < len(r.Comments) {
		w.Header().Set("Link", fmt.Sprintf(`<https://api.github.com/repositories/1/issues/7/comments?per_page=%d&page=%d>; rel="next", <https://api.github.com/repositories/1/issues/7/comments?page=99>; rel="last"`, size, page+1))
	}
	list := []object{}
	for _, c := range r.Comments[from:to] {
		list = append(list, c.Shape())
	}
	write(r.t, w, list)
}

func (r *Repository) change(w http.ResponseWriter, req *http.Request, path string) {
	id, _ := strconv.ParseInt(path[strings.LastIndex(path, "/")+1:], 10, 64)
	for i := range r.Comments {
		if r.Comments[i].ID != id {
			continue
		}
		if req.Method == http.MethodDelete {
			r.Comments = append(r.Comments[:i:i], r.Comments[i+1:]...)
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if body, ok := r.body(w, req); ok {
			r.Comments[i].Body = body
			write(r.t, w, r.Comments[i].Shape())
		}
		return
	}
	Refuse(w, http.StatusNotFound, "Not Found")
}

func (r *Repository) body(w http.ResponseWriter, req *http.Request) (string, bool) {
	var sent struct{ Body string }
	if err := json.NewDecoder(req.Body).Decode(&sent); err != nil {
		r.t.Error(err)
	}
	if r.MaxBody > 0 && len(sent.Body) > r.MaxBody {
		Refuse(w, http.StatusUnprocessableEntity, "Validation Failed", "Body is too long (maximum is 65536 characters)")
		return "", false
	}
	return sent.Body, true
}

func (r *Repository) check(w http.ResponseWriter, req *http.Request, rest string) {
	var sent object
	if err := json.NewDecoder(req.Body).Decode(&sent); err != nil {
		r.t.Error(err)
	}
	if rest == "" {
		r.Checks = append(r.Checks, CheckRun{Created: sent})
		rest = "/" + strconv.Itoa(len(r.Checks))
		w.WriteHeader(http.StatusCreated)
	}
	id, _ := strconv.Atoi(strings.TrimPrefix(rest, "/"))
	run := &r.Checks[id-1]
	if req.Method == http.MethodPatch {
		run.Last = sent
	}
	output, _ := sent["output"].(object)
	annotations, _ := output["annotations"].([]any)
	for _, a := range annotations {
		run.Annotations = append(run.Annotations, a.(object))
	}
	run.Batches = append(run.Batches, len(annotations))
	write(r.t, w, run.show(id))
}

var stamp = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC).Format(time.RFC3339)
