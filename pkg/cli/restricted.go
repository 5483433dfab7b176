package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/runner"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// restricted names the kind of run that is given no secrets, and so no keys of
// models; "" is any other.
func (g *publisher) restricted() string {
	switch {
	case g == nil:
		return ""
	case g.run.Fork:
		return "a pull request from a fork"
	case g.run.Dependabot:
		return "a run of Dependabot"
	default:
		return ""
	}
}

// maintainer begins the reasons that only somebody with the secrets can
// resolve.
const maintainer = "needs a maintainer: "

// withheld tells the lack of variables that such a run is not given from what
// its author got wrong: where nothing else is wrong, no trial runs, which
// decides nothing, and the problems are warnings.
func (g *publisher) withheld(problems eval.Problems) (eval.Problems, *runner.Stopped) {
	kind := g.restricted()
	if kind == "" || problems.Errors() == 0 {
		return problems, nil
	}
	var names []string
	for _, problem := range problems {
		switch {
		case problem.Warning:
		case problem.Variable == "":
			return problems, nil
		case !slices.Contains(names, "$ENV."+problem.Variable):
			names = append(names, "$ENV."+problem.Variable)
		}
	}
	warnings := slices.Clone(problems)
	for i := range warnings {
		warnings[i].Warning = true
	}
	return warnings, &runner.Stopped{Reason: maintainer + kind + " has no " + strings.Join(names, ", ")}
}

// outside reports attachments that a fork takes from beside the repository,
// where the machine has what is nobody's business.
func (g *publisher) outside(cases []*eval.Case) eval.Problems {
	if g == nil || !g.run.Fork || g.run.Workspace.Dir == "" {
		return nil
	}
	var problems eval.Problems
	for _, c := range cases {
		for _, message := range c.Messages {
			for _, part := range message.Content.Parts {
				if a := part.Attachment; a != nil && !within(g.run.Workspace.Dir, a.File) {
					problems = append(problems, eval.Problem{
						Pos: a.Pos, Agent: c.Agent, Case: c.ID,
						Message: "attachment " + quote(a.Path) + " lies outside of the repository, where " + g.restricted() + " may read nothing",
					})
				}
			}
		}
	}
	return problems
}

// subject is what is evaluated. Where nobody can record what is missing, that
// is no fault of the agent.
func (s *suite) subject() target.Target {
	if s.github.restricted() == "" {
		return s.target
	}
	return unrecordable{s.target, s.github.restricted()}
}

// unrecordable leaves trials undecided of which something was not recorded.
type unrecordable struct {
	target.Target
	kind string
}

// Open opens a session of the target.
func (u unrecordable) Open(ctx context.Context, c *eval.Case, run int) (target.Session, error) {
	session, err := u.Target.Open(ctx, c, run)
	if err != nil {
		return nil, u.undecided(err)
	}
	return unrecordableSession{session, u}, nil
}

func (u unrecordable) undecided(err error) error {
	switch {
	case errors.Is(err, cassette.ErrNotRecorded):
		return &runner.Stopped{Reason: maintainer + u.kind + " records nothing: " + err.Error()}
	case errors.Is(err, agent.ErrNoCommand):
		return &runner.Stopped{Reason: maintainer + u.kind + " starts no commands: " + err.Error()}
	}
	return err
}

type unrecordableSession struct {
	target.Session
	of unrecordable
}

// Send is the session's own.
func (s unrecordableSession) Send(ctx context.Context, messages []eval.Message) (*target.Reply, error) {
	reply, err := s.Session.Send(ctx, messages)
	if err != nil {
		err = s.of.undecided(err)
	}
	return reply, err
}

var (
	_ target.Hooked  = unrecordableSession{}
	_ assert.Scripts = unrecordableSession{}
)

// Before is the session's own.
func (s unrecordableSession) Before(ctx context.Context) error {
	if hooked, ok := s.Session.(target.Hooked); ok {
		return s.of.undecided(hooked.Before(ctx))
	}
	return nil
}

// After is the session's own.
func (s unrecordableSession) After(ctx context.Context, trial *eval.Trial) error {
	if hooked, ok := s.Session.(target.Hooked); ok {
		return hooked.After(ctx, trial)
	}
	return nil
}

// Aside is the session's own.
func (s unrecordableSession) Aside() *target.Reply {
	if hooked, ok := s.Session.(target.Hooked); ok {
		return hooked.Aside()
	}
	return &target.Reply{}
}

// Script is the session's own.
func (s unrecordableSession) Script(ctx context.Context, reference string, args ...eval.Value) (eval.Value, error) {
	scripts, ok := s.Session.(assert.Scripts)
	if !ok {
		return eval.Value{}, errors.New("no scripts can be called here")
	}
	return scripts.Script(ctx, reference, args...)
}
