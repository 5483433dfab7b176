package assert

import (
	"iter"
	"maps"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// beside yields the schemas that a schema applies to the instance it is
// applied to itself. Those that hang on a key are left out where has denies
// that the instance has it.
func beside(s *jsonschema.Schema, has func(key string) bool) iter.Seq[*jsonschema.Schema] {
	return func(yield func(*jsonschema.Schema) bool) {
		for _, sub := range [...]*jsonschema.Schema{s.Ref, s.Not, s.If, s.Then, s.Else} {
			if sub != nil && !yield(sub) {
				return
			}
		}
		for _, list := range [...][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
			for _, sub := range list {
				if !yield(sub) {
					return
				}
			}
		}
		for key, sub := range s.DependentSchemas {
			if has(key) && !yield(sub) {
				return
			}
		}
		for key, v := range s.Dependencies {
			if sub, ok := v.(*jsonschema.Schema); ok && has(key) && !yield(sub) {
				return
			}
		}
	}
}

// below are the schemas that a schema applies to parts of the instance.
func below(s *jsonschema.Schema) []*jsonschema.Schema {
	list := slices.Concat(s.PrefixItems, slices.Collect(maps.Values(s.Properties)), slices.Collect(maps.Values(s.PatternProperties)))
	list = append(list, s.PropertyNames, s.UnevaluatedProperties, s.Contains, s.Items2020, s.UnevaluatedItems)
	for _, v := range []any{s.AdditionalProperties, s.Items, s.AdditionalItems} {
		switch v := v.(type) {
		case *jsonschema.Schema:
			list = append(list, v)
		case []*jsonschema.Schema:
			list = append(list, v...)
		}
	}
	return slices.DeleteFunc(list, func(s *jsonschema.Schema) bool { return s == nil })
}

// circles finds a schema that leads back to itself at one place of the
// instance, which no instance ever ends.
type circles struct {
	open, done map[*jsonschema.Schema]bool
}

func endless(root *jsonschema.Schema) bool {
	c := &circles{map[*jsonschema.Schema]bool{}, map[*jsonschema.Schema]bool{}}
	left := []*jsonschema.Schema{root}
	for len(left) > 0 {
		s := left[len(left)-1]
		left = left[:len(left)-1]
		if c.done[s] {
			continue
		}
		if c.from(s, &left) {
			return true
		}
	}
	return false
}

// from looks at what is applied beside s, and leaves what is applied below.
func (c *circles) from(s *jsonschema.Schema, left *[]*jsonschema.Schema) bool {
	if c.open[s] || c.done[s] {
		return c.open[s]
	}
	c.open[s] = true
	for sub := range beside(s, func(string) bool { return true }) {
		if c.from(sub, left) {
			return true
		}
	}
	for _, sub := range []*jsonschema.Schema{s.RecursiveRef, dynamic(s)} {
		if sub != nil && c.from(sub, left) {
			return true
		}
	}
	delete(c.open, s)
	c.done[s] = true
	*left = append(*left, below(s)...)
	return false
}

// dynamic is where a $dynamicRef leads if nothing around it takes its place.
func dynamic(s *jsonschema.Schema) *jsonschema.Schema {
	if s.DynamicRef == nil {
		return nil
	}
	return s.DynamicRef.Ref
}
