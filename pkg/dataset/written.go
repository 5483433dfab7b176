package dataset

import (
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Written are the cases in the text of a case file as they stand there, right
// or wrong, as far as the text can be read; the path tells its format.
func Written(path, text string) []eval.Value {
	if !utf8.ValidString(text) {
		return nil
	}
	var cases []eval.Value
	each := func(n *source.Node) { cases = append(cases, n.Value) }
	if f := source.NewFile(path, text); isYAML(path) {
		eachYAML(f, each)
	} else {
		source.Stream(f, each)
	}
	return cases
}
