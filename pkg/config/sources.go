package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Flags reads command line arguments into the settings and returns the words
// that are no flags. Command is whose they are, for hints. Own are flags that
// only this command has, and no settings. All bad values are reported together.
func (s *Settings) Flags(command string, args []string, own ...Setting) ([]string, eval.Problems) {
	var problems eval.Problems
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	set.Usage = func() {}
	rows := append(s.Table(), own...)
	for _, row := range rows {
		flag := set.VarPF(&reporting{Setting: row, problems: &problems}, row.Name, row.Short, row.Help)
		if row.Value.Type() == "bool" {
			flag.NoOptDefVal = "true"
		}
	}
	if err := set.Parse(args); err != nil {
		if s.Help = errors.Is(err, pflag.ErrHelp); s.Help {
			return nil, nil
		}
		// The parser stops here, and the exit code must not depend on where.
		s.DetailedExitcode = s.DetailedExitcode || slices.Contains(args, "--detailed-exitcode")
		return nil, append(problems, flagProblem(command, err, rows))
	}
	set.Visit(func(f *pflag.Flag) { s.given[f.Name] = Origin{Kind: FromFlag} })
	return set.Args(), problems
}

// reporting collects a flag's bad value instead of ending the parse.
type reporting struct {
	Setting
	problems *eval.Problems
	set      bool
}

func (r *reporting) String() string { return r.Value.String() }
func (r *reporting) Type() string   { return r.Value.Type() }
func (r *reporting) Set(text string) error {
	if r.set && !r.List() && r.Type() != "bool" {
		*r.problems = append(*r.problems, eval.Problem{Message: "--" + r.Name + " is given twice"})
		return nil
	}
	r.set = true
	if err := r.Value.Set(text); err != nil {
		*r.problems = append(*r.problems, badValue(eval.Pos{}, "--"+r.Name, text, err))
	}
	return nil
}

func badValue(pos eval.Pos, word, text string, err error) eval.Problem {
	return eval.Problem{Pos: pos, Message: fmt.Sprintf("%s %q: %s", word, eval.Clip(text), err)}
}

// flagProblem words what the parser cannot read, and knows the flags that
// exist elsewhere.
func flagProblem(command string, err error, table []Setting) eval.Problem {
	text := err.Error()
	word, ok := strings.CutPrefix(text, "unknown flag: --")
	if !ok {
		for short, long := range map[string]string{"r": "reporter"} {
			if strings.HasPrefix(text, "unknown shorthand flag: '"+short+"'") {
				return eval.Problem{Message: "-" + short + ", --" + long + " is not supported in this version"}
			}
		}
		return eval.Problem{Message: text, Hint: "see surefoot help " + command}
	}
	if word == "schema" {
		return eval.Problem{Message: "--schema is a flag of surefoot lint", Hint: "see surefoot help lint"}
	}
	for _, row := range Default().Actions() {
		if row.Name == word {
			return eval.Problem{Message: "--" + word + " is no flag", Hint: "give it as an input of the action, or as " + variable(word)}
		}
	}
	if slices.Contains(Later(), word) {
		return eval.Problem{Message: "--" + word + " is not supported in this version"}
	}
	names := make([]string, len(table))
	for i, row := range table {
		names[i] = row.Name
	}
	p := eval.Problem{Message: "unknown flag --" + word, Hint: "see surefoot help " + command}
	if best := source.Nearest(word, names); best != "" {
		p.Hint = fmt.Sprintf("did you mean %q?", "--"+best)
	}
	return p
}

// prefix begins every environment variable that is a setting.
const prefix = "SUREFOOT_"

// variable is the environment variable of a setting.
func variable(name string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// Environment reads SUREFOOT_* variables, given as name=value, for settings
// that no flag gave. Lists have one entry a line. A variable that is no
// setting is a warning.
func (s *Settings) Environment(environ []string) eval.Problems {
	var problems eval.Problems
	rows := map[string]Setting{}
	var names []string
	for _, row := range append(s.Table(), s.Actions()...) {
		name := variable(row.Name)
		rows[name] = row
		names = append(names, name)
	}
	for _, pair := range environ {
		name, text, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, prefix) || text == "" {
			continue
		}
		row, ok := rows[name]
		if !ok {
			if p, wrong := strange(name, names); wrong {
				problems = append(problems, p)
			}
			continue
		}
		if _, ok := s.given[row.Name]; !ok {
			problems = append(problems, s.assign(row, FromEnvironment, name, text)...)
		}
	}
	return problems
}

// strange reports a variable that begins like a setting and is none.
func strange(name string, known []string) (eval.Problem, bool) {
	word := strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, prefix), "_", "-"))
	switch {
	case slices.Contains([]string{"test-model", "image"}, word):
		return eval.Problem{}, false
	case slices.Contains(Later(), word):
		return eval.Problem{Message: name + " is not supported in this version"}, true
	default:
		return eval.Problem{
			Message: "the environment variable " + name + " is no setting", Hint: source.DidYouMean(name, known), Warning: true,
		}, true
	}
}

// entries splits the text of a list into its lines.
func entries(row Setting, text string) []string {
	if !row.List() {
		return []string{text}
	}
	var list []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// File reads a surefoot.yml for settings that neither a flag nor the
// environment gave. An unknown key is an error.
func (s *Settings) File(n *source.Node) eval.Problems {
	var faults source.Faults
	fields := source.Object(n, "", &faults)
	for _, row := range s.Table() {
		if row.NoFile {
			continue
		}
		node := fields.Node(row.Name)
		if _, given := s.given[row.Name]; given || node == nil {
			continue
		}
		s.given[row.Name] = Origin{Kind: FromFile, Pos: node.Pos}
		s.fromNode(row, node, &faults)
	}
	s.target(fields.Node("target"), &faults)
	if at := n.Field("$schema"); at != nil {
		fields.Allow("$schema")
		faults.At(at.Pos, "$schema", "a schema is named in a comment").Hint = "write # yaml-language-server: $schema=URL in the first line"
	}
	for _, row := range s.Actions() {
		if fields.Has(row.Name) {
			faults.At(fields.Pos(row.Name), row.Name, "this belongs into a workflow").Hint = "give it as an input of the action, or as " + variable(row.Name)
		}
	}
	for _, word := range Later() {
		if fields.Has(word) {
			faults.At(fields.Pos(word), word, "not supported in this version")
		}
	}
	fields.Done()
	return faults.List
}

func (s *Settings) fromNode(row Setting, node *source.Node, faults *source.Faults) {
	nodes := []*source.Node{node}
	if row.List() && node.Kind() == eval.Array {
		nodes = node.Items
		if len(nodes) == 0 {
			faults.At(node.Pos, row.Name, "an empty list asks for nothing").Hint = "leave it out"
		}
	}
	for _, item := range nodes {
		text := item.Text
		switch item.Kind() {
		case eval.Number, eval.Boolean:
			text = item.Value.Raw()
		case eval.String:
		default:
			want := "one value"
			if row.List() {
				want = "text or a list of texts"
			}
			faults.At(item.Pos, row.Name, "want %s, got %s", want, source.Describe(item))
			continue
		}
		if err := row.Value.Set(text); err != nil {
			faults.List = append(faults.List, badValue(item.Pos, row.Name, text, err))
		}
	}
}

// target is the file's other word for the agent.
func (s *Settings) target(node *source.Node, faults *source.Faults) {
	if node == nil {
		return
	}
	if node.Kind() != eval.String {
		faults.At(node.Pos, "target", "only an agent id is supported in this version, got %s", source.Describe(node))
		return
	}
	if o, given := s.given["agent"]; given {
		if o.Kind == FromFile {
			faults.At(node.Pos, "target", "agent and target are two words for one setting; keep one")
		}
		return
	}
	s.given["agent"] = Origin{Kind: FromFile, Pos: node.Pos}
	s.Agent = strings.TrimPrefix(node.Text, "agents:")
}
