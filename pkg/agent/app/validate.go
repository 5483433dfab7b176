package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Violation is how a value breaks the schema, in one line, "" when it does not.
// The error says why the schema cannot tell.
func (s *Schema) Violation(v eval.Value) (why string, err error) {
	if s == nil {
		return "", nil
	}
	defer func() {
		if x := recover(); x != nil {
			slow, ok := x.(errSlow)
			if !ok {
				panic(x)
			}
			why, err = "", fmt.Errorf("its pattern %q takes longer than %s", eval.Clip(slow.pattern), eval.Span(maxMatch))
		}
	}()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(v.Raw()))
	if err != nil {
		return "", err
	}
	if err = s.compiled.Validate(value); err == nil {
		return "", nil
	}
	if endless(err) {
		return "", errors.New("it refers to itself without an end")
	}
	return cause(err), nil
}

// endless reports whether a value was not looked at because the schema goes
// round in a circle.
func endless(err error) bool {
	var v *jsonschema.ValidationError
	if !errors.As(err, &v) {
		return false
	}
	if _, ok := v.ErrorKind.(*kind.RefCycle); ok {
		return true
	}
	return slices.ContainsFunc(v.Causes, func(c *jsonschema.ValidationError) bool { return endless(c) })
}
