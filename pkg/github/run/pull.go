package run

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Events whose pull request is found in a way of their own.
const (
	targetEvent   = "pull_request_target"
	commentEvent  = "issue_comment"
	upstreamEvent = "workflow_run"
	queueEvent    = "merge_group"
	pushEvent     = "push"
)

// Ask is what only the API can say about the pull request. The zero value is
// nothing. The answer goes to [Run.Found].
type Ask struct {
	// Pull is the number of the pull request whose head is not known.
	Pull int
	// SHA is the commit that an open pull request may have as its head.
	SHA string
	// Head is owner:branch, where that pull request comes from a fork; the
	// list of a commit's pull requests does not have those.
	Head string
}

// Found is the run with the pull request that the API named. headRepository
// is owner/name, "" when it was deleted. A number of 0 says that there is no
// pull request.
func (r Run) Found(number int, headSHA, headRepository string) Run {
	r.Ask = Ask{}
	if number <= 0 {
		return r
	}
	r.PullRequest = number
	if isSHA(headSHA) {
		r.HeadSHA = headSHA
	}
	r.Fork = !strings.EqualFold(headRepository, r.Repository.String())
	return r
}

// apply reads the pull request by the rules of each event.
func (r *Run) apply(p payload) *eval.Problem {
	if r.Repository.ID == 0 && strings.EqualFold(p.Repository.FullName, r.Repository.String()) {
		r.Repository.ID = max(p.Repository.ID, 0)
	}
	r.HeadSHA = r.SHA
	switch {
	case r.onPull():
		return r.ofPull(p.PullRequest)
	case r.Event == commentEvent:
		return r.ofComment(p.Issue)
	case r.Event == upstreamEvent:
		return r.ofUpstream(p.WorkflowRun)
	case r.Event == queueEvent:
		return r.ofQueue(p.MergeGroup)
	case r.Event == pushEvent && strings.HasPrefix(r.Ref, "refs/heads/") && !p.Deleted:
		r.Ask.SHA = r.SHA
	}
	return nil
}

// assume is what holds when the event says nothing: code that may be a
// fork's is taken for one.
func (r *Run) assume() {
	switch {
	case r.onPull():
		r.PullRequest, r.Fork = numberIn(pullRef, r.Ref), true
	case r.Event == commentEvent || r.Event == upstreamEvent:
		r.Fork = true
	case r.Event == queueEvent:
		r.PullRequest, r.HeadSHA = numberIn(queueRef, r.Ref), r.SHA
	default:
		r.HeadSHA = r.SHA
	}
}

// onPull reports whether the event carries the pull request itself.
func (r *Run) onPull() bool {
	return r.Event == "pull_request" || strings.HasPrefix(r.Event, "pull_request_")
}

func (r *Run) ofPull(p *pull) *eval.Problem {
	switch {
	case p == nil:
		return wrong("pull_request", "nothing", "the pull request")
	case p.Number <= 0:
		return wrong("pull_request.number", strconv.Itoa(p.Number), "the number of the pull request")
	case !isSHA(p.Head.SHA):
		return wrong("pull_request.head.sha", strconv.Quote(eval.Clip(p.Head.SHA)), "the hash of a commit")
	}
	r.PullRequest, r.HeadSHA = p.Number, p.Head.SHA
	r.Fork = r.foreign(p.Head.Repo)
	return nil
}

// ofComment is of a comment on an issue, or on a pull request: these are
// issues with one more field, which does not say whose the code is.
func (r *Run) ofComment(i *issue) *eval.Problem {
	switch {
	case i == nil:
		return wrong("issue", "nothing", "the issue")
	case i.PullRequest == nil:
		return nil
	case i.Number <= 0:
		return wrong("issue.number", strconv.Itoa(i.Number), "the number of the pull request")
	}
	r.PullRequest, r.HeadSHA, r.Fork = i.Number, "", true
	r.Ask.Pull = i.Number
	return nil
}

// ofUpstream is of another run that ended. Its list of pull requests is empty
// for forks, and may name those of other repositories.
func (r *Run) ofUpstream(u *upstream) *eval.Problem {
	switch {
	case u == nil:
		return wrong("workflow_run", "nothing", "the run that ended")
	case u.ID <= 0:
		return wrong("workflow_run.id", strconv.FormatInt(u.ID, 10), "the number of the run")
	case !isSHA(u.HeadSHA):
		return wrong("workflow_run.head_sha", strconv.Quote(eval.Clip(u.HeadSHA)), "the hash of a commit")
	}
	r.HeadSHA, r.Fork = u.HeadSHA, r.foreign(u.HeadRepository)
	r.Upstream = &Upstream{
		ID: u.ID, Attempt: max(u.RunAttempt, 0), Event: u.Event, Workflow: u.Name, HeadSHA: u.HeadSHA, Branch: u.HeadBranch,
	}
	owner := ""
	if u.HeadRepository != nil {
		if head, ok := parseRepository(u.HeadRepository.FullName); ok {
			r.Upstream.Head, owner = head.String(), head.Owner
		}
	}
	var numbers []int
	for _, p := range u.PullRequests {
		if p.Number > 0 && p.Head.SHA == u.HeadSHA && p.Base.Repo != nil && p.Base.Repo.ID == r.Repository.ID {
			numbers = append(numbers, p.Number)
		}
	}
	switch {
	case len(numbers) == 1 && !r.Fork:
		r.PullRequest = numbers[0]
	case u.Event == pushEvent || strings.HasPrefix(u.Event, "pull_request"):
		r.Ask.SHA = u.HeadSHA
		if r.Fork && owner != "" && u.HeadBranch != "" {
			r.Ask.Head = owner + ":" + u.HeadBranch
		}
	}
	return nil
}

// ofQueue is of a merge queue, whose branch is named after the last pull
// request in the group.
func (r *Run) ofQueue(g mergeGroup) *eval.Problem {
	if !isSHA(g.HeadSHA) {
		return wrong("merge_group.head_sha", strconv.Quote(eval.Clip(g.HeadSHA)), "the hash of a commit")
	}
	r.PullRequest, r.HeadSHA = numberIn(queueRef, g.HeadRef), g.HeadSHA
	return nil
}

// foreign reports whether the commit's repository is another than this one.
// One that was deleted, or says nothing, is.
func (r *Run) foreign(head *repo) bool {
	if head == nil || !strings.EqualFold(head.FullName, r.Repository.String()) {
		return true
	}
	return head.ID != 0 && r.Repository.ID != 0 && head.ID != r.Repository.ID
}

func wrong(path, got, want string) *eval.Problem {
	return &eval.Problem{Message: "the event's " + path + " is " + got + ", want " + want}
}

var (
	pullRef  = regexp.MustCompile(`^refs/pull/([1-9][0-9]{0,8})/`)
	queueRef = regexp.MustCompile(`/pr-([1-9][0-9]{0,8})-[0-9a-f]{40,64}$`)
)

// numberIn is the pull request that a ref is named after, 0 when it is none.
func numberIn(pattern *regexp.Regexp, ref string) int {
	match := pattern.FindStringSubmatch(ref)
	if match == nil {
		return 0
	}
	n, _ := strconv.Atoi(match[1]) // digits only, by the pattern
	return n
}
