package redact

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Value is v without secrets, still one valid JSON value: strings and keys
// are redacted as text, a number that holds a secret becomes a string. Where
// a secret reaches over several tokens the whole value becomes a string.
func (r *Redactor) Value(v eval.Value) eval.Value {
	if r == nil || v.IsZero() {
		return v
	}
	// Undoing the escapes of the whole text undoes those of every token, so
	// one search with a layer more tells that there is nothing to find. Only
	// masks see tokens differently: they know a beginning and an end.
	raw := v.Raw()
	if len(r.masks) == 0 && !r.leaks(raw, maxLayers+1) {
		return v
	}
	if !json.Valid([]byte(raw)) {
		return eval.StringValue(r.Text(raw))
	}
	w := rewriter{redactor: r, in: raw}
	w.run()
	if !w.changed() && !r.leaks(raw, maxLayers+1) {
		return v
	}
	if out := w.result(); !r.leaks(out, maxLayers+1) {
		return eval.Trusted(out)
	}
	return eval.StringValue(r.maskMark)
}

// rewriter copies JSON text with its tokens redacted and all else, blanks
// included, as it was.
type rewriter struct {
	redactor *Redactor
	in       string
	done     int // of in, copied
	out      strings.Builder
	objects  []map[string]int // per open object or array: redacted keys
}

func (w *rewriter) run() {
	for at := 0; at < len(w.in); {
		switch c := w.in[at]; {
		case c == '"':
			end := stringEnd(w.in, at)
			w.text(at, end)
			at = end
		case c == '-' || c >= '0' && c <= '9':
			end := at + 1
			for end < len(w.in) && strings.IndexByte("0123456789+-.eE", w.in[end]) >= 0 {
				end++
			}
			w.number(at, end)
			at = end
		case c == '{' || c == '[':
			w.objects = append(w.objects, nil)
			at++
		case c == '}' || c == ']':
			w.objects = w.objects[:len(w.objects)-1]
			at++
		default:
			at++
		}
	}
}

func (w *rewriter) changed() bool { return w.done > 0 }

func (w *rewriter) result() string {
	w.out.WriteString(w.in[w.done:])
	return w.out.String()
}

func (w *rewriter) put(start, end int, text string) {
	w.out.WriteString(w.in[w.done:start])
	w.out.WriteString(eval.StringValue(text).Raw())
	w.done = end
}

func (w *rewriter) text(start, end int) {
	text, ok := eval.Trusted(w.in[start:end]).Str()
	if !ok {
		return
	}
	clean := w.redactor.Text(text)
	if clean == text {
		return
	}
	if strings.HasPrefix(strings.TrimLeft(w.in[end:], " \t\r\n"), ":") {
		clean = w.key(clean)
	}
	w.put(start, end, clean)
}

// key keeps redacted keys of one object apart.
func (w *rewriter) key(clean string) string {
	top := len(w.objects) - 1
	if w.objects[top] == nil {
		w.objects[top] = make(map[string]int)
	}
	w.objects[top][clean]++
	if n := w.objects[top][clean]; n > 1 {
		return fmt.Sprintf("%s (%d)", clean, n)
	}
	return clean
}

func (w *rewriter) number(start, end int) {
	if text := w.in[start:end]; w.redactor.Text(text) != text {
		spans := w.redactor.appendMasked(w.redactor.appendSecrets(nil, text, maxLayers), text)
		w.put(start, end, w.redactor.mark(spans[0].owner))
	}
}

// stringEnd is where the JSON string that begins at start ends.
func stringEnd(s string, start int) int {
	for at := start + 1; at < len(s); at++ {
		switch s[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(s)
}
