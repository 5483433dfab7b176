package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// destination is where an import is written.
type destination struct {
	dir    string // absolute
	name   string // of the case file, without its ending
	file   string // of the case file within dir, when only cases are written
	agent  string // that exists and gets the cases, "" when none was named
	target bool   // each case names the agent, since the file does not lie in its folder
	cases  bool   // only the cases are written
}

// placeOf decides where to write.
func (p *Process) placeOf(i importing, name string) (*destination, *eval.Problem) {
	at := &destination{dir: p.Dir, name: name, file: name + ".jsonl"}
	single := strings.HasSuffix(i.output, ".jsonl")
	switch {
	case single:
		full := p.abs(i.output)
		at.dir, at.file, at.cases = filepath.Dir(full), filepath.Base(full), true
	case i.output != "":
		at.dir = p.abs(i.output)
	}
	if info, err := os.Stat(at.dir); err == nil && !info.IsDir() {
		return nil, &eval.Problem{Message: quote(p.name(at.dir)) + " is no folder", Hint: "name one with -o, or a .jsonl for the cases alone"}
	}
	if i.agent == "" {
		return at, nil
	}
	agent, problem := p.agentAt(strings.TrimPrefix(i.agent, "agents:"), at.dir)
	if problem != nil {
		return nil, problem
	}
	at.agent, at.cases = agent.ID, true
	if single {
		at.target = true
	} else {
		at.dir, at.file = agent.Dir, "tests/"+at.file
	}
	return at, nil
}

// agentAt finds an agent of the application that a folder belongs to.
func (p *Process) agentAt(id, dir string) (*app.Agent, *eval.Problem) {
	root, _, err := app.Find(dir + "/x")
	if err != nil {
		return nil, &eval.Problem{Message: err.Error(), Hint: "name a folder of the application with -o"}
	}
	engine, err := script.New(script.Options{Root: root, Base: p.Dir})
	if err != nil {
		return nil, &eval.Problem{Message: "the application's folder: " + err.Error()}
	}
	loaded, _ := app.Load(root, app.Options{Environ: p.Environ, Name: p.name, Compile: engine.Compile})
	agent, ok := loaded.Agent(id)
	if !ok {
		problem := loaded.UnknownAgent(id)
		return nil, &problem
	}
	return agent, nil
}

// files are the files to write.
func (at *destination) files(s *importer.Suite) ([]importer.File, error) {
	if s.Agents[0].ID != "" {
		return importer.Application(s, at.name)
	}
	cases := s.Agents[0].Cases
	if at.target {
		for i := range cases {
			cases[i].Target = at.agent
		}
	}
	body, err := importer.Lines(cases)
	return []importer.File{{Path: at.file, Body: body}}, err
}
