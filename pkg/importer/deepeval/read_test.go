package deepeval_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/importer/deepeval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func FuzzRead(f *testing.F) {
	f.Add(`[{"input": "x", "expected_output": "y", "additional_metadata": {"a": 1}}]`)
	f.Add(`{"goldens": [{"input": "x"}], "conversational_goldens": [{"scenario": "s", "turns": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		n, problems := source.ReadJSON(source.NewFile("f", text))
		if len(problems) > 0 {
			return
		}
		for _, a := range deepeval.Read(n).Agents {
			for _, c := range a.Cases {
				if line, err := eval.ValueOf(c); err != nil || c.ID == "" {
					t.Errorf("case %q: %s, %v", c.ID, line.Raw(), err)
				}
			}
			if _, err := importer.Lines(a.Cases); err != nil {
				t.Error(err)
			}
		}
	})
}
