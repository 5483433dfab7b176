package pull

import (
	"context"
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/github/run"
)

// API is what Find needs of GitHub; [*rest.Client] is one.
type API interface {
	Pull(ctx context.Context, number int) (rest.Pull, error)
	PullsOf(ctx context.Context, sha string) ([]rest.Pull, error)
	PullsFrom(ctx context.Context, head string) ([]rest.Pull, error)
}

// Find is the run with its pull request. A run that asks for nothing is the
// same as before; one that belongs to none has the number 0, and why says how
// that came where it is not plain. After an error the question stays.
func Find(ctx context.Context, api API, r run.Run) (found run.Run, why string, err error) {
	switch ask := r.Ask; {
	case ask == run.Ask{}:
		return r, "", nil
	case ask.Pull > 0:
		p, err := api.Pull(ctx, ask.Pull)
		if err != nil {
			return r, "", err
		}
		return r.Found(ask.Pull, p.HeadSHA, p.Head), "", nil
	case ask.Head != "":
		pulls, err := api.PullsFrom(ctx, ask.Head)
		if err != nil {
			return r, "", err
		}
		found, why := one(r, pulls)
		return found, why, nil
	default:
		pulls, err := api.PullsOf(ctx, ask.SHA)
		if err != nil {
			return r, "", err
		}
		found, why := one(r, pulls)
		return found, why, nil
	}
}

// one is the run with the only pull request that is open at its commit.
func one(r run.Run, pulls []rest.Pull) (run.Run, string) {
	head := r.Repository.String()
	if r.Upstream != nil {
		head = r.Upstream.Head
	}
	var fit []rest.Pull
	moved := 0
	for _, p := range pulls {
		switch {
		case !p.Open || p.Number <= 0 || head == "" || !strings.EqualFold(p.Head, head) || !strings.EqualFold(p.Base, r.Repository.String()):
		case p.HeadSHA != r.Ask.SHA:
			moved = p.Number
		default:
			fit = append(fit, p)
		}
	}
	switch {
	case len(fit) == 1:
		return r.Found(fit[0].Number, fit[0].HeadSHA, fit[0].Head), ""
	case len(fit) > 1:
		return r.Found(0, "", ""), fmt.Sprintf("the commit is the head of pull request %d and of %d", fit[0].Number, fit[1].Number)
	case moved > 0:
		return r.Found(0, "", ""), fmt.Sprintf("pull request %d has moved on to another commit", moved)
	default:
		return r.Found(0, "", ""), ""
	}
}
