package script

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/dop251/goja/ast"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// shape is what is known of a program's functions before it runs.
type shape struct {
	functions map[string]string   // at the top of the entry file, the user's names to those in the bundle
	exports   map[string]string   // the entry's exported names, to those in the bundle
	computed  map[string]bool     // variables whose value is computed, by their names in the bundle: it may be a function
	dynamic   bool                // the entry may export more than exports tells
	namespace string              // the variable that holds the exports
	names     map[string]string   // the functions that the bundler renamed, to the user's names
	places    map[string]eval.Pos // of all functions at the top of a file, by their names in the bundle
}

// survey reads the top of a bundle.
func (p *Program) survey(tree *ast.Program) shape {
	s := shape{
		functions: map[string]string{},
		exports:   map[string]string{},
		names:     map[string]string{},
		computed:  map[string]bool{},
		places:    map[string]eval.Pos{},
	}
	body := tree.Body[0].(*ast.ExpressionStatement).Expression.(*ast.FunctionLiteral).Body.List
	declare := func(id *ast.Identifier) {
		bundled := id.Name.String()
		at := p.mapped(tree.File.Position(int(id.Idx) - tree.File.Base()))
		written := p.wordAt(at)
		if written == "" {
			return
		}
		s.places[bundled] = at
		if written != bundled {
			s.names[bundled] = written
		}
		if at.File == p.entry {
			s.functions[written] = bundled
		}
	}
	empty := map[string]bool{} // variables that hold {}
	bindings := func(list []*ast.Binding) {
		for _, binding := range list {
			id, ok := binding.Target.(*ast.Identifier)
			if !ok {
				continue
			}
			switch value := binding.Initializer.(type) {
			case *ast.FunctionLiteral, *ast.ArrowFunctionLiteral:
				declare(id)
			case *ast.CallExpression, *ast.Identifier, *ast.DotExpression, *ast.ConditionalExpression:
				s.computed[id.Name.String()] = true
			case *ast.ObjectLiteral:
				empty[id.Name.String()] = len(value.Value) == 0
			}
		}
	}
	namespace := ""
	objects := map[string]*ast.ObjectLiteral{}
	touched := map[string]int{}
	for _, statement := range body {
		switch st := statement.(type) {
		case *ast.FunctionDeclaration:
			declare(st.Function.Name)
		case *ast.VariableStatement:
			bindings(st.List)
		case *ast.LexicalDeclaration:
			bindings(st.List)
		case *ast.ExpressionStatement:
			call, ok := st.Expression.(*ast.CallExpression)
			if !ok || len(call.ArgumentList) == 0 {
				continue
			}
			first, ok := call.ArgumentList[0].(*ast.Identifier)
			if !ok {
				continue
			}
			name := first.Name.String()
			if callee, ok := call.Callee.(*ast.Identifier); ok && callee.Name.String() == exportFunction {
				namespace = name
				continue
			}
			touched[name]++
			if len(call.ArgumentList) == 2 {
				if object, ok := call.ArgumentList[1].(*ast.ObjectLiteral); ok {
					objects[name] = object
				}
			}
		}
	}
	s.namespace = namespace
	object := objects[namespace]
	// One call fills the namespace with what the files name; a second one
	// adds what another module has when it runs.
	s.dynamic = !empty[namespace] || touched[namespace] > 1 || touched[namespace] == 1 && object == nil
	if object != nil {
		for _, property := range object.Value {
			s.export(property)
		}
	}
	return s
}

// export notes one member of the namespace: Name: () => bundledName.
func (s *shape) export(property ast.Property) {
	keyed, ok := property.(*ast.PropertyKeyed)
	if !ok {
		return
	}
	key, ok := keyed.Key.(*ast.StringLiteral)
	if !ok || key.Value.String() == moduleMark {
		return
	}
	bundled := ""
	if arrow, ok := keyed.Value.(*ast.ArrowFunctionLiteral); ok {
		if body, ok := arrow.Body.(*ast.ExpressionBody); ok {
			if id, ok := body.Expression.(*ast.Identifier); ok {
				bundled = id.Name.String()
			}
		}
	}
	s.exports[key.Value.String()] = bundled
}

// plain reports that all functions and exports of the entry can be handed out by
// their names, so that nobody needs the namespace, which costs an accessor for
// each of them in each world.
func (s *shape) plain(code string) bool {
	for _, bundled := range s.exports {
		if bundled == "" {
			return false
		}
	}
	return !s.dynamic && strings.Count(code, s.namespace) == 3 // it is made, filled and handed out
}

// accessor is the code that hands out the functions of the entry by their names,
// and what it exports where that is not left to the namespace.
func (s *shape) accessor(exports bool) string {
	all := map[string]string{}
	maps.Copy(all, s.functions)
	for name, bundled := range s.exports {
		if delete(all, name); exports {
			all[name] = bundled
		}
	}
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		b.WriteString("case " + strconv.QuoteToASCII(name) + ": return " + all[name] + ";\n")
	}
	return "\n" + topFunction + "((name) => { switch (name) {\n" + b.String() + "} });"
}

// bare takes what fills the namespace, and hands it out, from a tree.
func (s *shape) bare(tree *ast.Program) {
	main := tree.Body[0].(*ast.ExpressionStatement).Expression.(*ast.FunctionLiteral)
	main.Body.List = slices.DeleteFunc(main.Body.List, func(statement ast.Statement) bool {
		st, ok := statement.(*ast.ExpressionStatement)
		if !ok {
			return false
		}
		call, ok := st.Expression.(*ast.CallExpression)
		if !ok || len(call.ArgumentList) == 0 {
			return false
		}
		first, ok := call.ArgumentList[0].(*ast.Identifier)
		return ok && first.Name.String() == s.namespace
	})
}

// place is where a function that can be called is written, zero when that is
// not known.
func (s *shape) place(name string) eval.Pos {
	if bundled, ok := s.exports[name]; ok {
		return s.places[bundled]
	}
	return s.places[s.functions[name]]
}

// known are the names that can be called.
func (s *shape) known() []string {
	names := slices.Collect(maps.Keys(s.exports))
	for name := range s.functions {
		if _, ok := s.exports[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func identifierRune(r rune) bool {
	return r == '$' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r)
}

// each calls found for every node of a kind in a tree, outer ones first.
func each[T any](node any, found func(*T)) {
	kind := reflect.TypeFor[*T]()
	seen := map[uintptr]bool{}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Interface:
			walk(v.Elem())
		case reflect.Pointer:
			if v.IsNil() || seen[v.Pointer()] {
				return
			}
			seen[v.Pointer()] = true
			if v.Type() == kind {
				found(v.Interface().(*T))
			}
			walk(v.Elem())
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					walk(v.Field(i))
				}
			}
		}
	}
	walk(reflect.ValueOf(node))
}

// functionsNamed are those of the entry that can be called and whose names
// begin so, in the order in which they are written.
func (s *shape) functionsNamed(prefix string) []string {
	var names []string
	for _, name := range s.known() {
		if strings.HasPrefix(name, prefix) && s.place(name).Line > 0 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		x, y := s.place(a), s.place(b)
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column), cmp.Compare(a, b))
	})
	return slices.Compact(names)
}

// maybeNamed are exported values whose names begin so, and which may be
// functions without being seen to be.
func (s *shape) maybeNamed(prefix string) []string {
	var names []string
	for name, bundled := range s.exports {
		switch {
		case name == "default" && strings.HasPrefix(bundled, prefix):
			names = append(names, bundled)
		case strings.HasPrefix(name, prefix) && s.computed[bundled]:
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(names, func(name string) bool { return s.place(name).Line > 0 })
}
