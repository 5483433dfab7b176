package cli_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/cli"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/githubtest"
)

// hub is GitHub as a step of a workflow sees it: the API, the artifacts, and
// the files of the runner.
type hub struct {
	*githubtest.Repository
	dir     string // of the workspace
	temp    string
	event   string // the commit's pull request and where it comes from
	environ []string
	server  *httptest.Server

	mu     sync.Mutex
	order  []string // what came, in short
	blob   bytes.Buffer
	broken bool   // the artifact service is out of order
	zips   bool   // it takes archives only
	named  string // the artifact
	kept   []kept
}

// kept is an artifact that a job of this run left.
type kept struct {
	name string
	zip  []byte // or the file itself, where it was uploaded as it is
}

const headSHA = "0123456789abcdef0123456789abcdef01234567"

func newHub(t *testing.T, more ...string) *hub {
	t.Helper()
	h := &hub{Repository: githubtest.NewRepository(t), dir: appCopy(t, "example"), temp: t.TempDir()}
	api := githubtest.Check(t, h.Repository).Under("/api/v3")
	mux := http.NewServeMux()
	mux.Handle("/api/", h.noted(api))
	mux.Handle("/twirp/", h.noted(http.HandlerFunc(h.artifacts)))
	mux.Handle("PUT /blob", http.HandlerFunc(h.store))
	mux.Handle("GET /blob", http.HandlerFunc(h.fetched))
	h.server = httptest.NewServer(mux)
	t.Cleanup(h.server.Close)
	h.event = `{"pull_request": {"number": 7, "head": {"sha": "` + headSHA + `", "repo": {"id": 1, "full_name": "surefoot/demo"}}, "base": {"ref": "main", "sha": "` + strings.Repeat("d", 40) + `", "repo": {"id": 1, "full_name": "surefoot/demo"}}}}`
	claims := base64.RawURLEncoding.EncodeToString([]byte(`{"scp": "Actions.Results:run-a:job-b"}`))
	h.environ = append([]string{
		"GITHUB_ACTIONS=true", "GITHUB_WORKSPACE=" + h.dir, "GITHUB_REPOSITORY=surefoot/demo", "GITHUB_REPOSITORY_ID=1", "GITHUB_RUN_ID=8123",
		"GITHUB_RUN_ATTEMPT=1", "GITHUB_JOB=evals", "GITHUB_WORKFLOW=ci", "GITHUB_WORKFLOW_REF=surefoot/demo/.github/workflows/evals.yml@refs/pull/7/merge", "GITHUB_EVENT_NAME=pull_request",
		"GITHUB_SERVER_URL=" + h.server.URL, "GITHUB_API_URL=" + h.server.URL + "/api/v3", "GITHUB_EVENT_PATH=" + h.path("event.json"),
		"GITHUB_OUTPUT=" + h.path("output"), "GITHUB_STEP_SUMMARY=" + h.path("summary"), "INPUT_GITHUB-TOKEN=" + githubtest.Token,
		"ACTIONS_RUNTIME_TOKEN=head." + claims + ".sig", "ACTIONS_RESULTS_URL=" + h.server.URL + "/",
	}, more...)
	return h
}

func (h *hub) path(name string) string { return filepath.Join(h.temp, name) }

// set changes a variable of the step.
func (h *hub) set(name, value string) {
	h.environ = slices.DeleteFunc(h.environ, func(pair string) bool { return strings.HasPrefix(pair, name+"=") })
	h.environ = append(h.environ, name+"="+value)
}

func (h *hub) noted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		word := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		if r.Method != http.MethodGet && word != "graphql" {
			h.order = append(h.order, r.Method+" "+word)
		}
		h.mu.Unlock()
		next.ServeHTTP(w, r)
	})
}

func (h *hub) artifacts(w http.ResponseWriter, r *http.Request) {
	switch {
	case h.broken:
		w.WriteHeader(http.StatusForbidden)
	case strings.HasSuffix(r.URL.Path, "/CreateArtifact"):
		var asked struct {
			Name string
			MIME string `json:"mime_type"`
		}
		_ = json.NewDecoder(r.Body).Decode(&asked)
		if h.zips && asked.MIME != "" {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		h.named = asked.Name
		h.blob.Reset()
		fmt.Fprintf(w, `{"ok": true, "signed_upload_url": %q}`, h.server.URL+"/blob?sig=a-signature-of-ours")
	case strings.HasSuffix(r.URL.Path, "/ListArtifacts"):
		list := []map[string]string{}
		for i, k := range h.kept {
			list = append(list, map[string]string{
				"workflow_run_backend_id": "run-a", "workflow_job_run_backend_id": "job-a", "database_id": strconv.Itoa(i + 1), "name": k.name,
				"size": strconv.Itoa(len(k.zip)), "digest": fmt.Sprintf("sha256:%x", sha256.Sum256(k.zip)),
			})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"artifacts": list})
	case strings.HasSuffix(r.URL.Path, "/GetSignedArtifactURL"):
		var asked struct{ Name string }
		_ = json.NewDecoder(r.Body).Decode(&asked)
		fmt.Fprintf(w, `{"signed_url": %q}`, h.server.URL+"/blob?sig=a-signature-of-ours&name="+url.QueryEscape(asked.Name))
	default:
		h.mu.Lock()
		h.kept = append(h.kept, kept{h.named, bytes.Clone(h.blob.Bytes())})
		h.mu.Unlock()
		id := "42"
		if strings.HasSuffix(h.named, ".html") {
			id = "43"
		}
		fmt.Fprintf(w, `{"ok": true, "artifact_id": %q}`, id)
	}
}

func (h *hub) fetched(w http.ResponseWriter, r *http.Request) {
	for _, k := range slices.Backward(h.kept) {
		if k.name == r.URL.Query().Get("name") {
			_, _ = w.Write(k.zip)
			return
		}
	}
	http.NotFound(w, r)
}

func (h *hub) store(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("comp") == "block" {
		h.mu.Lock()
		_, _ = io.Copy(&h.blob, r.Body)
		h.mu.Unlock()
	}
	w.WriteHeader(http.StatusCreated)
}

// prepare makes the files of the runner.
func (h *hub) prepare(t *testing.T) {
	t.Helper()
	for name, text := range map[string]string{"event.json": h.event, "output": "", "summary": ""} {
		if err := os.WriteFile(h.path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// action runs the action as the runner does.
func (h *hub) action(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	h.prepare(t)
	if len(args) == 0 {
		args = []string{"action"}
	}
	var out, errs bytes.Buffer
	p := &cli.Process{
		Args: args, Environ: h.environ, Dir: h.dir, TempDir: h.temp, Out: &out, Err: &errs, Now: time.Now, Exit: func(int) {},
		Width: func() int { return 100 }, Signals: make(chan os.Signal),
	}
	code = p.Run(t.Context())
	return code, out.String(), errs.String()
}

// outputs are those of the step that are not empty.
func (h *hub) outputs(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(h.path("output"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		if name, delimiter, ok := strings.Cut(line, "<<"); ok && i+2 < len(lines) && lines[i+2] == delimiter && lines[i+1] != "" {
			found[name] = lines[i+1]
		}
	}
	return found
}

func (h *hub) summary(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(h.path("summary"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestAFailingRunIsPublishedInOrder(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_OUTPUT=r.jsonl\nr.json", "INPUT_RUNS=5", "INPUT_CHECK=true", "INPUT_TITLE=The example")
	code, stdout, stderr := h.action(t)
	if code != 1 || strings.Contains(stderr, "not published") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if want := []string{"POST CreateArtifact", "POST FinalizeArtifact", "POST CreateArtifact", "POST FinalizeArtifact", "POST check-runs", "POST comments"}; !cmp.Equal(want, h.order) {
		t.Errorf("published in the order %q", h.order)
	}
	got := h.outputs(t)
	for _, volatile := range []string{"title"} {
		delete(got, volatile)
	}
	want := map[string]string{
		"verdict": "failed", "total": "6", "passed": "1", "failed": "4", "errors": "1", "timeouts": "0", "skipped": "0", "pass-rate": "30",
		"stability": "highly_unstable", "unstable": "5", "jsonl-path": "r.jsonl",
		"artifact-id": "42", "artifact-url": h.server.URL + "/surefoot/demo/actions/runs/8123/artifacts/42",
		"comment-url": fmt.Sprintf("https://github.com/surefoot/demo/pull/7#issuecomment-%d", h.Comments[0].ID),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(h.summary(t), "5 of 6 cases did not pass") {
		t.Errorf("the summary: %s", h.summary(t))
	}
	if body := h.Comments[0].Body; !strings.HasPrefix(body, "<!-- surefoot-comment ") || !strings.Contains(body, "5 of 6 cases did not pass") {
		t.Errorf("the comment: %s", body)
	}
	check := h.Checks[0].Created
	if check["conclusion"] != "failure" || check["name"] != "The example (evals)" || check["head_sha"] != headSHA {
		t.Errorf("the check run: %v", check)
	}
	if n := strings.Count(stdout, "\n::error "); n != 6 {
		t.Errorf("%d annotations in %s", n, stdout)
	}
	if masks := strings.Index(stdout, "::add-mask::"+githubtest.Token); masks != 0 {
		t.Errorf("the token is not masked first: %s", stdout)
	}
	if !strings.Contains(stdout, "::add-mask::a-signature-of-ours") {
		t.Error("the signature is not masked")
	}
	archive, err := zip.NewReader(bytes.NewReader(h.blob.Bytes()), int64(h.blob.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	if slices.Sort(names); !cmp.Equal(names, []string{"r.json", "r.jsonl"}) {
		t.Errorf("the artifact holds %q", names)
	}
}

func TestAPassingRunWritesNoCommentAndBringsAnOldOneUpToDate(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_CASE=knows-the-way", "INPUT_OUTPUT=r.jsonl")
	if code, _, stderr := h.action(t); code != 0 || len(h.Comments) != 0 {
		t.Errorf("exit code %d, %d comments: %s", code, len(h.Comments), stderr)
	}
	h.set("INPUT_CASE", "")
	if code, _, _ := h.action(t); code != 1 || len(h.Comments) != 1 {
		t.Fatalf("exit code %d, %d comments", code, len(h.Comments))
	}
	h.set("INPUT_CASE", "knows-the-way")
	h.set("GITHUB_RUN_ID", "8124")
	if code, _, _ := h.action(t); code != 0 || len(h.Comments) != 1 || strings.Contains(h.Comments[0].Body, "did not pass") {
		t.Errorf("exit code %d, comments %v", code, h.Comments)
	}
}

func TestAShardLeavesThePullRequestAlone(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_SHARD=1/2", "INPUT_OUTPUT=r.jsonl", "INPUT_COMMENT=always", "INPUT_CHECK=true")
	_, _, stderr := h.action(t)
	if stderr != "" || len(h.Comments) != 0 || h.named != "surefoot-shard-1-of-2-attempt-1" || h.summary(t) == "" {
		t.Errorf("%d comments, artifact %q, order %q: %s", len(h.Comments), h.named, h.order, stderr)
	}
	if slices.ContainsFunc(h.order, func(call string) bool {
		return strings.Contains(call, "check-runs") || strings.Contains(call, "comments")
	}) {
		t.Errorf("calls %q", h.order)
	}
}

func TestTroubleWithPublishingChangesNoVerdict(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_CASE=knows-the-way", "INPUT_OUTPUT=r.jsonl", "INPUT_COMMENT=always", "INPUT_CHECK=true")
	h.broken, h.ReadOnly = true, true
	h.set("GITHUB_STEP_SUMMARY", h.path("nowhere/summary"))
	code, stdout, stderr := h.action(t)
	if code != 0 || h.outputs(t)["verdict"] != "passed" {
		t.Errorf("exit code %d, outputs %v", code, h.outputs(t))
	}
	if n := strings.Count(stderr, "surefoot: not published: "); n != 3 || !strings.Contains(stderr, "not published: the page: ") || !strings.Contains(stderr, "not published: the artifact: ") || !strings.Contains(stderr, "not published: the job summary: ") {
		t.Errorf("said %d times: %s", n, stderr)
	}
	if n := strings.Count(stdout, "::notice "); n != 1 || !strings.Contains(stdout, "the token of this run may not write the check run and the comment: forks and Dependabot get one that only reads, any other job needs checks: write and pull-requests: write among its permissions") {
		t.Errorf("noticed %d times: %s", n, stdout)
	}
}

func TestAReportThatIsNotWholeIsSaidWhereAPassIsRed(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_CASE=knows-the-way", "INPUT_OUTPUT=r.jsonl", "INPUT_ARTIFACT=false")
	if err := os.Symlink("/dev/full", filepath.Join(h.dir, "r.jsonl")); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := h.action(t)
	if code != 1 || h.outputs(t)["verdict"] != "inconclusive" || !strings.Contains(stderr, "not published: the details of cases: ") {
		t.Errorf("exit code %d, outputs %v: %s", code, h.outputs(t), stderr)
	}
	if !strings.Contains(stdout, "\n::error title=Surefoot::inconclusive: the run did not complete: report ") {
		t.Errorf("nothing is annotated: %s", stdout)
	}
	if page := h.summary(t); !strings.Contains(page, "## 🟡 support: inconclusive, the run did not complete: report ") || !strings.Contains(page, "| ✅ | `knows-the-way` |") {
		t.Errorf("the summary: %s", page)
	}
}

func TestAStepWithoutThePowersOfAnActionSaysWhatToAdd(t *testing.T) {
	t.Parallel()
	h := newHub(t, "ACTIONS_RUNTIME_TOKEN=", "INPUT_GITHUB-TOKEN=", "GITHUB_TOKEN="+githubtest.Token)
	code, _, stderr := h.action(t, "eval", "@failing.jsonl", "-o", "r.jsonl")
	if code != 1 || len(h.Comments) != 1 || !strings.Contains(stderr, "uses: actions/upload-artifact@v3") || h.outputs(t)["artifact-id"] != "" {
		t.Errorf("exit code %d, %d comments: %s", code, len(h.Comments), stderr)
	}
}

func TestNoTokenGetsIntoWhatIsPublished(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=tokens.jsonl", "INPUT_OUTPUT=r.jsonl", "INPUT_CHECK=true")
	row, err := json.Marshal(map[string]any{
		"id": "leak", "target": "support", "input": "say " + githubtest.Token, "assert": map[string]any{"type": "equals", "value": githubtest.Token},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.dir, "tokens.jsonl"), row, 0o600); err != nil {
		t.Fatal(err)
	}
	_, stdout, stderr := h.action(t)
	report, err := os.ReadFile(filepath.Join(h.dir, "r.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	stdout = strings.ReplaceAll(stdout, "::add-mask::"+githubtest.Token, "")
	for where, text := range map[string]string{
		"the log": stdout + stderr, "the report": string(report), "the summary": h.summary(t), "the outputs": fmt.Sprint(h.outputs(t)),
		"the comment": h.Comments[0].Body, "the check run": fmt.Sprint(h.Checks[0].Created), "the artifact": h.blob.String(),
	} {
		if strings.Contains(text, githubtest.Token) {
			t.Errorf("%s holds the token", where)
		}
	}
}

func TestACheckRunThatCannotBeIsSaid(t *testing.T) {
	t.Parallel()
	app := func(h *hub) {
		h.Before = func(w http.ResponseWriter, r *http.Request) bool {
			if strings.HasSuffix(r.URL.Path, "/check-runs") {
				githubtest.Refuse(w, http.StatusForbidden, "You must authenticate via a GitHub App.")
				return true
			}
			return false
		}
	}
	tests := map[string]struct {
		change func(*hub)
		want   string
	}{
		"a person's token": {app, "surefoot: not published: the check run: only the token of a workflow"},
		"an unknown commit": {func(h *hub) {
			h.set("GITHUB_EVENT_NAME", "issue_comment")
			h.event = `{"issue": {"number": 7, "pull_request": {}}}`
			h.Pulls = []githubtest.Pull{{Number: 7, Branch: "surefoot:main", Head: "surefoot/demo", SHA: headSHA}}
		}, "surefoot: not published: the check run: it is not known which commit"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_OUTPUT=r.jsonl", "INPUT_CHECK=true")
			tt.change(h)
			if code, _, stderr := h.action(t); code != 1 || !strings.Contains(stderr, tt.want) {
				t.Errorf("exit code %d: %s", code, stderr)
			}
		})
	}
}

func TestAReportThatCannotBeUploadedKeepsNoOtherOut(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_OUTPUT=r.jsonl\nr.json")
	if err := os.Symlink(filepath.Join(h.temp, "elsewhere.jsonl"), filepath.Join(h.dir, "r.jsonl")); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := h.action(t)
	if code != 1 || h.outputs(t)["artifact-id"] != "42" || !strings.Contains(stderr, "surefoot: not published: the artifact: ") || !strings.Contains(stderr, "r.jsonl: it is not a regular file") {
		t.Errorf("exit code %d, outputs %v: %s", code, h.outputs(t), stderr)
	}
}

func TestACheckRunOfWhatWasNotDecidedIsAsRedAsTheStep(t *testing.T) {
	t.Parallel()
	for setting, want := range map[string]string{"": "failure", "neutral": "neutral", "pass": "neutral"} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_OUTPUT=r.jsonl", "INPUT_CHECK=true", "INPUT_MAX-TIME=1ns", "INPUT_ON-INCONCLUSIVE="+setting)
			code, _, stderr := h.action(t)
			if len(h.Checks) != 1 || h.Checks[0].Created["conclusion"] != want || (code == 0) == (want == "failure") || h.outputs(t)["verdict"] != "inconclusive" {
				t.Errorf("exit code %d, checks %v: %s", code, h.Checks, stderr)
			}
		})
	}
}

func TestARunThatCannotBeginIsSaidOnThePullRequest(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_CASE=knows-the-way", "INPUT_OUTPUT=r.jsonl", "INPUT_COMMENT=always")
	if code, _, stderr := h.action(t); code != 0 || len(h.Comments) != 1 || !strings.Contains(h.Comments[0].Body, "passed") {
		t.Fatalf("exit code %d, %d comments: %s", code, len(h.Comments), stderr)
	}
	h.set("GITHUB_RUN_ID", "8124")
	h.set("INPUT_COMMENT", "changes")
	h.set("INPUT_INPUT", "nowhere.jsonl")
	code, _, stderr := h.action(t)
	body := h.Comments[0].Body
	if code != 1 || len(h.Comments) != 1 || strings.Contains(body, "passed") || !strings.Contains(body, "nothing was run: 1 problem") || !strings.Contains(body, "nowhere.jsonl") || !strings.Contains(body, "/actions/runs/8124") {
		t.Errorf("exit code %d, comments %v: %s", code, h.Comments, stderr)
	}
	if h.outputs(t)["verdict"] != "inconclusive" || !strings.Contains(h.summary(t), "nothing was run: 1 problem") {
		t.Errorf("outputs %v, summary %s", h.outputs(t), h.summary(t))
	}
}

func TestWhatCannotBeAsAskedIsSaid(t *testing.T) {
	t.Parallel()
	h := newHub(t, "INPUT_INPUT=failing.jsonl", "INPUT_OUTPUT=r*.jsonl\nr?.jsonl", "INPUT_RETENTION-DAYS=90", "GITHUB_RETENTION_DAYS=30", "GITHUB_SHA="+headSHA)
	h.set("GITHUB_EVENT_NAME", "push")
	h.set("GITHUB_REF", "refs/heads/topic")
	h.event = "{}"
	h.Before = func(w http.ResponseWriter, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "/pulls") {
			githubtest.Refuse(w, http.StatusUnprocessableEntity, "Something is wrong")
			return true
		}
		return false
	}
	code, stdout, stderr := h.action(t)
	if code != 1 || !strings.Contains(stderr, "surefoot: not published: the comment: cannot look for the pull request of commit") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if !strings.Contains(stdout, "::warning title=Surefoot::retention-days 90: the repository keeps artifacts for 30 days at most") {
		t.Errorf("no word of the days in %s", stdout)
	}
	if h.outputs(t)["artifact-id"] != "42" {
		t.Errorf("two names that are one as files of an artifact: %s", stderr)
	}
}
