package assert

import (
	"encoding/json"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxWork bounds the work of one validation, in steps of some microseconds
// and some hundred bytes each. The validator cannot be stopped, and takes
// time without end where a schema leads back to itself in several ways.
const maxWork = 4_000_000

// work counts what a validation may cost at most, before it is begun. It goes
// the ways of the validator, but judges nothing, so it takes every branch.
// What it says depends on the schema and the answer alone.
type work struct {
	left                   int
	texts, numbers         jsonschema.Types
	lists, objects, others jsonschema.Types
}

// tooMuch reports that validating would take more than maxWork steps.
func tooMuch(s *jsonschema.Schema, instance any) bool {
	w := &work{left: maxWork}
	w.texts.Add("string")
	w.numbers.Add("number")
	w.numbers.Add(integer)
	w.lists.Add("array")
	w.objects.Add("object")
	w.others.Add("null")
	w.others.Add("boolean")
	w.visit(s, instance, nil, 0)
	return w.left < 0
}

func (w *work) visit(s *jsonschema.Schema, v any, outer *scope, level int) {
	w.left -= 1 + level/4 // every finding holds its place
	if w.left < 0 || s.Bool != nil || s.Types != nil && *s.Types&w.types(v) == 0 {
		return
	}
	around := 0 // the validator looks through them too
	for o := outer; o != nil && o.level == level; o = o.outer {
		if around++; o.schema == s {
			return
		}
	}
	w.left -= around / 8
	if s.Enum != nil {
		w.left -= len(s.Enum.Values) / 8
	}
	in := &scope{s, level, outer}
	object, _ := v.(map[string]any)
	has := func(key string) bool { _, ok := object[key]; return ok }
	for sub := range beside(s, has) {
		w.visit(sub, v, in, level)
	}
	for _, sub := range [...]*jsonschema.Schema{in.recursive(), in.dynamic()} {
		if sub != nil {
			w.visit(sub, v, in, level)
		}
	}
	switch v := v.(type) {
	case map[string]any:
		w.object(s, v, in)
	case []any:
		w.list(s, v, in)
	case string:
		w.left -= textWork(s, v)
	case json.Number:
		w.left -= numberWork(string(v))
	}
}

func (w *work) types(v any) jsonschema.Types {
	switch v.(type) {
	case map[string]any:
		return w.objects
	case []any:
		return w.lists
	case string:
		return w.texts
	case json.Number:
		return w.numbers
	default:
		return w.others
	}
}

func (w *work) object(s *jsonschema.Schema, object map[string]any, in *scope) {
	w.left -= len(object) / 4
	additional, _ := s.AdditionalProperties.(*jsonschema.Schema)
	for key, v := range object {
		if w.left -= len(key) / 32; w.left < 0 {
			return
		}
		known := false
		if sub := s.Properties[key]; sub != nil {
			known = true
			w.visit(sub, v, in, in.level+1)
		}
		for pattern, sub := range s.PatternProperties {
			w.left -= len(key) / 16
			if pattern.MatchString(key) {
				known = true
				w.visit(sub, v, in, in.level+1)
			}
		}
		if !known && additional != nil {
			w.visit(additional, v, in, in.level+1)
		}
		if s.PropertyNames != nil {
			w.visit(s.PropertyNames, key, nil, in.level)
		}
		if s.UnevaluatedProperties != nil {
			w.visit(s.UnevaluatedProperties, v, in, in.level+1)
		}
	}
}

func (w *work) list(s *jsonschema.Schema, list []any, in *scope) {
	w.left -= len(list) / 4
	if s.UniqueItems {
		w.unique(list)
	}
	first, rest := s.PrefixItems, s.Items2020
	if s.DraftVersion < 2020 {
		first, _ = s.Items.([]*jsonschema.Schema)
		if rest, _ = s.Items.(*jsonschema.Schema); rest == nil {
			rest, _ = s.AdditionalItems.(*jsonschema.Schema)
		}
	}
	for i, v := range list {
		if w.left < 0 {
			return
		}
		if i < len(first) {
			w.visit(first[i], v, in, in.level+1)
		} else if rest != nil {
			w.visit(rest, v, in, in.level+1)
		}
		for _, sub := range [...]*jsonschema.Schema{s.Contains, s.UnevaluatedItems} {
			if sub != nil {
				w.visit(sub, v, in, in.level+1)
			}
		}
	}
}
