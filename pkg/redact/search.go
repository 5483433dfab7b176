package redact

// maxLayers is how many layers of encoding are undone to find a secret: a
// string inside JSON inside JSON has two.
const maxLayers = 3

// appendSecrets adds all that gives a secret away in s, whatever of at most
// layers layers of encoding it is behind.
func (r *Redactor) appendSecrets(spans []span, s string, layers int) []span {
	r.search(s, layers, func(sp span) bool {
		spans = append(spans, sp)
		return true
	})
	return spans
}

// leaks reports whether s gives a secret away.
func (r *Redactor) leaks(s string, layers int) bool {
	return !r.search(s, layers, func(span) bool { return false })
}

// search calls found with places of s until it returns false, and reports
// whether it never did.
func (r *Redactor) search(s string, layers int, found func(span) bool) bool {
	if len(r.marks) == 0 {
		return true
	}
	more := true
	r.literals.each(s, func(sp span) bool {
		more = found(sp)
		return more
	})
	if !more || layers == 0 {
		return more
	}
	within := func(v *view, layers int) bool {
		if v == nil {
			return true
		}
		return r.search(v.text, layers, func(sp span) bool {
			start, end := v.source(sp.start, sp.end)
			return found(span{start, end, sp.owner})
		})
	}
	if !within(unescaped(s), layers-1) || !within(unquoted(s), layers-1) {
		return false
	}
	if r.blanks && !within(unquotedForm(s), layers-1) {
		return false
	}
	// Wrapping is the innermost layer: nothing is behind it.
	return !r.wraps || within(joined(s), 0)
}
