package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/adaptive"
	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
	"github.com/surefoot-dev/surefoot/pkg/runner"
	"github.com/surefoot-dev/surefoot/pkg/stability"
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
	problems, held := r.github.withheld(problems)
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

// redactor knows every secret of the application and the user's masks.
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

// execute runs the plan through the readers and returns the finished report.
// The error is what the readers could not keep.
func (p *Process) execute(ctx context.Context, s *suite, out *outputs) error {
	defer debug.SetGCPercent(debug.SetGCPercent(slack(len(s.plan.Cases))))
	began := time.Now()
	start := s.start(p.Now())
	start.Reports = p.paths(out)
	start = s.resumed.begun(start)
	s.memory.begin(p, start)
	builder := stability.NewBuilder(start, s.plan.Cases, s.plan.RunsOf)
	if s.compared != nil {
		out.readers = append(out.readers, &s.compared.own)
	}
	beside := s.pair(start, out.redactor)
	out.readers = append(out.readers, beside.readers()...)
	sink := &aggregate{builder: builder, redactor: out.redactor, recall: s.memory.recall, finish: s.finish, next: out.readers}
	hooks, both := s.hooks(), beside.sink(sink)
	faults := []error{sink.Event(start), s.resumed.tell(s, hooks.hear(sink))}

	schedule, bound, spend := s.schedule(p, sink)
	faults = append(faults, s.told(sink, spend))
	running, cancel := bounded(ctx, s.settings.MaxTime)
	defer cancel()
	ending, end := outlasting(ctx, late)
	defer end()
	stopTicking := out.tick(repaint)
	faults = append(faults, hooks.before(running, both, spend), runner.Run(running, runner.Config{
		Target: beside.target(s.subject()), Check: s.checked(p.checker(s.assertions), out.redactor), Sink: hooks.hear(both),
		Timeout: s.settings.Timeout, HookTimeout: s.settings.HookTimeout, Cleanup: cleanup, Grace: grace, Parallel: runner.Parallel(s.settings.Parallel),
	}, beside.schedule(s.resumed.schedule(schedule, s.plan.Cases))))
	reason := bound()
	if running.Err() != nil && reason == "" {
		reason = context.Cause(running).Error()
	}
	faults = append(faults, hooks.after(ending, both))
	stopTicking()
	if ctx.Err() != nil && reason == "" {
		reason = context.Cause(ctx).Error()
	}
	took := s.resumed.lasted(time.Since(began), p.Now())
	report := builder.Report(took, reason)
	s.memory.recallAll(report.Cases)
	// A comparison has the names of cases as reports do.
	clean := out.redactor.Report(*report)
	report.Comparison = s.comparison(clean, out.redactor, beside, took)
	clean.Comparison = report.Comparison
	decide := func() {
		report.Summary.ReportFaults = s.faults(faults)
		clean.Summary.ReportFaults = nil
		for _, fault := range report.Summary.ReportFaults {
			clean.Summary.ReportFaults = append(clean.Summary.ReportFaults, out.redactor.Text(fault))
		}
		report.Decision = gate.Decide(s.settings.Policy(), &clean)
	}
	faults = append(faults, s.memory.keep(ctx, report.Cases))
	report.Summary.Abandoned = s.resumed.abandoned() + s.abandoned()
	decide()
	out.report = report
	if err := out.publish(); err != nil {
		faults = append(faults, err)
		decide() // for those that are still to be told
	}
	if report.Comparison != nil {
		faults = append(faults, sink.Event(report.Comparison))
	}
	faults = append(faults, sink.Event(&report.Summary), sink.Event(&report.Decision))
	return errors.Join(faults...)
}

// faults are what the run could not keep, in lines.
func (s *suite) faults(now []error) []string {
	return slices.Concat(s.resumed.faults(), errorLines(errors.Join(now...)), s.unrecorded())
}

// slack is how much the heap may grow between collections, in percent of what
// is live. A long list of cases is live to the end, so memory is worth more
// than processor time there; it is the other way round for a short one.
func slack(cases int) int {
	if cases > 50_000 {
		return 40
	}
	return 200
}

// schedule hands out the trials of the plan. Bound is asked after the last one
// which bound of a budget ended it; spend is told what models took besides
// trials.
func (s *suite) schedule(p *Process, sink eval.Sink) (schedule runner.Scheduler, bound func() string, spend func(map[eval.Role]eval.Usage)) {
	set := s.settings
	budget := adaptive.Budget{
		Trials: set.MaxTrials, CostUSD: set.MaxCost, Tokens: set.MaxTokens, Time: set.MaxTime, Now: time.Now,
		Warn: func(message string) {
			_ = sink.Event(&eval.Log{Level: "warning", Message: message, Time: p.Now().UTC()}) // no row of a report
		},
	}
	if s.against != nil {
		budget.Beside = s.against.has()
	}
	if s.plan.MinRuns == 0 && !budget.Asked() {
		return s.plan.Schedule(s.lost()), func() string { return "" }, func(map[eval.Role]eval.Usage) {}
	}
	chosen := adaptive.New(s.plan, adaptive.Options{
		Policy: set.Policy(), Lost: s.lost(), Budget: budget, Alone: set.Replay != "",
		Outside: s.memory.aside(s.plan.Cases), Failed: s.memory.over(s.plan.Cases),
	})
	return chosen, chosen.Bound, chosen.Spend
}

// lost is the rule by which --fail-fast ends the walk; nil without it.
func (s *suite) lost() func(*eval.Trial) string {
	if !s.settings.FailFast {
		return nil
	}
	expected := map[eval.Key]gate.Expected{}
	for _, c := range s.memory.gated(s.plan.Cases) {
		expected[c.Key()] = gate.Expected{ID: c.ID, Planned: s.plan.RunsOf(c), Excusable: c.Test != nil}
	}
	over := s.memory.over(s.plan.Cases)
	watch := gate.NewWatch(s.settings.Policy(), expected)
	return func(t *eval.Trial) string {
		if reason := cmp.Or(watch.Lost(t), over); reason != "" {
			return "stopped by --fail-fast: " + reason
		}
		return ""
	}
}

// start is the report's first row.
func (s *suite) start(now time.Time) *eval.Start {
	id := s.identity
	facts := s.plan.Facts(s.inputs)
	facts.Application = s.digest
	return &eval.Start{
		SchemaVersion: eval.SchemaVersion, Version: version(), Timestamp: now.UTC(), Agents: s.agents(),
		Environment: eval.Environment{
			UserID: id.User, TeamID: id.Team, Locale: id.Locale, ClientType: id.Client.Type, ClientIP: id.Client.IP,
			Referer: id.Referer, Accept: id.Accept,
		},
		Settings: s.settings.Texts(), Policy: s.settings.Policy(), Seed: s.settings.Seed, Plan: facts,
	}
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
