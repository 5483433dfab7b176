package config_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

func lines(problems eval.Problems) []string {
	var out []string
	for _, p := range problems {
		out = append(out, p.String())
	}
	return out
}

func TestBadFlagsAreAllReportedByName(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		args []string
		want []string
	}{
		"all at once": {
			[]string{"--timeout", "5 seconds", "--runs", "0", "--parallel=many", "--min-pass-rate", "101"},
			[]string{
				`--timeout "5 seconds": want a time such as 30s or 2m`, `--runs "0": want a whole number from 1 to 100000, or two such as 3..10`,
				`--parallel "many": want a whole number from 1 to 1024, or auto`, `--min-pass-rate "101": want a rate from 0 to 100`,
			},
		},
		"range":          {[]string{"--runs", "5..3"}, []string{`--runs "5..3": the least number comes first: write 3..5`}},
		"range from 0":   {[]string{"--runs", "0..5"}, []string{`--runs "0..5": want two whole numbers from 1 to 100000, such as 3..10`}},
		"open range":     {[]string{"--runs", "1.."}, []string{`--runs "1..": want two whole numbers from 1 to 100000, such as 3..10`}},
		"no trials":      {[]string{"--max-trials", "0"}, []string{`--max-trials "0": want a whole number of at least 1`}},
		"small alpha":    {[]string{"--alpha", "0.05"}, []string{`--alpha "0.05": it is a percentage: write 0.05% if that is meant, or 5`}},
		"great beta":     {[]string{"--beta", "50"}, []string{`--beta "50": want a percentage above 0 and below 50, such as 5`}},
		"alpha of NaN":   {[]string{"--alpha", "NaN"}, []string{`--alpha "NaN": want a percentage above 0 and below 50, such as 5`}},
		"fraction":       {[]string{"--min-pass-rate", "0.8"}, []string{`--min-pass-rate "0.8": rates run from 0 to 100: write 80 for 80 %`}},
		"not a number":   {[]string{"--min-pass-rate", "NaN"}, []string{`--min-pass-rate "NaN": want a rate from 0 to 100`}},
		"class":          {[]string{"--min-stability", "steady"}, []string{`--min-stability "steady": want stable, mostly_stable or unstable`}},
		"regex":          {[]string{"--run", "("}, []string{"--run \"(\": missing closing ): `(`"}},
		"mask of all":    {[]string{"--mask", "x*"}, []string{`--mask "x*": the pattern matches nothing at all, and so everywhere`}},
		"empty":          {[]string{"-n", ""}, []string{`--agent "": it is empty`}},
		"misspelt":       {[]string{"--paralel", "4"}, []string{`unknown flag --paralel (did you mean "--parallel"?)`}},
		"of later":       {[]string{"--judge-connector", "x"}, []string{`--judge-connector is not supported in this version`}},
		"short of later": {[]string{"-r", "tools"}, []string{`-r, --reporter is not supported in this version`}},
		"quota":          {[]string{"--min-pass", "4"}, []string{`--min-pass "4": want two whole numbers such as 4/5: trials that must pass, of trials that a case has`}},
		"quota of less":  {[]string{"--min-pass", "5/3"}, []string{`--min-pass "5/3": of 3 trials 5 cannot pass`}},
		"quota of none":  {[]string{"--min-pass", "0/3"}, []string{`--min-pass "0/3": want two whole numbers such as 4/5: trials that must pass, of trials that a case has`}},
		"sure fraction":  {[]string{"--confidence", "0.95"}, []string{`--confidence "0.95": confidences run from 50 to 100: write 95`}},
		"sure of all":    {[]string{"--confidence", "100"}, []string{`--confidence "100": want a confidence above 50 and below 100, such as 95`}},
		"sure of NaN":    {[]string{"--confidence", "NaN"}, []string{`--confidence "NaN": want a confidence above 50 and below 100, such as 95`}},
		"negative cost":  {[]string{"--max-cost=-1"}, []string{`--max-cost "-1": want US dollars, such as 0.50`}},
		"endless cost":   {[]string{"--max-cost", "Inf"}, []string{`--max-cost "Inf": want US dollars, such as 0.50`}},
		"tokens":         {[]string{"--max-tokens", "1k"}, []string{`--max-tokens "1k": want a whole number of at least 0`}},
		"p95":            {[]string{"--max-p95", "20"}, []string{`--max-p95 "20": want a time such as 30s or 2m`}},
		"zero timeout":   {[]string{"--timeout", "0s"}, []string{`--timeout "0s": want a time above zero`}},
		"negative errs":  {[]string{"--max-errors=-1"}, []string{`--max-errors "-1": want a whole number of at least 0`}},
		"bool with text": {[]string{"--json=maybe"}, []string{`--json "maybe": want true or false`}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, problems := config.Default().Flags("eval", tt.args)
			if diff := cmp.Diff(tt.want, lines(problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestThePolicyIsWhatTheSettingsSay(t *testing.T) {
	t.Parallel()
	s := config.Default()
	_, problems := s.Flags("eval", []string{
		"--min-pass-rate", "90", "--min-stability", "unstable", "--min-pass", "4/5", "--confidence", "95%", "--max-errors", "1",
		"--max-cost", "$0.50", "--max-tokens", "2000", "--max-p95", "1.5s", "--fail-on-regression",
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := eval.Policy{
		MinPassRate: new(90.0), MinStability: eval.Unstable, MinPass: &eval.Quota{Passed: 4, Of: 5}, Confidence: new(95.0), MaxErrors: new(1),
		MaxCost: new(0.5), MaxTokens: new(int64(2000)), MaxP95MS: eval.Millis(1500 * time.Millisecond),
		NoRegression: true,
	}
	if diff := cmp.Diff(want, s.Policy()); diff != "" {
		t.Error(diff)
	}
	texts := map[string]string{
		"min-pass-rate": "90", "min-stability": "unstable", "min-pass": "4/5", "confidence": "95", "max-errors": "1",
		"max-cost": "0.5", "max-tokens": "2000", "max-p95": "1.5s", "fail-on-regression": "true",
	}
	if diff := cmp.Diff(texts, s.Texts()); diff != "" {
		t.Error(diff)
	}
}

func TestFlagsMixWithWords(t *testing.T) {
	t.Parallel()
	s := config.Default()
	words, problems := s.Flags("eval", []string{"shop", "-o", "a.jsonl", "hello", "-o", "b.json", "-v", "--parallel", "auto", "--timeout=90s"})
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	if !cmp.Equal(words, []string{"shop", "hello"}) || !cmp.Equal(s.Output, []string{"a.jsonl", "b.json"}) ||
		!s.Verbose || !s.Parallel.Auto || s.Timeout != 90*time.Second {
		t.Errorf("words %q, settings %+v", words, s)
	}
}

func file(t *testing.T, text string) *source.Node {
	t.Helper()
	docs, problems := source.ReadYAML(source.NewFile("surefoot.yml", text))
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	return docs[0]
}

func TestFlagBeatsEnvironmentBeatsFile(t *testing.T) {
	t.Parallel()
	s := config.Default()
	s.Flags("eval", []string{"--runs", "2"})
	problems := s.Environment([]string{"SUREFOOT_RUNS=3", "SUREFOOT_PARALLEL=3", "SUREFOOT_TAG=a\nb\n", "PATH=/bin", "SUREFOOT_SEED="})
	problems = append(problems, s.File(file(t, "runs: 4\nparallel: 4\ntimeout: 4s\ntag: [c]\nmin-pass-rate: 90\nverbose: true\ninput:\n  - x.jsonl\n  - y.jsonl\n"))...)
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	if s.Runs != 2 || s.Parallel.N != 3 || s.Timeout != 4*time.Second || *s.MinPassRate != 90 || !s.Verbose || s.Seed != 1 {
		t.Errorf("got %+v", s)
	}
	if !cmp.Equal(s.Tag, []string{"a", "b"}) || !cmp.Equal(s.Input, []string{"x.jsonl", "y.jsonl"}) {
		t.Errorf("lists %q %q", s.Tag, s.Input)
	}
	want := map[string]string{"runs": "2", "parallel": "3", "tag": "a\nb", "timeout": "4s", "min-pass-rate": "90", "verbose": "true", "input": "x.jsonl\ny.jsonl"}
	if diff := cmp.Diff(want, s.Texts()); diff != "" {
		t.Error(diff)
	}
}

func TestUnknownWordsOutsideFlags(t *testing.T) {
	t.Parallel()
	s := config.Default()
	got := lines(s.Environment([]string{"SUREFOOT_PARALEL=3", "SUREFOOT_RUNS=x", "SUREFOOT_TEST_MODEL=/m"}))
	got = append(got, lines(s.File(file(t, "fail-fats: true\ntimeout: 5\ntag: {a: 1}\napp: x\ntarget: {cli: x}\nmax-errors: 1.5\n")))...)
	want := []string{
		`warning: the environment variable SUREFOOT_PARALEL is no setting (did you mean "SUREFOOT_PARALLEL"?)`,
		`SUREFOOT_RUNS "x": want a whole number from 1 to 100000, or two such as 3..10`,
		`surefoot.yml:3:6: tag: want text or a list of texts, got an object`,
		`surefoot.yml:2:10: timeout "5": want a time such as 30s or 2m`,
		`surefoot.yml:6:13: max-errors "1.5": want a whole number of at least 0`,
		`surefoot.yml:5:9: target: only an agent id is supported in this version, got an object`,
		`surefoot.yml:1:1: unknown field "fail-fats" (did you mean "fail-fast"?)`,
		`surefoot.yml:4:1: unknown field "app"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestEveryRowIsOneWord(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, row := range config.Default().Table() {
		if seen[row.Name] || row.Short != "" && seen[row.Short] {
			t.Errorf("%s stands twice", row.Name)
		}
		seen[row.Name] = true
		if row.Short != "" {
			seen[row.Short] = true
		}
	}
	for _, name := range config.Later() {
		if seen[name] {
			t.Errorf("%s is in the table and refused as a later one", name)
		}
	}
}
