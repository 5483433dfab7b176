package affected

import (
	"bytes"
	"encoding/json"

	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// text looks at what a case says. In a file that has changed, a case that
// stands there word for word as it did is the same.
func (r *Reach) text(c *eval.Case) string {
	if c.Test != nil {
		return "" // it is a script of the agent
	}
	file, ok := r.suite.Files[c.Pos.File]
	if !ok {
		return "the case is of no file"
	}
	reason := r.differs(file)
	if reason == "" {
		return ""
	}
	was, ok := r.was[file]
	if !ok {
		texts, err := r.changes.Was(file)
		if err != nil {
			return reason
		}
		for _, text := range texts {
			was = append(was, casesOf(file, text))
		}
		r.was[file] = was
	}
	for _, cases := range was {
		if !cases[compact(c.Raw)] {
			return reason
		}
	}
	if len(was) == 0 {
		return reason
	}
	return ""
}

func casesOf(file string, text []byte) map[string]bool {
	cases := map[string]bool{}
	for _, raw := range dataset.Written(file, string(text)) {
		cases[compact(raw)] = true
	}
	return cases
}

// compact is a case without the blanks around its values.
func compact(v eval.Value) string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(v.Raw())); err != nil {
		return v.Raw()
	}
	return b.String()
}
