package locale

import (
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Table is the messages of one locale by their dotted keys: chat.prompts.0.
type Table map[string]string

// Flatten reads a locale file's document, which stands at path. Texts, numbers
// and truth values are messages; a null or a key that comes out twice is a
// fault.
func Flatten(n *source.Node, path string, faults *source.Faults) Table {
	t := Table{}
	if n.Kind() != eval.Object {
		faults.At(n.Pos, path, "want messages by their keys, got %s", source.Describe(n))
		return t
	}
	t.flatten(n, path, "", faults)
	return t
}

func (t Table) flatten(n *source.Node, path, key string, faults *source.Faults) {
	switch n.Kind() {
	case eval.Object:
		for _, m := range n.Fields {
			t.flatten(m.Node, path, join(key, m.Key), faults)
		}
		return
	case eval.Array:
		for i, item := range n.Items {
			t.flatten(item, path, join(key, strconv.Itoa(i)), faults)
		}
		return
	case eval.Null:
		faults.At(n.Pos, join(path, key), "want text, got null").Hint = "write \"\" for an empty message"
		return
	}
	text := n.Text
	if n.Kind() != eval.String {
		text = n.Value.Raw()
	}
	if _, ok := t[key]; ok {
		faults.At(n.Pos, join(path, key), "the message stands twice, once nested and once with dots")
		return
	}
	t[key] = text
}

func join(key, name string) string {
	if key == "" {
		return name
	}
	return key + "." + name
}

// Set is the tables of one folder of locale files.
type Set struct {
	tables map[string]Table
	names  []string // sorted
}

// Add keeps the table under its locale's name. It reports false when there is
// one already.
func (s *Set) Add(name string, t Table) bool {
	name = Normal(name)
	if _, ok := s.tables[name]; ok {
		return false
	}
	if s.tables == nil {
		s.tables = map[string]Table{}
	}
	s.tables[name] = t
	s.names = append(s.names, name)
	slices.Sort(s.names)
	return true
}

func (s *Set) has(key string) bool {
	if s == nil {
		return false
	}
	for _, t := range s.tables {
		if _, ok := t[key]; ok {
			return true
		}
	}
	return false
}

func (s *Set) collect(keys map[string]bool) {
	if s == nil {
		return
	}
	for _, t := range s.tables {
		for key := range t {
			keys[key] = true
		}
	}
}

// Normal is a locale's name as it is compared: lower case, with hyphens.
func Normal(name string) string {
	return strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), "_", "-")
}

// lookup tries the locale itself, its language, and then any other locale of
// that language in order of their names.
func (s *Set) lookup(name, key string) (string, bool) {
	if text, ok := s.tables[name][key]; ok {
		return text, true
	}
	language, _, _ := strings.Cut(name, "-")
	if language == "" {
		return "", false
	}
	if text, ok := s.tables[language][key]; ok {
		return text, true
	}
	for _, other := range s.names {
		if !strings.HasPrefix(other, language+"-") {
			continue
		}
		if text, ok := s.tables[other][key]; ok {
			return text, true
		}
	}
	return "", false
}
