package script

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
)

// A test that ends in a finally block, while what was thrown before is on its
// way to it, must not hide that. The engine does not tell what is on its way, so
// that the finally blocks of scripts that may ask do: each becomes one that
// says what it was entered with, and when it is left.
//
//	try { try ... catch ... } catch (e) { leaves(e); throw e }
//	finally { let way = enters(); try { ... } finally { arrives(way) } }
const (
	leavesFunction  = "__surefoot_leaves"
	entersFunction  = "__surefoot_enters"
	arrivesFunction = "__surefoot_arrives"
	tellingFinally  = `try {} catch (__surefoot_thrown) { ` + leavesFunction + `(__surefoot_thrown); throw __surefoot_thrown }
finally { let __surefoot_way = ` + entersFunction + `(); try {} finally { ` + arrivesFunction + `(__surefoot_way) } }`
)

// asksUnderway reports whether a script may ask what is under way: whether it
// skips tests, and has finally blocks that it could do so in.
func asksUnderway(code string) bool {
	return strings.Contains(code, "finally") && (strings.Contains(code, "skip") || strings.Contains(code, "Skip"))
}

// telling makes the finally blocks of a tree tell what is under way.
func telling(tree *ast.Program) error {
	var blocks []*ast.TryStatement
	each(tree.Body, func(t *ast.TryStatement) {
		if t.Finally != nil {
			blocks = append(blocks, t)
		}
	})
	for _, t := range blocks {
		made, err := parser.ParseFile(nil, "surefoot:host", tellingFinally, 0, parser.WithDisableSourceMaps)
		if err != nil {
			return err
		}
		place(reflect.ValueOf(made.Body), t.Try)
		outer := made.Body[0].(*ast.TryStatement)
		if t.Catch != nil {
			outer.Body.List = []ast.Statement{&ast.TryStatement{Try: t.Try, Body: t.Body, Catch: t.Catch}}
		} else {
			outer.Body = t.Body
		}
		outer.Finally.List[1].(*ast.TryStatement).Body = t.Finally
		*t = *outer
	}
	return nil
}

// place puts all of a tree of ours at one place of the user's.
func place(v reflect.Value, at file.Idx) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			place(v.Elem(), at)
		}
	case reflect.Slice:
		for i := range v.Len() {
			place(v.Index(i), at)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				place(v.Field(i), at)
			}
		}
	case reflect.Int:
		if v.Type() == reflect.TypeFor[file.Idx]() {
			v.SetInt(int64(at))
		}
	}
}

// underway is what was thrown and did not arrive yet.
type underway struct {
	leaving goja.Value         // between a throw and the finally block it enters
	ways    map[int]goja.Value // through finally blocks that run
	last    int
}

// tellUnderway puts the functions in place that finally blocks tell by, and
// has those of promises do so too.
func tellUnderway(vm *VM, kit *goja.Object) error {
	global := natives{
		leavesFunction: func(vm *VM, call goja.FunctionCall) goja.Value {
			vm.underway.leaving = call.Argument(0)
			return goja.Undefined()
		},
		entersFunction: func(vm *VM, _ goja.FunctionCall) goja.Value {
			u := &vm.underway
			thrown := u.leaving
			u.leaving = nil
			if thrown == nil {
				return goja.Undefined()
			}
			if u.ways == nil {
				u.ways = map[int]goja.Value{}
			}
			u.last++
			u.ways[u.last] = thrown
			return vm.rt.ToValue(u.last)
		},
		arrivesFunction: func(vm *VM, call goja.FunctionCall) goja.Value {
			if way := call.Argument(0); !goja.IsUndefined(way) {
				delete(vm.underway.ways, int(way.ToInteger()))
			}
			return goja.Undefined()
		},
	}
	if err := global.define(vm, vm.rt.GlobalObject()); err != nil {
		return err
	}
	return global.define(vm, kit)
}

// thrownUnderway is what was thrown last and is under way, or what a promise was
// rejected with that nobody handles so far; nil where there is neither.
func (vm *VM) thrownUnderway() goja.Value {
	if ways := slices.Sorted(maps.Keys(vm.underway.ways)); len(ways) > 0 {
		return vm.underway.ways[ways[len(ways)-1]]
	}
	if len(vm.rejected) > 0 {
		return vm.rejected[0].Result()
	}
	return nil
}

// Underway is what was thrown and is on its way through finally blocks, or what
// a promise was rejected with that nobody handles so far; nil where there is
// neither. Of scripts that never mention to skip something it knows rejections
// only.
func (c *Call) Underway() *Error {
	thrown := c.vm.thrownUnderway()
	if thrown == nil {
		return nil
	}
	return c.vm.thrown(thrown, nil, c.Pos())
}
