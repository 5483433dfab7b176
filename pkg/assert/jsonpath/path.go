// Package jsonpath reads the paths users write in assertions and looks values
// up by them. A plain path is a chain of keys and indexes: items[0].name,
// items[-1], ["a.b"], with or without $ or $. before it. A path that begins
// with $ and is no plain one is a JSONPath query as RFC 9535 defines it.
// Anything else is refused when it is parsed, so that a path that can match
// nothing is not taken for a value that is missing.
//
// Numbers come out as they stand in the document, whatever their size. Only
// the filters of a query compare numbers as 64-bit floats. Where a query goes
// through the members of an object, they are taken in the order of their keys.
package jsonpath

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/theory/jsonpath"
	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// maxPath bounds the length of a path, in bytes, and so how deep the query
// parser recurses.
const maxPath = 4096

// Path is a parsed path. The zero Path is the whole document. It may be used
// from several goroutines.
type Path struct {
	segments []segment
	query    *jsonpath.Path // instead of segments
}

// Fault is what is wrong with a path.
type Fault struct {
	Column  int // 1-based, in code points; 0 when the place is unknown
	Message string
	Hint    string
}

// Error is the message with the column.
func (f *Fault) Error() string {
	if f.Column == 0 {
		return f.Message
	}
	return fmt.Sprintf("%s at column %d", f.Message, f.Column)
}

// Parse reads a path. An error is a *Fault.
func Parse(path string) (Path, error) {
	if len(path) > maxPath {
		return Path{}, &Fault{Message: fmt.Sprintf("the path is longer than %d bytes", maxPath)}
	}
	segments, fault := parsePlain(path)
	if fault == nil {
		return Path{segments: segments}, nil
	}
	if !strings.HasPrefix(path, "$") || fault.final {
		return Path{}, &fault.Fault
	}
	query, err := parseQuery(path)
	if err != nil {
		return Path{}, queryFault(path, err)
	}
	return Path{query: query}, nil
}

// queryFault words an error of the query parser, whose positions count bytes.
func queryFault(path string, err error) *Fault {
	text := strings.TrimPrefix(err.Error(), jsonpath.ErrPathParse.Error()+": ")
	f := &Fault{Message: text}
	if at := strings.LastIndex(text, " at position "); at >= 0 {
		var offset int
		if _, err := fmt.Sscanf(text[at:], " at position %d", &offset); err == nil && offset > 0 {
			f.Message = text[:at]
			f.Column = utf8.RuneCountInString(path[:min(offset-1, len(path))]) + 1
		}
	}
	f.Hint = "a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535)"
	return f
}

// Lookup finds the path's value in a document. A query that can select
// several nodes gives them as an array, and no node is not found. The error
// is the context's, or says that the document cannot be searched.
func (p Path) Lookup(ctx context.Context, doc eval.Value) (eval.Value, bool, error) {
	if doc.IsZero() {
		return eval.Value{}, false, nil
	}
	raw := doc.Raw()
	if !shallow(raw) {
		return eval.Value{}, false, fmt.Errorf("the document nests deeper than %d levels", maxDepth)
	}
	if !gjson.Valid(raw) {
		return eval.Value{}, false, errors.New("the document is not JSON")
	}
	if p.query != nil {
		return runQuery(ctx, p.query, doc)
	}
	for _, s := range p.segments {
		next, ok := s.in(gjson.Parse(raw))
		if !ok {
			return eval.Value{}, false, nil
		}
		raw = next
	}
	return eval.Trusted(strings.Trim(raw, " \t\r\n")), true, nil
}

// maxDepth is the nesting that decoders accept. Deeper text would overflow
// the stack of the validator, which recurses.
const maxDepth = 10_000

func shallow(raw string) bool {
	depth, inside := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case inside && c == '\\':
			i++
		case c == '"':
			inside = !inside
		case inside:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return false
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return true
}
