package script

import (
	"strconv"
	"strings"

	"github.com/dop251/goja"
)

// inspect describes a value for people, in at most about limit bytes.
func (vm *VM) inspect(value goja.Value, limit int) string {
	i := inspector{vm: vm, limit: limit}
	i.value(value)
	return i.b.String()
}

// maxInspect is how deep values are described.
const maxInspect = 6

type inspector struct {
	vm     *VM
	b      strings.Builder
	limit  int
	within []*goja.Object
}

func (i *inspector) value(value goja.Value) {
	object, ok := value.(*goja.Object)
	switch {
	case value == nil:
		i.b.WriteString("undefined")
	case goja.IsString(value):
		text := value.String()
		i.b.WriteString(strconv.Quote(text[:cut(text, i.limit)]))
	case goja.IsBigInt(value):
		i.b.WriteString(value.String() + "n")
	case !ok:
		if symbol, ok := value.(*goja.Symbol); ok {
			i.b.WriteString("Symbol(" + symbol.String() + ")")
			return
		}
		i.b.WriteString(value.String())
	default:
		i.object(object)
	}
}

func (i *inspector) object(object *goja.Object) {
	for _, outer := range i.within {
		if outer == object {
			i.b.WriteString("[circular]")
			return
		}
	}
	if len(i.within) == maxInspect {
		i.b.WriteString("[...]")
		return
	}
	i.within = append(i.within, object)
	defer func() { i.within = i.within[:len(i.within)-1] }()
	switch object.ClassName() {
	case "Error":
		i.b.WriteString(i.vm.errorText(object))
		return
	case "Date", "RegExp", "String", "Number", "Boolean":
		i.b.WriteString(object.String())
		return
	case "Array":
		i.list("[", object, "]")
		return
	}
	if _, ok := goja.AssertFunction(object); ok {
		name := "anonymous"
		if given := object.Get("name"); given != nil && given.String() != "" {
			name = given.String()
		}
		i.b.WriteString("[function " + name + "]")
		return
	}
	switch tag := i.vm.special(object); tag {
	case "":
		i.members(object)
	case "Map", "Set":
		i.b.WriteString(tag + " ")
		i.collection(object)
	default:
		i.b.WriteString("[" + tag + "]")
	}
}

func (i *inspector) list(open string, object *goja.Object, end string) {
	i.b.WriteString(open)
	n := object.Get("length").ToInteger()
	for k := range n {
		if k > 0 {
			i.b.WriteString(", ")
		}
		if i.b.Len() > i.limit {
			i.b.WriteString("…")
			break
		}
		i.value(object.Get(strconv.FormatInt(k, 10)))
	}
	i.b.WriteString(end)
}

func (i *inspector) collection(object *goja.Object) {
	between := "{"
	i.vm.rt.ForOf(object, func(item goja.Value) bool {
		i.b.WriteString(between)
		between = ", "
		if i.b.Len() > i.limit {
			i.b.WriteString("…")
			return false
		}
		i.value(item)
		return true
	})
	if between == "{" {
		i.b.WriteString(between)
	}
	i.b.WriteString("}")
}

func (i *inspector) members(object *goja.Object) {
	i.b.WriteString("{")
	keys := object.Keys()
	for k, key := range keys {
		if k > 0 {
			i.b.WriteString(", ")
		}
		if i.b.Len() > i.limit {
			i.b.WriteString("…")
			break
		}
		if !plainKey(key) {
			key = strconv.Quote(key)
		}
		i.b.WriteString(key + ": ")
		i.value(object.Get(keys[k]))
	}
	i.b.WriteString("}")
}

func plainKey(key string) bool {
	for _, r := range key {
		if !identifierRune(r) {
			return false
		}
	}
	return key != ""
}

// errorText is an Error with the user's part of its stack.
func (vm *VM) errorText(object *goja.Object) string {
	text := object.String()
	if stack := object.Get("stack"); stack != nil && goja.IsString(stack) {
		for _, f := range vm.parseStack(stack.String()) {
			text += "\n    at "
			if f.function != "" {
				text += f.function + " "
			}
			text += "(" + f.pos.String() + ")"
		}
	}
	return text
}
