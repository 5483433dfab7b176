package app

import (
	"regexp"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/source"
)

// variableName is what a variable may be called.
var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// dotenv reads an environment file: NAME=value lines, with an optional
// "export", comments, and values in single quotes (as they are) or double
// quotes (with \n, \t, \", \\ and line breaks). Nothing in a value is
// expanded. No message ever shows a value.
type dotenv struct {
	file   *source.File
	rest   string
	values map[string]string
	faults *source.Faults
}

func readDotenv(f *source.File, faults *source.Faults) map[string]string {
	d := &dotenv{file: f, rest: f.Text, values: map[string]string{}, faults: faults}
	for d.rest != "" {
		d.line()
	}
	return d.values
}

func (d *dotenv) at(rest string) int { return len(d.file.Text) - len(rest) }

func (d *dotenv) line() {
	line := d.rest
	if end := strings.IndexByte(line, '\n'); end >= 0 {
		line = line[:end]
	}
	start := d.rest
	d.rest = strings.TrimPrefix(d.rest[len(line):], "\n")
	text := strings.TrimLeft(line, " \t\r")
	if text == "" || text[0] == '#' {
		return
	}
	pos := d.file.Pos(d.at(start) + len(line) - len(text))
	if after, ok := strings.CutPrefix(text, "export"); ok && after != "" && (after[0] == ' ' || after[0] == '\t') {
		text = strings.TrimLeft(after, " \t")
	}
	name, value, ok := strings.Cut(text, "=")
	name = strings.TrimRight(name, " \t")
	switch {
	case !ok:
		d.faults.At(pos, "", "the line is no NAME=value")
		return
	case !variableName.MatchString(name):
		d.faults.At(pos, "", "the name before \"=\" is not one of letters, digits and \"_\"")
		return
	}
	if _, ok := d.values[name]; ok {
		d.faults.At(pos, "", "the variable %q stands twice", name)
	}
	// From here on in the whole text, since a quoted value may hold lines.
	value = start[len(line)-len(value):]
	d.values[name] = d.value(name, strings.TrimLeft(value, " \t"))
}

// value reads a value at the head of text and moves on behind its line.
func (d *dotenv) value(name, text string) string {
	if text == "" || text[0] != '"' && text[0] != '\'' {
		line, _, _ := strings.Cut(text, "\n")
		if at := strings.Index(line, " #"); at >= 0 {
			line = line[:at]
		} else if strings.HasPrefix(line, "#") {
			line = ""
		}
		return strings.TrimSpace(line)
	}
	quote := text[0]
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			d.finish(name, text[i+1:])
			return b.String()
		case c == '\\' && quote == '"' && i+1 < len(text):
			i++
			b.WriteString(escape(text[i]))
		default:
			b.WriteByte(c)
		}
	}
	d.faults.At(d.file.Pos(d.at(text)), "", "the quote of %q is not closed", name)
	d.rest = ""
	return ""
}

// finish skips the rest of the line behind a quoted value.
func (d *dotenv) finish(name, rest string) {
	line, after, _ := strings.Cut(rest, "\n")
	if extra := strings.TrimSpace(line); extra != "" && extra[0] != '#' {
		d.faults.At(d.file.Pos(d.at(rest)), "", "text after the quoted value of %q", name)
	}
	d.rest = after
}

func escape(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 'r':
		return "\r"
	case 't':
		return "\t"
	case '"', '\\', '$':
		return string(c)
	default:
		return `\` + string(c)
	}
}
