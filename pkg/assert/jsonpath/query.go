package jsonpath

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/theory/jsonpath"
	"github.com/theory/jsonpath/spec"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// maxNodes bounds what a query may select: two descendant segments on a deep
// document select far more nodes than it has.
const maxNodes = 1_000_000

// checkEvery is how many steps are done between two looks at the context.
const checkEvery = 1024

// query is a parsed query and what its filters do.
type query struct {
	path    *jsonpath.Path
	filters filters
	numbers *comparisons // nil when no filter can compare numbers
}

// run is one evaluation of a query. It walks the segments itself, because the
// library goes through objects in random order and cannot be stopped.
type run struct {
	stop  func() error // why the work must end, nil to go on
	root  any
	left  int // steps that filters may still take
	query *query
	nodes []any // what the current segment selected so far
	steps int
}

func (q *query) run(ctx context.Context, doc eval.Value) (v eval.Value, missing Missing, err error) {
	defer func() {
		switch broken := recover().(type) {
		case nil:
		case badPattern:
			v, missing, err = eval.Value{}, nothing, broken
		default:
			v, missing, err = eval.Value{}, nothing, fmt.Errorf("the query broke: %s", eval.Clip(fmt.Sprint(broken)))
		}
	}()
	r := &run{stop: ctx.Err, query: q, left: maxFilterSteps}
	dec := json.NewDecoder(strings.NewReader(doc.Raw()))
	dec.UseNumber()
	if err := dec.Decode(&r.root); err != nil {
		return eval.Value{}, nothing, fmt.Errorf("the document cannot be read: %w", err)
	}
	if q.numbers != nil {
		if r.root, err = q.numbers.prepare(r.root); err != nil {
			return eval.Value{}, nothing, err
		}
	}
	nodes := []any{r.root}
	for _, s := range q.path.Query().Segments() {
		r.nodes = nil
		for _, n := range nodes {
			if err := r.segment(s, n); err != nil {
				return eval.Value{}, nothing, err
			}
		}
		nodes = r.nodes
	}
	if len(nodes) == 0 {
		return eval.Value{}, nothing, nil
	}
	var result any = nodes
	if q.path.Query().Singular() != nil {
		result = nodes[0]
	}
	if size(result, maxSelected) > maxSelected {
		return eval.Value{}, nothing, fmt.Errorf("what the query selects holds more than %d values", maxSelected)
	}
	if v, err = eval.ValueOf(result); err != nil {
		return eval.Value{}, nothing, err
	}
	return v, "", nil
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
			// The library does not end a filter before it is through.
			if err := r.stop(); err != nil {
				return err
			}
			if r.left -= r.query.filters.cost(child, r.root, r.left); r.left < 0 {
				return fmt.Errorf("the filters of the query take more than %d steps", maxFilterSteps)
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
