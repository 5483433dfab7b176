package assert

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// regex searches the output's text for an RE2 pattern.
type regex struct {
	pattern *regexp.Regexp
	want    string
}

func (p *parser) regex(d *definition, f *source.Fields) {
	if n := p.value(d, f); n != nil {
		d.check = &regex{p.pattern(n, f.Path("value")), "text that matches " + show(n.Value)}
	}
}

func (r *regex) check(_ context.Context, v *View, _ place) outcome {
	text := v.outputText()
	o := outcome{want: r.want, unwant: "no " + r.want, actual: v.actual()}
	if at := r.pattern.FindStringIndex(text); at != nil {
		o.state, o.got = holds, around(text, at[0])
	} else {
		o.got = quote(text)
	}
	return o
}

// pattern compiles a pattern, nil and reported when it is none.
func (p *parser) pattern(n *source.Node, path string) *regexp.Regexp {
	if n.Kind() != eval.String {
		p.faults.At(n.Pos, path, "want a pattern as text, got %s", source.Describe(n))
		return nil
	}
	if n.Text == "" {
		p.faults.At(n.Pos, path, "the pattern is empty").Hint = "it matches every output"
		return nil
	}
	if body, flags, ok := slashes(n.Text); ok {
		fault := p.faults.At(n.Pos, path, "the pattern %q stands in slashes", eval.Clip(n.Text))
		if flags == "" {
			fault.Hint, fault.Warning = "slashes are part of the pattern", true
		} else {
			if flags = keptFlags(flags); flags != "" {
				flags = "(?" + flags + ")"
			}
			fault.Hint = "write " + flags + eval.Clip(body) + " instead of " + eval.Clip(n.Text) + ", or [/] for a slash itself"
			return nil
		}
	}
	re, err := regexp.Compile(n.Text)
	if err != nil {
		code, hint := patternFault(err)
		p.faults.At(n.Pos, path, "the pattern %q is not RE2: %s", eval.Clip(n.Text), code).Hint = hint
		return nil
	}
	return re
}

// slashes recognises a pattern as JavaScript and others write it: /body/flags.
func slashes(pattern string) (body, flags string, ok bool) {
	rest, ok := strings.CutPrefix(pattern, "/")
	at := strings.LastIndexByte(rest, '/')
	if !ok || at <= 0 {
		return "", "", false
	}
	body, flags = rest[:at], rest[at+1:]
	ok = strings.Trim(flags, "dgimsuvy") == "" && !strings.Contains(strings.ReplaceAll(body, `\/`, ""), "/")
	return body, flags, ok
}

// keptFlags are the flags RE2 knows too.
func keptFlags(flags string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("ims", r) {
			return r
		}
		return -1
	}, flags)
}

func patternFault(err error) (code, hint string) {
	var fault *syntax.Error
	if !errors.As(err, &fault) {
		return err.Error(), ""
	}
	expr := fault.Expr
	code = fmt.Sprintf("%s %q", fault.Code, eval.Clip(expr))
	switch {
	case strings.HasPrefix(expr, "(?=") || strings.HasPrefix(expr, "(?!"):
		return code, "RE2 has no look-ahead"
	case strings.HasPrefix(expr, "(?<=") || strings.HasPrefix(expr, "(?<!"):
		return code, "RE2 has no look-behind"
	case len(expr) == 2 && expr[0] == '\\' && '1' <= expr[1] && expr[1] <= '9', expr == `\k`:
		return code, "RE2 has no back-references"
	case strings.HasPrefix(expr, "(?>"), fault.Code == syntax.ErrInvalidRepeatOp:
		return code, "RE2 has no atomic groups and no possessive repetition"
	case fault.Code == syntax.ErrMissingParen:
		return code, `a parenthesis is not closed; write \( for one in the text`
	case fault.Code == syntax.ErrUnexpectedParen:
		return code, `write \) for a parenthesis in the text`
	case fault.Code == syntax.ErrMissingBracket:
		return code, `a bracket is not closed; write \[ for one in the text`
	case fault.Code == syntax.ErrMissingRepeatArgument:
		return code, `write \` + expr + ` for the character itself`
	default:
		return code, ""
	}
}
