package cli_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// shards runs the shards of a run, each in a job of its own.
func (h *hub) shards(t *testing.T, of string, indexes ...string) {
	t.Helper()
	for _, index := range indexes {
		h.set("INPUT_SHARD", index+"/"+of)
		h.set("INPUT_OUTPUT", "shard-"+index+".jsonl")
		if _, _, stderr := h.action(t); stderr != "" {
			t.Fatalf("shard %s: %s", index, stderr)
		}
	}
	h.set("INPUT_SHARD", "")
	h.set("INPUT_OUTPUT", "")
	h.set("INPUT_RUNS", "")
	h.set("INPUT_INPUT", "")
	h.order = nil
}

func newSharded(t *testing.T) *hub {
	t.Helper()
	return newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_RUNS=5")
}

func TestTheArtifactsOfShardsBecomeOneReport(t *testing.T) {
	t.Parallel()
	h := newSharded(t)
	h.shards(t, "2", "1", "2")
	h.set("INPUT_MERGE", "true")
	h.set("INPUT_OUTPUT", "whole.jsonl\nwhole.md")
	h.set("INPUT_CHECK", "true")
	h.set("INPUT_TITLE", "The whole")
	code, stdout, stderr := h.action(t)
	if code != 1 || stderr != "" {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if want := []string{"POST ListArtifacts", "POST GetSignedArtifactURL", "POST GetSignedArtifactURL", "POST CreateArtifact", "POST FinalizeArtifact", "POST CreateArtifact", "POST FinalizeArtifact", "POST check-runs", "POST comments"}; !cmp.Equal(want, h.order) {
		t.Errorf("asked in the order %q", h.order)
	}
	got := h.outputs(t)
	want := map[string]string{
		"verdict": "failed", "title": got["title"], "total": "6", "passed": "1", "failed": "4", "errors": "1", "timeouts": "0", "skipped": "0", "pass-rate": "30",
		"stability": "highly_unstable", "unstable": "5", "jsonl-path": "whole.jsonl",
		"artifact-id": "42", "artifact-url": got["artifact-url"], "comment-url": got["comment-url"],
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if h.named != "surefoot" || !strings.Contains(h.summary(t), "5 of 6 cases did not pass") || len(h.Comments) != 1 || h.Checks[0].Created["name"] != "The whole (evals)" {
		t.Errorf("artifact %q, %d comments, checks %v, summary %s", h.named, len(h.Comments), h.Checks, h.summary(t))
	}
	if !strings.Contains(stdout, "file=failing.jsonl,line=") || !strings.Contains(h.summary(t), "surefoot eval ") || strings.Contains(h.summary(t), "--shard") {
		t.Errorf("the log: %s\nthe summary: %s", stdout, h.summary(t))
	}
	archive, err := zip.NewReader(bytes.NewReader(h.blob.Bytes()), int64(h.blob.Len()))
	if err != nil || len(archive.File) != 2 {
		t.Errorf("the artifact: %v", err)
	}
}

func TestTheNewestAttemptOfEachShardCounts(t *testing.T) {
	t.Parallel()
	h := newSharded(t)
	h.shards(t, "2", "1", "2")
	h.set("INPUT_INPUT", "failing.jsonl")
	h.set("INPUT_RUNS", "5")
	h.set("GITHUB_RUN_ATTEMPT", "2")
	h.shards(t, "2", "2")
	var names []string
	for _, k := range h.kept {
		names = append(names, k.name)
	}
	if want := []string{"surefoot-shard-1-of-2-attempt-1", "surefoot-shard-2-of-2-attempt-1", "surefoot-shard-2-of-2-attempt-2"}; !cmp.Equal(want, names) {
		t.Fatalf("artifacts %q", names)
	}
	// What is not a shard's, however much its name is like one, is left alone.
	h.kept = append(h.kept, kept{"surefoot-shard-1-of-2-attempt-01", nil}, kept{"surefoot-shard-1-of-2-attempt-9x", nil}, kept{"other-shard-1-of-2-attempt-9", nil}, kept{"surefoot", nil})
	h.set("INPUT_MERGE", "true")
	code, _, stderr := h.action(t)
	if code != 1 || h.outputs(t)["total"] != "6" || stderr != "warning: the report of shard 1/2 is of attempt 1, and this is attempt 2\n" {
		t.Errorf("exit code %d, outputs %v: %s", code, h.outputs(t), stderr)
	}
	if reports, _ := filepath.Glob(filepath.Join(h.dir, "output-*.jsonl")); len(reports) != 1 {
		t.Errorf("reports %q", reports)
	}
}

func TestWhatIsNotWholeIsNotMerged(t *testing.T) {
	t.Parallel()
	torn := func(h *hub) { h.kept[0].zip = h.kept[0].zip[:len(h.kept[0].zip)/2] }
	tests := map[string]struct {
		shards []string
		change func(*hub)
		want   string
	}{
		"a shard that left nothing": {[]string{"1"}, func(*hub) {}, "there is none of shard 2/2"},
		"no shard left anything":    {nil, func(*hub) {}, `no shard of this run has left an artifact "surefoot-shard-1-of-2-attempt-1"`},
		"a torn artifact":           {[]string{"1", "2"}, torn, "surefoot-shard-1-of-2-attempt-1: it is no zip"},
		"shards of two plans": {[]string{"1", "2"}, func(h *hub) { h.kept[0].name = "surefoot-shard-1-of-3-attempt-1" },
			`there are "surefoot-shard-2-of-2-attempt-1" and "surefoot-shard-1-of-3-attempt-1"`},
		"one shard in two artifacts":     {[]string{"1", "2"}, func(h *hub) { h.kept[1].zip = h.kept[0].zip }, "a second report of shard 1/2"},
		"a service that is out of order": {[]string{"1", "2"}, func(h *hub) { h.broken = true }, "artifacts: listing them: "},
		"a step that is no action":       {[]string{"1", "2"}, func(h *hub) { h.set("ACTIONS_RUNTIME_TOKEN", "") }, "or download them in a step before, and name the reports here"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newSharded(t)
			h.shards(t, "2", tt.shards...)
			tt.change(h)
			h.set("INPUT_MERGE", "true")
			h.set("INPUT_ON-INCONCLUSIVE", "pass")
			code, _, stderr := h.action(t)
			if code != 1 || !strings.Contains(stderr, tt.want) {
				t.Errorf("exit code %d: %s", code, stderr)
			}
			if got := h.outputs(t); got["verdict"] != "inconclusive" || got["total"] != "" || !strings.HasPrefix(got["title"], "nothing was merged: ") {
				t.Errorf("outputs %v", got)
			}
			if len(h.Comments) != 1 || !strings.Contains(h.Comments[0].Body, "nothing was merged: ") || !strings.Contains(h.summary(t), "nothing was merged: ") {
				t.Errorf("comments %v, summary %s", h.Comments, h.summary(t))
			}
			if reports, _ := filepath.Glob(filepath.Join(h.dir, "output-*.jsonl")); len(reports) > 0 {
				t.Errorf("reports %q", reports)
			}
		})
	}
}

func TestReportsThatAreNamedAreMergedByTheGivenPolicy(t *testing.T) {
	t.Parallel()
	h := newSharded(t)
	h.shards(t, "2", "1", "2")
	h.set("INPUT_MERGE", "shard-*.jsonl\nshard-1.jsonl")
	h.set("INPUT_MIN-PASS-RATE", "10")
	h.set("INPUT_MAX-ERRORS", "100")
	h.set("SUREFOOT_RUNS", "3")
	code, _, stderr := h.action(t)
	if got := h.outputs(t); code != 0 || stderr != "" || got["verdict"] != "passed" || got["total"] != "6" {
		t.Errorf("exit code %d, outputs %v: %s", code, got, stderr)
	}
	if slices.Contains(h.order, "POST ListArtifacts") {
		t.Error("artifacts are asked for")
	}
}

func TestAMergeRefusesWhatItCannotObey(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		environ []string
		want    string
	}{
		"inputs of a run":   {[]string{"INPUT_MERGE=true", "INPUT_RUNS=5", "INPUT_SHARD=1/2"}, "input shard: merging runs nothing, so it changes nothing (give it to the shards)"},
		"another revision":  {[]string{"INPUT_MERGE=true", "INPUT_AGAINST=main"}, "input against: merging runs nothing, so it changes nothing (leave it out: shards have no other revision beside them; baseline compares the whole)"},
		"true and files":    {[]string{"INPUT_MERGE=true\na.jsonl"}, `input merge "a.jsonl": want true or files, not both (true are the artifacts of this run)`},
		"no such file":      {[]string{"INPUT_MERGE=nowhere.jsonl"}, `cannot read report "nowhere.jsonl": no such file or directory`},
		"an empty pattern":  {[]string{"INPUT_MERGE=nowhere-*.jsonl"}, `input merge "nowhere-*.jsonl": no file matches it`},
		"what is no report": {[]string{"INPUT_MERGE=failing.jsonl"}, "failing.jsonl:1"},
		"a dry run":         {[]string{"INPUT_MERGE=true", "SUREFOOT_DRY_RUN=true"}, "a merge cannot be a dry run"},
		"a whole run":       {[]string{"INPUT_MERGE=whole.jsonl"}, "whole.jsonl:1: the report is of a whole run, not of a shard: there is nothing to merge"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_OUTPUT=whole.jsonl")
			h.action(t)
			h.set("INPUT_INPUT", "")
			h.set("INPUT_OUTPUT", "")
			h.environ = append(h.environ, tt.environ...)
			if code, _, stderr := h.action(t); code != 1 || !strings.Contains(stderr, tt.want) {
				t.Errorf("exit code %d: %s", code, stderr)
			}
		})
	}
}

func TestOnlyTheActionMerges(t *testing.T) {
	t.Parallel()
	h := newHub(t, "SUREFOOT_MERGE=true")
	if code, _, stderr := h.action(t, "eval", "@failing.jsonl"); code != 1 || !strings.Contains(stderr, "SUREFOOT_MERGE is of the action (surefoot merge joins the reports of shards)") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if _, err := os.Stat(filepath.Join(h.dir, "shard-1.jsonl")); err == nil {
		t.Error("something ran")
	}
}
