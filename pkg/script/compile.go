package script

import (
	"errors"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

const (
	bundleName  = "surefoot:bundle"
	topFunction = "__surefoot_top"
	// Modules are strict, and may await at their top: an async function can.
	bundleHead = "(async function(" + exportFunction + ", " + topFunction + "){\"use strict\";\n"
	bundleTail = "\n})"
)

// program compiles what esbuild made.
func (b *bundle) program(entry string, out output) (*Program, eval.Problems) {
	p := &Program{engine: b.engine, entry: entry, modules: b.modules}
	consumer, err := readMap(out.sourceMap)
	if err != nil {
		return nil, p.problem(eval.Pos{File: entry}, err.Error())
	}
	p.sourceMap = consumer
	tree, problems := p.parse(out.code)
	if problems != nil {
		return nil, problems
	}
	p.shape = p.survey(tree)
	p.needs = needs(out.code)
	known := p.shape.plain(out.code)
	if accessor := p.shape.accessor(known); accessor != "" {
		if tree, problems = p.parse(out.code + accessor); problems != nil {
			return nil, problems
		}
		if known {
			p.shape.bare(tree)
		}
	}
	// A pattern that goja takes but never matches is found before it is run.
	if strings.Contains(out.code, `\p{`) || strings.Contains(out.code, `\P{`) {
		if problems := p.patterns(tree); problems != nil {
			return nil, problems
		}
	}
	if asksUnderway(out.code) {
		if err := telling(tree); err != nil {
			return nil, p.problem(eval.Pos{File: entry}, plain(err.Error()))
		}
	}
	p.code, err = goja.CompileAST(tree, false)
	if err == nil {
		return p, nil
	}
	if problems := p.patterns(tree); problems != nil {
		return nil, problems
	}
	var syntax *goja.CompilerSyntaxError
	if errors.As(err, &syntax) && syntax.File != nil {
		return nil, p.problem(p.mapped(syntax.File.Position(syntax.Offset)), plain(syntax.Message))
	}
	return nil, p.problem(eval.Pos{File: entry}, plain(err.Error()))
}

// parse reads a bundle; the source map is attached, so positions of the tree
// are those of the user's files.
func (p *Program) parse(code string) (*ast.Program, eval.Problems) {
	tree, err := parser.ParseFile(nil, bundleName, bundleHead+code+bundleTail, 0, parser.WithDisableSourceMaps)
	if err == nil {
		tree.File.SetSourceMap(p.sourceMap)
		return tree, nil
	}
	var list parser.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return nil, p.problem(eval.Pos{File: p.entry}, plain(err.Error()))
	}
	// The ones that follow are mostly the first one's echo.
	first := list[0]
	source, _, line, column, ok := p.sourceMap.Source(first.Position.Line, first.Position.Column)
	at := eval.Pos{File: p.entry}
	if ok {
		at = p.mapped(file.Position{Filename: source, Line: line, Column: column})
	}
	message := plain(first.Message)
	switch word := p.wordAt(at); {
	case word == "import" && strings.HasPrefix(p.textAt(at), "import.meta"):
		message = "import.meta is not supported in this version"
	case word == "import":
		message = "cannot import a path that is computed: only files named in the text are bundled"
	}
	return nil, p.problem(at, message)
}

// patterns finds the regular expressions that goja cannot run.
func (p *Program) patterns(tree *ast.Program) eval.Problems {
	var problems eval.Problems
	each(tree.Body, func(r *ast.RegExpLiteral) {
		message := ""
		for _, flag := range []string{"d", "v"} {
			if strings.Contains(r.Flags, flag) {
				message = "the flag " + strconv.Quote(flag) + " of a regular expression is not supported in this version"
			}
		}
		if hasProperty(r.Pattern) {
			message = `\p{...} in a regular expression is not supported in this version`
		}
		if message == "" {
			return
		}
		at := p.mapped(tree.File.Position(int(r.Idx) - tree.File.Base()))
		problem := p.problem(at, message)[0]
		if hasProperty(r.Pattern) {
			problem.Hint = `name the characters, such as [a-zà-ÿ]`
		}
		problems = append(problems, problem)
	})
	problems.Sort()
	return problems
}

// hasProperty reports whether a pattern holds a Unicode property escape.
func hasProperty(pattern string) bool {
	for i := 0; i+2 < len(pattern); i++ {
		if pattern[i] != '\\' {
			continue
		}
		if (pattern[i+1] == 'p' || pattern[i+1] == 'P') && pattern[i+2] == '{' {
			return true
		}
		i++
	}
	return false
}

func (p *Program) problem(at eval.Pos, message string) eval.Problems {
	return eval.Problems{{Pos: at, Message: message}}
}

// mapped is a position of goja's in a user's file, or the entry file alone
// for one that is nowhere.
func (p *Program) mapped(at file.Position) eval.Pos {
	name, ok := strings.CutPrefix(at.Filename, appNamespace+":")
	if !ok {
		return eval.Pos{File: p.entry}
	}
	return p.pos(name, at.Line, at.Column)
}

// textAt is the line of a user's file from a place on.
func (p *Program) textAt(at eval.Pos) string {
	text := p.modules[at.File].text
	for range at.Line - 1 {
		_, text, _ = strings.Cut(text, "\n")
	}
	text, _, _ = strings.Cut(text, "\n")
	points := []rune(text)
	if at.Column < 1 || at.Column > len(points) {
		return ""
	}
	return string(points[at.Column-1:])
}

// wordAt is the identifier that stands at a place.
func (p *Program) wordAt(at eval.Pos) string {
	text := p.textAt(at)
	for i, r := range text {
		if !identifierRune(r) {
			return text[:i]
		}
	}
	return text
}
