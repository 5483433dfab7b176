package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/baseline"
	workflow "github.com/surefoot-dev/surefoot/pkg/github/command"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/beside"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

const (
	// searching is how long the search for a baseline may keep a run waiting.
	searching = 10 * time.Second
	// unfit is how many artifacts are opened before the search is given up.
	unfit = 3
)

// mainline is the run of the base branch, where that is to be looked for. Where
// nobody asked, there need not be any: then only what somebody could do
// something about is said, and in the log. Otherwise one notice says why there
// is none: somebody asks who has a gate that needs it, too.
func (p *Process) mainline(ctx context.Context, g *publisher, s *config.Settings, gated bool, redactor *redact.Redactor) (*compared, eval.Problems, error) {
	asked := s.Baseline == config.AutoBaseline
	switch {
	case s.DryRun || s.Against != "" || !s.Shard.IsWhole():
		return nil, nil, nil
	case g == nil && asked:
		return nil, nil, errors.New("--baseline auto: only a step of GitHub Actions knows its base branch (name a report)")
	case g == nil, !asked && !gated && !strings.HasPrefix(g.run.Event, "pull_request"):
		return nil, nil, nil
	}
	asked = asked || gated
	base, problems, err := g.base(ctx, p, redactor)
	switch none := errors.Is(err, baseline.ErrNone); {
	case err == nil:
		return &compared{base: base}, problems, nil
	case ctx.Err() != nil:
		return nil, nil, context.Cause(ctx)
	case asked && none:
		g.notice(err.Error())
		return &compared{}, problems, nil
	case asked:
		g.notice("nothing is compared: " + err.Error())
		return &compared{unknown: true}, problems, nil
	case !none && g.token != "" && g.run.WorkflowFile != "":
		fmt.Fprintln(p.Err, "surefoot: not compared with the base branch: "+safetext.Line(redactor.Text(err.Error()))+" (baseline: none leaves it out)")
	}
	return nil, problems, nil
}

func (g *publisher) notice(text string) {
	_ = g.log.Annotate(workflow.Annotation{Level: workflow.Notice, Title: "Surefoot", Message: text})
}

// base looks for the run of the base branch and reads its report. The problems
// are warnings about artifacts that are there and are none.
func (g *publisher) base(ctx context.Context, p *Process, redactor *redact.Redactor) (*beside.Base, eval.Problems, error) {
	bounded, cancel := context.WithTimeout(ctx, searching)
	defer cancel()
	client := g.reader()
	if client.Client == nil {
		return nil, nil, errors.New(client.why.Why)
	}
	var problems eval.Problems
	for found, err := range baseline.Find(bounded, client, g.run, g.settings.Action.ArtifactName) {
		if err != nil {
			return nil, problems, unsearched(err)
		}
		base, err := g.earlierBase(bounded, p, client, found, redactor)
		switch {
		case err == nil:
			return base, problems, nil
		case bounded.Err() != nil:
			return nil, problems, unsearched(bounded.Err())
		case isRefusal(err):
			return nil, problems, unsearched(err)
		}
		problems = append(problems, eval.Problem{
			Message: fmt.Sprintf("the artifact %q of run %d is no baseline: %s", eval.Clip(found.Artifact.Name), found.Run.ID, err), Warning: true,
		})
		if len(problems) == unfit {
			break
		}
	}
	return nil, problems, errors.New("no artifact of the base branch can be read")
}

// earlierBase reads the report in an artifact of another run, which must be
// the whole of a run that went to its end.
func (g *publisher) earlierBase(ctx context.Context, p *Process, client api, found baseline.Found, redactor *redact.Redactor) (*beside.Base, error) {
	file, err := g.fetch(ctx, p, client, found.Artifact)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	e, err := p.untrusted(file, found.String(), redactor)
	if err != nil {
		return nil, err
	}
	defer e.close()
	switch {
	case e.past.Early != "":
		return nil, errors.New("its run was killed")
	case e.Start.Plan.Shard != "":
		return nil, fmt.Errorf("it is of shard %s alone", e.Start.Plan.Shard)
	}
	return beside.Read(&e.Report, e.trials(ctx), e.name, found.Run.SHA)
}

// isRefusal reports whether the token is what is wrong.
func isRefusal(err error) bool {
	return errors.Is(err, rest.ErrReadOnly) || errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrUnauthorized)
}

// unsearched is why GitHub could not be asked, said so that somebody can do
// something about it.
func unsearched(err error) error {
	var fault *rest.Fault
	switch {
	case isRefusal(err) && errors.As(err, &fault):
		return fmt.Errorf("the job needs actions: read among its permissions, to %s", fault.Doing)
	case errors.Is(err, rest.ErrLate), errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("GitHub did not answer within %s", eval.Span(searching))
	default:
		return err
	}
}
