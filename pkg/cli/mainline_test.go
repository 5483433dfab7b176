package cli_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/githubtest"
)

// newCompared is a pull request to a branch whose only case passes, and which
// it breaks.
func newCompared(t *testing.T, more ...string) *hub {
	t.Helper()
	h := newHub(t, append([]string{"INPUT_INPUT=one.jsonl", "INPUT_OUTPUT=r.jsonl"}, more...)...)
	h.one(t, true)
	return h
}

// one writes the case so that it passes, or does not.
func (h *hub) one(t *testing.T, passes bool) {
	t.Helper()
	row := fmt.Sprintf(`{"id": "greets", "target": "support", "input": "hello", "assert": {"type": "equals", "value": "nobody says this", "negate": %t}}`, passes)
	if err := os.WriteFile(filepath.Join(h.dir, "one.jsonl"), []byte(row), 0o600); err != nil {
		t.Fatal(err)
	}
}

// onMain runs the case, which passes, on a push to main, and breaks it: what
// the run left is the baseline of what comes.
func (h *hub) onMain(t *testing.T, id int64, letter string) *githubtest.Artifact {
	t.Helper()
	event, environ := h.event, slices.Clone(h.environ)
	for name, value := range map[string]string{
		"GITHUB_EVENT_NAME": "push", "GITHUB_REF": "refs/heads/main", "INPUT_COMMENT": "off", "INPUT_BASELINE": "none", "INPUT_FAIL-ON-REGRESSION": "",
		"INPUT_GITHUB-TOKEN": githubtest.Token, "INPUT_ARTIFACT": "",
	} {
		h.set(name, value)
	}
	h.event = "{}"
	if code, _, stderr := h.action(t); code != 0 || stderr != "" {
		t.Fatalf("on main: exit code %d: %s", code, stderr)
	}
	h.event, h.environ = event, environ
	last := h.lastKept()
	last.name = fmt.Sprintf("of run %d", id)
	h.Runs = append(h.Runs, githubtest.WorkflowRun{ID: id, SHA: strings.Repeat(letter, 40)})
	h.Artifacts = append(h.Artifacts, githubtest.Artifact{
		ID: 1000 + id, Run: id, Name: "surefoot", Size: int64(len(last.zip)), Digest: fmt.Sprintf("sha256:%x", sha256.Sum256(last.zip)),
		Address: h.server.URL + "/blob?sig=a-signature-of-ours&name=of+run+" + fmt.Sprint(id),
	})
	h.one(t, false)
	return &h.Artifacts[len(h.Artifacts)-1]
}

// lastKept is the archive of the reports, which is left last.
func (h *hub) lastKept() *kept { return &h.kept[len(h.kept)-1] }

func TestAPullRequestIsComparedWithItsBaseBranch(t *testing.T) {
	t.Parallel()
	h := newCompared(t, "INPUT_FAIL-ON-REGRESSION=true", "INPUT_MAX-ERRORS=5")
	h.onMain(t, 8001, "c")
	h.one(t, true)
	h.onMain(t, 8000, "d")
	code, stdout, stderr := h.action(t)
	if got := h.outputs(t); code != 1 || stderr != "" || got["verdict"] != "failed" || got["regressions"] != "1" {
		t.Errorf("exit code %d, outputs %v: %s", code, got, stderr)
	}
	for where, text := range map[string]string{"the log": stdout, "the summary": h.summary(t), "the comment": h.Comments[0].Body} {
		if !strings.Contains(text, "main@ddddddd") || !strings.Contains(text, "regress") {
			t.Errorf("%s does not say what it is compared with: %s", where, text)
		}
	}
	report, err := os.ReadFile(filepath.Join(h.dir, "r.jsonl"))
	if err != nil || !bytes.Contains(report, []byte(`"commit":"`+strings.Repeat("d", 40)+`"`)) {
		t.Errorf("%v: no commit in %s", err, report)
	}
	if !strings.Contains(stdout, "::add-mask::a-signature-of-ours") {
		t.Error("the signature is not masked")
	}
}

func TestWhatIsNoBaselineIsSaid(t *testing.T) {
	t.Parallel()
	refuse := func(suffix string, status int, message string) func(*testing.T, *hub) {
		return func(_ *testing.T, h *hub) {
			h.Before = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodGet || !strings.HasSuffix(r.URL.Path, suffix) {
					return false
				}
				githubtest.Refuse(w, status, message)
				return true
			}
		}
	}
	const integration = "Resource not accessible by integration"
	const needs = "nothing is compared: the job needs actions: read among its permissions, to "
	tests := map[string]struct {
		change  func(*testing.T, *hub)
		notice  string // what the notice says
		warning string // what is warned about
		verdict string
	}{
		"no run yet":              {func(_ *testing.T, h *hub) { h.Runs = nil }, `there is no baseline yet: no run on "main" has left an artifact "surefoot"`, "", "failed"},
		"a fork's main":           {func(_ *testing.T, h *hub) { h.Runs[0].Repository = 66; h.Unfiltered = true }, `there is no baseline yet: no run on "main"`, "", "failed"},
		"a pull request's run":    {func(_ *testing.T, h *hub) { h.Runs[0].Event = "pull_request"; h.Unfiltered = true }, `there is no baseline yet: no run on "main"`, "", "failed"},
		"an expired artifact":     {func(_ *testing.T, h *hub) { h.Artifacts[0].Expired = true }, "has expired", "", "failed"},
		"no permission to list":   {refuse("/runs", 403, integration), needs + "list the runs of workflow evals.yml", "", "inconclusive"},
		"no permission to look":   {refuse("/artifacts", 403, integration), needs + "list the artifacts of run 8001", "", "inconclusive"},
		"no permission to fetch":  {refuse("/zip", 403, integration), needs + "download artifact 9001", "", "inconclusive"},
		"a server that fails":     {refuse("/runs", 500, "Server Error"), "nothing is compared: cannot list the runs of workflow evals.yml: GitHub answered 500", "", "inconclusive"},
		"no token":                {func(_ *testing.T, h *hub) { h.set("INPUT_GITHUB-TOKEN", "") }, "nothing is compared: there is no token", "", "inconclusive"},
		"an unknown workflow":     {func(_ *testing.T, h *hub) { h.set("GITHUB_WORKFLOW_REF", "") }, "nothing is compared: it is not known which workflow file", "", "inconclusive"},
		"other bytes than stored": {func(_ *testing.T, h *hub) { h.lastKept().zip[50] ^= 1 }, "nothing is compared: no artifact of the base branch can be read", `warning: the artifact "surefoot" of run 8001 is no baseline: downloading it: `, "inconclusive"},
		"a torn zip": {func(_ *testing.T, h *hub) { h.lastKept().zip, h.Artifacts[0].Digest = h.lastKept().zip[:90], "" }, "nothing is compared: no artifact of the base branch can be read",
			"is no baseline: main@ccccccc: it is no zip", "inconclusive"},
		"a bomb": {func(_ *testing.T, h *hub) { h.Artifacts[0].Size = 65 << 20 }, "nothing is compared: no artifact", "is no baseline: it is larger than 64 MiB", "inconclusive"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newCompared(t, "INPUT_BASELINE=auto", "INPUT_FAIL-ON-REGRESSION=true")
			h.onMain(t, 8001, "c")
			tt.change(t, h)
			code, stdout, stderr := h.action(t)
			if got := h.outputs(t); code != 1 || got["verdict"] != tt.verdict || got["regressions"] != "" {
				t.Errorf("exit code %d, outputs %v: %s", code, got, stderr)
			}
			if n := strings.Count(stdout, "::notice title=Surefoot::"); !strings.Contains(stdout, tt.notice) || n != 1 && name != "no token" {
				t.Errorf("%d notices: %s", n, stdout)
			}
			if !strings.Contains(stderr, tt.warning) || tt.warning == "" && strings.Contains(stderr, "baseline") {
				t.Errorf("warned of: %s", stderr)
			}
		})
	}
}

func TestWhereNobodyAskedNothingIsSaidThatNobodyCanChange(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(*hub)
		want   string // on standard error
	}{
		"no run yet": {func(*hub) {}, ""},
		"no permission": {func(h *hub) {
			h.Before = func(w http.ResponseWriter, r *http.Request) bool {
				if strings.HasSuffix(r.URL.Path, "/runs") {
					githubtest.Refuse(w, http.StatusForbidden, "Resource not accessible by integration")
					return true
				}
				return false
			}
		}, "surefoot: not compared with the base branch: the job needs actions: read among its permissions"},
		"none": {func(h *hub) { h.set("INPUT_BASELINE", "none"); h.Before = noRuns }, ""},
		"a push": {func(h *hub) {
			h.set("GITHUB_EVENT_NAME", "push")
			h.set("GITHUB_REF", "refs/heads/main")
			h.event, h.Before = "{}", noRuns
		}, ""},
		"a shard": {func(h *hub) { h.set("INPUT_SHARD", "1/1"); h.set("INPUT_BASELINE", "auto"); h.Before = noRuns }, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newCompared(t)
			tt.change(h)
			code, stdout, stderr := h.action(t)
			if code != 0 || tt.want == "" && stderr != "" || !strings.HasPrefix(stderr, tt.want) || strings.Contains(stdout, "::notice ") || h.outputs(t)["regressions"] != "" {
				t.Errorf("exit code %d: %s%s", code, stdout, stderr)
			}
		})
	}
}

// noRuns refuses what must not be asked for.
func noRuns(w http.ResponseWriter, r *http.Request) bool {
	if !strings.HasSuffix(r.URL.Path, "/runs") {
		return false
	}
	w.WriteHeader(http.StatusTeapot)
	panic("runs are asked for: " + r.URL.Path)
}

func TestAPushIsComparedWithTheRunBefore(t *testing.T) {
	t.Parallel()
	h := newCompared(t, "INPUT_BASELINE=auto")
	h.onMain(t, 8001, "c")
	h.set("GITHUB_EVENT_NAME", "push")
	h.set("GITHUB_REF", "refs/heads/main")
	h.event = "{}"
	if code, stdout, stderr := h.action(t); code != 1 || stderr != "" || h.outputs(t)["regressions"] != "1" || !strings.Contains(stdout, "main@ccccccc") {
		t.Errorf("exit code %d, outputs %v: %s%s", code, h.outputs(t), stdout, stderr)
	}
}

func TestTheWholeOfShardsIsCompared(t *testing.T) {
	t.Parallel()
	h := newCompared(t, "INPUT_FAIL-ON-REGRESSION=true")
	h.onMain(t, 8001, "c")
	h.kept = append([]kept{}, h.kept...)
	h.shards(t, "1", "1")
	h.set("INPUT_MERGE", "true")
	h.set("INPUT_OUTPUT", "r.jsonl")
	h.set("INPUT_FAIL-ON-REGRESSION", "")
	code, stdout, stderr := h.action(t)
	if got := h.outputs(t); code != 1 || stderr != "" || got["verdict"] != "failed" || got["regressions"] != "1" || !strings.Contains(stdout, "main@ccccccc") {
		t.Errorf("exit code %d, outputs %v: %s%s", code, got, stdout, stderr)
	}
}

func TestBaselineAutoIsOfGitHub(t *testing.T) {
	t.Parallel()
	code, _, stderr := surefoot(t.Context(), false, appCopy(t, "example"), "eval", "--baseline", "auto", "@failing.jsonl")
	if code != 1 || !strings.Contains(stderr, "--baseline auto: only a step of GitHub Actions knows its base branch (name a report)") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

func TestARegressionIsWorthACommentWhereTheGateDoesNotAsk(t *testing.T) {
	t.Parallel()
	h := newCompared(t)
	h.onMain(t, 8001, "c")
	h.set("INPUT_MIN-PASS-RATE", "1")
	two := contents(t, filepath.Join(h.dir, "one.jsonl")) + "\n" + strings.Replace(strings.Replace(contents(t, filepath.Join(h.dir, "one.jsonl")), "greets", "answers", 1), "false", "true", 1)
	if err := os.WriteFile(filepath.Join(h.dir, "one.jsonl"), []byte(two), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := h.action(t)
	if got := h.outputs(t); code != 0 || got["verdict"] != "passed" || got["regressions"] != "1" || len(h.Comments) != 1 {
		t.Errorf("exit code %d, outputs %v, %d comments: %s", code, got, len(h.Comments), stderr)
	}
}
