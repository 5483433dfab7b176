package script

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/dop251/goja"
	"github.com/go-sourcemap/sourcemap"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Program is a compiled script. It is immutable and safe for concurrent use.
type Program struct {
	engine    *Engine
	entry     string
	modules   map[string]module
	sourceMap *sourcemap.Consumer
	shape     shape
	code      *goja.Program
	needs     []part
}

// File is the script's path as it is shown to people.
func (p *Program) File() string { return p.entry }

// Files are the files the script was made of: their paths from the
// application's folder, with slashes, and their texts.
func (p *Program) Files() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for _, m := range p.modules {
			// Both have their links resolved, and one lies in the other.
			name, err := filepath.Rel(p.engine.root, m.path)
			if err != nil {
				name = m.path
			}
			if !yield(filepath.ToSlash(name), m.text) {
				return
			}
		}
	}
}

// Pos is where a function is written, or the script's file where that is not
// known.
func (p *Program) Pos(name string) eval.Pos {
	if at := p.shape.place(name); !at.IsZero() {
		return at
	}
	return eval.Pos{File: p.entry}
}

// Functions are the functions of the script whose names begin so, exported or
// not, in the order in which they are written.
func (p *Program) Functions(prefix string) []string { return p.shape.functionsNamed(prefix) }

// MaybeFunctions are what else the script exports by such names, a default
// export's being its function's own, and what may be a function: that shows as
// it runs.
func (p *Program) MaybeFunctions(prefix string) []string { return p.shape.maybeNamed(prefix) }

// Require gives a problem when the script has no function of that name, as
// far as can be told before it runs.
func (p *Program) Require(name string) eval.Problems {
	// What a file exports as it runs, it names.
	dynamic := p.shape.dynamic && strings.Contains(p.modules[p.entry].text, "export")
	if p.Pos(name).Line > 0 || dynamic {
		return nil
	}
	if _, ok := p.shape.exports[name]; ok {
		return nil
	}
	hint := source.DidYouMean(name, p.shape.known())
	if hint == "" {
		hint = "export function " + name
	}
	return eval.Problems{{Pos: eval.Pos{File: p.entry}, Message: missing(name), Hint: hint}}
}

func missing(name string) string {
	return "the script has no function " + strconv.Quote(name)
}

// Globals are functions of the host that a script finds in its world, by their
// names. One that is called Process is also what @yao/runtime exports.
type Globals map[string]Method

// Open makes a VM and runs the top of the script in it. Globals may be nil. An
// error is an [*Error].
func (p *Program) Open(ctx context.Context, globals Globals) (*VM, error) {
	p.engine.memory.opens()
	vm := newVM(p, globals)
	if _, err := vm.supervise(ctx, vm.start); err != nil {
		vm.Close()
		var e *Error
		if errors.As(err, &e) {
			e.Logs = vm.Logs()
		}
		return nil, err
	}
	return vm, nil
}
