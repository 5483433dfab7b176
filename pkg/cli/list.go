package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// noun is something that an application has several of.
type noun struct {
	name    string
	summary string
	takes   []string // flags beside those of all nouns
	list    func(*Process, *suite) listing
}

// listing is what there is of a noun, for people and for programs.
type listing struct {
	titles   []column
	rows     [][]string
	details  []string // of nouns that take -v, in place of the rows
	records  []any    // one JSON object each
	problems eval.Problems
	missing  bool // the problems may have cost rows
}

func nouns() []noun {
	return []noun{
		{"agents", "its agents, with their connector, cases, modes and tags; -v shows all that describes them", []string{"agent", "locale", "verbose"}, (*Process).listAgents},
		{"connectors", "its connectors, with model, host, and whether their variables are set", []string{"prices"}, (*Process).listConnectors},
		{"servers", "its MCP servers, with transport, tools, and whether their variables are set", nil, (*Process).listServers},
		{"cases", "the cases that surefoot eval would run", []string{"input", "agent", "run", "case", "tag", "runs"}, (*Process).listCases},
	}
}

// everyList are the flags of all nouns.
func everyList() []string {
	return []string{"app", "env", "mask", "json", "detailed-exitcode"}
}

// list shows what an application has, also where other parts of it are broken.
func (p *Process) list(_ context.Context, args []string) int {
	r := request{settings: config.Default()}
	words, problems := r.settings.Flags("list", args)
	if r.settings.Help {
		return p.help("list")
	}
	if problems.Errors() > 0 {
		return p.notListed(r, nil, problems)
	}
	what, problem := nounOf(words)
	if problem == nil {
		problem = what.refused(r.settings, words[1:])
	}
	if problem != nil {
		problems = append(problems, *problem)
	} else {
		p, r, problems = p.complete(r, words[1:], problems)
	}
	if problems.Errors() > 0 {
		return p.notListed(r, nil, problems)
	}
	s, more := p.application(r)
	if problems = append(problems, more...); problems.Errors() > 0 {
		return p.notListed(r, s, problems)
	}
	if id := r.selection.agent; id != "" {
		if _, ok := s.app.Agent(id); !ok {
			return p.notListed(r, s, append(problems, s.app.UnknownAgent(id)))
		}
	}
	return p.show(what, s, what.list(p, s), problems)
}

// notListed says why there is no list.
func (p *Process) notListed(r request, s *suite, problems eval.Problems) int {
	if s == nil {
		s = &suite{request: r}
	}
	console.Problems(p.Err, p.redactor(s).Problems(problems))
	return exit(r.settings, exitInput)
}

// nounOf is what the first word asks for.
func nounOf(words []string) (noun, *eval.Problem) {
	var names []string
	for _, n := range nouns() {
		names = append(names, n.name)
	}
	want := "want " + strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	if len(words) == 0 {
		return noun{}, &eval.Problem{Message: "list what?", Hint: want}
	}
	at := slices.Index(names, words[0])
	if at < 0 {
		hint := source.DidYouMean(words[0], names)
		if hint == "" {
			hint = want
		}
		return noun{}, &eval.Problem{Message: "cannot list " + quote(words[0]), Hint: hint}
	}
	return nouns()[at], nil
}

// refused reports a flag or a word that says nothing about the list.
func (n noun) refused(s *config.Settings, words []string) *eval.Problem {
	for _, row := range s.Table() {
		if origin, given := s.Given(row.Name); !given || origin.Kind != config.FromFlag {
			continue
		}
		if !slices.Contains(n.takes, row.Name) && !slices.Contains(everyList(), row.Name) {
			return &eval.Problem{Message: "surefoot list " + n.name + " has no flag --" + row.Name, Hint: "see surefoot help list"}
		}
	}
	for _, word := range words {
		if n.name != "cases" || !strings.HasPrefix(word, "@") {
			return &eval.Problem{Message: "surefoot list " + n.name + " takes no word " + quote(word), Hint: "see surefoot help list"}
		}
	}
	return nil
}

// show prints the list, and on the side what is wrong with the application.
func (p *Process) show(what noun, s *suite, l listing, problems eval.Problems) int {
	redactor := p.redactor(s)
	text := new(bytes.Buffer)
	switch {
	case s.settings.JSON:
		for _, record := range l.records {
			if err := appendRecord(text, record, redactor); err != nil {
				fmt.Fprintln(p.Err, "surefoot: "+err.Error())
				return exitError
			}
		}
	case len(l.records) == 0 && l.missing:
	case len(l.records) == 0:
		text.WriteString("no " + what.name + "\n")
	case s.settings.Verbose && l.details != nil: // surefoot.yml may ask for it where it means nothing
		text.WriteString(redactor.Text(strings.Join(l.details, "\n")))
	default:
		for _, row := range l.rows {
			for i, cell := range row {
				row[i] = redactor.Text(cell)
			}
		}
		text.WriteString(columns(l.titles, l.rows, p.terminal()))
	}
	if _, err := p.Out.Write(text.Bytes()); err != nil {
		fmt.Fprintln(p.Err, "surefoot: "+err.Error())
		return exitError
	}
	said, count := problems, s.all.Errors()
	for _, problem := range l.problems {
		switch {
		case problem.Pos.Line == 0:
			said = append(said, problem)
		case !problem.Warning:
			count++
		}
	}
	if count > 0 {
		said = append(said, eval.Problem{
			Message: "the application has " + eval.Plural(count, "problem"), Hint: "run surefoot lint to see what they are", Warning: true,
		})
	}
	if len(said) > 0 {
		console.Problems(p.Err, redactor.Problems(said))
	}
	if l.missing {
		return exit(s.settings, exitInput)
	}
	return exitPassed
}

// terminal is how wide the terminal is that Out is, 0 where it is none.
func (p *Process) terminal() int {
	if p.Columns == nil {
		return 0
	}
	return p.Columns()
}

// appendRecord appends one line of JSON without secrets, in which nothing is
// obeyed by a terminal.
func appendRecord(dst *bytes.Buffer, record any, redactor *redact.Redactor) error {
	var row bytes.Buffer
	enc := json.NewEncoder(&row)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(record); err != nil {
		return err
	}
	clean := redactor.Value(eval.Trusted(strings.TrimSuffix(row.String(), "\n"))).Raw()
	dst.Write(append(eval.AppendVisible(nil, []byte(clean)), '\n'))
	return nil
}

// every reads all cases that the application has, whatever a run would select.
func (p *Process) every(s *suite) ([]*eval.Case, eval.Problems) {
	files, problems := dataset.Discover(s.root)
	inputs := make([]dataset.Input, len(files))
	for i, path := range files {
		id, _ := s.app.AgentAt(path)
		inputs[i] = dataset.Input{Path: path, Name: p.name(path), Agent: id}
	}
	cases, more := dataset.Read(inputs, dataset.Options{Check: p.checkAssertion(s.assertions)})
	return cases, append(p.named(problems), more...)
}

func nounsHelp() string {
	var b strings.Builder
	here := map[string]string{
		"agent": "only what belongs to this agent", "verbose": "all that describes an agent",
		"json": "one JSON object a line on stdout", "detailed-exitcode": wrongInput,
	}
	flags := func(heading string, names []string) {
		settings(&b, heading, here, func(row config.Setting) bool { return slices.Contains(names, row.Name) })
	}
	for _, n := range nouns() {
		flags("list "+n.name+" ("+n.summary+")", n.takes)
	}
	flags("With each of them", everyList())
	b.WriteString(`
With --json each is one JSON object a line. What cannot be listed for faults
elsewhere is counted on stderr, and does not change the exit code: that is 1
where the list itself may lack something, or the command line is wrong.
`)
	return b.String()
}
