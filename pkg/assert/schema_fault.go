package assert

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// maxViolations is how many of them a message lists.
const maxViolations = 3

// maxCollected is how many are told from each other, so that an output with
// something wrong at every place takes no more memory than others.
const maxCollected = 1000

// violations lists what is wrong where, in an order that does not change from
// run to run.
func violations(err *jsonschema.ValidationError) string {
	var l violationList
	l.collect(err)
	more, known := len(l.lines)-maxViolations, ""
	switch {
	case l.over:
		known = fmt.Sprintf(" and more than %d more", more)
	case more > 0:
		known = fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(l.lines[:min(len(l.lines), maxViolations)], "; ") + known
}

// violationList holds the first lines in order, each once.
type violationList struct {
	lines []string
	over  bool // there were more
}

func (l *violationList) collect(err *jsonschema.ValidationError) {
	for _, cause := range err.Causes {
		l.collect(cause)
	}
	if len(err.Causes) > 0 {
		return
	}
	if l.behind(err.InstanceLocation) {
		l.over = true
		return
	}
	short := *err
	short.InstanceLocation = shortPlace(err.InstanceLocation)
	line := short.Error()
	if len(err.InstanceLocation) == 0 {
		line = "at the root" + strings.TrimPrefix(line, "at ''")
	}
	line = strings.Clone(clip(line))
	at, known := slices.BinarySearch(l.lines, line)
	if known {
		return
	}
	if len(l.lines) == maxCollected {
		l.over = true
		if at == maxCollected {
			return
		}
		l.lines = l.lines[:maxCollected-1]
	}
	l.lines = slices.Insert(l.lines, at, line)
}

// behind reports that a line of the place stands behind all that are kept. To
// write the line takes many times longer.
func (l *violationList) behind(tokens []string) bool {
	if len(l.lines) < maxCollected || len(tokens) == 0 {
		return false
	}
	line := "at '/" + strings.Join(shortPlace(tokens), "/")
	if strings.IndexFunc(line[len("at '"):], func(r rune) bool { return r != '/' && r != '_' && !digitOrLetter(r) }) >= 0 {
		return false // it is not written as it is
	}
	return line[:min(len(line), maxShown)] > l.lines[len(l.lines)-1]
}

func digitOrLetter(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// shortPlace drops of a place what clip would drop of the line: keys can be
// very long, and a finding may lie below each of them.
func shortPlace(tokens []string) []string {
	size := 0
	for i, token := range tokens {
		if size += len(token); size > maxShown*utf8.UTFMax {
			return append(slices.Clone(tokens[:i]), clip(token))
		}
	}
	return tokens
}

func schemaFault(err error) string {
	var invalid *jsonschema.SchemaValidationError
	var causes *jsonschema.ValidationError
	if errors.As(err, &invalid) && errors.As(invalid.Err, &causes) {
		return violations(causes)
	}
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		return fmt.Sprintf("it refers to %q", eval.Clip(strings.TrimPrefix(load.URL, strings.TrimSuffix(schemaURL, "schema.json"))))
	}
	return clip(strings.ReplaceAll(err.Error(), schemaURL, ""))
}

func refersOutside(err error) bool {
	var load *jsonschema.LoadURLError
	return errors.As(err, &load)
}
