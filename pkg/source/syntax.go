package source

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// tooLarge is a value over MaxValue.
type tooLarge struct{ pos eval.Pos }

func (t *tooLarge) Error() string {
	return fmt.Sprintf("the value is larger than %d MiB", MaxValue>>20)
}

// problem words a decoder's error in terms of the file.
func (r *reader) problem(err error) eval.Problem {
	var large *tooLarge
	if errors.As(err, &large) {
		return eval.Problem{Pos: large.pos, Message: large.Error()}
	}
	var syntax *jsontext.SyntacticError
	if !errors.As(err, &syntax) {
		return eval.Problem{Pos: r.file.Pos(r.base + int(r.dec.InputOffset())), Message: "not JSON: " + err.Error()}
	}
	at := min(int(syntax.ByteOffset), len(r.text))
	pos := r.file.Pos(r.base + at)
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		name := syntax.JSONPointer.LastToken()
		return eval.Problem{Pos: pos, Message: fmt.Sprintf("the key %q stands twice in one object", eval.Clip(name))}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return eval.Problem{Pos: pos, Message: "the file ends inside a JSON value", Hint: "a brace, bracket or quote is not closed"}
	case at >= len(r.text):
		return eval.Problem{Pos: pos, Message: "not JSON: " + syntax.Err.Error()}
	}
	found, _ := utf8.DecodeRuneInString(r.text[at:])
	p := eval.Problem{Pos: pos, Message: "not JSON: " + plain(syntax.Err, found)}
	p.Hint = syntaxHint(r.text[at:], found)
	return p
}

// plain turns the decoder's wording into ours.
func plain(err error, found rune) string {
	text := err.Error()
	if strings.HasPrefix(text, "invalid character") {
		_, where, _ := strings.Cut(text, "' ")
		return strings.TrimSpace("unexpected " + strconv.QuoteRune(found) + " " + where)
	}
	// What follows a quote is the user's text, as far as it reaches.
	if quote := strings.IndexAny(text, "`\""); quote > 0 {
		text = strings.TrimSpace(text[:quote])
	}
	return text
}

// jsoncPlace matches the place in the lenient reader's errors, whose columns
// count bytes.
var jsoncPlace = regexp.MustCompile(`^hujson: line (\d+), column (\d+): `)

func jsoncProblem(f *File, err error) eval.Problem {
	text := err.Error()
	m := jsoncPlace.FindStringSubmatch(text)
	if m == nil {
		return eval.Problem{Pos: eval.Pos{File: f.Name}, Message: "not JSON: " + strings.TrimPrefix(text, "hujson: ")}
	}
	line, _ := strconv.Atoi(m[1])
	column, _ := strconv.Atoi(m[2])
	at := min(f.lines[min(line, len(f.lines))-1]+column-1, len(f.Text))
	found, _ := utf8.DecodeRuneInString(f.Text[at:])
	text = text[len(m[0]):]
	if strings.HasPrefix(text, "invalid character") {
		text = plain(errors.New(text), found)
	}
	return eval.Problem{Pos: f.Pos(at), Message: "not JSON: " + text, Hint: syntaxHint(f.Text[at:], found)}
}

// syntaxHint says what to do about the mistakes people make most.
func syntaxHint(rest string, found rune) string {
	switch {
	case found == '\'':
		return "keys and texts take double quotes"
	case found == ',':
		return "no comma between cases, or put them into [ ]"
	case found == '}' || found == ']':
		return "a comma before it may be one too many"
	case strings.HasPrefix(rest, "NaN"), strings.HasPrefix(rest, "Infinity"), strings.HasPrefix(rest, "-Infinity"):
		return "JSON has no such number"
	case strings.HasPrefix(rest, "undefined"), strings.HasPrefix(rest, "None"):
		return "write null"
	case strings.HasPrefix(rest, "True"), strings.HasPrefix(rest, "False"):
		return "write it in lower case"
	default:
		return ""
	}
}
