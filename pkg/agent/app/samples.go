package app

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Sample is an example of a call of a tool, which models and scripts are shown.
type Sample struct {
	Name        string
	Description string
	Input       eval.Value // the arguments
	Output      eval.Value // what the tool gave; absent where it is not said
}

// Ends of the names of files that belong to a tool.
const (
	inEnding     = ".in.yao"
	outEnding    = ".out.yao"
	sampleEnding = ".jsonl"
)

// mapped reads the samples of a server's tools, and says what of the files
// beside them is not read.
func (l *loader) mapped(o owner, s *Server, schemes folder) {
	for _, entry := range schemes.entries {
		name := entry.Name()
		tool, kind := cutEnding(name, inEnding, outEnding, sampleEnding)
		switch {
		case kind == "":
			l.unread(o, schemes, entry, "TOOL"+inEnding+", TOOL"+outEnding+" or TOOL"+sampleEnding, true)
		case s.Transport == ByProcess && !s.has(tool):
			l.strayed(o, schemes, entry, s, tool)
		case kind == sampleEnding:
			l.samples(o, s, tool, schemes.path(name))
		case s.Transport != ByProcess:
			l.unread(o, schemes, entry, "TOOL"+sampleEnding+": the schemas of the server are its own", true)
		}
	}
}

func cutEnding(name string, endings ...string) (stem, ending string) {
	for _, ending := range endings {
		if stem, ok := strings.CutSuffix(name, ending); ok {
			return stem, ending
		}
	}
	return name, ""
}

// has reports whether a process server has a tool.
func (s *Server) has(tool string) bool {
	for i := range s.Tools {
		if s.Tools[i].Name == tool {
			return true
		}
	}
	return false
}

// strayed refuses a file of a tool that the server does not have.
func (l *loader) strayed(o owner, f folder, entry fs.DirEntry, s *Server, tool string) {
	p := unknown("tool", tool, s.ToolNames())
	p.Pos = eval.Pos{File: l.opt.Name(f.path(entry.Name()))}
	p.Message = fmt.Sprintf("server %s: %s", s.ID, p.Message)
	l.fail(o, eval.Problems{p})
}

// samples reads examples of a tool: one object after the other.
func (l *loader) samples(o owner, s *Server, tool, path string) {
	f := l.read(o, path)
	if f == nil {
		return
	}
	faults := l.faultsOf(o)
	var list []Sample
	problems := source.Stream(f, func(n *source.Node) {
		if n.Kind() != eval.Object {
			faults.At(n.Pos, "", "want a sample, got %s", source.Describe(n))
			return
		}
		fields := source.Object(n, "", faults)
		sample := Sample{Name: fields.String("name"), Description: fields.String("description"), Input: fields.Value("input")}
		if output := fields.Node("output"); output != nil {
			sample.Output = output.Value
		}
		metadata := fields.Object("metadata")
		if text := metadata.String("description"); text != "" && sample.Description == "" {
			sample.Description = text
		}
		if sample.Input.IsZero() {
			faults.At(n.Pos, "input", "the sample has no input").Hint = "write the arguments of the call"
		}
		fields.Done()
		list = append(list, sample)
	})
	l.add(o, faults.List)
	if len(problems) > 0 {
		l.fail(o, problems)
	}
	if s.Samples == nil {
		s.Samples = map[string][]Sample{}
	}
	s.Samples[tool] = list
}
