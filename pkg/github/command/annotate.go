package command

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sethvargo/go-githubactions"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// Level is how an annotation is shown.
type Level string

// The levels the runner knows.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Notice  Level = "notice"
)

// Annotation is a message at a place in the repository.
type Annotation struct {
	Level     Level
	Pos       eval.Pos // its file from the top of the repository; zero is the whole run
	EndLine   int      // 0 is the line of Pos
	EndColumn int      // counts only on the line of Pos
	Title     string   // above the message, which says everything without it
	Message   string   // may have several lines
}

// What the runner keeps of a step: ten annotations a level, and so many
// UTF-16 units of a message. The tenth says how many are missing.
const (
	maxAnnotations = 9
	maxMessage     = 4096
	maxTitle       = 255
)

// Annotate shows each annotation beside the code, in their order, until the
// runner would keep no more of its level. [Log.Close] says how many those
// are, and [Log.List] shows every one in the log.
func (l *Log) Annotate(annotations ...Annotation) error {
	for _, a := range annotations {
		if !l.take(a.Level) {
			continue
		}
		if err := l.issue(string(a.Level), a.message(), a.properties()); err != nil {
			return err
		}
	}
	return nil
}

// take reports whether the runner keeps one more of the level.
func (l *Log) take(level Level) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sent[level] >= maxAnnotations {
		l.held[level]++
		return false
	}
	l.sent[level]++
	return true
}

// Close says once for each level how many annotations were held back. It does
// not close the writer. What is annotated after it is held back too where the
// level was full.
func (l *Log) Close() error {
	for _, level := range []Level{Error, Warning, Notice} {
		l.mu.Lock()
		held, told := l.held[level], l.sent[level] > maxAnnotations
		if held > 0 && !told {
			l.sent[level]++
		}
		l.mu.Unlock()
		if held == 0 || told {
			continue
		}
		if err := l.issue(string(level), fmt.Sprintf("and %d more, see the summary", held), nil); err != nil {
			return err
		}
	}
	return nil
}

// List writes each annotation as a plain line, file:line:column: message,
// which is not limited in number.
func (l *Log) List(annotations ...Annotation) error {
	for _, a := range annotations {
		p := eval.Problem{Pos: a.Pos, Message: safetext.Head(a.Message, maxBytes), Warning: a.Level == Warning}
		if err := l.line(safetext.Line(p.String())); err != nil {
			return err
		}
	}
	return nil
}

// maxBytes is more than a message of maxMessage units takes.
const maxBytes = 4 * maxMessage

func (a Annotation) message() string {
	lines := safetext.Lines(safetext.Head(a.Message, maxBytes))
	return cut(strings.Join(lines, "\n"), maxMessage)
}

// properties are the place, as far as the runner takes it: columns only on
// one line, and nothing that ends before it begins.
func (a Annotation) properties() githubactions.CommandProperties {
	p := githubactions.CommandProperties{}
	number := func(key string, n int) {
		if n > 0 {
			p[key] = strconv.Itoa(n)
		}
	}
	if a.Title != "" {
		p["title"] = cut(safetext.Line(safetext.Head(a.Title, maxBytes)), maxTitle)
	}
	if a.Pos.File == "" {
		return p
	}
	p["file"] = safetext.Line(a.Pos.File)
	if a.Pos.Line <= 0 {
		return p
	}
	number("line", a.Pos.Line)
	if a.EndLine > a.Pos.Line {
		number("endLine", a.EndLine)
		return p
	}
	number("col", a.Pos.Column)
	if a.Pos.Column > 0 && a.EndColumn >= a.Pos.Column {
		number("endColumn", a.EndColumn)
	}
	return p
}

// cut shortens text to at most limit UTF-16 units, ended on a character.
func cut(text string, limit int) string {
	const ellipsis = "…"
	units, last := 0, 0
	for i, r := range text {
		n := 1
		if r > 0xffff {
			n = 2
		}
		if units += n; units > limit {
			return text[:last] + ellipsis
		}
		if units < limit {
			last = i + len(string(r))
		}
	}
	return text
}
