package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/outcome"
	"github.com/surefoot-dev/surefoot/pkg/github/pull"
	"github.com/surefoot-dev/surefoot/pkg/github/run"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// definePublish is the command that shows on GitHub what another run reported,
// such as a fork's that may not write there itself.
func definePublish(set *pflag.FlagSet) action {
	settings := config.Default()
	for _, row := range settings.Actions() {
		if slices.Contains(ofPublish(), row.Name) {
			flag := set.VarPF(row.Value, row.Name, "", row.Help)
			if row.Value.Type() == "bool" {
				flag.NoOptDefVal = "true"
			}
		}
	}
	return func(p *Process, ctx context.Context, words []string) int {
		problems := p.relaySettings(settings, set)
		console.Problems(p.Err, problems)
		if problems.Errors() > 0 {
			return exitError
		}
		return p.relay(ctx, settings, words)
	}
}

// ofPublish are the settings of the action that publish has as flags. A token
// is none, since other users of a machine see the flags of its processes.
func ofPublish() []string { return []string{"comment", "check", "summary", "artifact-name", "title"} }

// relaySettings reads what no flag gave from the inputs of a step, or else from
// variables.
func (p *Process) relaySettings(s *config.Settings, set *pflag.FlagSet) (problems eval.Problems) {
	for _, row := range s.Actions() {
		if row.Name != "github-token" && !slices.Contains(ofPublish(), row.Name) || set.Changed(row.Name) {
			continue
		}
		upper := strings.ToUpper(row.Name)
		for _, name := range []string{"INPUT_" + upper, "SUREFOOT_" + strings.ReplaceAll(upper, "-", "_")} {
			text := strings.TrimSpace(p.env(name))
			if text == "" {
				continue
			}
			if err := row.Value.Set(text); err != nil {
				problems = append(problems, eval.Problem{Message: name + " " + quote(text) + ": " + err.Error()})
			}
			break
		}
	}
	return append(problems, p.strayInputs()...)
}

// strayInputs are inputs of the step that publish does not read. The runner
// makes two of its own of what a step with an image has.
func (p *Process) strayInputs() (problems eval.Problems) {
	known := append(ofPublish(), "github-token")
	for _, pair := range p.Environ {
		variable, text, _ := strings.Cut(pair, "=")
		name, ok := strings.CutPrefix(variable, "INPUT_")
		name = strings.ToLower(name)
		if !ok || strings.TrimSpace(text) == "" || slices.Contains(append(known, "args", "entrypoint"), name) {
			continue
		}
		problems = append(problems, eval.Problem{
			Message: "publish has no input " + quote(name), Hint: source.DidYouMean(name, known), Warning: true,
		})
	}
	return problems
}

// relay shows a report that nobody vouches for. Whose it is comes from the
// event and the API; the report says nothing about that.
func (p *Process) relay(ctx context.Context, s *config.Settings, words []string) int {
	here, problems := run.Of(p.lookup, p.event())
	switch {
	case !here.Actions:
		return p.refuse(eval.Problem{Message: "surefoot publish: this is no step of GitHub Actions", Hint: "surefoot report shows a report anywhere"})
	case len(problems) > 0:
		console.Problems(p.Err, problems)
		return p.refuse(eval.Problem{Message: "nothing is published, since it is not certain which run this is"})
	case len(words) > 1:
		return p.refuse(eval.Problem{Message: "more than one report to publish: " + quote(words[0]) + " and " + quote(words[1])})
	case len(words) == 0 && here.Upstream == nil:
		return p.refuse(eval.Problem{Message: "there is no other run to publish: the event is " + quote(here.Event) + ", not workflow_run", Hint: "name a report"})
	}
	var running atomic.Bool
	ctx, stop := p.watch(ctx, &running)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, publishing)
	defer cancel()
	r := &relay{publisher: p.publisher(here, s), p: p}
	r.client = r.api()
	report, err := r.read(ctx, words)
	if err != nil {
		return p.failed(ctx, err)
	}
	defer report.close()
	running.Store(true)
	r.publish(ctx, report)
	if errors.Is(ctx.Err(), context.Canceled) {
		return exitInterrupted
	}
	if r.troubled {
		return exitError
	}
	return exitPassed
}

// relay publishes the report of another run.
type relay struct {
	*publisher
	p        *Process
	client   api
	troubled bool
}

// publish shows the report in every place that was asked for. One that fails
// keeps it from no other.
func (r *relay) publish(ctx context.Context, report *earlier) {
	notice, unfound := r.locate(ctx)
	digest, err := report.gather(ctx)
	if err != nil {
		r.became("the report", outcome.Fail(err.Error()))
		return
	}
	v := &view{relay: r, report: &report.Report, digest: digest}
	v.summary()
	v.check(ctx)
	v.comment(ctx, unfound, notice)
}

// locate finds the pull request. Where there is none, the notice may say why;
// where that is not known, unfound does.
func (r *relay) locate(ctx context.Context) (notice string, unfound error) {
	if r.client.Client == nil {
		return "", nil
	}
	found, why, err := pull.Find(ctx, r.client, r.run)
	if err != nil {
		return "", err
	}
	r.run = found
	return why, nil
}

// became says what became of one place, in a line.
func (r *relay) became(what string, done outcome.Outcome) {
	r.troubled = r.troubled || done.Kind == outcome.Failed || done.ReadOnly || done.Partly
	line := what + ": " + done.String()
	if done.URL != "" {
		line += " " + done.URL
	}
	fmt.Fprintln(r.p.Err, "surefoot: "+safetext.Line(line))
}
