package config_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/config"
)

func TestInputsAreReadAsTheRunnerPassesThem(t *testing.T) {
	t.Parallel()
	s := config.Default()
	problems := s.Inputs([]string{
		"INPUT_INPUT=\n  a.jsonl\n\n  tests/*.jsonl  \n", "INPUT_MIN-PASS-RATE= 90 ", "INPUT_RUNS=", "INPUT_FAIL-FAST=True", "INPUT_COMMENT=Failures",
		"INPUT_ANNOTATIONS=off", "INPUT_CHECK=yes", "INPUT_RETENTION-DAYS=7", "INPUT_ARTIFACT-NAME=evals", "INPUT_GITHUB-TOKEN=t0ken", "OTHER=1",
	})
	problems = append(problems, s.Environment([]string{"SUREFOOT_RUNS=3", "SUREFOOT_MIN_PASS_RATE=50", "SUREFOOT_TITLE=Shop"})...)
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	want := config.Action{
		Comment: config.CommentFailures, Check: true, Summary: true, Artifact: true, ArtifactName: "evals", RetentionDays: 7, Token: "t0ken", Title: "Shop",
	}
	if diff := cmp.Diff(want, s.Action); diff != "" {
		t.Error(diff)
	}
	if !cmp.Equal(s.Input, []string{"a.jsonl", "tests/*.jsonl"}) || *s.MinPassRate != 90 || s.Runs != 3 || !s.FailFast {
		t.Errorf("got %+v", s)
	}
	if !s.Asked("fail-fast") || s.Asked("runs") || s.Asked("tag") {
		t.Error("an input is asked for this run, a variable is not")
	}
	if _, ok := s.Texts()["github-token"]; ok {
		t.Error("the token stands in the report")
	}
}

func TestBadInputsAreAllReportedByName(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		environ []string
		want    []string
	}{
		"all at once": {
			[]string{"INPUT_RUNS=0", "INPUT_MIN-PASS-RATE=0.8", "INPUT_COMMENT=sometimes", "INPUT_CHECK=maybe", "INPUT_RETENTION-DAYS=0", "INPUT_ARTIFACT-NAME=a/b"},
			[]string{
				`input runs "0": want a whole number from 1 to 100000, or two such as 3..10`, `input min-pass-rate "0.8": rates run from 0 to 100: write 80 for 80 %`,
				`input comment "sometimes": want always, changes, failures or off`, `input check "maybe": want true or false`,
				`input retention-days "0": want a whole number from 1 to 400`, `input artifact-name "a/b": none of " : < > | * ? \ / may stand in it`,
			},
		},
		"misspelt":           {[]string{"INPUT_MIN-PASS-RAT=90"}, []string{`warning: the action has no input "min-pass-rat" (did you mean "min-pass-rate"?)`}},
		"as a variable":      {[]string{"INPUT_MIN_PASS_RATE=90"}, []string{`warning: the action has no input "min_pass_rate" (did you mean "min-pass-rate"?)`}},
		"args are not read":  {[]string{"INPUT_ARGS=lint"}, []string{`warning: the action has no input "args"`}},
		"of later":           {[]string{"INPUT_SIMULATOR=s", "INPUT_URL=u"}, []string{"the input simulator is not supported in this version", "the input url is not supported in this version"}},
		"being on GitHub":    {[]string{"INPUT_GITHUB=true"}, []string{`warning: the action has no input "github" (did you mean "github-token"?)`}},
		"off as YAML has it": {[]string{"INPUT_COMMENT=false"}, nil},
		"on-inconclusive":    {[]string{"INPUT_ON-INCONCLUSIVE=ignore"}, []string{`input on-inconclusive "ignore": want fail, pass or neutral`}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, lines(config.Default().Inputs(tt.environ))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatBelongsIntoAWorkflowIsNoFlagAndNoKey(t *testing.T) {
	t.Parallel()
	_, problems := config.Default().Flags("eval", []string{"--comment", "off"})
	s := config.Default()
	problems = append(problems, s.File(file(t, "retention-days: 3\n"))...)
	want := []string{
		"--comment is no flag (give it as an input of the action, or as SUREFOOT_COMMENT)",
		"surefoot.yml:1:17: retention-days: this belongs into a workflow (give it as an input of the action, or as SUREFOOT_RETENTION_DAYS)",
	}
	if diff := cmp.Diff(want, lines(problems)); diff != "" {
		t.Error(diff)
	}
}

func TestEveryInputIsOneWord(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, row := range config.Default().InputRows() {
		if seen[row.Name] {
			t.Errorf("%s stands twice", row.Name)
		}
		seen[row.Name] = true
	}
}

func TestMergeIsTrueOrFiles(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		text  string
		want  config.Merge
		fault string
	}{
		"artifacts":       {"true", config.Merge{Artifacts: true}, ""},
		"as YAML has it":  {"Yes", config.Merge{Artifacts: true}, ""},
		"nothing":         {"false", config.Merge{}, ""},
		"files and globs": {"a.jsonl\n  shards/*.jsonl\n", config.Merge{Files: []string{"a.jsonl", "shards/*.jsonl"}}, ""},
		"both":            {"a.jsonl\ntrue", config.Merge{Artifacts: true, Files: []string{"a.jsonl"}}, `input merge "true": want true or files, not both (true are the artifacts of this run)`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := config.Default()
			problems := lines(s.Inputs([]string{"INPUT_MERGE=" + tt.text}))
			if diff := cmp.Diff(tt.want, s.Action.Merge); diff != "" || len(problems) > 0 != (tt.fault != "") || len(problems) > 0 && problems[0] != tt.fault {
				t.Errorf("problems %q\n%s", problems, diff)
			}
			if s.Action.Merge.Asked() != (len(tt.want.Files) > 0 || tt.want.Artifacts) {
				t.Error("asked or not")
			}
		})
	}
}
