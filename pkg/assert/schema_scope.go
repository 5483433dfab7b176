package assert

import "github.com/santhosh-tekuri/jsonschema/v6"

// scope is a schema that is applied, at a level of the instance, and the ones
// around it.
type scope struct {
	schema *jsonschema.Schema
	level  int
	outer  *scope
}

// recursive is where the $recursiveRef of the schema leads.
func (s *scope) recursive() *jsonschema.Schema {
	to := s.schema.RecursiveRef
	if to == nil || !to.RecursiveAnchor {
		return to
	}
	return s.outermost(to, func(s *jsonschema.Schema) bool { return s.RecursiveAnchor })
}

// dynamic is where the $dynamicRef of the schema leads. No two schemas of a
// user's have the same anchor, so the outermost one that is entered decides.
func (s *scope) dynamic() *jsonschema.Schema {
	to, ref := dynamic(s.schema), s.schema.DynamicRef
	if to == nil || ref.Anchor == "" || to.DynamicAnchor != ref.Anchor {
		return to
	}
	return s.outermost(to, func(s *jsonschema.Schema) bool { return s.DynamicAnchor == ref.Anchor })
}

func (s *scope) outermost(found *jsonschema.Schema, fits func(*jsonschema.Schema) bool) *jsonschema.Schema {
	for ; s != nil; s = s.outer {
		if fits(s.schema) {
			found = s.schema
		}
	}
	return found
}
