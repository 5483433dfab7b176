package cli

import (
	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// identity is who agents talk to: flags win over the context file, which wins
// over the defaults. A case's own user and team come between flag and file;
// the agent wing sees to that.
func (p *Process) identity(s *config.Settings) (eval.Identity, eval.Problems) {
	id := eval.Identity{
		Client:  eval.Client{Type: "test", UserAgent: "surefoot/" + version(), IP: "127.0.0.1"},
		Referer: "test", Accept: "standard",
	}
	var problems eval.Problems
	if s.Context != "" {
		problems = p.readContext(s.Context, &id)
	}
	override := func(dst *string, name, value string) {
		if _, given := s.Given(name); given || *dst == "" {
			*dst = value
		}
	}
	override(&id.User, "user", s.User)
	override(&id.Team, "team", s.Team)
	override(&id.Locale, "locale", s.Locale)
	return id, problems
}

// readContext reads a context file. What it may hold and no agent can see yet
// is checked for its type.
func (p *Process) readContext(path string, id *eval.Identity) eval.Problems {
	full := p.abs(path)
	file, problems := source.ReadFile(full, p.name(full))
	if len(problems) > 0 {
		return problems
	}
	n, problems := source.ReadJSONC(file)
	if len(problems) > 0 {
		return problems
	}
	var faults source.Faults
	f := source.Object(n, "", &faults)
	id.ChatID = f.String("chat_id")
	id.Authorized = f.Value("authorized")
	id.Metadata = f.Value("metadata")
	if referer := f.String("referer"); referer != "" {
		id.Referer = referer
	}
	id.Locale = f.String("locale")
	readAuthorized(f, id)
	readClient(f.Object("client"), &id.Client)
	f.Done()
	return faults.List
}

func readAuthorized(f *source.Fields, id *eval.Identity) {
	a := f.Object("authorized")
	id.User, id.Team = a.String("user_id"), a.String("team_id")
	tenant := a.String("tenant_id")
	if id.Team == "" {
		id.Team = tenant
	}
	for _, name := range []string{"sub", "client_id", "scope", "session_id"} {
		a.String(name)
	}
	a.Bool("remember_me")
	c := a.Object("constraints")
	for _, name := range []string{"owner_only", "creator_only", "editor_only", "team_only"} {
		c.Bool(name)
	}
	c.Value("extra")
	c.Done()
	a.Done()
}

func readClient(f *source.Fields, client *eval.Client) {
	set := func(dst *string, name string) {
		if value := f.String(name); value != "" {
			*dst = value
		}
	}
	set(&client.Type, "type")
	set(&client.UserAgent, "user_agent")
	set(&client.IP, "ip")
	f.Done()
}
