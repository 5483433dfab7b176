package run

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// MaxEvent is the largest event that is read, in bytes. GitHub sends none
// above 25 MB.
const MaxEvent = 32 << 20

// payload is what we read of an event. Its keys are GitHub's, its texts may
// be anybody's.
type payload struct {
	Repository  repo       `json:"repository"`
	PullRequest *pull      `json:"pull_request"`
	Issue       *issue     `json:"issue"`
	WorkflowRun *upstream  `json:"workflow_run"`
	MergeGroup  mergeGroup `json:"merge_group"`
	Before      string     `json:"before"`
	Deleted     bool       `json:"deleted"`
}

type repo struct {
	ID       int64  `json:"id"`
	FullName string `json:"full_name"`
	// DefaultBranch is said of the repository of the workflow.
	DefaultBranch string `json:"default_branch"`
}

type pull struct {
	Number int  `json:"number"`
	Head   side `json:"head"`
	Base   side `json:"base"`
}

// side is one end of a pull request; the head's repository is null when the
// fork was deleted.
type side struct {
	Ref  string `json:"ref"`
	SHA  string `json:"sha"`
	Repo *repo  `json:"repo"`
}

type issue struct {
	Number      int       `json:"number"`
	PullRequest *struct{} `json:"pull_request"`
}

type upstream struct {
	ID             int64  `json:"id"`
	RunAttempt     int    `json:"run_attempt"`
	Event          string `json:"event"`
	Name           string `json:"name"`
	HeadSHA        string `json:"head_sha"`
	HeadBranch     string `json:"head_branch"`
	HeadRepository *repo  `json:"head_repository"`
	PullRequests   []pull `json:"pull_requests"`
}

type mergeGroup struct {
	HeadSHA string `json:"head_sha"`
	HeadRef string `json:"head_ref"`
	BaseSHA string `json:"base_sha"`
	BaseRef string `json:"base_ref"`
}

// read takes from the event what the environment does not say: all of it, or
// where something is wrong with it nothing.
func (r *Run) read(event []byte) *eval.Problem {
	known := *r
	p, problem := parse(event)
	if problem == nil {
		problem = known.apply(p)
	}
	if problem != nil {
		r.assume()
		r.Base = r.base(payload{})
		problem.Hint = "the run goes on without what it says about the pull request"
		return problem
	}
	known.Base = known.base(p)
	*r = known
	return nil
}

func parse(event []byte) (payload, *eval.Problem) {
	var p payload
	switch {
	case event == nil:
		return p, &eval.Problem{Message: "there is no event"}
	case len(event) > MaxEvent:
		return p, &eval.Problem{Message: fmt.Sprintf("the event is larger than %d MiB", MaxEvent>>20)}
	}
	if err := json.Unmarshal(event, &p); err != nil {
		return payload{}, &eval.Problem{Message: "the event cannot be read: " + reason(err)}
	}
	return p, nil
}

// reason is the decoder's words without its values, which are anybody's.
func reason(err error) string {
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		return fmt.Sprintf("%s is a JSON %s of another type than GitHub's", eval.Clip(string(semantic.JSONPointer)), kind(semantic))
	}
	return eval.Clip(strings.TrimPrefix(err.Error(), "jsontext: "))
}

func kind(err *json.SemanticError) string {
	if name := err.JSONKind.String(); name != "" {
		return name
	}
	return "value"
}
