package rest

import (
	"context"
	"strconv"
	"time"

	"github.com/google/go-github/v60/github"
)

// Check is the state of a check run. Fields that are zero are not sent.
type Check struct {
	Name       string
	HeadSHA    string // of the commit; only when it is created
	ExternalID string
	DetailsURL string
	Status     string // in_progress or completed
	Conclusion string // success, failure or neutral; with completed
	Started    time.Time
	Completed  time.Time

	Title   string
	Summary string
	Text    string
	// Annotations are added to those that were sent before, at most 50.
	Annotations []Annotation
}

// Annotation is a remark at lines of a file. Columns that are 0 are not sent.
type Annotation struct {
	Path              string // within the repository, with slashes
	Line, EndLine     int    // from 1
	Column, EndColumn int
	Level             string // notice, warning or failure
	Title, Message    string
	Details           string
}

// CheckRun is a check run that was created.
type CheckRun struct {
	ID  int64
	URL string // of its page
}

// CreateCheck begins a check run on a commit.
func (c *Client) CreateCheck(ctx context.Context, check Check) (CheckRun, error) {
	var made CheckRun
	err := c.call(ctx, "create the check "+strconv.Quote(check.Name), func(ctx context.Context) error {
		run, _, err := c.github.Checks.CreateCheckRun(ctx, c.owner, c.repo, github.CreateCheckRunOptions{
			Name:        check.Name,
			HeadSHA:     check.HeadSHA,
			DetailsURL:  given(check.DetailsURL),
			ExternalID:  given(check.ExternalID),
			Status:      given(check.Status),
			Conclusion:  given(check.Conclusion),
			StartedAt:   stamp(check.Started),
			CompletedAt: stamp(check.Completed),
			Output:      output(check),
		})
		made = CheckRun{ID: run.GetID(), URL: run.GetHTMLURL()}
		return err
	})
	return made, err
}

// UpdateCheck changes a check run. An update without annotations may be sent
// more than once, where an answer did not come; those with some may not, since
// GitHub would add them again.
func (c *Client) UpdateCheck(ctx context.Context, id int64, check Check) error {
	return c.call(ctx, "update the check "+strconv.Quote(check.Name), func(ctx context.Context) error {
		if len(check.Annotations) == 0 {
			ctx = with(ctx, repeatable)
		}
		_, _, err := c.github.Checks.UpdateCheckRun(ctx, c.owner, c.repo, id, github.UpdateCheckRunOptions{
			Name:        check.Name,
			DetailsURL:  given(check.DetailsURL),
			ExternalID:  given(check.ExternalID),
			Status:      given(check.Status),
			Conclusion:  given(check.Conclusion),
			CompletedAt: stamp(check.Completed),
			Output:      output(check),
		})
		return err
	})
}

func output(check Check) *github.CheckRunOutput {
	out := &github.CheckRunOutput{Title: &check.Title, Summary: &check.Summary, Text: given(check.Text)}
	for _, a := range check.Annotations {
		out.Annotations = append(out.Annotations, &github.CheckRunAnnotation{
			Path:            &a.Path,
			StartLine:       &a.Line,
			EndLine:         &a.EndLine,
			StartColumn:     column(a.Column),
			EndColumn:       column(a.EndColumn),
			AnnotationLevel: &a.Level,
			Message:         &a.Message,
			Title:           given(a.Title),
			RawDetails:      given(a.Details),
		})
	}
	return out
}

func given(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func column(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

func stamp(t time.Time) *github.Timestamp {
	if t.IsZero() {
		return nil
	}
	return &github.Timestamp{Time: t.UTC()}
}
