package cli

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	checkrun "github.com/surefoot-dev/surefoot/pkg/github/check"
	workflow "github.com/surefoot-dev/surefoot/pkg/github/command"
	"github.com/surefoot-dev/surefoot/pkg/github/comment"
	"github.com/surefoot-dev/surefoot/pkg/github/outcome"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
)

// view is the report as it is shown: with a word first that nobody vouches for
// it, and without commands to copy, which its author would have written.
type view struct {
	*relay
	report *eval.Report
	digest *markdown.Digest
}

// source is the run that reported: the other one, or this.
func (v *view) source() (id int64, attempt int, address string) {
	up := v.run.Upstream
	if up == nil {
		return v.run.ID, v.run.Attempt, v.run.URL()
	}
	other := v.run
	other.ID, other.Attempt = up.ID, up.Attempt
	return up.ID, up.Attempt, other.URL()
}

// page is the report in at most so many bytes.
func (v *view) page(style markdown.Style, limit int) string {
	id, _, address := v.source()
	note := fmt.Sprintf("*Reported by [run %d](%s), and not verified: who wrote its code could have written this.*\n\n", id, address)
	repository := v.run.Repository.String()
	if up := v.run.Upstream; up != nil {
		repository = up.Head
	}
	opt := markdown.Options{
		Style: style, Limit: limit - len(note), Title: v.settings.Action.Title,
		Run:       markdown.Run{Number: id, SHA: v.run.HeadSHA, Path: clean},
		Links:     markdown.Links{Run: address},
		Reproduce: func(*eval.CaseResult) []markdown.Command { return nil },
	}
	if repository != "" {
		opt.Run.Repository = v.run.Server + "/" + repository
	}
	return note + string(v.digest.Render(opt))
}

// clean takes a path that stays below the top of a repository.
func clean(file string) (string, bool) {
	inside := file != "" && !path.IsAbs(file) && path.Clean(file) == file && file != ".." && !strings.HasPrefix(file, "../") && !strings.ContainsAny(file, `\:`)
	return file, inside
}

// summary writes the job's summary.
func (v *view) summary() {
	if !v.settings.Action.Summary {
		return
	}
	file := v.run.Files.Summary
	room, err := workflow.SummaryRoom(file)
	if err == nil && room < 1<<10 {
		err = errors.New("other summaries of this step left no room for it")
	}
	if err == nil {
		err = workflow.WriteSummary(file, v.page(markdown.Summary, room))
	}
	if err != nil {
		v.became("the job summary", outcome.Fail(err.Error()))
		return
	}
	v.became("the job summary", outcome.Outcome{Kind: outcome.Posted})
}

// maxCheck is less than the bytes that a check run takes.
const maxCheck = 60_000

// check writes the check run. It is never green, since a rule that asks for it
// would be met by whoever writes the report, and marks no lines of code.
func (v *view) check(ctx context.Context) {
	if !v.settings.Action.Check {
		return
	}
	if v.client.Client == nil {
		v.became("the check run", v.refused())
		return
	}
	verdict := v.report.Decision.Verdict
	if verdict != eval.VerdictFailed {
		verdict = eval.VerdictInconclusive
	}
	id, attempt, address := v.source()
	v.became("the check run", checkrun.Publish(ctx, v.client, checkrun.Check{
		Name: v.name() + " (" + v.run.Job + ")", HeadSHA: v.run.HeadSHA, RunID: id, Attempt: attempt, Job: v.run.Job, URL: address,
		Verdict: verdict, Title: "reported: " + v.report.Decision.Title, Summary: v.page(markdown.Check, maxCheck),
		Started: v.p.Now(), Completed: v.p.Now(),
	}))
}

// name is of the check run: no word of the report, which could take the name
// of another.
func (v *view) name() string {
	if title := v.settings.Action.Title; title != "" {
		return title
	}
	return "reported evals"
}

// comment brings the comment on the pull request up to date.
func (v *view) comment(ctx context.Context, unfound error, notice string) {
	mode := comment.Mode(v.settings.Action.Comment)
	const what = "the comment"
	switch {
	case mode == comment.Off:
		return
	case v.client.Client == nil:
		v.became(what, v.refused())
		return
	case unfound != nil:
		v.became(what, outcome.Fail(unfound.Error()))
		return
	case v.run.PullRequest == 0 && notice != "":
		v.became(what, outcome.Skip(notice))
		return
	}
	id, attempt, _ := v.source()
	v.became(what, comment.Publish(ctx, v.client, comment.Post{
		Pull: v.run.PullRequest, Mode: mode,
		Key:   comment.Key{Workflow: v.run.Workflow, Job: v.run.Job, Name: v.settings.Action.ArtifactName},
		Run:   comment.Run{ID: id, Attempt: attempt, HeadSHA: v.run.HeadSHA},
		Fails: v.report.Decision.Verdict != eval.VerdictPassed || regressed(v.report), State: state(v.report),
		Body: func(limit int) string { return v.page(markdown.Comment, limit) },
	}))
}

// refused is why nothing can be asked of GitHub, which is trouble here.
func (v *view) refused() outcome.Outcome {
	return outcome.Fail(v.client.why.Why)
}
