package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// serverTools reads the processes of a server, and the schemas beside it.
func (l *loader) serverTools(o owner, s *Server, f *source.Fields, schemes folder, faults *source.Faults) {
	n := f.Node("tools")
	if n == nil || n.Kind() == eval.Object && len(n.Fields) == 0 {
		faults.At(f.Pos("tools"), "", "the server has no tools").Hint = "name processes by the tools that call them"
		return
	}
	tools := f.Object("tools")
	for _, m := range n.Fields {
		tool := ServerTool{Name: m.Key, Pos: m.Node.Pos, Process: tools.String(m.Key), In: eval.Trusted(`{"type":"object"}`)}
		if m.Node.Kind() == eval.String && tool.Process == "" {
			faults.At(m.Node.Pos, tools.Path(m.Key), "the process is empty")
		}
		switch {
		case strings.TrimSpace(m.Key) == "":
			faults.At(m.KeyPos, "tools", "the tool has no name")
		case strings.Contains(m.Key, "__"):
			faults.At(m.KeyPos, tools.Path(m.Key), "a tool's name has no __ in it")
		}
		l.scheme(o, &tool, schemes)
		s.Tools = append(s.Tools, tool)
	}
	if r := f.Node("resources"); r != nil && !isNothing(r) {
		faults.At(r.Pos, "resources", "resources of process servers are not supported in this version")
	}
	slices.SortFunc(s.Tools, func(a, b ServerTool) int { return strings.Compare(a.Name, b.Name) })
}

// argsKey says in a schema what of the arguments a process is given.
const argsKey = "x-process-args"

// scheme reads the schemas of a tool: NAME.in.yao and NAME.out.yao.
func (l *loader) scheme(o owner, tool *ServerTool, dir folder) {
	if name := tool.Name + inEnding; dir.has(name) {
		if n := l.object(o, dir.path(name)); n != nil {
			faults := l.faultsOf(o)
			f := source.Object(n, "", faults)
			tool.Description = f.String("description")
			tool.Args = f.Strings(argsKey)
			checkArgs(f.Node(argsKey), faults)
			members := n.Value.Members()
			delete(members, argsKey)
			tool.In, tool.Arguments = l.schemaOf(members, n, faults)
			l.add(o, faults.List)
		}
	}
	if name := tool.Name + outEnding; dir.has(name) {
		if n := l.object(o, dir.path(name)); n != nil {
			faults := l.faultsOf(o)
			_, tool.Result = l.schemaOf(n.Value.Members(), n, faults)
			l.add(o, faults.List)
		}
	}
}

// checkArgs reports texts that begin as those do which stand for arguments, and
// stand for none: the process would be given them, or null, in their place.
func checkArgs(n *source.Node, faults *source.Faults) {
	if n == nil {
		return
	}
	for i, item := range n.Items {
		path := fmt.Sprintf("%s[%d]", argsKey, i)
		switch text := item.Text; {
		case strings.HasPrefix(text, ":") && text != ":arguments":
			faults.At(item.Pos, path, "%q stands for no arguments", eval.Clip(text)).Hint = `":arguments" are all of them`
		case strings.HasPrefix(text, "$") && (text == "$" || text == "$args" || strings.HasPrefix(text, "$ENV.") || strings.Contains(text+".", "..")):
			faults.At(item.Pos, path, "%q stands for no argument", eval.Clip(text)).Hint = `write "$args.NAME"; ":arguments" are all of them`
		}
	}
}

func (l *loader) schemaOf(members map[string]eval.Value, n *source.Node, faults *source.Faults) (eval.Value, *Schema) {
	v, err := eval.ValueOf(members)
	if err != nil {
		faults.At(n.Pos, "", "%v", err)
		return eval.Value{}, nil
	}
	schema, problem := Compile(v)
	if problem != "" {
		faults.At(n.Pos, "", "%s", problem)
	}
	return v, schema
}
