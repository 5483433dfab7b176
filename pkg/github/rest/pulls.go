package rest

import (
	"context"
	"net/url"
	"strconv"

	"github.com/google/go-github/v60/github"
)

// Pull is a pull request, as far as it is asked for.
type Pull struct {
	Number  int
	Open    bool
	HeadSHA string
	Head    string // owner/name of the repository it comes from; "" when that is gone
	Base    string // owner/name of the one it goes to
}

// Pull is the pull request of this number.
func (c *Client) Pull(ctx context.Context, number int) (Pull, error) {
	var pull Pull
	err := c.call(ctx, "look at pull request #"+strconv.Itoa(number), func(ctx context.Context) error {
		found, _, err := c.github.PullRequests.Get(ctx, c.owner, c.repo, number)
		pull = pullOf(found)
		return err
	})
	return pull, err
}

// PullsOf are the pull requests that a commit of this repository belongs to,
// at most 100. Those from forks are not among them.
func (c *Client) PullsOf(ctx context.Context, sha string) ([]Pull, error) {
	var pulls []Pull
	err := c.call(ctx, "look for the pull request of commit "+line(sha, c.token), func(ctx context.Context) error {
		found, _, err := c.github.PullRequests.ListPullRequestsWithCommit(ctx, c.owner, c.repo, url.PathEscape(sha), &github.ListOptions{PerPage: perPage})
		pulls = pullsOf(found)
		return err
	})
	return pulls, err
}

// PullsFrom are the open pull requests from a branch, which is owner:branch,
// at most 100. Several repositories of that owner may have the branch.
func (c *Client) PullsFrom(ctx context.Context, head string) ([]Pull, error) {
	var pulls []Pull
	err := c.call(ctx, "look for the pull request from "+line(head, c.token), func(ctx context.Context) error {
		found, _, err := c.github.PullRequests.List(ctx, c.owner, c.repo, &github.PullRequestListOptions{
			State: "open", Head: head, ListOptions: github.ListOptions{PerPage: perPage},
		})
		pulls = pullsOf(found)
		return err
	})
	return pulls, err
}

func pullsOf(found []*github.PullRequest) []Pull {
	pulls := make([]Pull, len(found))
	for i, p := range found {
		pulls[i] = pullOf(p)
	}
	return pulls
}

func pullOf(p *github.PullRequest) Pull {
	return Pull{
		Number: p.GetNumber(), Open: p.GetState() == "open", HeadSHA: p.GetHead().GetSHA(),
		Head: p.GetHead().GetRepo().GetFullName(), Base: p.GetBase().GetRepo().GetFullName(),
	}
}
