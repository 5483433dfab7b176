// Package promptfoo turns a promptfoo config into cases: each prompt becomes
// an agent, each provider a connector, and each test, multiplied by its lists
// of variables as promptfoo does, a case of every agent. Prompts are rendered
// while they are read, so that a case holds exactly what promptfoo would send;
// a template that does more than name variables is not rendered but listed.
// It runs no code and reads no file outside the config's folder.
package promptfoo

import (
	"errors"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/assert"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

const tool = "promptfoo"

// Options say how a config is read.
type Options struct {
	Folder importer.Folder // the config's
	Name   string          // of the agents when the config has no description
	Single bool            // the cases are for an agent that exists, so no agents and connectors are made
}

// reader turns one config into a suite.
type reader struct {
	Options
	suite    *importer.Suite
	root     *source.Node
	compiler *assert.Compiler
	files    map[string]*source.File // that were read, by name
	size     int                     // of those
	steps    int                     // rows that were looked at
	made     int                     // cases

	transform *source.Node // of a provider's answers, nil when none has one
	unread    *source.Node // the defaultTest, where what it says is not known
}

// Read turns the object of a config into a suite.
func Read(n *source.Node, o Options) *importer.Suite {
	r := &reader{Options: o, suite: &importer.Suite{}, root: n, compiler: assert.NewCompiler(4096), files: map[string]*source.File{}}
	if title := n.Field("description"); title != nil && title.Kind() == eval.String {
		r.suite.Name = title.Text
	}
	r.leftovers()
	prompts := r.prompts()
	tests := r.tests()
	r.transform = r.transforms(r.asked(), 0)
	if !r.Single {
		r.providers()
		if len(r.suite.Connectors) == 0 {
			r.suite.Lose(n.Pos, "providers", "none of them became a connector, so only the cases are written",
				"name an agent that exists with --agent")
			r.Single = true
		}
	}
	r.agents(prompts, tests)
	return r.suite
}

// todo is what to do about members of the config that have no equal.
var todo = map[string]string{
	"env":                "set the variables in the environment or in .env; values are not copied",
	"outputPath":         "name report files with -o",
	"evaluateOptions":    "see --runs, --parallel and --timeout",
	"commandLineOptions": "see surefoot help eval",
	"sharing":            "upload a report file instead",
	"tags":               "",
	"metadata":           "",
	"nunjucksFilters":    "write what the filter gives into the variables",
	"extensions":         "",
	"derivedMetrics":     "",
	"redteam":            "",
	"tracing":            "",
	"writeLatestResults": "",
	"extends":            "",
}

// known are the members that are read elsewhere, and those that only others
// refer to.
var known = []string{
	"$schema", "description", "prompts", "providers", "targets", "tests", "defaultTest", "scenarios",
	"assertionTemplates", "_assertionTemplates",
}

// leftovers lists the members of the config that nothing is made of.
func (r *reader) leftovers() {
	for _, m := range r.root.Fields {
		if slices.Contains(known, m.Key) {
			continue
		}
		hint, ours := todo[m.Key]
		switch {
		case ours && hint != "":
			r.suite.Lose(m.KeyPos, m.Key, "it is no matter of cases here", hint)
		case ours:
			r.suite.Lose(m.KeyPos, m.Key, "there is nothing like it here", "")
		default:
			r.suite.Lose(m.KeyPos, m.Key, "the config's member is unknown", source.DidYouMean(m.Key, known))
		}
	}
}

// at follows the references that promptfoo configs make within themselves,
// {$ref: "#/templates/name"}. A reference that leads nowhere, or round in a
// circle, is listed and nil.
func (r *reader) at(n *source.Node) *source.Node {
	const most = 32
	for range most {
		ref := n.Field("$ref")
		if ref == nil || n.Kind() != eval.Object {
			return n
		}
		target := r.pointer(ref.Text)
		if target == nil {
			r.suite.Lose(ref.Pos, "$ref", "it leads to nothing in this file", "only \"#/...\" within the file is followed")
			return nil
		}
		n = target
	}
	r.suite.Lose(n.Pos, "$ref", "the references lead round in a circle", "")
	return nil
}

// open reads a file of the folder, once. All of them together are bounded.
func (r *reader) open(ref string) (*source.File, error) {
	name := strings.TrimPrefix(ref, "file://")
	if f := r.files[name]; f != nil {
		return f, nil
	}
	f, err := r.Folder.File(name)
	if err != nil {
		return nil, err
	}
	if r.size += len(f.Text); r.size > 4*importer.MaxFile {
		return nil, errors.New("the files of the config are too large together")
	}
	r.files[name] = f
	return f, nil
}

// items are the elements of a list, or the one value that stands for a list.
func items(n *source.Node) []*source.Node {
	switch {
	case n == nil || n.Kind() == eval.Null:
		return nil
	case n.Kind() == eval.Array:
		return n.Items
	default:
		return []*source.Node{n}
	}
}

// text is the text of a node that is one, "" for any other.
func text(n *source.Node) string {
	if n == nil || n.Kind() != eval.String {
		return ""
	}
	return n.Text
}
