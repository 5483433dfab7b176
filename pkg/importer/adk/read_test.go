package adk_test

import (
	"os"
	"path/filepath"
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

func TestCriteriaThatCannotBeReadSkipEveryCase(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		config string
		lost   int
		skip   bool
	}{
		"none at all":     {"", 0, false},
		"none that judge": {`{"criteria": {"response_match_score": 0.8}}`, 1, false},
		"one that judges": {`{"criteria": {"safety_v1": 0.8}}`, 1, true},
		"no JSON":         {`{"criteria": {`, 1, true},
		"no text":         {"\xff\xfe", 1, true},
	} {
		dir := t.TempDir()
		if test.config != "" {
			if err := os.WriteFile(filepath.Join(dir, "test_config.json"), []byte(test.config), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		n, problems := source.ReadJSON(source.NewFile("f", `[{"query": "x"}]`))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		suite := adk.Read(n, adk.Options{Folder: importer.Folder{Dir: dir, Name: filepath.Base}, Name: "x"})
		if skip := suite.Agents[0].Cases[0].Skip; (skip != "") != test.skip || len(suite.Lost) != test.lost {
			t.Errorf("%s: skip %q, lost %v", name, skip, suite.Lost)
		}
	}
}
