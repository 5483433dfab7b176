package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	checkrun "github.com/surefoot-dev/surefoot/pkg/github/check"
	"github.com/surefoot-dev/surefoot/pkg/github/comment"
	"github.com/surefoot-dev/surefoot/pkg/github/outcome"
	"github.com/surefoot-dev/surefoot/pkg/github/pull"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
)

// check writes the check run.
func (g *publisher) check(ctx context.Context, api api, p *Process, f finished) {
	if !g.settings.Action.Check {
		return
	}
	done := api.why
	if api.Client != nil {
		done = checkrun.Publish(ctx, api, g.checkOf(p, f))
	}
	g.became(written{"the check run", "checks: write"}, done)
}

func (g *publisher) checkOf(p *Process, f finished) checkrun.Check {
	c := checkrun.Check{
		Name: g.heading(f) + " (" + g.run.Job + ")", HeadSHA: g.run.HeadSHA, RunID: g.run.ID, Attempt: g.run.Attempt, Job: g.run.Job, URL: g.run.URL(),
		Verdict: f.report.Decision.Verdict, Strict: !tolerated(g.settings, &f.report), Title: f.report.Decision.Title, Summary: g.page(f, markdown.Check, 0),
		Started: f.report.Start.Timestamp, Completed: p.Now(),
	}
	for _, m := range f.marks {
		level := checkrun.Failure
		if m.Warning || tolerated(g.settings, &f.report) {
			level = checkrun.Warning
		}
		c.Annotations = append(c.Annotations, checkrun.Annotation{
			Path: g.path(m.Pos.File), Line: m.Pos.Line, Column: m.Pos.Column, Level: level, Title: m.Title, Message: m.Message,
		})
	}
	return c
}

// comment brings the comment on the pull request up to date: it says what the
// post does.
func (g *publisher) comment(ctx context.Context, api api, post comment.Post) {
	mode := comment.Mode(g.settings.Action.Comment)
	if mode == comment.Off {
		return
	}
	if api.Client != nil {
		// A branch that nobody asked to merge has none, which is no trouble, and
		// neither is a token that may not ask whether it has.
		found, _, err := pull.Find(ctx, api, g.run)
		g.run = found
		if err != nil && found.PullRequest == 0 && !errors.Is(err, rest.ErrReadOnly) && !errors.Is(err, rest.ErrForbidden) && !errors.Is(err, rest.ErrNotFound) {
			g.fail("the comment", err)
		}
	}
	if g.run.PullRequest == 0 {
		return
	}
	if api.Client == nil && !post.Fails && mode != comment.Always {
		return // nothing that a comment would be begun for
	}
	done := api.why
	if api.Client != nil {
		post.Pull, post.Mode = g.run.PullRequest, mode
		// Two steps of a job have artifacts of two names.
		post.Key = comment.Key{Workflow: g.run.Workflow, Job: g.run.Job, Name: g.settings.Action.ArtifactName}
		post.Run = comment.Run{ID: g.run.ID, Attempt: g.run.Attempt, HeadSHA: g.run.HeadSHA}
		done = comment.Publish(ctx, api, post)
	}
	g.said.commentURL = done.URL
	g.became(written{"the comment", "pull-requests: write"}, done)
}

// regressed reports whether any case did, which is worth a comment also where
// the gate does not ask for it.
func regressed(r *eval.Report) bool {
	return r.Comparison != nil && r.Comparison.Count[eval.Regressed] > 0
}

// state is what counts as a change: the verdict, and what became of each case,
// by itself and beside the baseline.
func state(r *eval.Report) string {
	lines := []string{string(r.Decision.Verdict)}
	for i := range r.Cases {
		c := &r.Cases[i]
		lines = append(lines, fmt.Sprintf("%q %q %s %s", c.Agent, c.ID, c.Status, c.Class))
	}
	if r.Comparison != nil {
		for i := range r.Comparison.Cases {
			if c := &r.Comparison.Cases[i]; c.Change == eval.Regressed {
				lines = append(lines, fmt.Sprintf("%q %q %s", c.Agent, c.ID, c.Change))
			}
		}
	}
	slices.Sort(lines[1:])
	return strings.Join(lines, "\n")
}

// became says what could not be published for a reason that somebody can do
// something about.
func (g *publisher) became(what written, done outcome.Outcome) {
	switch {
	case done.ReadOnly:
		g.readOnly = append(g.readOnly, what)
	case done.Partly:
		g.fail("all of "+what.name, errors.New(done.Why))
	case done.Kind == outcome.Failed || done.Kind == outcome.Skipped && done.Why != "" && g.token == "":
		g.fail(what.name, errors.New(done.Why))
	}
}
