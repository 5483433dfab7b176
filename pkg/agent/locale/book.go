package locale

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Fallback is the locale that is tried when the one asked for has no message.
const Fallback = "en-us"

// globalPrefix begins keys that mean the application's own translations.
const globalPrefix = "__global__."

// Book answers for one agent: from its own translations, then from its
// definition, then from the application's. It is immutable after loading and
// safe for concurrent use.
type Book struct {
	Local  *Set
	Own    Table // the definition's name, description and capabilities
	Global *Set
}

// Lookup finds the message of a key: in the exact locale, its language, en-us,
// the definition, and last in the application's translations by the same
// steps.
func (b *Book) Lookup(name, key string) (string, bool) {
	name = Normal(name)
	if global, ok := strings.CutPrefix(key, globalPrefix); ok {
		return steps(b.Global, name, global)
	}
	if text, ok := steps(b.Local, name, key); ok {
		return text, true
	}
	if text, ok := b.Own[key]; ok {
		return text, true
	}
	return steps(b.Global, name, key)
}

func steps(s *Set, name, key string) (string, bool) {
	if s == nil {
		return "", false
	}
	if text, ok := s.lookup(name, key); ok {
		return text, true
	}
	return s.lookup(Fallback, key)
}

// template matches {{ key }}.
var template = regexp.MustCompile(`\{\{\s*([^{}\s]+)\s*\}\}`)

// IsTemplate reports whether a text holds {{ key }}.
func IsTemplate(text string) bool { return template.MatchString(text) }

// TemplateKeys are the keys of a text's {{ key }}, each once.
func TemplateKeys(text string) []string {
	var keys []string
	for _, m := range template.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(keys, m[1]) {
			keys = append(keys, m[1])
		}
	}
	return keys
}

// Has reports whether a key has a message in any locale, or in the definition.
func (b *Book) Has(key string) bool {
	if global, ok := strings.CutPrefix(key, globalPrefix); ok {
		return b.Global.has(global)
	}
	_, own := b.Own[key]
	return own || b.Local.has(key) || b.Global.has(key)
}

// Keys are all keys that have a message in some locale, sorted.
func (b *Book) Keys() []string {
	all := map[string]bool{}
	for key := range b.Own {
		all[key] = true
	}
	for _, s := range []*Set{b.Local, b.Global} {
		s.collect(all)
	}
	return slices.Sorted(maps.Keys(all))
}

// Label translates a descriptive text: an unknown {{ key }} becomes the key.
func (b *Book) Label(name, text string) string {
	return b.replace(name, text, func(_, key string) string { return key })
}

// Prompt translates a prompt: an unknown {{ key }} stays as it is, since
// prompts use braces for other things too.
func (b *Book) Prompt(name, text string) string {
	return b.replace(name, text, func(whole, _ string) string { return whole })
}

func (b *Book) replace(name, text string, unknown func(whole, key string) string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	return template.ReplaceAllStringFunc(text, func(whole string) string {
		key := template.FindStringSubmatch(whole)[1]
		if message, ok := b.Lookup(name, key); ok {
			return message
		}
		return unknown(whole, key)
	})
}
