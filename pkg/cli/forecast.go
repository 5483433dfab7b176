package cli

import (
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/forecast"
	"github.com/surefoot-dev/surefoot/pkg/redact"
)

// forecast is what the plan would take and find, and the same of each of its
// cases that is not skipped.
func (p *Process) forecast(s *suite, redactor *redact.Redactor) (*eval.Forecast, map[eval.Key]*eval.CaseForecast) {
	plan := forecast.Plan{Parallel: s.settings.Parallel.N}
	if s.settings.Detect != nil {
		plan.Drop = *s.settings.Detect
	}
	past := map[eval.Key]*forecast.Past{}
	if base := s.base; base != nil {
		plan.Baseline = base.Name()
		for i := range base.Report().Cases {
			c := &base.Report().Cases[i]
			past[c.Key()] = forecast.PastOf(c, base.Usage(c.Key()))
		}
	}
	for _, c := range s.plan.Cases {
		runs := s.plan.RunsOf(c)
		if runs == 0 {
			continue
		}
		of := forecast.Case{Agent: c.Agent, ID: c.ID, Least: s.plan.LeastOf(c), Runs: runs, Outside: s.memory.outside(c.Key())}
		of.Past = past[eval.Key{Agent: redactor.Text(c.Agent), ID: redactor.Text(c.ID)}]
		if s.resumed != nil {
			of.Done = s.resumed.Done(s.resumed.shown(c.Key()))
		}
		plan.Cases = append(plan.Cases, of)
	}
	f, cases := forecast.Of(plan)
	byKey := make(map[eval.Key]*eval.CaseForecast, len(cases))
	for i := range cases {
		byKey[eval.Key{Agent: plan.Cases[i].Agent, ID: plan.Cases[i].ID}] = &cases[i]
	}
	return f, byKey
}

// dryRunRows is a dry run for programs: the start row, a row a case, and the
// forecast.
func (p *Process) dryRunRows(s *suite, redactor *redact.Redactor) error {
	sink := redactor.Sink(lines{p.Out})
	f, cases := p.forecast(s, redactor)
	events := []eval.Event{s.start(p.Now())}
	for _, c := range s.plan.Cases {
		least := s.plan.LeastOf(c)
		if least == s.plan.RunsOf(c) {
			least = 0
		}
		made := eval.Value{}
		if generated(c) {
			made = c.Raw
		}
		events = append(events, &eval.DryCase{
			Case:  made,
			Agent: c.Agent, ID: c.ID, Least: least, Runs: s.plan.RunsOf(c), Skip: c.Skip, AffectedBy: s.affected[c.Key()], Input: c.Input, Forecast: cases[c.Key()], Pos: c.Pos,
		})
	}
	for _, ev := range append(events, f) {
		if err := sink.Event(ev); err != nil {
			return err
		}
	}
	return nil
}
