package jsonpath

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// plainFault is why a path is no plain one. A final fault is not a query
// either.
type plainFault struct {
	Fault
	final bool
}

// plainParser goes through a path once.
type plainParser struct {
	path string
	at   int
}

// parsePlain reads a chain of keys and indexes.
func parsePlain(path string) ([]segment, *plainFault) {
	p := plainParser{path: path}
	switch {
	case path == "":
		return nil, p.fault("the path is empty", "write $ for the whole value")
	case path == "$":
		return nil, nil
	case path[0] == '.':
		return nil, p.fault("the path begins with a dot", "drop the dot, or write $ before it")
	case path[0] == '$':
		if p.at++; path[1] != '.' && path[1] != '[' {
			f := p.fault("no dot behind the $", "write $."+eval.Clip(path[1:])+", or ["+strconv.Quote(eval.Clip(path))+"] for a key of that name")
			f.final = !strings.ContainsAny(path[1:2], " \t\r\n")
			return nil, f
		}
	}
	var segments []segment
	for p.at < len(path) {
		at := p.at
		s, fault := p.segment()
		if fault != nil {
			return nil, fault
		}
		s.at = at
		segments = append(segments, s)
	}
	return segments, nil
}

func (p *plainParser) fault(message, hint string) *plainFault {
	return &plainFault{Fault: Fault{Column: utf8.RuneCountInString(p.path[:p.at]) + 1, Message: message, Hint: hint}}
}

// segment reads .key, ."key", [n], ["key"], or a key at the beginning.
func (p *plainParser) segment() (segment, *plainFault) {
	switch c := p.path[p.at]; {
	case c == '[':
		return p.bracket()
	case c == '.':
		p.at++
	case p.at > 0:
		return segment{}, p.fault("want a dot or a bracket", "")
	}
	if p.at < len(p.path) && (p.path[p.at] == '"' || p.path[p.at] == '\'') {
		return p.quoted()
	}
	n := strings.IndexAny(p.path[p.at:], ".["+reserved)
	if n < 0 {
		n = len(p.path) - p.at
	}
	key := p.path[p.at : p.at+n]
	switch {
	case p.at+n < len(p.path) && p.path[p.at+n] != '.' && p.path[p.at+n] != '[':
		p.at += n
		return segment{}, p.fault("unexpected "+strconv.QuoteRune(rune(p.path[p.at])), p.reservedHint())
	case key == "":
		return segment{}, p.fault("a key is missing", "")
	case key == "#":
		return segment{}, p.fault("unexpected '#'", p.reservedHint())
	case strings.TrimSpace(key) != key:
		return segment{}, p.fault("blanks around a key", "drop them, or quote the key: ["+strconv.Quote(eval.Clip(key))+"]")
	}
	p.at += n
	return segment{key: key, bare: true}, nil
}

// reserved are the characters that mean something in queries, so that a key
// with them must be quoted.
const reserved = "]\"'*?(){},|\\<>\t\r\n"

func (p *plainParser) reservedHint() string {
	if c := p.path[p.at]; c == '*' || c == '#' {
		return "write $.items[*].name for all elements, or quote a key of that name: [" + strconv.Quote(string(c)) + "]"
	}
	return `a key with other characters is quoted: ["key"]`
}

// bracket reads [n] or ["key"].
func (p *plainParser) bracket() (segment, *plainFault) {
	p.at++
	p.blanks()
	var s segment
	var fault *plainFault
	if p.at < len(p.path) && (p.path[p.at] == '"' || p.path[p.at] == '\'') {
		s, fault = p.quoted()
	} else {
		s, fault = p.number()
	}
	if fault != nil {
		return segment{}, fault
	}
	p.blanks()
	if p.at == len(p.path) || p.path[p.at] != ']' {
		return segment{}, p.fault("a closing bracket is missing", "")
	}
	p.at++
	return s, nil
}

func (p *plainParser) blanks() {
	for p.at < len(p.path) && p.path[p.at] == ' ' {
		p.at++
	}
}

func (p *plainParser) number() (segment, *plainFault) {
	n := strings.IndexFunc(p.path[p.at:], func(r rune) bool { return r != '-' && (r < '0' || r > '9') })
	if n < 0 {
		n = len(p.path) - p.at
	}
	digits := p.path[p.at : p.at+n]
	index, err := strconv.Atoi(digits)
	switch {
	case digits == "":
		return segment{}, p.fault("want an index or a quoted key in brackets", `write ["key"], or .key`)
	case err != nil || strconv.Itoa(index) != digits:
		return segment{}, p.fault("want an index such as [0] or [-1], got "+strconv.Quote(eval.Clip(digits)), "")
	}
	p.at += n
	return segment{index: index, isIndex: true}, nil
}

// quoted reads a key in single or double quotes, with JSON's escapes.
func (p *plainParser) quoted() (segment, *plainFault) {
	quote := p.path[p.at]
	var literal strings.Builder
	literal.WriteByte('"')
	for i := p.at + 1; i < len(p.path); i++ {
		switch c := p.path[i]; {
		case c == quote:
			literal.WriteByte('"')
			var key string
			if json.Unmarshal([]byte(literal.String()), &key) != nil {
				return segment{}, p.fault("a quoted key with a bad escape", "")
			}
			p.at = i + 1
			return segment{key: key}, nil
		case c == '"':
			literal.WriteString(`\"`)
		case c == '\\' && i+1 < len(p.path):
			i++
			if p.path[i] != '\'' {
				literal.WriteByte('\\')
			}
			literal.WriteByte(p.path[i])
		default:
			literal.WriteByte(c)
		}
	}
	return segment{}, p.fault("a quote is not closed", "")
}
