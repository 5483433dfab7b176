package check

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/outcome"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
)

// Check is what is to be shown.
type Check struct {
	Name    string // unique within a commit, or checks cover each other
	HeadSHA string // of a pull request its own head, not the merge commit that is built
	RunID   int64
	Attempt int
	Job     string
	URL     string // where the details are; may be ""

	Verdict eval.Verdict
	// Strict makes a failure of what was not decided: a rule that requires the
	// check is met by a neutral one.
	Strict  bool
	Title   string // the gate's
	Summary string // Markdown
	Text    string // Markdown; may be ""
	// Annotations are shown the worst first, at most Max of them; the last
	// then says how many more there are.
	Annotations []Annotation
	Max         int // 0 is 200

	Started, Completed time.Time
}

// Annotation is a remark at lines of a file.
type Annotation struct {
	Path              string // within the repository, with slashes
	Line, EndLine     int    // from 1; 0 is not known
	Column, EndColumn int    // from 1; 0 is not known
	Level             Level
	Title             string
	Message           string
	Details           string
}

// Level is how grave a remark is.
type Level string

// The levels. Any other is a notice.
const (
	Notice  Level = "notice"
	Warning Level = "warning"
	Failure Level = "failure"
)

// API is what Publish needs of GitHub; [*rest.Client] is one.
type API interface {
	CreateCheck(ctx context.Context, check rest.Check) (rest.CheckRun, error)
	UpdateCheck(ctx context.Context, id int64, check rest.Check) error
}

// batch is how many annotations GitHub takes in one request.
const batch = 50

// Publish creates the check run and completes it.
func Publish(ctx context.Context, api API, c Check) outcome.Outcome {
	if c.HeadSHA == "" {
		return outcome.Fail("it is not known which commit the check would be of")
	}
	shown, lost := annotations(c.Annotations, c.Max)
	first := min(batch, len(shown))
	left := shown[first:]
	// It is complete from its first request on: a process may end at any time,
	// and what only was begun would stay so.
	state := c.state()
	if lost > 0 {
		state.Summary = note(state.Summary, eval.Plural(lost, "annotation")+" left out: the path is not one within the repository.")
	}
	whole := state.Summary
	state.Annotations = shown[:first]
	run, err := api.CreateCheck(ctx, state)
	if first > 0 && refused(err) {
		// The conclusion must not hang on remarks that GitHub does not like.
		why := err
		state.Annotations = nil
		state.Summary = note(whole, eval.Plural(len(shown), "annotation")+" could not be added.")
		if run, err = api.CreateCheck(ctx, state); err == nil {
			return outcome.Outcome{Kind: outcome.Posted, URL: run.URL, Why: unadded(len(shown), why), Partly: true}
		}
	}
	if err != nil {
		return failed(err)
	}
	done := outcome.Outcome{Kind: outcome.Posted, URL: run.URL}
	unsent, err := more(ctx, api, run.ID, state, left)
	if unsent == 0 {
		return done
	}
	done.Why, done.Partly = unadded(unsent, err), true
	state.Annotations = nil
	state.Summary = note(whole, eval.Plural(unsent, "annotation")+" could not be added.")
	if err := api.UpdateCheck(ctx, run.ID, state); err != nil {
		done.Why += "; its summary does not say so: " + err.Error()
	}
	return done
}

func unadded(n int, err error) string {
	return fmt.Sprintf("%s could not be added: %v", eval.Plural(n, "annotation"), err)
}

// refused reports whether GitHub did not take what was sent, and did nothing.
func refused(err error) bool {
	var fault *rest.Fault
	return errors.As(err, &fault) && (fault.Status == http.StatusUnprocessableEntity || fault.Status == http.StatusRequestEntityTooLarge)
}

// more adds the annotations that did not fit into the first request. It stops
// at the first batch that fails, since others would wait and fail the same
// way.
func more(ctx context.Context, api API, id int64, state rest.Check, left []rest.Annotation) (unsent int, err error) {
	for len(left) > 0 {
		n := min(batch, len(left))
		state.Annotations = left[:n]
		if err := api.UpdateCheck(ctx, id, state); err != nil {
			return len(left), err
		}
		left = left[n:]
	}
	return 0, nil
}

// state is the check with its conclusion.
func (c Check) state() rest.Check {
	title := oneLine(c.Title)
	if title == "" {
		title = string(c.Verdict)
	}
	summary := text(c.Summary)
	if summary == "" {
		summary = title // GitHub wants one
	}
	state := rest.Check{
		Name:       oneLine(c.Name),
		HeadSHA:    c.HeadSHA,
		ExternalID: oneLine(fmt.Sprintf("%d/%d/%s", c.RunID, c.Attempt, c.Job)),
		DetailsURL: c.URL,
		Started:    c.Started,
		Title:      title,
		Summary:    summary,
		Text:       text(c.Text),
	}
	c.conclude(&state)
	return state
}

func (c Check) conclude(state *rest.Check) {
	state.Status, state.Completed = "completed", c.Completed
	switch {
	case c.Verdict == eval.VerdictPassed:
		state.Conclusion = "success"
	case c.Verdict == eval.VerdictFailed, c.Strict:
		state.Conclusion = "failure"
	default: // inconclusive, and never a success that nobody decided
		state.Conclusion = "neutral"
	}
}

// note puts a sentence before a Markdown text, where no cut takes it away.
func note(text, sentence string) string {
	return cutText(sentence + "\n\n" + text)
}

func failed(err error) outcome.Outcome {
	switch {
	case errors.Is(err, rest.ErrReadOnly):
		o := outcome.Skip("the token may not create checks here (forks and Dependabot get one that only reads; else the job needs the permission checks: write)")
		o.ReadOnly = true
		return o
	case errors.Is(err, rest.ErrAppOnly):
		return outcome.Fail("only the token of a workflow or of an app can create checks, not one of a person")
	default:
		return outcome.Fail(err.Error())
	}
}
