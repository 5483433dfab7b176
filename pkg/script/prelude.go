package script

import (
	"embed"
	"errors"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
)

//go:embed prelude/*.js
var preludeFiles embed.FS

// Bounds of what built-ins make.
const (
	maxItems = 4 << 20  // elements of a new array
	maxBytes = 64 << 20 // of a buffer
)

// part is a piece of a script's world that is made only for scripts that can
// touch it, which their text tells.
type part struct {
	file  string // of prelude, "" when there is no JavaScript to run
	words string // any of which is in the text of a script that needs it; all need one without
	host  func(vm *VM, kit *goja.Object) error

	needed func(code string) bool // in place of words
}

// parts are in the order they run in.
func parts() []part {
	list := []part{
		{host: guardArrays},
		{host: guardCalls, words: "apply Reflect raw"},
		{host: guardCode, words: "Function constructor eval"},
		{host: guardJSON, words: "JSON"},
		{host: guardPatterns, words: "RegExp match search split replace test exec Symbol"},
		{file: "text", words: "repeat padStart padEnd concat replace"},
		{file: "list", words: "Array fill"},
		{file: "pattern", words: "RegExp", host: provide(natives{"pattern": (*VM).pattern})},
		{file: "buffers", words: "ArrayBuffer Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array"},
		{file: "language", words: "groupBy withResolvers ispose"},
		{file: "locale", words: "toLocale"},
		{file: "console", words: "console", host: provide(natives{"print": (*VM).print})},
		{file: "web", words: "structuredClone TextEncoder TextDecoder URL atob btoa", host: provide(natives{
			"encode": (*VM).encodeUTF8, "decode": (*VM).decodeUTF8, "atob": (*VM).atob, "btoa": (*VM).btoa,
			"unescape": (*VM).unescape, "parseURL": (*VM).parseURL, "formatURL": (*VM).formatURL,
		})},
		{words: "setTimeout setInterval clearTimeout clearInterval queueMicrotask Process " + processFunction, host: func(vm *VM, _ *goja.Object) error {
			return natives{
				"setTimeout": (*VM).setTimeout, "setInterval": (*VM).setInterval,
				"clearTimeout": (*VM).clearTimer, "clearInterval": (*VM).clearTimer,
				"queueMicrotask": (*VM).queueMicrotask,
				"Process":        (*VM).process, processFunction: (*VM).process,
			}.define(vm, vm.rt.GlobalObject())
		}},
	}
	list = append(list, part{file: "finally", host: tellUnderway, needed: asksUnderway})
	for _, name := range elementwise {
		list = append(list, part{words: name, host: guardElements(name)})
	}
	return list
}

// natives are functions of ours by the names that scripts or the prelude know.
type natives map[string]func(*VM, goja.FunctionCall) goja.Value

func (n natives) define(vm *VM, object *goja.Object) error {
	for name, f := range n {
		value := vm.native(func(call goja.FunctionCall) goja.Value { return f(vm, call) })
		if err := object.DefineDataProperty(name, value, goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE); err != nil {
			return err
		}
	}
	return nil
}

func provide(n natives) func(*VM, *goja.Object) error {
	return func(vm *VM, kit *goja.Object) error { return n.define(vm, kit) }
}

// needs are the parts that a script can touch. Code that can reach globals by
// a name that it computes gets all.
func needs(code string) []part {
	any := func(words ...string) bool {
		for _, word := range words {
			if strings.Contains(code, word) {
				return true
			}
		}
		return false
	}
	everything := any("globalThis", "eval", "Function", ".constructor", `"constructor"`, `'constructor'`, "`constructor`")
	var list []part
	for _, p := range parts() {
		if p.needed != nil {
			if p.needed(code) {
				list = append(list, p)
			}
			continue
		}
		if everything || p.words == "" || any(strings.Fields(p.words)...) {
			list = append(list, p)
		}
	}
	return list
}

// prelude is the code of the parts, each compiled once per engine.
type prelude struct {
	mu       sync.Mutex
	compiled map[string]*goja.Program
}

func (p *prelude) program(name string) (*goja.Program, error) {
	return p.compile(name, func() (string, error) {
		text, err := preludeFiles.ReadFile("prelude/" + name + ".js")
		return string(text), err
	})
}

// compile compiles a text of ours once, by the name that it is known by.
func (p *prelude) compile(name string, read func() (string, error)) (*goja.Program, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if made := p.compiled[name]; made != nil {
		return made, nil
	}
	text, err := read()
	if err != nil {
		return nil, err
	}
	tree, err := parser.ParseFile(nil, "surefoot:host", text, 0, parser.WithDisableSourceMaps)
	if err != nil {
		return nil, err
	}
	made, err := goja.CompileAST(tree, false)
	if err != nil {
		return nil, err
	}
	if p.compiled == nil {
		p.compiled = map[string]*goja.Program{}
	}
	p.compiled[name] = made
	return made, nil
}

// prepare makes the script's world.
func (vm *VM) prepare() error {
	var kit *goja.Object
	for _, p := range vm.program.needs {
		if p.file != "" && kit == nil {
			kit = vm.rt.NewObject()
			for name, value := range map[string]int{"maxText": maxText, "maxItems": maxItems, "maxBytes": maxBytes} {
				vm.define(kit, name, vm.rt.ToValue(value))
			}
			if err := vm.runOwn("kit", kit); err != nil {
				return err
			}
		}
		if p.host != nil {
			if err := p.host(vm, kit); err != nil {
				return err
			}
		}
		if p.file != "" {
			if err := vm.runOwn(p.file, kit); err != nil {
				return err
			}
		}
	}
	return nil
}

// runOwn runs a file of the prelude: a function of the kit.
func (vm *VM) runOwn(name string, kit *goja.Object) error {
	p, err := vm.program.engine.prelude.program(name)
	if err != nil {
		return err
	}
	made, err := vm.rt.RunProgram(p)
	if err != nil {
		return err
	}
	call, ok := goja.AssertFunction(made)
	if !ok {
		return errors.New("prelude: " + name + " is no function")
	}
	_, err = call(goja.Undefined(), kit)
	return err
}
