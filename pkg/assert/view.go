package assert

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/jsonfind"
)

// View is a transcript as checks look at it. It remembers what several checks
// of one trial need, such as the JSON found in the output, and is used from
// one goroutine. The transcript must not change meanwhile.
type View struct {
	transcript *eval.Transcript
	of         *eval.Case // nil where nobody said
	scripts    Scripts    // nil where there are none

	text, folded       string
	hasText, hasFolded bool
	shown              eval.Value
	json               *document
}

// NewView looks at a transcript.
func NewView(t *eval.Transcript) *View { return &View{transcript: t} }

// For adds what scripts that check need: the case, and who calls them.
func (v *View) For(c *eval.Case, s Scripts) *View {
	v.of, v.scripts = c, s
	return v
}

// document is the JSON of an output.
type document struct {
	value eval.Value // absent when there is none
	note  string     // what was tolerated to read it, or passed over
	fault string     // why it is not known whether there is any
}

// output is the value under test.
func (v *View) output() eval.Value { return v.transcript.Output }

// outputText is the output as text assertions see it.
func (v *View) outputText() string {
	if !v.hasText {
		v.text, v.hasText = v.output().Text(), true
	}
	return v.text
}

// foldedText is the output's text without regard to case.
func (v *View) foldedText() string {
	if !v.hasFolded {
		v.folded, v.hasFolded = fold(v.outputText()), true
	}
	return v.folded
}

// actual is the output as a check row holds it.
func (v *View) actual() eval.Value {
	switch {
	case !v.shown.IsZero():
	case v.output().Kind() == eval.String && len(v.output().Raw()) > maxActualText:
		v.shown = cutText(v.outputText(), "bytes of text")
	default:
		v.shown = excerpt(v.output())
	}
	return v.shown
}

// document is the JSON of the output: itself, or of a text what is found in
// it.
func (v *View) document() *document {
	if v.json != nil {
		return v.json
	}
	v.json = &document{value: v.output()}
	if v.output().Kind() == eval.String {
		found, err := jsonfind.Find(v.outputText())
		v.json.value, v.json.note = found.Value, strings.Join(found.Notes, "; ")
		if err != nil {
			v.json.fault = "cannot find the JSON of the output: " + clip(err.Error())
		}
	}
	return v.json
}

// none reports that the output holds no JSON, as far as is known.
func (d *document) none() bool { return d.value.IsZero() }

// withoutJSON is the outcome of a check that looks at JSON when there is none.
func (v *View) withoutJSON(want string) outcome {
	doc := v.document()
	if doc.fault != "" {
		return broken(doc.fault)
	}
	return outcome{
		state: void, want: want, unwant: "JSON that is not " + want,
		got: "text without JSON: " + quote(v.outputText()), note: doc.note, actual: v.actual(),
	}
}
