package script

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// problems puts esbuild's messages in our form.
func (b *bundle) problems(messages []api.Message, warning bool) eval.Problems {
	var list eval.Problems
	for _, m := range messages {
		p := eval.Problem{
			Pos:     eval.Pos{File: b.entry},
			Message: plain(m.Text),
			Warning: warning,
		}
		if f, ok := m.Detail.(*fault); ok {
			p.Message, p.Hint = f.message, f.hint
		}
		if at := m.Location; at != nil {
			if file, ok := strings.CutPrefix(at.File, appNamespace+":"); ok {
				column := 1 + utf8.RuneCountInString(at.LineText[:min(at.Column, len(at.LineText))])
				p.Pos = eval.Pos{File: file, Line: at.Line, Column: column}
				b.within(&p)
			}
		}
		if f, ok := m.Detail.(*fault); ok && !f.pos.IsZero() {
			p.Pos = f.pos
		}
		list = append(list, p)
	}
	return list
}

// within puts a problem with the line of ours that follows a file to where the
// user's text ends.
func (b *bundle) within(p *eval.Problem) {
	text := b.module(p.Pos.File).text
	if p.Pos.Line <= 1+strings.Count(text, "\n") {
		return
	}
	p.Pos = position(p.Pos.File, text, len(strings.TrimRight(text, "\r\n")))
	p.Message = strings.ReplaceAll(p.Message, `"export"`, "end of file")
}

// plain is a compiler's sentence in our form: lower case, without a final
// period, and with files named as people know them.
func plain(text string) string {
	text = strings.TrimSuffix(oneLine(text), ".")
	text = strings.ReplaceAll(text, `"`+appNamespace+":", `"`)
	text = strings.ReplaceAll(text, `"`+runtimeNamespace+":", `"`)
	first, size := utf8.DecodeRuneInString(text)
	second, _ := utf8.DecodeRuneInString(text[size:])
	if unicode.IsUpper(first) && !unicode.IsUpper(second) {
		text = string(unicode.ToLower(first)) + text[size:]
	}
	return text
}

const maxMessage = 200

// oneLine is the text on one line and of bounded length.
func oneLine(text string) string {
	if len(text) > 4*maxMessage {
		// What is cut away below need not be split into words first.
		text = text[:cut(text, 4*maxMessage)]
	}
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= maxMessage {
		return text
	}
	return text[:cut(text, maxMessage)] + "…"
}

// cut is the last rune boundary at or before n.
func cut(text string, n int) int {
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return min(n, len(text))
}
