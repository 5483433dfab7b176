package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/proc"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
)

const (
	// cleanup is how long closing a trial's session may take.
	cleanup = 30 * time.Second
	// grace is how long trials may take to end after an interrupt: the report
	// must be there within 5 s.
	grace = 3 * time.Second
	// repaint is how often the live line is drawn anew.
	repaint = 100 * time.Millisecond
)

// eval is the main job: load, check, run, report, decide.
func (p *Process) eval(ctx context.Context, args []string) int {
	var running atomic.Bool
	ctx, stop := p.watch(ctx, &running)
	defer stop()
	r := request{settings: config.Default()}
	words, problems := r.settings.Flags("eval", args)
	at, r, problems := p.complete(r, words, problems)
	if r.settings.Help {
		return p.help("eval")
	}
	if r.settings.Action.Merge.Asked() {
		problems = append(problems, eval.Problem{Message: "SUREFOOT_MERGE is of the action", Hint: "surefoot merge joins the reports of shards"})
	}
	var more eval.Problems
	r.github, more = at.onGitHub(r)
	return at.evaluate(ctx, r, append(problems, more...), &running)
}

// evaluate runs a request, unless it has problems, and publishes what came of
// it.
func (p *Process) evaluate(ctx context.Context, r request, problems eval.Problems, running *atomic.Bool) int {
	s := &suite{request: r}
	if problems.Errors() == 0 {
		var more eval.Problems
		s, more = p.load(ctx, r)
		problems = append(problems, more...)
		if problems.Errors() == 0 {
			problems = append(problems, s.narrow()...)
		}
		problems = append(problems, s.reached()...)
	}
	if problems.Errors() == 0 {
		problems = append(problems, p.against(ctx, s, running)...)
		defer s.against.close()
		if s.settings.Against != "" && ctx.Err() != nil {
			return exitInterrupted // as any other run that has not begun
		}
	}
	redactor := p.redactor(s)
	problems = append(problems, s.merged(redactor)...)
	if problems.Errors() == 0 {
		problems = append(problems, s.digested()...)
	}
	if problems.Errors() == 0 {
		problems = append(problems, p.resume(s, redactor)...)
	}
	if problems.Errors() == 0 {
		problems = append(problems, p.baseline(ctx, s, redactor)...)
	}
	defer func() { s.resumed.close() }()
	problems, held := r.github.withheld(problems.Once())
	problems = redactor.Problems(problems)
	console.Problems(p.Err, problems)
	if problems.Errors() > 0 {
		running.Store(true) // the pages are worth the wait
		r.github.refused(ctx, p, "nothing was run", problems)
		return exit(r.settings, exitInput)
	}
	if r.settings.DryRun {
		return p.dryRun(s, redactor)
	}
	out, err := p.open(s, redactor)
	if err != nil {
		problems = append(problems, eval.Problem{Message: redactor.Text(err.Error())})
		console.Problems(p.Err, problems[len(problems)-1:])
		running.Store(true) // the pages are worth the wait
		r.github.refused(ctx, p, "nothing was run", problems)
		return exit(r.settings, exitInput)
	}
	running.Store(true)
	s.resumed.say(p, s)
	trials := ctx
	if held != nil {
		var stop context.CancelCauseFunc
		trials, stop = context.WithCancelCause(ctx)
		stop(held)
	}
	fault := p.execute(trials, s, out)
	if r.github != nil {
		r.github.publish(ctx, p, p.finished(s, out), problems)
	}
	return p.finish(s, out, fault)
}

// exit folds the detailed code into the plain contract unless it was asked
// for.
func exit(s *config.Settings, code int) int {
	if s.DetailedExitcode || code == exitPassed || code == exitInterrupted {
		return code
	}
	return exitError
}

// redactor knows every secret of the application, what the user passes on to its
// servers, and the user's masks.
func (p *Process) redactor(s *suite) *redact.Redactor {
	var secrets []redact.Secret
	if s.app != nil {
		for _, secret := range s.app.Secrets() {
			secrets = append(secrets, redact.Secret(secret))
		}
	}
	if s.against != nil && s.against.app != nil {
		for _, secret := range s.against.app.Secrets() {
			secrets = append(secrets, redact.Secret(secret))
		}
	}
	for _, pair := range proc.Passed(p.given(), s.settings.PassEnv) {
		name, value, _ := strings.Cut(pair, "=")
		secrets = append(secrets, redact.Secret{Name: name, Value: value})
	}
	return redact.New(append(secrets, s.github.secrets()...), s.settings.Mask)
}

// merged reports cases that redaction gives one and the same id: no report
// could tell their trials apart.
func (s *suite) merged(redactor *redact.Redactor) eval.Problems {
	if s.plan == nil {
		return nil
	}
	var problems eval.Problems
	seen := map[eval.Key]string{}
	for _, c := range s.plan.Cases {
		key := eval.Key{Agent: redactor.Text(c.Agent), ID: redactor.Text(c.ID)}
		if other, ok := seen[key]; ok {
			problems = append(problems, eval.Problem{
				Pos: c.Pos, Message: "redaction makes the id of this case the same as that of " + other, Hint: "change the id or the mask",
			})
			continue
		}
		seen[key] = c.Pos.String()
	}
	return problems
}

// finish closes the readers and turns the decision into an exit code.
func (p *Process) finish(s *suite, out *outputs, fault error) int {
	fault = errors.Join(fault, out.closeFiles())
	lines := append(errorLines(fault), s.unrecorded()...)
	shown := out.console != nil && !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, onScreen) })
	for _, line := range lines {
		if !shown || !slices.Contains(out.report.Summary.ReportFaults, line) {
			fmt.Fprintln(p.Err, "surefoot: "+out.redactor.Text(line))
		}
	}
	switch {
	case out.report.Summary.Interrupted == interrupted:
		return exitInterrupted
	case fault != nil:
		return exit(s.settings, exitNotCompleted)
	default:
		return verdictCode(s.settings, out.report)
	}
}
