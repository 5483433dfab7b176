package cli

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	workflow "github.com/surefoot-dev/surefoot/pkg/github/command"
	"github.com/surefoot-dev/surefoot/pkg/github/run"
	"github.com/surefoot-dev/surefoot/pkg/redact"
)

// publisher leaves on GitHub what a run found. Nil publishes nothing.
type publisher struct {
	run      run.Run
	settings *config.Settings
	dir      string // that the run works in
	token    string
	hidden   []redact.Secret
	log      *workflow.Log
	said     published
	trouble  []string  // what was not published, and why
	readOnly []written // what the token may not write
}

// written is what an API writes, and the permission that takes.
type written struct{ name, permission string }

// published is what became of a run on GitHub, for the outputs.
type published struct {
	verdict                 eval.Verdict
	title                   string
	html, jsonl             string
	pageURL                 string // of the report for people
	artifactID, artifactURL string
	commentURL              string
}

// onGitHub is the publisher of a run: step of GitHub Actions, which is known by
// its environment. A message is for whoever sent it, and published only when
// that was asked for, as is nothing where the setting says so.
func (p *Process) onGitHub(r request) (*publisher, eval.Problems) {
	_, given := r.settings.Given("github")
	if given && !r.settings.GitHub || !given && r.selection.message != nil {
		return nil, nil
	}
	here, problems := run.Of(p.lookup, p.event())
	if !here.Actions && given {
		return nil, eval.Problems{{Message: "--github: this is no step of GitHub Actions, where GITHUB_ACTIONS is true", Hint: "leave it out"}}
	}
	return p.publisher(here, r.settings), problems
}

// publisher is nil outside of GitHub Actions, as when the image of the action
// is tried on a laptop, and where nothing runs.
func (p *Process) publisher(here run.Run, s *config.Settings) *publisher {
	if !here.Actions || s.DryRun {
		return nil
	}
	g := &publisher{run: here, settings: s, dir: p.Dir, token: s.Action.Token, log: workflow.New(p.commands(s))}
	if g.token == "" {
		g.token = p.env("GITHUB_TOKEN")
	}
	if token := strings.TrimSpace(g.token); token != "" {
		g.hidden = append(g.hidden, redact.Secret{Name: "github-token", Value: token})
	}
	for _, pair := range p.Environ {
		name, value, _ := strings.Cut(pair, "=")
		if value = strings.TrimSpace(value); value != "" && isRunners(name) && app.LooksSecret(name) {
			g.hidden = append(g.hidden, redact.Secret{Name: name, Value: value})
		}
	}
	masked := map[string]bool{}
	for _, secret := range g.hidden {
		if !masked[secret.Value] {
			_ = g.log.Mask(secret.Value) // the redactor knows them too
			masked[secret.Value] = true
		}
	}
	return g
}

// isRunners reports whether a variable is between the runner and the action
// alone: its inputs, tokens and command files.
func isRunners(name string) bool {
	return strings.HasPrefix(name, "INPUT_") || strings.HasPrefix(name, "ACTIONS_") ||
		slices.Contains([]string{"GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"}, name)
}

// given is the environment that an application may use. Whoever writes one on a
// branch must not be able to send the runner's tokens away.
func (p *Process) given() []string {
	if !isTrue(p.env("GITHUB_ACTIONS")) {
		return p.Environ
	}
	return slices.DeleteFunc(slices.Clone(p.Environ), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return isRunners(name)
	})
}

// commands is where the runner reads commands that are not to stand between
// events.
func (p *Process) commands(s *config.Settings) io.Writer {
	if s.JSON {
		return p.Err
	}
	return p.Out
}

// event is the file with what started the workflow, nil where it cannot be
// read.
func (p *Process) event() []byte {
	path := p.env(run.EventPath)
	if path == "" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	event, err := io.ReadAll(io.LimitReader(f, run.MaxEvent+1))
	if f.Close() != nil || err != nil {
		return nil
	}
	return event
}

// secrets are the tokens of the runner, which no report may show.
func (g *publisher) secrets() []redact.Secret {
	if g == nil {
		return nil
	}
	return g.hidden
}

// path is a file of the run as GitHub names it, "" outside of the repository.
func (g *publisher) path(file string) string {
	if file == "" {
		return ""
	}
	path, inside := g.run.Workspace.PathOf(g.dir, file)
	if !inside {
		return ""
	}
	return path
}
