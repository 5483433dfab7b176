package jsonpath

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/theory/jsonpath"
	"github.com/theory/jsonpath/registry"
	"github.com/theory/jsonpath/spec"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// badPattern is what stands where a query wants a pattern. The library gives a
// function no way to fail, so it is thrown and caught where the query is run.
type badPattern string

// Error is the whole message.
func (b badPattern) Error() string { return string(b) }

// parseQuery reads a query. A pattern must be a valid one, whether it stands in
// the query or comes out of the document: the RFC lets a bad one match nothing,
// which would hide the mistake.
func parseQuery(path string) (*query, error) {
	functions := registry.New()
	for _, name := range []string{"match", "search"} {
		f := functions.Get(name)
		plain := *f
		*f = *spec.Extension(name, spec.FuncLogical, func(args []spec.FuncExprArg) error {
			if err := plain.Validate(args); err != nil {
				return err
			}
			literal, _ := args[1].(*spec.LiteralArg)
			if literal == nil {
				return nil
			}
			pattern, ok := literal.Value().(string)
			if !ok {
				return errors.New("takes its pattern as text")
			}
			if _, err := regexp.Compile(pattern); err != nil {
				return fmt.Errorf("has the pattern %q, which is not RE2", eval.Clip(pattern))
			}
			return nil
		}, func(args []spec.PathValue) spec.PathValue {
			return matchText(name, &plain, args)
		})
	}
	parsed, err := jsonpath.NewParser(jsonpath.WithRegistry(functions)).Parse(path)
	if err != nil {
		return nil, err
	}
	numbers, err := comparisonsIn(path)
	if err != nil {
		return nil, err
	}
	return &query{path: parsed, filters: filtersIn(path), numbers: numbers}, nil
}

// matchText is match() or search(). What is no text matches no pattern.
func matchText(name string, plain *spec.FuncExtension, args []spec.PathValue) spec.PathValue {
	text := spec.ValueFrom(args[0])
	if text == nil {
		return spec.LogicalFalse
	}
	if _, ok := text.Value().(string); !ok {
		return spec.LogicalFalse
	}
	at := spec.ValueFrom(args[1])
	if at == nil {
		panic(badPattern(fmt.Sprintf("the pattern of %s() is missing in the document", name)))
	}
	pattern, ok := at.Value().(string)
	if !ok {
		panic(badPattern(fmt.Sprintf("the pattern of %s() is no text in the document", name)))
	}
	if _, err := regexp.Compile(pattern); err != nil {
		panic(badPattern(fmt.Sprintf("%s() has the pattern %q from the document, which is not RE2", name, eval.Clip(pattern))))
	}
	// The library puts the ends of the text around a pattern without a group,
	// so that of a|b each end would bind one branch only.
	return plain.Evaluate([]spec.PathValue{text, spec.Value("(?:" + pattern + ")")})
}
