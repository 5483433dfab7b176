package cli_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
	"github.com/surefoot-dev/surefoot/pkg/stability/compare"
)

// luck answers yes as often as its input says, in percent, and breaks now and
// then. By the seed the same trial always ends in the same way.
const luck = `export function Complete(request: { messages: { content: string }[]; random(): number }) {
  const rate = Number(request.messages[request.messages.length - 1].content);
  const drawn = 100 * request.random();
  if (drawn > 97) throw new Error("out of luck");
  return { content: drawn < rate ? "yes" : "no, since " + Math.floor(drawn / 25), usage: { prompt_tokens: 3, completion_tokens: Math.floor(drawn) } };
}
`

// lucky is an application with drawn cases, and the flags of a drawn policy.
func lucky(t *testing.T, rng *rand.Rand) (dir string, flags []string) {
	t.Helper()
	dir = t.TempDir()
	runs := 1 + rng.IntN(6)
	var cases strings.Builder
	for i := range 3 + rng.IntN(9) {
		own := ""
		switch rng.IntN(8) {
		case 0:
			own = `, "skip": "later"`
		case 1:
			own = fmt.Sprintf(`, "runs": %d`, 1+rng.IntN(4))
		}
		fmt.Fprintf(&cases, `{"id": "case-%d", "input": "%d", "assert": {"type": "equals", "value": "yes"}%s}`+"\n", i, []int{0, 40, 80, 97, 100}[rng.IntN(5)], own)
	}
	for name, text := range map[string]string{
		"app.yao": `{"name": "lucky"}`, "connectors/luck.conn.yao": `{"type": "script", "script": "luck.ts"}`, "connectors/luck.ts": luck,
		"assistants/luck/package.yao": `{"name": "luck", "connector": "luck"}`, "assistants/luck/tests/inputs.jsonl": cases.String(),
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	policies := [][]string{
		nil, {"--min-pass-rate", "60", "--max-errors", "9"}, {"--min-stability", "unstable", "--max-errors", "2"}, {"--max-errors", "1"},
		{"--min-pass-rate", "40", "--min-stability", "unstable"}, {"--max-tokens", "900000"}, {"--max-p95", "1h", "--min-pass-rate", "50", "--max-errors", "3"},
	}
	return dir, append([]string{"--runs", fmt.Sprint(runs), "--seed", fmt.Sprint(1 + rng.IntN(1000))}, policies[rng.IntN(len(policies))]...)
}

// whole is what a report says of a run: its figures and its verdict.
func whole(t *testing.T, path string) (*past.Report, *compare.Traits) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := past.Read(file, "run.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	traits := &compare.Traits{}
	for trial, err := range r.Trials() {
		if err != nil {
			t.Fatal(err)
		}
		traits.Add(trial)
	}
	return r, traits
}

// TestARunIsTheSameHoweverItCameAbout holds the whole path to one promise, from
// the flags through the runner, the log and what reads it back: in parallel, in
// shards that are merged, killed anywhere and gone on with, a run has the same
// figures, the same verdict and the same comparison with any other run.
func TestARunIsTheSameHoweverItCameAbout(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(seed, 77))
			dir, flags := lucky(t, rng)
			run := func(name string, more ...string) int {
				code, _, stderr := surefoot(t.Context(), false, dir, append(append([]string{"eval", "-o", name}, flags...), more...)...)
				if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
					t.Fatalf("%v: %s", err, stderr)
				}
				return code
			}
			code := run("plain.jsonl")
			variants := map[string]int{
				"parallel.jsonl": run("parallel.jsonl", "--parallel", "7"),
				"resumed.jsonl":  resumed(t, rng, dir, run),
				"merged.jsonl":   merged(t, rng, dir, run),
			}
			curtailed(t, rng, dir, flags, code)
			rows := shuffled(t, rng, dir)
			was, wasTraits := whole(t, filepath.Join(dir, "plain.jsonl"))
			other, otherTraits := another(t, dir, flags)
			for name, got := range variants {
				is, isTraits := whole(t, filepath.Join(dir, name))
				if got != code {
					t.Errorf("%s: exit code %d, and %d of the plain run", name, got, code)
				}
				if diff := cmp.Diff(was.Report, is.Report, figures()...); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
				a := compare.Runs(compare.Run{Report: other, Traits: otherTraits}, compare.Run{Report: &was.Report, Traits: wasTraits})
				b := compare.Runs(compare.Run{Report: other, Traits: otherTraits}, compare.Run{Report: &is.Report, Traits: isTraits})
				if diff := cmp.Diff(a, b, figures()...); diff != "" {
					t.Errorf("%s: compared: %s", name, diff)
				}
			}
			is, _ := whole(t, rows)
			if diff := cmp.Diff(was.Report, is.Report, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
				t.Errorf("rows in another order: %s", diff)
			}
		})
	}
}

// figures leave out what each run has of its own: when it ran, how long it
// took, and how it was asked for.
func figures() []cmp.Option {
	return []cmp.Option{
		cmpopts.IgnoreFields(eval.Start{}, "Timestamp", "Settings", "Reports"), cmpopts.IgnoreFields(eval.Summary{}, "DurationMS", "P50MS", "P95MS"),
		cmpopts.IgnoreFields(eval.CaseResult{}, "AvgMS", "MinMS", "MaxMS", "StdDevMS", "P50MS", "P95MS"),
		cmpopts.IgnoreFields(eval.Comparison{}, "DurationMS"), cmpopts.IgnoreFields(eval.CaseChange{}, "DurationMS"),
		cmp.FilterPath(func(p cmp.Path) bool { return strings.HasSuffix(p.GoString(), ".Conditions") }, cmp.Comparer(func(a, b []eval.Condition) bool {
			return cmp.Equal(a, b, cmp.FilterValues(func(a, b eval.Condition) bool { return a.Name == "max-p95" && b.Name == "max-p95" },
				cmp.Comparer(func(a, b eval.Condition) bool { return a.Verdict == b.Verdict })), cmp.Comparer(func(a, b eval.Value) bool { return a == b }))
		})),
		cmp.Comparer(func(a, b eval.Value) bool { return a == b }),
		cmpopts.EquateEmpty(),
	}
}

// resumed is a run that was killed at a random byte and gone on with, perhaps
// twice.
func resumed(t *testing.T, rng *rand.Rand, dir string, run func(string, ...string) int) int {
	t.Helper()
	path := filepath.Join(dir, "resumed.jsonl")
	code := run("resumed.jsonl", "--parallel", "3")
	for range 1 + rng.IntN(2) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text[:rng.IntN(len(text)+1)], 0o600); err != nil {
			t.Fatal(err)
		}
		code = run("resumed.jsonl", "--resume", "resumed.jsonl", "--parallel", fmt.Sprint(1+rng.IntN(4)))
	}
	return code
}

// merged is a run in shards whose reports were joined in some order.
func merged(t *testing.T, rng *rand.Rand, dir string, run func(string, ...string) int) int {
	t.Helper()
	_, stdout, stderr := surefoot(t.Context(), false, dir, "eval", "--dry-run", "--json")
	runnable := strings.Count(stdout, `"type":"dry_run_case"`) - strings.Count(stdout, `"skip":`)
	if runnable == 0 {
		t.Fatal(stderr)
	}
	n := min(2+rng.IntN(3), runnable)
	args := []string{"merge", "-o", "merged.jsonl"}
	for _, i := range rng.Perm(n) {
		name := fmt.Sprintf("shard-%d.jsonl", i+1)
		run(name, "--shard", fmt.Sprintf("%d/%d", i+1, n))
		args = append(args, name)
	}
	code, _, stderr := surefoot(t.Context(), false, dir, args...)
	if _, err := os.Stat(filepath.Join(dir, "merged.jsonl")); err != nil {
		t.Fatalf("%v: %s", err, stderr)
	}
	return code
}

// curtailed runs with fewer trials where these decide, alone, in parallel and
// killed: the verdict is that of all trials.
func curtailed(t *testing.T, rng *rand.Rand, dir string, flags []string, want int) {
	t.Helper()
	flags = append([]string{"eval", "-o", "short.jsonl", "--runs", "1.." + flags[1]}, flags[2:]...)
	all, _ := whole(t, filepath.Join(dir, "plain.jsonl"))
	for _, more := range [][]string{nil, {"--parallel", "5"}, {"--resume", "short.jsonl"}, {"--resume", "short.jsonl", "--parallel", "3"}} {
		path := filepath.Join(dir, "short.jsonl")
		if len(more) > 0 && more[0] == "--resume" {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, text[:rng.IntN(len(text)+1)], 0o600); err != nil {
				t.Fatal(err)
			}
		}
		code, _, stderr := surefoot(t.Context(), false, dir, append(slices.Clone(flags), more...)...)
		if _, err := os.Stat(path); err != nil {
			t.Fatalf("%v: %s", err, stderr)
		}
		short, _ := whole(t, path)
		if code != want || short.Decision.Verdict != all.Decision.Verdict {
			t.Errorf("%q: exit code %d, %s; of all trials %d, %s", more, code, short.Decision.Title, want, all.Decision.Title)
		}
		for i := range short.Cases {
			if c := &short.Cases[i]; c.Class != eval.Undetermined && c.Class != all.Cases[i].Class {
				t.Errorf("%q: %s is %s, of all trials %s", more, c.ID, c.Class, all.Cases[i].Class)
			}
		}
	}
}

// shuffled is the report of the plain run with its trials in another order, and
// without the figures of cases, which then come from the trials.
func shuffled(t *testing.T, rng *rand.Rand, dir string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "plain.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var head, trials, tail [][]byte
	for line := range bytes.Lines(text) {
		switch {
		case bytes.HasPrefix(line, []byte(`{"type":"start"`)):
			head = append(head, line)
		case bytes.HasPrefix(line, []byte(`{"type":"result"`)):
			trials = append(trials, line)
		case !bytes.HasPrefix(line, []byte(`{"type":"stability"`)):
			tail = append(tail, line)
		}
	}
	rng.Shuffle(len(trials), func(i, j int) { trials[i], trials[j] = trials[j], trials[i] })
	path := filepath.Join(dir, "shuffled.jsonl")
	rows := append(append(head, trials...), tail...)
	if err := os.WriteFile(path, bytes.Join(rows, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// another is a run of the same cases with other luck.
func another(t *testing.T, dir string, flags []string) (*eval.Report, *compare.Traits) {
	t.Helper()
	surefoot(t.Context(), false, dir, append([]string{"eval", "-o", "another.jsonl", "--runs", "4", "--seed", "5"}, flags[4:]...)...)
	r, traits := whole(t, filepath.Join(dir, "another.jsonl"))
	return &r.Report, traits
}
