package cli_test

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/githubtest"
)

// forked is a trusted workflow that begins when the run of a fork ended, which
// left these files as an artifact.
func forked(t *testing.T, files map[string][]byte, more ...string) *hub {
	t.Helper()
	h := newHub(t, append([]string{"ACTIONS_RUNTIME_TOKEN=", "GITHUB_EVENT_NAME=workflow_run", "INPUT_CHECK=true", "INPUT_COMMENT=always"}, more...)...)
	h.event = `{"workflow_run": {"id": 9001, "run_attempt": 2, "event": "pull_request", "name": "evals", "head_sha": "` + headSHA + `", "head_branch": "main",
		"head_repository": {"id": 66, "full_name": "mallory/demo"}, "pull_requests": []}}`
	h.Pulls = []githubtest.Pull{{Number: 7, Branch: "mallory:main", Head: "mallory/demo", SHA: headSHA}}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range files {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	storage := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" || r.URL.Query().Get("sig") == "" {
			t.Errorf("the storage is asked for %s with %q", r.URL, r.Header)
		}
		_, _ = w.Write(b.Bytes())
	}))
	t.Cleanup(storage.Close)
	h.Artifacts = []githubtest.Artifact{{ID: 1, Run: 9001, Name: "surefoot", Address: storage.URL + "/old"}, {ID: 2, Run: 9001, Name: "surefoot", Address: storage.URL + "/zip?sig=0123456789"}}
	return h
}

// reported is what a run of the example reports.
func reported(t *testing.T, args ...string) []byte {
	t.Helper()
	dir := appCopy(t, "example")
	surefoot(t.Context(), false, dir, append([]string{"eval", "-o", "r.jsonl"}, args...)...)
	report, err := os.ReadFile(filepath.Join(dir, "r.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestWhatAForksRunReportedIsShownAndNotTrusted(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, verdict, conclusion string
		args                      []string
	}{
		{"a failure", "failed", "failure", []string{"@failing.jsonl", "--runs", "2"}},
		{"a success is not green", "passed", "neutral", []string{"@failing.jsonl", "--case", "knows-the-way"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := forked(t, map[string][]byte{"r.jsonl": reported(t, tt.args...), "r.md": []byte("# All is well")})
			code, stdout, stderr := h.action(t, "publish")
			if code != 0 || len(h.Comments) != 1 || len(h.Checks) != 1 {
				t.Fatalf("exit code %d, %d comments: %s", code, len(h.Comments), stderr)
			}
			const note = "*Reported by [run 9001]("
			body, check := h.Comments[0].Body, h.Checks[0].Created
			marker, text, _ := strings.Cut(body, "\n")
			if !strings.HasPrefix(text, note) || !strings.HasPrefix(h.summary(t), note) || !strings.Contains(marker, " run=9001.2 sha="+headSHA) {
				t.Errorf("the comment: %s", body)
			}
			if !strings.Contains(text, tt.verdict) || !strings.Contains(text, h.server.URL+"/mallory/demo/") {
				t.Errorf("the comment: %s", text)
			}
			if strings.Contains(body, "surefoot eval") || strings.Contains(h.summary(t), "surefoot eval") {
				t.Error("there is a command to copy")
			}
			title, _ := check["output"].(map[string]any)["title"].(string)
			if check["conclusion"] != tt.conclusion || check["head_sha"] != headSHA || check["name"] != "reported evals (evals)" || !strings.HasPrefix(title, "reported: "+tt.verdict) {
				t.Errorf("the check run: %v", check)
			}
			if !strings.Contains(stdout, "::add-mask::0123456789\n") {
				t.Errorf("the address is not masked: %s", stdout)
			}
			for _, line := range []string{"surefoot: the job summary: posted\n", "surefoot: the check run: posted https://", "surefoot: the comment: posted https://"} {
				if !strings.Contains(stderr, line) {
					t.Errorf("no %q in %s", line, stderr)
				}
			}
		})
	}
}

func TestAReportThatIsNoneIsNotPublished(t *testing.T) {
	t.Parallel()
	good := reported(t, "@failing.jsonl", "--case", "knows-the-way")
	hostile := []byte("##[error]owned\n::set-output name=verdict::passed\n")
	tests := []struct {
		name   string
		files  map[string][]byte
		change func(*hub)
		want   string
	}{
		{"no report", map[string][]byte{"r.md": nil}, nil, `artifact "surefoot" of run 9001: no .jsonl report is in it`},
		{"two reports", map[string][]byte{"a.jsonl": good, "b.jsonl": good}, nil, `2 .jsonl reports are in it`},
		{"a path that leads out", map[string][]byte{"../r.jsonl": good}, nil, `the zip's entry "../r.jsonl" must not have the part ".."`},
		{"no rows", map[string][]byte{"r.jsonl": hostile}, nil, `its first row is not of type "start"`},
		{"rows that do not fit", map[string][]byte{"r.jsonl": bytes.Replace(good, []byte(`"passed":1,`), []byte(`"passed":2,`), 1)}, nil, "the report is not whole"},
		{"endless rows", map[string][]byte{"r.jsonl": bytes.Repeat([]byte("\n"), 200_001)}, nil, "200"},
		{"no artifact", nil, func(h *hub) { h.Artifacts = nil }, `artifact "surefoot" of run 9001: there is none`},
		{"one that expired", nil, func(h *hub) { h.Artifacts[1].Expired = true }, "it has expired"},
		{"a large one", nil, func(h *hub) { h.Artifacts[1].Size = 1 << 30 }, "it is larger than 64 MiB"},
		{"an event that says nothing", nil, func(h *hub) { h.event = `{}` }, "it is not certain which run this is"},
		{"an event of no other run", nil, func(h *hub) { h.set("GITHUB_EVENT_NAME", "push") }, `there is no other run to publish: the event is "push"`},
		{"no token", nil, func(h *hub) { h.set("INPUT_GITHUB-TOKEN", "") }, "there is no token"},
		{"a mode that is none", nil, func(h *hub) { h.set("INPUT_COMMENT", "sometimes") }, `INPUT_COMMENT "sometimes": want always, changes, failures or off`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := forked(t, tt.files)
			if tt.change != nil {
				tt.change(h)
			}
			code, stdout, stderr := h.action(t, "publish")
			if code != 1 || !strings.Contains(stderr, tt.want) {
				t.Errorf("exit code %d: %s", code, stderr)
			}
			if len(h.Comments)+len(h.Checks) > 0 || h.summary(t) != "" || strings.Contains(stdout+stderr, "##[") || strings.Contains(stdout, "::set-output") {
				t.Errorf("something is published: %s%s%s", h.summary(t), stdout, stderr)
			}
		})
	}
}

func TestTheReportDoesNotSayWhoseItIs(t *testing.T) {
	t.Parallel()
	report := reported(t, "@failing.jsonl", "--case", "knows-the-way")
	tests := []struct {
		name   string
		change func(*hub)
		code   int
		want   string
	}{
		{"a pull request that moved on", func(h *hub) { h.Pulls[0].SHA = strings.Repeat("f", 40) }, 0, "the comment: skipped: pull request 7 has moved on to another commit\n"},
		{"a branch without one", func(h *hub) { h.Pulls = nil }, 0, "the comment: skipped: this run belongs to no pull request\n"},
		{"one that is closed", func(h *hub) { h.Closed = true }, 0, "the comment: skipped: pull request 7 is closed\n"},
		{"a token that may only read", func(h *hub) { h.ReadOnly = true }, 1, "the comment: skipped: the token may not comment here"},
		{"an API that fails", func(h *hub) {
			h.Before = func(w http.ResponseWriter, r *http.Request) bool {
				if !strings.HasSuffix(r.URL.Path, "/pulls") {
					return false
				}
				githubtest.Refuse(w, http.StatusForbidden, "Forbidden")
				return true
			}
		}, 1, "the comment: failed: cannot look for the pull request from mallory:main"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := forked(t, map[string][]byte{"r.jsonl": report})
			tt.change(h)
			code, _, stderr := h.action(t, "publish")
			if code != tt.code || len(h.Comments) > 0 || !strings.Contains(stderr, "surefoot: "+tt.want) {
				t.Errorf("exit code %d: %s", code, stderr)
			}
			if !strings.Contains(h.summary(t), "run 9001") {
				t.Error("no summary")
			}
		})
	}
}

func TestAReportThatIsAtHandIsPublished(t *testing.T) {
	t.Parallel()
	h := forked(t, nil)
	h.Artifacts = nil
	if err := os.WriteFile(filepath.Join(h.dir, "r.jsonl"), reported(t, "@failing.jsonl"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("r.jsonl", filepath.Join(h.dir, "link.jsonl")); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := h.action(t, "publish", "link.jsonl"); code != 1 || !strings.Contains(stderr, "link.jsonl: it is not a regular file") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	code, _, stderr := h.action(t, "publish", "--summary=no", "--check=false", "r.jsonl")
	if code != 0 || h.summary(t) != "" || len(h.Checks) > 0 || len(h.Comments) != 1 {
		t.Errorf("exit code %d, %d comments: %s", code, len(h.Comments), stderr)
	}
	if diff := cmp.Diff([]string{"POST comments"}, h.order); diff != "" {
		t.Error(diff)
	}
}

func TestAnInputThatPublishDoesNotReadIsSaid(t *testing.T) {
	t.Parallel()
	h := forked(t, map[string][]byte{"r.jsonl": reported(t, "@failing.jsonl", "--case", "knows-the-way")},
		"INPUT_ARGS=publish", "INPUT_ENTRYPOINT=/usr/local/bin/surefoot", "INPUT_COMENT=off", "INPUT_RUNS=")
	code, _, stderr := h.action(t, "publish")
	if want := `warning: publish has no input "coment" (did you mean "comment"?)`; code != 0 || !strings.Contains(stderr, want) || strings.Count(stderr, "has no input") != 1 {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
