package script

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"

	"github.com/go-sourcemap/sourcemap"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// readMap reads esbuild's source map for a text that has one more line in
// front. All columns are shifted by one: maps count from 0, goja counts from
// 1 and uses its own columns and the map's as if they were the same.
func readMap(text string) (*sourcemap.Consumer, error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return nil, fmt.Errorf("source map: %w", err)
	}
	var mappings string
	if err := json.Unmarshal(m["mappings"], &mappings); err != nil {
		return nil, fmt.Errorf("source map: %w", err)
	}
	m["mappings"] = []byte(`";` + shift(mappings) + `"`)
	shifted, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("source map: %w", err)
	}
	return sourcemap.Parse("", shifted)
}

// shift adds one to every column of a map's mappings. They are differences
// (https://tc39.es/ecma426/, section mappings): those of generated columns
// begin anew with each line, those of source columns never do.
func shift(mappings string) string {
	var out strings.Builder
	out.Grow(len(mappings) + len(mappings)/8)
	first := true
	for i, line := range strings.Split(mappings, ";") {
		if i > 0 {
			out.WriteByte(';')
		}
		if line == "" {
			continue
		}
		segment, rest, more := strings.Cut(line, ",")
		fields := decodeVLQ(segment)
		if len(fields) > 0 {
			fields[0]++
		}
		if first && len(fields) > 3 {
			fields[3]++
			first = false
		}
		for _, f := range fields {
			appendVLQ(&out, f)
		}
		if more {
			out.WriteByte(',')
			out.WriteString(rest)
		}
	}
	return out.String()
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

func decodeVLQ(text string) []int {
	var fields []int
	value, bits := 0, 0
	for i := range len(text) {
		digit := strings.IndexByte(base64Digits, text[i])
		value |= digit & 31 << bits
		bits += 5
		if digit&32 != 0 {
			continue
		}
		if value&1 != 0 {
			value = -value
		}
		fields = append(fields, value/2)
		value, bits = 0, 0
	}
	return fields
}

func appendVLQ(out *strings.Builder, n int) {
	value := n << 1
	if n < 0 {
		value = -n<<1 | 1
	}
	for {
		digit := value & 31
		if value >>= 5; value > 0 {
			digit |= 32
		}
		out.WriteByte(base64Digits[digit])
		if value == 0 {
			return
		}
	}
}

// pos is a mapped place in a user's file, with its column in code points
// where the map counts UTF-16 units.
func (p *Program) pos(name string, line, column int) eval.Pos {
	at := eval.Pos{File: name, Line: line, Column: column}
	text := p.modules[name].text
	for range line - 1 {
		_, rest, ok := strings.Cut(text, "\n")
		if !ok {
			return at
		}
		text = rest
	}
	units := 1
	points := 1
	for _, r := range text {
		if units >= column || r == '\n' {
			break
		}
		units += utf16.RuneLen(r)
		points++
	}
	if units >= column {
		at.Column = points
	}
	return at
}
