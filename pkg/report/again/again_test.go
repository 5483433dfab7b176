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
		{"an id that a terminal would obey", again.Run{Seed: 1}, eval.CaseResult{ID: "a'%\\\x03\nid \u0085é"},
			`surefoot eval --case "$(printf 'a\047%%\134\003\012id \302\205\303\251')" --seed 1 -v`},
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

func TestDocker(t *testing.T) {
	t.Parallel()
	run := again.Run{Seed: 7, Settings: map[string]string{"runs": "5"}, Dir: "my evals"}
	c := &eval.CaseResult{ID: "a", Pos: eval.Pos{File: "a.jsonl"}}
	tests := []struct {
		name string
		run  again.Run
		in   again.Container
		want string
	}{
		{"an image by its digest", run, again.Container{Image: "ghcr.io/x/y@sha256:ab", Variables: []string{"OPENAI_API_KEY"}},
			`docker run --rm --volume "$PWD":/github/workspace --workdir '/github/workspace/my evals' --env OPENAI_API_KEY ghcr.io/x/y@sha256:ab eval @a.jsonl --case a --runs 5 --seed 7 -v`},
		{"one that is built first", again.Run{}, again.Container{Source: "https://github.com/x/y.git#main"},
			`docker build --quiet --tag surefoot 'https://github.com/x/y.git#main' && docker run --rm --volume "$PWD":/github/workspace --workdir /github/workspace surefoot eval @a.jsonl --case a --seed 0 -v`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.run.Docker(c, tt.in); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	if got, want := run.Command(c), "cd 'my evals' && surefoot eval @a.jsonl --case a --runs 5 --seed 7 -v"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
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
