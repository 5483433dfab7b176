package adk_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/importer"
	"github.com/surefoot-dev/surefoot/pkg/importer/adk"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func FuzzRead(f *testing.F) {
	f.Add(`{"eval_cases": [{"eval_id": "a", "conversation": [{"user_content": {"parts": [{"text": "x"}]}, "final_response": {"parts": [{"text": "y"}]}}, {"user_content": {"parts": [{"text": "z"}]}}]}]}`)
	f.Add(`[{"query": "x", "reference": "y", "expected_tool_use": [{}]}, {"query": "z"}]`)
	f.Add(`[{"name": "x", "data": [{"query": "x"}], "initial_session": {"user_id": "u"}}]`)
	f.Fuzz(func(t *testing.T, text string) {
		n, problems := source.ReadJSON(source.NewFile("f", text))
		if len(problems) > 0 {
			return
		}
		for _, a := range adk.Read(n, adk.Options{Folder: importer.Folder{Dir: t.TempDir()}, Name: "x"}).Agents {
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
