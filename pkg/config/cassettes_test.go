package config_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func TestOneOfRecordAndReplayHolds(t *testing.T) {
	t.Parallel()
	type result struct {
		Record, Replay string
		Problems       []string
	}
	const both = "record and replay exclude each other (a replayed run has nothing to record; keep one of them)"
	tests := map[string]struct {
		args    []string
		environ []string
		file    string
		want    result
	}{
		"neither":                        {want: result{}},
		"one":                            {args: []string{"--record", "a"}, want: result{Record: "a"}},
		"both as flags":                  {args: []string{"--record", "a", "--replay", "b"}, want: result{"a", "b", []string{both}}},
		"both in the environment":        {environ: []string{"SUREFOOT_RECORD=a", "SUREFOOT_REPLAY=b"}, want: result{"a", "b", []string{both}}},
		"both in the file":               {file: "record: a\nreplay: b\n", want: result{"a", "b", []string{"surefoot.yml:2:9: " + both}}},
		"a flag over the file":           {args: []string{"--record", "a"}, file: "replay: b\n", want: result{Record: "a"}},
		"a flag over the environment":    {args: []string{"--replay", "b"}, environ: []string{"SUREFOOT_RECORD=a"}, want: result{Replay: "b"}},
		"the environment over the file":  {environ: []string{"SUREFOOT_REPLAY=b"}, file: "record: a\n", want: result{Replay: "b"}},
		"an empty flag is said":          {args: []string{"--replay", ""}, want: result{Problems: []string{`--replay "": it is empty`}}},
		"an empty variable is no choice": {environ: []string{"SUREFOOT_REPLAY="}, want: result{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := config.Default()
			_, problems := s.Flags("eval", tt.args)
			problems = append(problems, s.Environment(tt.environ)...)
			if tt.file != "" {
				docs, more := source.ReadYAML(source.NewFile("surefoot.yml", tt.file))
				problems = append(append(problems, more...), s.File(docs[0])...)
			}
			problems = append(problems, s.SettleCassettes()...)
			if diff := cmp.Diff(tt.want, result{s.Record, s.Replay, lines(problems)}); diff != "" {
				t.Error(diff)
			}
			for _, word := range []string{"record", "replay"} {
				text := s.Texts()[word]
				if want := map[string]string{"record": s.Record, "replay": s.Replay}[word]; text != want {
					t.Errorf("the report says %s %q, want %q", word, text, want)
				}
			}
		})
	}
}
