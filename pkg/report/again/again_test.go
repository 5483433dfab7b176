package again_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/again"
)

func TestCommand(t *testing.T) {
	t.Parallel()
	start := &eval.Start{Seed: 7, Settings: map[string]string{"app": "my app", "runs": "5", "output": "r.md", "seed": "7"}}
	tests := []struct {
		name string
		run  again.Run
		c    eval.CaseResult
		want string
	}{
		{"what a report tells", fromReport(start), eval.CaseResult{Agent: "shop", ID: "it's", Pos: eval.Pos{File: "tests/a.jsonl", Line: 3}},
			`surefoot eval shop @tests/a.jsonl --case 'it'\''s' --app 'my app' --runs 5 --seed 7 -v`},
		{"a cassette knows its seed", again.Run{Agent: "shop", Seed: 7, Settings: map[string]string{"replay": "c.jsonl"}}, eval.CaseResult{ID: "a"},
			"surefoot eval shop --case a --replay c.jsonl -v"},
		{"no agent and masks", again.Run{Seed: 1, Masks: []string{`\d+`}}, eval.CaseResult{ID: "a"}, `surefoot eval --case a --seed 1 --mask '\d+' -v`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.run.Command(&tt.c); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func fromReport(start *eval.Start) again.Run {
	run, _ := again.Of(start, &eval.CaseResult{Agent: "shop", Pos: eval.Pos{File: "a"}})
	return run
}

func TestAReportMayNotTellEnough(t *testing.T) {
	t.Parallel()
	masked := &eval.Start{Settings: map[string]string{"mask": "a, b"}}
	if _, ok := again.Of(masked, &eval.CaseResult{Pos: eval.Pos{File: "a"}}); ok {
		t.Error("masks cannot be told apart")
	}
	if _, ok := again.Of(&eval.Start{}, &eval.CaseResult{}); ok {
		t.Error("a message is not in the report")
	}
}
