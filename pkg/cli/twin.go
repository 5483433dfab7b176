package cli

import (
	"github.com/surefoot-dev/surefoot/pkg/adaptive"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/beside"
	"github.com/surefoot-dev/surefoot/pkg/runner"
	"github.com/surefoot-dev/surefoot/pkg/stability"
	"github.com/surefoot-dev/surefoot/pkg/stability/compare"
	"github.com/surefoot-dev/surefoot/pkg/target"
	"github.com/surefoot-dev/surefoot/pkg/twin"
)

// pair is a run with the trials of another revision beside its own. A nil pair
// is a run by itself.
type pair struct {
	against  *against
	redactor *redact.Redactor
	builder  *stability.Builder
	was, is  compare.Traits
}

// pair begins the base's part of a run that begins so.
func (s *suite) pair(start *eval.Start, redactor *redact.Redactor) *pair {
	if s.against == nil {
		return nil
	}
	base := *start
	base.Plan = s.against.plan.Facts(s.inputs)
	base.Plan.Application, base.Reports = s.against.digest, nil
	return &pair{against: s.against, redactor: redactor, builder: stability.NewBuilder(&base, s.against.plan.Cases, s.against.plan.RunsOf)}
}

func (p *pair) target(head target.Target) target.Target {
	if p == nil {
		return head
	}
	return twin.Target{Head: head, Base: p.against.target}
}

func (p *pair) schedule(head runner.Scheduler) runner.Scheduler {
	if p == nil {
		return head
	}
	var spent func(*eval.Trial)
	if chosen, ok := head.(*adaptive.Schedule); ok { // who chooses among trials keeps the budget
		spent = chosen.Beside
	}
	return twin.Schedule(head, p.against.has(), spent)
}

// sink keeps the trials of the base from the readers of the run.
func (p *pair) sink(head eval.Sink) eval.Sink {
	if p == nil {
		return head
	}
	base := &aggregate{builder: p.builder, redactor: p.redactor, recall: func(*eval.CaseResult) {}, finish: func(*eval.CaseResult) error { return nil }, next: &p.was}
	return twin.Sink{Head: head, Base: base}
}

// readers are what the comparison needs to hear of the run itself.
func (p *pair) readers() []eval.Sink {
	if p == nil {
		return nil
	}
	return []eval.Sink{&p.is}
}

// comparison puts the finished run, without secrets, beside the base, which is
// asked what the run is, but not whether it regressed.
func (p *pair) comparison(policy eval.Policy, clean eval.Report, took eval.Millis, reason string, unaffected []eval.Key) *eval.Comparison {
	base := p.builder.Report(took, reason)
	policy.NoRegression = false
	base.Decision = gate.Decide(policy, base)
	was := p.redactor.Report(*base)
	head := compare.Run{Report: &clean, Traits: &p.is, Unaffected: unaffected}
	return beside.Of(compare.Run{Report: &was, Traits: &p.was}, p.against.name, string(p.against.commit)).Compare(head)
}
