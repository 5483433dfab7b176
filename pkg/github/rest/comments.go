package rest

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/go-github/v60/github"
)

// perPage is the most that GitHub gives at once.
const perPage = 100

// Comment is one comment of an issue or a pull request.
type Comment struct {
	ID        int64
	Author    string // the login; "" when the account is gone
	Body      string
	URL       string // of its page
	Minimized bool   // hidden by somebody, where the server says so
}

// listed is a comment with what the library does not know of it.
type listed struct {
	github.IssueComment
	Minimized *struct{} `json:"minimized"`
}

// Comments is one page of the comments of a pull request, oldest first, and
// the number of the next page, 0 after the last. Pages begin at 1.
func (c *Client) Comments(ctx context.Context, number, page int) (comments []Comment, next int, err error) {
	err = c.call(ctx, "list the comments of #"+strconv.Itoa(number), func(ctx context.Context) error {
		path := fmt.Sprintf("repos/%s/%s/issues/%d/comments?per_page=%d&page=%d", c.owner, c.repo, number, perPage, page)
		req, err := c.github.NewRequest("GET", path, nil)
		if err != nil {
			return err
		}
		var found []listed
		resp, err := c.github.Do(ctx, req, &found)
		if err != nil {
			return err
		}
		for _, f := range found {
			comment := commentOf(&f.IssueComment)
			comment.Minimized = f.Minimized != nil
			comments = append(comments, comment)
		}
		if resp.NextPage > page { // anything else would go in a circle
			next = resp.NextPage
		}
		return nil
	})
	return comments, next, err
}

// CreateComment writes a comment under a pull request.
func (c *Client) CreateComment(ctx context.Context, number int, body string) (Comment, error) {
	var made Comment
	err := c.call(ctx, "comment on #"+strconv.Itoa(number), func(ctx context.Context) error {
		comment, _, err := c.github.Issues.CreateComment(ctx, c.owner, c.repo, number, &github.IssueComment{Body: &body})
		made = commentOf(comment)
		return err
	})
	return made, err
}

// EditComment replaces the text of a comment.
func (c *Client) EditComment(ctx context.Context, id int64, body string) (Comment, error) {
	var edited Comment
	err := c.call(ctx, "edit comment "+strconv.FormatInt(id, 10), func(ctx context.Context) error {
		comment, _, err := c.github.Issues.EditComment(with(ctx, repeatable), c.owner, c.repo, id, &github.IssueComment{Body: &body})
		edited = commentOf(comment)
		return err
	})
	return edited, err
}

// DeleteComment removes a comment.
func (c *Client) DeleteComment(ctx context.Context, id int64) error {
	return c.call(ctx, "delete comment "+strconv.FormatInt(id, 10), func(ctx context.Context) error {
		_, err := c.github.Issues.DeleteComment(ctx, c.owner, c.repo, id)
		return err
	})
}

// IsOpen reports whether an issue or a pull request is open.
func (c *Client) IsOpen(ctx context.Context, number int) (bool, error) {
	open := false
	err := c.call(ctx, "look at #"+strconv.Itoa(number), func(ctx context.Context) error {
		issue, _, err := c.github.Issues.Get(ctx, c.owner, c.repo, number)
		open = issue.GetState() == "open"
		return err
	})
	return open, err
}

func commentOf(c *github.IssueComment) Comment {
	return Comment{ID: c.GetID(), Author: c.GetUser().GetLogin(), Body: c.GetBody(), URL: c.GetHTMLURL()}
}
