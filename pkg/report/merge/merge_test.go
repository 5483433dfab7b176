package merge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/plan"
	"github.com/surefoot-dev/surefoot/pkg/report/merge"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

// suite is a made-up suite: cases, and how each of their trials ends.
type suite struct {
	cases  []*eval.Case
	ends   map[eval.Key]string
	policy eval.Policy
}

func (s *suite) add(id, ends string) {
	c := &eval.Case{Agent: "a", ID: id, Pos: eval.Pos{File: "in.jsonl", Line: len(s.cases) + 1, Column: 1}, Runs: len(ends)}
	if ends == "" {
		c.Skip = "later"
	}
	s.cases = append(s.cases, c)
	if s.ends == nil {
		s.ends = map[eval.Key]string{}
	}
	s.ends[c.Key()] = ends
}

func small() *suite {
	s := &suite{}
	s.add("one", "ppf")
	s.add("two", "p")
	s.add("off", "")
	s.add("three", "pp")
	s.add("four", "e")
	return s
}

func (s *suite) whole() *plan.Plan { return plan.New(s.cases, plan.Filter{}, 1) }

// trials are those of a plan, in its order.
func (s *suite) trials(p *plan.Plan) []*eval.Trial {
	words := map[byte]eval.Status{'p': eval.Passed, 'f': eval.Failed, 'e': eval.Error, 't': eval.Timeout, 's': eval.Skipped}
	var trials []*eval.Trial
	for _, c := range p.Cases {
		ends := s.ends[c.Key()]
		if ends == "" {
			ends = "s"
		}
		for i := range len(ends) {
			tokens := int64(len(c.ID) + i)
			trials = append(trials, &eval.Trial{
				Agent: c.Agent, ID: c.ID, Pos: c.Pos, Run: i + 1, Planned: p.RunsOf(c), Status: words[ends[i]], Connector: "m",
				Input: eval.StringValue("in"), Output: eval.StringValue("out"), DurationMS: eval.Millis(time.Duration(100+7*i+len(c.ID)) * time.Millisecond),
				Usage: map[eval.Role]eval.Usage{eval.RoleAgent: {TotalTokens: &tokens, Calls: 1, Attempts: 1}},
			})
		}
	}
	return trials
}

// run is the report of a plan whose trials end in the given order, and its
// rows.
func (s *suite) run(tb rapid.TB, p *plan.Plan, trials []*eval.Trial) (*eval.Report, string) {
	tb.Helper()
	var text []byte
	write := func(ev eval.Event) {
		if !eval.IsRow(ev) {
			return
		}
		var err error
		if text, err = eval.AppendRow(text, ev); err != nil {
			tb.Fatal(err)
		}
	}
	start := &eval.Start{
		SchemaVersion: 1, Version: "1", Timestamp: time.Unix(1, 0).UTC(), Agents: []string{"a"}, Policy: s.policy,
		Settings: map[string]string{}, Plan: p.Facts([]string{"in.jsonl"}),
	}
	start.Plan.Application = "0a"
	if start.Plan.Shard != "" {
		start.Settings["shard"] = start.Plan.Shard
	}
	b := stability.NewBuilder(start, p.Cases, p.RunsOf)
	write(start)
	for _, t := range trials {
		write(t)
		if c := b.Add(t); c != nil {
			write(c)
		}
	}
	r := b.Report(eval.Millis(time.Second), "")
	r.Decision = gate.Decide(s.policy, r)
	write(&r.Summary)
	write(&r.Decision)
	return r, string(text)
}

func part(tb rapid.TB, name, text string) merge.Part {
	tb.Helper()
	r, err := past.Read(strings.NewReader(text), name)
	if err != nil {
		tb.Fatal(err)
	}
	return merge.Part{Name: name, Report: r}
}

// parts are the reports of the shards.
func (s *suite) parts(tb rapid.TB, n int) []merge.Part {
	tb.Helper()
	parts := make([]merge.Part, n)
	for i := range parts {
		p := s.whole().Shard(eval.Shard{Index: i + 1, Of: n})
		_, text := s.run(tb, p, s.trials(p))
		parts[i] = part(tb, fmt.Sprintf("s%d", i+1), text)
	}
	return parts
}

func alike() cmp.Option {
	return cmp.Options{
		cmpopts.EquateEmpty(), cmpopts.EquateApprox(0, 1e-9), cmp.Comparer(func(a, b eval.Value) bool { return a.Equal(b) }),
	}
}

func TestSplittingAndMergingChangesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := &suite{}
		for i := range rapid.IntRange(1, 20).Draw(t, "cases") {
			s.add(fmt.Sprintf("case-%d", i), rapid.StringMatching(`[pppfets]{0,6}`).Draw(t, "ends"))
		}
		if rapid.Bool().Draw(t, "rate?") {
			rate := float64(rapid.IntRange(1, 100).Draw(t, "rate"))
			s.policy.MinPassRate = &rate
		}
		if rapid.Bool().Draw(t, "errors?") {
			most := rapid.IntRange(0, 3).Draw(t, "errors")
			s.policy.MaxErrors = &most
		}
		want, _ := s.run(t, s.whole(), s.trials(s.whole()))
		n := rapid.IntRange(1, 6).Draw(t, "shards")
		var parts []merge.Part
		for i := range n {
			p := s.whole().Shard(eval.Shard{Index: i + 1, Of: n})
			trials := rapid.Permutation(s.trials(p)).Draw(t, "order")
			_, text := s.run(t, p, trials)
			parts = append(parts, part(t, fmt.Sprint(i), text))
		}
		got, err := merge.Join(rapid.Permutation(parts).Draw(t, "files"), nil)
		if err != nil {
			t.Fatal(err)
		}
		got.Decision = gate.Decide(got.Start.Policy, &got.Report)
		if diff := cmp.Diff(*want, got.Report, alike()); diff != "" {
			t.Fatal(diff)
		}
		var ids, merged []string
		for _, trial := range s.trials(s.whole()) {
			ids = append(ids, fmt.Sprint(trial.ID, trial.Run, trial.Status))
		}
		for trial, err := range got.Trials() {
			if err != nil {
				t.Fatal(err)
			}
			merged = append(merged, fmt.Sprint(trial.ID, trial.Run, trial.Status))
		}
		if diff := cmp.Diff(ids, merged); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestWhatIsNotAllShardsOfOnePlanIsRefused(t *testing.T) {
	t.Parallel()
	whole := func(*testing.T) []merge.Part { return nil }
	three := func(change func(parts []merge.Part) []merge.Part) func(*testing.T) []merge.Part {
		return func(t *testing.T) []merge.Part { return change(small().parts(t, 3)) }
	}
	start := func(change func(s *eval.Start)) func(*testing.T) []merge.Part {
		return three(func(parts []merge.Part) []merge.Part {
			change(&parts[1].Report.Start)
			return parts
		})
	}
	rate := 50.0
	tests := map[string]struct {
		parts func(*testing.T) []merge.Part
		want  string
	}{
		"nothing": {whole, "no report to merge"},
		"a whole run": {func(t *testing.T) []merge.Part {
			s := small()
			_, text := s.run(t, s.whole(), s.trials(s.whole()))
			return []merge.Part{part(t, "r", text)}
		}, "r:1: the report is of a whole run, not of a shard"},
		"one missing":       {three(func(p []merge.Part) []merge.Part { return p[:2] }), "s1:1: the report is one of 3, and there is none of shard 3/3"},
		"two missing":       {three(func(p []merge.Part) []merge.Part { return p[1:2] }), "s2:1: the report is one of 3, and there is none of shard 1/3, 3/3"},
		"one twice":         {three(func(p []merge.Part) []merge.Part { return append(p, merge.Part{Name: "again", Report: p[1].Report}) }), "s2:1: a second report of shard 2/3, beside again:1"},
		"another plan":      {start(func(s *eval.Start) { s.Plan.Hash = "other" }), `s2:1: foreign to s1:1: the plan "other" has`},
		"another split":     {start(func(s *eval.Start) { s.Plan.Shard = "2/4" }), "s2:1: foreign to s1:1: one of 4 shards, there one of 3"},
		"a strange shard":   {start(func(s *eval.Start) { s.Plan.Shard = "5/4" }), `s2:1: unknown shard "5/4"`},
		"other files":       {start(func(s *eval.Start) { s.Plan.Inputs = []string{"x"} }), "s2:1: foreign to s1:1: the case files are named otherwise"},
		"another policy":    {start(func(s *eval.Start) { s.Policy.MinPassRate = &rate }), `s2:1: foreign to s1:1: its policy is {"min_pass_rate":50}, there {}`},
		"another version":   {start(func(s *eval.Start) { s.Version = "2" }), `s2:1: foreign to s1:1: the version of Surefoot is "2", there "1"`},
		"another seed":      {start(func(s *eval.Start) { s.Seed = 9 }), `the seed is "9", there "0"`},
		"another user":      {start(func(s *eval.Start) { s.Environment.UserID = "bob" }), `the user is "bob", there ""`},
		"another client":    {start(func(s *eval.Start) { s.Environment.ClientIP = "::1" }), `the identity is`},
		"another connector": {start(func(s *eval.Start) { s.Settings["connector"] = "x" }), `--connector is "x", there ""`},
		"replayed":          {start(func(s *eval.Start) { s.Settings["replay"] = "tapes" }), `whether there is --replay is "true", there "false"`},
		"fewer cases":       {start(func(s *eval.Start) { s.Plan.Cases-- }), "s1:1: all shards have 4 cases and 7 trials together, the plan has 5 and 7"},
		"cases in two": {three(func(p []merge.Part) []merge.Part {
			p[2].Report.Cases = slices.Concat(p[2].Report.Cases, p[1].Report.Cases[:1])
			return p
		}), "is in s2 too"},
		"a killed one": {func(t *testing.T) []merge.Part {
			s := small()
			parts := s.parts(t, 2)
			p := s.whole().Shard(eval.Shard{Index: 2, Of: 2})
			_, text := s.run(t, p, s.trials(p))
			lines := strings.SplitAfter(text, "\n")
			parts[1] = part(t, "killed", strings.Join(lines[:2], "")+lines[2][:9])
			return parts
		}, "killed:2: the report of shard 2/2 breaks off here"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := merge.Join(tt.parts(t), nil)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestAGivenPolicyTakesThePlaceOfDifferentOnes(t *testing.T) {
	t.Parallel()
	parts := small().parts(t, 2)
	rate, other := 50.0, 60.0
	parts[0].Report.Start.Policy.MinPassRate = &other
	r, err := merge.Join(parts, &eval.Policy{MinPassRate: &rate})
	if err != nil {
		t.Fatal(err)
	}
	if *r.Start.Policy.MinPassRate != 50 {
		t.Errorf("%+v", r.Start.Policy)
	}
}

func TestShardsOfTwoApplicationsAreNotMerged(t *testing.T) {
	t.Parallel()
	const other = `s3:1: foreign to %s: the application, or a file that cases attach, changed between them: its digest is "0b", there "0a" (run all shards with the same files)`
	for name, tt := range map[string]struct{ first, want string }{
		"the first one tells": {"0a", fmt.Sprintf(other, "s1:1")},
		"only later ones can": {"", fmt.Sprintf(other, "s2:1")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts := small().parts(t, 3)
			parts[0].Report.Start.Plan.Application = tt.first
			parts[2].Report.Start.Plan.Application = "0b"
			if _, err := merge.Join(parts, nil); err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestAShardThatDoesNotTellItsApplicationIsNoted(t *testing.T) {
	t.Parallel()
	parts := small().parts(t, 2)
	parts[1].Report.Start.Plan.Application = ""
	r, err := merge.Join(parts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"s2:1: " + past.Undigested}, r.Notes); diff != "" {
		t.Error(diff)
	}
	if r.Start.Plan.Application != "" {
		t.Errorf("the whole has the digest %q", r.Start.Plan.Application)
	}
}

func TestWhatDiffersWithoutMatteringIsNoted(t *testing.T) {
	t.Parallel()
	parts := small().parts(t, 2)
	parts[0].Report.Start.Settings["app"] = "/a"
	parts[1].Report.Start.Settings["app"] = "/b"
	parts[1].Report.Start.Settings["output"] = "o.jsonl"
	parts[1].Report.Summary.Interrupted = "stopped by --max-time 1s"
	parts[0].Report.Summary.ReportFaults = []string{"the disk is full"}
	r, err := merge.Join(parts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{`s1:1: --app is "/a", and "/b" in s2:1`}, r.Notes); diff != "" {
		t.Error(diff)
	}
	if len(r.Start.Settings) != 0 {
		t.Errorf("settings of shards: %v", r.Start.Settings)
	}
	if r.Summary.Interrupted != "shard 2/2: stopped by --max-time 1s" || !cmp.Equal(r.Summary.ReportFaults, []string{"shard 1/2: the disk is full"}) {
		t.Errorf("%+v", r.Summary)
	}
}
