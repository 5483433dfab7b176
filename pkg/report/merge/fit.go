package merge

import (
	"errors"
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
)

// fit refuses parts that are not all the shards of one plan, each once. They
// come in the order of their shards.
func fit(parts []Part, onePolicy bool) error {
	if len(parts) == 0 {
		return errors.New("no report to merge")
	}
	var errs []error
	for i := range parts {
		if err := alone(&parts[i]); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	first := &parts[0]
	for i := range parts[1:] {
		errs = append(errs, beside(first, &parts[1+i], onePolicy)...)
	}
	errs = append(errs, changed(parts)...)
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	return covered(parts)
}

// changed lists the parts that are of another application than the first one
// that tells of which it is.
func changed(parts []Part) []error {
	var errs []error
	var first *Part
	for i := range parts {
		p := &parts[i]
		digest := p.start().Plan.Application
		switch {
		case digest == "":
		case first == nil:
			first = p
		case digest != first.start().Plan.Application:
			errs = append(errs, fmt.Errorf("%s: foreign to %s: the application, or a file that cases attach, changed between them: its digest is %q, there %q (run all shards with the same files)",
				p.place(), first.place(), eval.Clip(digest), eval.Clip(first.start().Plan.Application)))
		}
	}
	return errs
}

// alone refuses what is no whole report of a shard.
func alone(p *Part) error {
	plan := p.start().Plan
	shard, err := eval.ParseShard(plan.Shard)
	switch {
	case plan.Shard == "":
		return fmt.Errorf("%s: the report is of a whole run, not of a shard: there is nothing to merge", p.place())
	case err != nil:
		return fmt.Errorf("%s: unknown shard %q: %w", p.place(), eval.Clip(plan.Shard), err)
	case plan.Whole == nil:
		return fmt.Errorf("%s: the report does not say how much all shards have", p.place())
	case p.Report.Early != "":
		return fmt.Errorf("%s: the report of shard %s breaks off here, since its run was killed (go on with --resume, or run the shard again)", p.Report.Early, shard)
	}
	return nil
}

// beside lists why a part is not of the run that the first one is of.
func beside(first, p *Part, onePolicy bool) []error {
	var errs []error
	a, b := first.start(), p.start()
	of, _ := eval.ParseShard(a.Plan.Shard)
	other, _ := eval.ParseShard(b.Plan.Shard)
	foreign := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("%s: foreign to %s: "+format, append([]any{p.place(), first.place()}, args...)...))
	}
	switch {
	case a.Plan.Hash != b.Plan.Hash || *a.Plan.Whole != *b.Plan.Whole || a.Plan.Runs != b.Plan.Runs || a.Plan.MinRuns != b.Plan.MinRuns || a.Plan.Filtered != b.Plan.Filtered:
		foreign("the plan %q has %s and %s, there %q with %d and %d: cases, filters or runs are not the same", eval.Clip(b.Plan.Hash),
			eval.Plural(b.Plan.Whole.Cases, "case"), eval.Plural(b.Plan.Whole.Trials, "trial"), eval.Clip(a.Plan.Hash), a.Plan.Whole.Cases, a.Plan.Whole.Trials)
	case a.Plan.Since != b.Plan.Since || a.Plan.Unaffected != b.Plan.Unaffected:
		foreign("the change of --affected is measured from %q, there from %q", eval.Clip(b.Plan.Since), eval.Clip(a.Plan.Since))
	case of.Of != other.Of:
		foreign("one of %d shards, there one of %d", other.Of, of.Of)
	case strings.Join(a.Plan.Inputs, "\n") != strings.Join(b.Plan.Inputs, "\n"):
		foreign("the case files are named otherwise (run every shard from the same folder)")
	}
	if onePolicy && past.PolicyText(a) != past.PolicyText(b) {
		foreign("its policy is %s, there %s (give the policy as flags to decide by another)", past.PolicyText(b), past.PolicyText(a))
	}
	for _, d := range past.Foreign(b, a) {
		foreign("%s", d)
	}
	return errs
}

// covered proves that every shard is there exactly once, and that together
// they have what the plan has.
func covered(parts []Part) error {
	var errs []error
	seen := map[int]*Part{}
	cases, trials := 0, 0
	for i := range parts {
		p := &parts[i]
		index := indexOf(p.start())
		if other := seen[index]; other != nil {
			errs = append(errs, fmt.Errorf("%s: a second report of shard %s, beside %s (began %s and %s: keep one)", p.place(), p.start().Plan.Shard, other.place(),
				stamp(p.start()), stamp(other.start())))
			continue
		}
		seen[index] = p
		cases += p.start().Plan.Cases
		trials += p.start().Plan.Trials
	}
	plan := parts[0].start().Plan
	of, _ := eval.ParseShard(plan.Shard)
	var missing []string
	for i := 1; i <= of.Of; i++ {
		if seen[i] == nil {
			missing = append(missing, eval.Shard{Index: i, Of: of.Of}.String())
		}
	}
	if len(missing) > 0 {
		errs = append(errs, fmt.Errorf("%s: the report is one of %d, and there is none of shard %s", parts[0].place(), of.Of, strings.Join(missing, ", ")))
	}
	if len(errs) == 0 && (cases != plan.Whole.Cases || trials != plan.Whole.Trials) {
		errs = append(errs, fmt.Errorf("%s: all shards have %s and %s together, the plan has %d and %d", parts[0].place(),
			eval.Plural(cases, "case"), eval.Plural(trials, "trial"), plan.Whole.Cases, plan.Whole.Trials))
	}
	return errors.Join(errs...)
}

func stamp(s *eval.Start) string { return s.Timestamp.UTC().Format("2006-01-02 15:04:05") }
