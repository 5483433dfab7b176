// Package jsonpath reads the paths users write in assertions and looks values
// up by them. A plain path is a chain of keys and indexes: items[0].name,
// items[-1], ["a.b"], with or without $ or $. before it. A path that begins
// with $ and is no plain one is a JSONPath query as RFC 9535 defines it.
// Anything else is refused when it is parsed, so that a path that can match
// nothing is not taken for a value that is missing.
//
// Numbers come out with all their digits, whatever their size. The filters of
// a query compare them as 64-bit floats, so a document in which two numbers
// would look the same by that is refused. A pattern that is none is an error
// too, where the RFC has it match nothing. Where a query goes through the
// members of an object, they are taken in the order of their keys.
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
	text     string
	segments []segment
	query    *query // instead of segments
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
		return Path{text: path, segments: segments}, nil
	}
	if !strings.HasPrefix(path, "$") || fault.final {
		return Path{}, &fault.Fault
	}
	query, err := parseQuery(path)
	if err != nil {
		return Path{}, queryFault(path, err)
	}
	return Path{text: path, query: query}, nil
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
	if errors.Is(err, jsonpath.ErrPathParse) {
		f.Hint = "a path is keys and indexes such as items[0].name, or a JSONPath query (RFC 9535)"
	}
	return f
}

// Missing is why a path leads to nothing, in words that follow "got"; "" when
// it leads to a value.
type Missing string

const nothing Missing = "nothing: the path is missing"

// Lookup finds the path's value in a document. A query that can select
// several nodes gives them as an array, and no node is missing. The error is
// the context's, or says why it cannot be told what stands at the path.
func (p Path) Lookup(ctx context.Context, doc eval.Value) (eval.Value, Missing, error) {
	if doc.IsZero() {
		return eval.Value{}, nothing, nil
	}
	raw := doc.Raw()
	if !shallow(raw) {
		return eval.Value{}, nothing, fmt.Errorf("the document nests deeper than %d levels", maxDepth)
	}
	if !gjson.Valid(raw) {
		return eval.Value{}, nothing, errors.New("the document is not JSON")
	}
	if p.query != nil {
		return p.query.run(ctx, doc)
	}
	for _, s := range p.segments {
		node := gjson.Parse(raw)
		next, ok := s.in(node)
		if !ok {
			missing, err := p.missing(s, node)
			return eval.Value{}, missing, err
		}
		raw = next
	}
	return eval.Trusted(strings.Trim(raw, " \t\r\n")), "", nil
}

// missing says why the node has no such segment. A bare number asked of a list
// is the user's mistake, and no word on what the list holds.
func (p Path) missing(s segment, node gjson.Result) (Missing, error) {
	before := p.text[:s.at]
	if s.looksLikeIndex() && node.IsArray() {
		return nothing, fmt.Errorf("the key %q is asked of a list; write %s[%s]", s.key, eval.Clip(before), s.key)
	}
	mismatch := s.mismatch(node)
	if mismatch == "" {
		return nothing, nil
	}
	where := "the whole value"
	if before != "" && before != "$" {
		where = fmt.Sprintf("%q", eval.Clip(before))
	}
	return nothing + Missing(": "+where+" is "+mismatch), nil
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
