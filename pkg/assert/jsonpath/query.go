package jsonpath

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/theory/jsonpath"
	"github.com/theory/jsonpath/registry"
	"github.com/theory/jsonpath/spec"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// maxNodes bounds what a query may select: two descendant segments on a deep
// document select far more nodes than it has.
const maxNodes = 1_000_000

// checkEvery is how many steps are done between two looks at the context.
const checkEvery = 1024

// run is one evaluation of a query. It walks the segments itself, because the
// library goes through objects in random order and cannot be stopped.
type run struct {
	stop  func() error // why the work must end, nil to go on
	root  any
	nodes []any // what the current segment selected so far
	steps int
}

// parseQuery reads a query. A pattern that stands in it must be a valid one:
// the RFC lets a bad pattern match nothing, which would hide the mistake.
func parseQuery(path string) (*jsonpath.Path, error) {
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
		}, plain.Evaluate)
	}
	return jsonpath.NewParser(jsonpath.WithRegistry(functions)).Parse(path)
}

func runQuery(ctx context.Context, q *jsonpath.Path, doc eval.Value) (v eval.Value, ok bool, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("the query broke: %s", eval.Clip(fmt.Sprint(broken)))
		}
	}()
	r := &run{stop: ctx.Err}
	dec := json.NewDecoder(strings.NewReader(doc.Raw()))
	dec.UseNumber()
	if err := dec.Decode(&r.root); err != nil {
		return eval.Value{}, false, fmt.Errorf("the document cannot be read: %w", err)
	}
	nodes := []any{r.root}
	for _, s := range q.Query().Segments() {
		r.nodes = nil
		for _, n := range nodes {
			if err := r.segment(s, n); err != nil {
				return eval.Value{}, false, err
			}
		}
		nodes = r.nodes
	}
	if len(nodes) == 0 {
		return eval.Value{}, false, nil
	}
	var result any = nodes
	if q.Query().Singular() != nil {
		result = nodes[0]
	}
	v, err = eval.ValueOf(result)
	return v, err == nil, err
}

// segment selects from a node, and from all below it if the segment descends.
func (r *run) segment(s *spec.Segment, node any) error {
	for _, sel := range s.Selectors() {
		if err := r.selector(sel, node); err != nil {
			return err
		}
	}
	if !s.IsDescendant() {
		return nil
	}
	for _, child := range children(node) {
		if err := r.segment(s, child); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) selector(sel spec.Selector, node any) error {
	switch sel := sel.(type) {
	case spec.WildcardSelector:
		for _, child := range children(node) {
			if err := r.add(child); err != nil {
				return err
			}
		}
	case *spec.FilterSelector:
		for _, child := range children(node) {
			if err := r.step(); err != nil {
				return err
			}
			if sel.Eval(child, r.root) {
				if err := r.add(child); err != nil {
					return err
				}
			}
		}
	default:
		if err := r.step(); err != nil {
			return err
		}
		for _, n := range sel.Select(node, r.root) {
			if err := r.add(n); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) add(node any) error {
	if len(r.nodes) == maxNodes {
		return fmt.Errorf("the query selects more than %d values", maxNodes)
	}
	r.nodes = append(r.nodes, node)
	return r.step()
}

func (r *run) step() error {
	if r.steps++; r.steps%checkEvery == 0 {
		return r.stop()
	}
	return nil
}

// children are a node's elements, or its members in the order of their keys.
func children(node any) []any {
	switch node := node.(type) {
	case []any:
		return node
	case map[string]any:
		list := make([]any, 0, len(node))
		for _, key := range slices.Sorted(maps.Keys(node)) {
			list = append(list, node[key])
		}
		return list
	default:
		return nil
	}
}
