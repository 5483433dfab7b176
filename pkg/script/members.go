package script

import (
	"errors"
	"strconv"

	"github.com/dop251/goja"
)

func (e *encoder) object(object *goja.Object) error {
	switch class := object.ClassName(); class {
	case "Function", "AsyncFunction", "GeneratorFunction":
		return e.function(object)
	case "String":
		return e.text(object.String())
	case "Number":
		return e.value(nil, "", object.ToNumber())
	case "Boolean":
		return e.write(object.String())
	case "RawJSON":
		return e.write(object.Get("rawJSON").String())
	case "Array":
		return e.enter(object, e.array)
	case "Error", "RegExp":
		if e.strict {
			return e.refuse("of class "+class, "make it a plain value")
		}
	case "Object":
		if isArray(object) {
			return e.enter(object, e.array)
		}
		if _, ok := goja.AssertFunction(object); ok {
			return e.function(object)
		}
		if e.strict {
			if name := e.vm.special(object); name == "Promise" {
				return e.refuse("a promise", "await it")
			} else if name != "" {
				return e.refuse("of class "+name, "make it a plain value")
			}
		}
	}
	return e.enter(object, e.members)
}

// enter writes a container, unless it is within itself.
func (e *encoder) enter(object *goja.Object, write func(*goja.Object) error) error {
	for _, outer := range e.within {
		if outer == object {
			if e.strict {
				return e.refuse("an object that contains itself", "")
			}
			return errCyclic
		}
	}
	if len(e.within) == maxDepth {
		return e.refuse("nested more than "+strconv.Itoa(maxDepth)+" deep", "")
	}
	e.within = append(e.within, object)
	err := write(object)
	e.within = e.within[:len(e.within)-1]
	return err
}

func (e *encoder) array(object *goja.Object) error {
	if err := e.write("["); err != nil {
		return err
	}
	n := object.Get("length").ToInteger()
	for i := range n {
		if i > 0 {
			if err := e.write(","); err != nil {
				return err
			}
		}
		if err := e.line(len(e.within)); err != nil {
			return err
		}
		index := strconv.FormatInt(i, 10)
		if e.strict {
			e.path = append(e.path, "["+index+"]")
		}
		err := e.value(object, index, object.Get(index))
		if errors.Is(err, errSkip) {
			err = e.write("null")
		}
		if err != nil {
			return err
		}
		if e.strict {
			e.path = e.path[:len(e.path)-1]
		}
	}
	return e.close(n > 0, "]")
}

func (e *encoder) members(object *goja.Object) error {
	if err := e.write("{"); err != nil {
		return err
	}
	keys := e.only
	if !e.listed {
		keys = object.Keys()
	}
	some := false
	for _, key := range keys {
		start := len(e.out)
		if some {
			e.out = append(e.out, ',')
		}
		if err := e.line(len(e.within)); err != nil {
			return err
		}
		if err := e.text(key); err != nil {
			return err
		}
		e.out = append(e.out, ':')
		if e.gap != "" {
			e.out = append(e.out, ' ')
		}
		if e.strict {
			e.path = append(e.path, "."+key)
		}
		err := e.value(object, key, object.Get(key))
		switch {
		case errors.Is(err, errSkip):
			e.out = e.out[:start]
		case err != nil:
			return err
		default:
			some = true
		}
		if e.strict {
			e.path = e.path[:len(e.path)-1]
		}
	}
	return e.close(some, "}")
}

// function hands a function to the method whose argument it is in.
func (e *encoder) function(object *goja.Object) error {
	if f, ok := goja.AssertFunction(object); ok && e.take != nil && e.take(e.path, f) {
		return errSkip
	}
	return e.leave("a function")
}
