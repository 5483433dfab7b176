package dataset_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"id":"a","input":"x","assert":{"type":"contains","value":"x"}}`,
		`{"id":1,"input":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{}"}}]},{"content":[{"type":"image","url":"data:,x"}]}]}`,
		`[{"id":"a","input":{"content":{"type":"data","data":{"sources":[{"type":"m"}]}}},"options":{"skip":{"trace":true}},"target":{"agent":"b"}},`,
		"id: a\ninput: {content: [{type: audio, data: UklGRg==, format: wav}]}\n---\n- id: 2\n",
	} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, content string, yaml bool) {
		name := "f.jsonl"
		if yaml {
			name = "f.yml"
		}
		file := write(t, t.TempDir(), name, content)
		cases, problems := dataset.Read([]dataset.Input{{Path: file, Name: name, Agent: "shop"}}, dataset.Options{
			Check: func(n *source.Node, path string, faults *source.Faults) {
				source.Object(n, path, faults).String("type")
			},
		})
		if len(cases) == 0 && problems.Errors() == 0 {
			t.Error("neither a case nor a problem")
		}
		for _, c := range cases {
			if c.ID == "" || strings.TrimSpace(c.ID) != c.ID || c.Agent == "" || c.Pos.Line == 0 || c.Pos.Column == 0 {
				t.Errorf("case %q of %q at %v", c.ID, c.Agent, c.Pos)
			}
			if _, err := eval.Parse(c.Raw.Raw()); err != nil {
				t.Errorf("raw: %v", err)
			}
			if problems.Errors() == 0 && len(c.Messages) == 0 {
				t.Errorf("case %q has no message", c.ID)
			}
		}
		for _, p := range problems {
			if p.Pos.File != name || strings.ContainsAny(p.String(), "\n\r") {
				t.Errorf("problem %q", p)
			}
		}
	})
}
