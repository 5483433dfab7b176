package app

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm/scripted"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func (r *connectorReader) script(f, options *source.Fields) {
	for _, name := range []string{"host", "proxy", "key", "auth", "extra_body", "temperature", "max_tokens", "thinking", "headers"} {
		if n := options.Node(name); n != nil {
			r.faults.At(n.Pos, options.Path(name), "has no effect in a script connector").Hint = "remove it"
		}
	}
	file := f.String("script")
	n := f.Node("script")
	switch {
	case n == nil:
		r.faults.At(f.Pos("script"), "", "the connector has no script").Hint = "set script to a .ts or .js file beside it"
		return
	case n.Kind() != eval.String:
		return
	case file == "":
		r.faults.At(n.Pos, "script", "the script is empty")
		return
	case filepath.IsAbs(file) || strings.HasPrefix(file, "/") || strings.HasPrefix(file, `\`):
		r.faults.At(n.Pos, "script", "want a path relative to the connector's file, got %q", eval.Clip(file))
		return
	}
	program, problems := r.l.opt.Compile(filepath.Join(filepath.Dir(r.path), filepath.FromSlash(file)))
	if program != nil {
		r.l.keepProgram(owner{ofConnector, r.c.ID}, program)
		problems = append(problems, program.Require(scripted.Function)...)
	}
	for _, p := range problems {
		// A script that is not there has no place of its own to point at.
		if p.Pos.Line == 0 && program == nil {
			p.Pos, p.Path, p.Message = n.Pos, "script", fmt.Sprintf("%s: %s", eval.Clip(file), p.Message)
		}
		r.faults.List = append(r.faults.List, p)
	}
	r.c.Program = program
}
