package cli

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/importer/adk"
	"github.com/surefoot-dev/surefoot/pkg/importer/deepeval"
	"github.com/surefoot-dev/surefoot/pkg/importer/promptfoo"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// importing is what the command line of import says.
type importing struct {
	file, output, agent, format string
	dryRun                      bool
}

func defineImport(set *pflag.FlagSet) action {
	var i importing
	set.VarP(kind{&i.output, "DIR|FILE"}, "output", "o", "folder of the application, or a .jsonl for the cases alone")
	set.VarP(kind{&i.agent, "ID"}, "agent", "n", "agent that exists and gets the cases")
	set.Var(kind{&i.format, "FORMAT"}, "format", "promptfoo, adk or deepeval; seen from the file else")
	set.BoolVar(&i.dryRun, "dry-run", false, "print what would be written, write nothing")
	return func(p *Process, _ context.Context, words []string) int {
		switch {
		case len(words) == 0:
			return p.refuse(eval.Problem{Message: "no file to import", Hint: "give the config or data set of promptfoo, ADK or DeepEval"})
		case len(words) > 1:
			return p.refuse(eval.Problem{Message: "one file at a time, got " + quote(words[1]) + " too", Hint: "a config names its other files itself"})
		}
		i.file = words[0]
		return p.importFile(i)
	}
}

// importFile translates a file and writes what it became.
func (p *Process) importFile(i importing) int {
	suite, place, problems := p.translate(i)
	if suite != nil {
		if err := p.untranslated(suite); err != nil {
			return exitError
		}
	}
	if len(problems) > 0 {
		for _, problem := range problems {
			p.refuse(safeProblem(problem))
		}
		return exitError
	}
	if all, _, _ := suite.Counts(); all == 0 {
		return p.refuse(safeProblem(eval.Problem{Pos: eval.Pos{File: p.name(p.abs(i.file))}, Message: "no case could be made of it, so nothing was written"}))
	}
	if _, among := applicationAt(place.dir); among && suite.Agents[0].ID != "" {
		return p.refuse(*amongAgents(p.name(place.dir)))
	}
	files, err := place.files(suite)
	if err != nil {
		return p.refuse(eval.Problem{Message: err.Error()})
	}
	if i.dryRun {
		return p.dryImport(suite, place, files)
	}
	written, err := importer.Write(place.dir, files)
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			p.refuse(safeProblem(eval.Problem{Pos: eval.Pos{File: p.name(place.dir)}, Message: line, Hint: "nothing was written; choose another place with -o"}))
		}
		return exitError
	}
	return p.imported(suite, place, written)
}

// translate reads the file and turns it into a suite for its place.
func (p *Process) translate(i importing) (*importer.Suite, *destination, eval.Problems) {
	full := p.abs(i.file)
	name := p.name(full)
	n, problems := importer.Open(full, name)
	if len(problems) > 0 {
		return nil, nil, problems
	}
	format, problem := i.choose(n, name)
	if problem != nil {
		return nil, nil, eval.Problems{*problem}
	}
	place, problem := p.placeOf(i, sourceName(full))
	if problem != nil {
		return nil, nil, eval.Problems{*problem}
	}
	folder := importer.Folder{Dir: filepath.Dir(full), Name: p.name}
	switch format {
	case importer.Promptfoo:
		return promptfoo.Read(n, promptfoo.Options{Folder: folder, Name: place.name, Single: place.cases}), place, nil
	case importer.ADK:
		return adk.Read(n, adk.Options{Folder: folder, Name: place.name}), place, nil
	default:
		return deepeval.Read(n), place, nil
	}
}

// choose is the format that was asked for, else the one the file shows.
func (i importing) choose(n *source.Node, name string) (importer.Format, *eval.Problem) {
	format := importer.Format(i.format)
	switch {
	case i.format == "":
		if format = importer.Detect(n, name); format == "" {
			return "", &eval.Problem{Pos: n.Pos, Message: "the file is of no format that is known: " + importer.Sought, Hint: "name the format with --format"}
		}
	case !slices.Contains(importer.Formats(), format):
		var known []string
		for _, f := range importer.Formats() {
			known = append(known, string(f))
		}
		hint := source.DidYouMean(i.format, known)
		if hint == "" {
			hint = "there are " + strings.Join(known, ", ")
		}
		return "", &eval.Problem{Message: "--format " + quote(i.format) + ": there is no such format", Hint: hint}
	}
	if format == importer.Promptfoo && n.Kind() != eval.Object {
		return "", &eval.Problem{Pos: n.Pos, Message: "a promptfoo config is an object, got " + source.Describe(n)}
	}
	return format, nil
}

// sourceName is what a file's cases are called after.
func sourceName(path string) string {
	base := strings.ToLower(filepath.Base(path))
	for _, ending := range []string{".evalset.json", ".test.json", filepath.Ext(base)} {
		if stem, ok := strings.CutSuffix(base, ending); ok && stem != "" {
			base = stem
			break
		}
	}
	if base == "promptfooconfig" {
		base = "promptfoo"
	}
	return importer.FolderName(base, "imported")
}
