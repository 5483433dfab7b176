package source

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// MaxValue is the largest JSON value that is read, in bytes: 64 MiB.
const MaxValue = 64 << 20

// maxErrors is how many syntax errors of one file are reported.
const maxErrors = 20

// ReadJSON reads a file that holds exactly one JSON value.
func ReadJSON(f *File) (*Node, eval.Problems) {
	r := newReader(f, f.Text, 0)
	n, err := r.value()
	if errors.Is(err, io.EOF) {
		return nil, eval.Problems{{Pos: eval.Pos{File: f.Name}, Message: "the file is empty, want one JSON value"}}
	}
	if err == nil {
		if _, err = r.dec.ReadToken(); errors.Is(err, io.EOF) {
			return n, nil
		} else if err == nil {
			at := int(r.dec.InputOffset()) - 1
			return nil, eval.Problems{{Pos: f.Pos(at), Message: "more text after the end of the JSON value"}}
		}
	}
	return nil, eval.Problems{r.problem(err)}
}

// ReadJSONC reads a file that holds exactly one JSON value and may have //
// and /* */ comments and trailing commas.
func ReadJSONC(f *File) (*Node, eval.Problems) {
	plain, err := hujson.Standardize([]byte(f.Text))
	if err != nil {
		return nil, eval.Problems{jsoncProblem(f, err)}
	}
	bare := *f // blanks stand where the comments were, so every place stays
	bare.Text = string(plain)
	return ReadJSON(&bare)
}

// Stream reads JSON values one after the other, wherever they are broken into
// lines, and calls yield with each object: of a list, with each of its
// elements as soon as it was read. Lines that begin with // or # are comments.
// After a syntax error reading goes on at the next line that begins with an
// opening brace; after a value that is too large it ends.
func Stream(f *File, yield func(*Node)) eval.Problems {
	var problems eval.Problems
	text := blankComments(f.Text)
	inList := false
	for start := 0; start < len(text); {
		r := newReader(f, text[start:], start)
		r.inList = inList
		err := r.each(yield)
		if errors.Is(err, io.EOF) {
			break
		}
		// Once an error broke a list open, what stands between its elements
		// is no mistake.
		if at := start + r.next(); inList && r.dec.StackDepth() == 0 && at < len(text) && (text[at] == ',' || text[at] == ']') {
			inList = text[at] == ','
			start = at + 1
			continue
		}
		problems = append(problems, r.problem(err))
		if large := (*tooLarge)(nil); errors.As(err, &large) {
			break
		}
		if len(problems) == maxErrors {
			problems[len(problems)-1].Hint = "more may follow; reading stopped after " + strconv.Itoa(maxErrors) + " errors"
			break
		}
		inList = r.inList
		start = resume(f, text, problems[len(problems)-1], start)
	}
	return problems
}

// resume finds where reading goes on after a syntax error.
func resume(f *File, text string, p eval.Problem, start int) int {
	at := start
	if p.Pos.Line > 0 {
		at = max(at, f.lines[p.Pos.Line-1])
	}
	for {
		next, ok := f.lineStart(at)
		if !ok || text[next:] == "" {
			return len(text)
		}
		if text[next] == '{' {
			return next
		}
		at = next
	}
}

// blankComments replaces comment lines by blanks, so that offsets stay.
func blankComments(text string) string {
	if !strings.Contains(text, "//") && !strings.Contains(text, "#") {
		return text
	}
	var out []byte
	for start := 0; start < len(text); {
		end := start + strings.IndexByte(text[start:], '\n') + 1
		if end == start {
			end = len(text)
		}
		line := strings.TrimLeft(text[start:end], " \t")
		if strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") {
			if out == nil {
				out = []byte(text)
			}
			for i := start; i < end && out[i] != '\n' && out[i] != '\r'; i++ {
				out[i] = ' '
			}
		}
		start = end
	}
	if out == nil {
		return text
	}
	return string(out)
}

// reader builds nodes from a decoder over text, which begins at base in f.
type reader struct {
	file   *File
	text   string
	base   int
	dec    *jsontext.Decoder
	start  int  // where the value begins whose size is bounded
	inList bool // between the brackets of a list of values
}

func newReader(f *File, text string, base int) *reader {
	return &reader{file: f, text: text, base: base, dec: jsontext.NewDecoder(strings.NewReader(text))}
}

// each reads values until the end, which is io.EOF.
func (r *reader) each(yield func(*Node)) error {
	for {
		if r.dec.PeekKind() == jsontext.KindBeginArray {
			if err := r.list(yield); err != nil {
				return err
			}
			continue
		}
		r.start = r.next()
		n, err := r.value()
		if err != nil {
			return err
		}
		yield(n)
	}
}

// list reads the elements of a list one by one, so that it may be as long as
// a stream.
func (r *reader) list(yield func(*Node)) error {
	if _, err := r.dec.ReadToken(); err != nil {
		return err
	}
	r.inList = true
	for r.dec.PeekKind() != jsontext.KindEndArray {
		r.start = r.next()
		if r.start < len(r.text) && r.text[r.start] == ',' {
			r.start++
			r.start += blanks(r.text[r.start:])
		}
		n, err := r.value()
		if err != nil {
			return unexpectedEnd(err)
		}
		yield(n)
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return unexpectedEnd(err)
	}
	r.inList = false
	return nil
}

// next is where the text after the last token begins, blanks skipped.
func (r *reader) next() int {
	at := int(r.dec.InputOffset())
	return at + blanks(r.text[at:])
}

func blanks(text string) int {
	return len(text) - len(strings.TrimLeft(text, " \t\r\n"))
}

// bound ends the reading of a value before its nodes fill the memory.
func (r *reader) bound() error {
	if int(r.dec.InputOffset())-r.start > MaxValue {
		return &tooLarge{r.file.Pos(r.base + r.start)}
	}
	return nil
}

// value reads the next value, io.EOF at the end of the text.
func (r *reader) value() (*Node, error) {
	switch r.dec.PeekKind() {
	case jsontext.KindBeginObject:
		return r.object()
	case jsontext.KindBeginArray:
		return r.array()
	default:
		raw, err := r.dec.ReadValue()
		if err != nil {
			return nil, err
		}
		if err := r.bound(); err != nil {
			return nil, err
		}
		n := r.node(int(r.dec.InputOffset()) - len(raw))
		if raw.Kind() == jsontext.KindString {
			if n.Text, err = unquote(raw); err != nil {
				return nil, err
			}
		}
		return n, nil
	}
}

func (r *reader) object() (*Node, error) {
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, err
	}
	start := int(r.dec.InputOffset()) - 1
	var fields []Member
	for r.dec.PeekKind() != jsontext.KindEndObject {
		raw, err := r.dec.ReadValue()
		if err != nil {
			return nil, err
		}
		key, err := unquote(raw)
		if err != nil {
			return nil, err
		}
		pos := r.file.Pos(r.base + int(r.dec.InputOffset()) - len(raw))
		item, err := r.value()
		if err != nil {
			return nil, unexpectedEnd(err)
		}
		if err := r.bound(); err != nil {
			return nil, err
		}
		fields = append(fields, Member{Key: key, KeyPos: pos, Node: item})
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, unexpectedEnd(err)
	}
	if err := r.bound(); err != nil {
		return nil, err
	}
	n := r.node(start)
	n.Fields = fields
	return n, nil
}

func (r *reader) array() (*Node, error) {
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, err
	}
	start := int(r.dec.InputOffset()) - 1
	var items []*Node
	for r.dec.PeekKind() != jsontext.KindEndArray {
		item, err := r.value()
		if err != nil {
			return nil, unexpectedEnd(err)
		}
		if err := r.bound(); err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	if _, err := r.dec.ReadToken(); err != nil {
		return nil, unexpectedEnd(err)
	}
	if err := r.bound(); err != nil {
		return nil, err
	}
	n := r.node(start)
	n.Items = items
	return n, nil
}

// node is the value between start and where the decoder stands.
func (r *reader) node(start int) *Node {
	return &Node{
		Value: eval.Trusted(r.text[start:r.dec.InputOffset()]),
		Pos:   r.file.Pos(r.base + start),
	}
}

func unquote(raw jsontext.Value) (string, error) {
	text, err := jsontext.AppendUnquote(nil, raw)
	return string(text), err
}

// unexpectedEnd keeps the end of the text inside a value from looking like
// the end of the file.
func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
