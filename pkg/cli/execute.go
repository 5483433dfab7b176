package cli

import (
	"cmp"
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/adaptive"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/runner"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

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
	// A report that cannot be written leaves the run without a verdict, which the
	// others have to say too.
	for err := out.publish(); err != nil; err = out.publish() {
		faults = append(faults, err)
		decide()
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
