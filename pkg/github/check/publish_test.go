package check_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/check"
	"github.com/surefoot-dev/surefoot/pkg/github/outcome"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/githubtest"
)

func publish(t *testing.T, repo *githubtest.Repository, c check.Check) outcome.Outcome {
	t.Helper()
	client, err := rest.New(rest.Config{
		API: "https://api.github.com", Repository: "surefoot/demo", Token: githubtest.Token, Agent: "surefoot/1.2.3",
		Transport: githubtest.Check(t, repo),
		Sleep:     func(context.Context, time.Duration) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return check.Publish(t.Context(), client, c)
}

func small(verdict eval.Verdict) check.Check {
	at := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	return check.Check{
		Name: "surefoot (evals)", HeadSHA: "0123456789abcdef0123456789abcdef01234567",
		RunID: 42, Attempt: 2, Job: "evals", URL: "https://github.com/surefoot/demo/actions/runs/42",
		Verdict: verdict, Title: "2 of 3 cases failed", Summary: "# Failed", Text: "rows",
		Started: at, Completed: at.Add(time.Minute),
	}
}

func remarks(n int) []check.Annotation {
	list := make([]check.Annotation, n)
	for i := range list {
		list[i] = check.Annotation{Path: "evals/a.jsonl", Line: i + 1, Level: check.Failure, Message: fmt.Sprint("remark ", i)}
	}
	return list
}

func field(v any, path ...string) any {
	for _, step := range path {
		v = v.(map[string]any)[step]
	}
	return v
}

func TestASmallCheckIsOneRequest(t *testing.T) {
	t.Parallel()
	for verdict, want := range map[eval.Verdict]string{
		eval.VerdictPassed: "success", eval.VerdictFailed: "failure", eval.VerdictInconclusive: "neutral", "": "neutral",
	} {
		repo := githubtest.NewRepository(t)
		got := publish(t, repo, small(verdict))
		if got.String() != "posted" || got.URL != "https://github.com/surefoot/demo/runs/1" {
			t.Errorf("got %s %s", got, got.URL)
		}
		sent := map[string]any{
			"name": "surefoot (evals)", "head_sha": "0123456789abcdef0123456789abcdef01234567", "external_id": "42/2/evals",
			"details_url": "https://github.com/surefoot/demo/actions/runs/42", "status": "completed", "conclusion": want,
			"started_at": "2026-11-30T12:00:00Z", "completed_at": "2026-11-30T12:01:00Z",
			"output": map[string]any{"title": "2 of 3 cases failed", "summary": "# Failed", "text": "rows"},
		}
		if diff := cmp.Diff([]githubtest.CheckRun{{Created: sent, Batches: []int{0}}}, repo.Checks); diff != "" {
			t.Errorf("%s (-want +got):\n%s", verdict, diff)
		}
	}
}

func TestWhatWasNotDecidedMeetsNoRuleWhereItFailsTheStep(t *testing.T) {
	t.Parallel()
	for verdict, want := range map[eval.Verdict]string{
		eval.VerdictPassed: "success", eval.VerdictFailed: "failure", eval.VerdictInconclusive: "failure", "": "failure",
	} {
		repo := githubtest.NewRepository(t)
		c := small(verdict)
		c.Strict = true
		publish(t, repo, c)
		if got := field(repo.Checks[0].Created, "conclusion"); got != want {
			t.Errorf("%q concludes in %v", verdict, got)
		}
	}
}

func TestAnnotationsGoInBatchesOfFifty(t *testing.T) {
	t.Parallel()
	for n, want := range map[int][]int{0: {0}, 50: {50}, 51: {50, 1}, 120: {50, 50, 20}, 200: {50, 50, 50, 50}} {
		repo := githubtest.NewRepository(t)
		c := small(eval.VerdictFailed)
		c.Annotations = remarks(n)
		if got := publish(t, repo, c); got.String() != "posted" {
			t.Errorf("got %s", got)
		}
		run := repo.Checks[0]
		if diff := cmp.Diff(want, run.Batches); diff != "" || len(run.Annotations) != n {
			t.Errorf("%d: got %d\n%s", n, len(run.Annotations), diff)
		}
		if field(run.Created, "conclusion") != "failure" || run.Last != nil && field(run.Last, "conclusion") != "failure" {
			t.Errorf("%d: got %v, then %v", n, run.Created, run.Last)
		}
	}
}

func TestMoreAnnotationsThanAllowedAreCounted(t *testing.T) {
	t.Parallel()
	repo := githubtest.NewRepository(t)
	c := small(eval.VerdictFailed)
	c.Max = 3
	c.Annotations = append(remarks(4), check.Annotation{Path: "x", Level: check.Notice, Message: "least"})
	c.Annotations[1].Level = check.Warning
	publish(t, repo, c)
	var got []string
	for _, a := range repo.Checks[0].Annotations {
		got = append(got, fmt.Sprint(a["annotation_level"], " ", a["start_line"], " ", a["message"]))
	}
	want := []string{
		"failure 1 remark 0", "failure 3 remark 2",
		"failure 4 3 more annotations left out, of which this is the place of the first. The report has them all.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAnnotationsAreMended(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		give check.Annotation
		want map[string]any
	}{
		{
			"one that is right",
			check.Annotation{Path: "a/b.json", Line: 3, EndLine: 3, Column: 2, EndColumn: 9, Level: check.Warning, Title: "t", Message: "m\nn", Details: "d"},
			map[string]any{"path": "a/b.json", "start_line": 3.0, "end_line": 3.0, "start_column": 2.0, "end_column": 9.0, "annotation_level": "warning", "title": "t", "message": "m\nn", "raw_details": "d"},
		},
		{
			"columns of several lines are left out",
			check.Annotation{Path: "a", Line: 3, EndLine: 5, Column: 2, EndColumn: 9, Level: check.Failure, Message: "m"},
			map[string]any{"path": "a", "start_line": 3.0, "end_line": 5.0, "annotation_level": "failure", "message": "m"},
		},
		{
			"a place that is not known is the first line",
			check.Annotation{Path: "./a", Column: 4, Level: "grave", Title: "only a title"},
			map[string]any{"path": "a", "start_line": 1.0, "end_line": 1.0, "annotation_level": "notice", "title": "only a title", "message": "only a title"},
		},
		{
			"an end before the start is the start",
			check.Annotation{Path: "a", Line: 9, EndLine: 2, Column: 7, EndColumn: 3, Level: check.Notice, Message: " "},
			map[string]any{"path": "a", "start_line": 9.0, "end_line": 9.0, "start_column": 7.0, "end_column": 7.0, "annotation_level": "notice", "message": "(no message)"},
		},
		{
			"what a screen would obey is shown",
			check.Annotation{Path: "a", Line: 1, Level: check.Notice, Title: "a\nb", Message: "x\x00\x1b[31m\xff"},
			map[string]any{"path": "a", "start_line": 1.0, "end_line": 1.0, "annotation_level": "notice", "title": `a\nb`, "message": `x\x00\x1b[31m\xff`},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			repo := githubtest.NewRepository(t)
			c := small(eval.VerdictFailed)
			c.Annotations = []check.Annotation{tt.give}
			publish(t, repo, c)
			if diff := cmp.Diff(tt.want, repo.Checks[0].Annotations[0]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnnotationsOutsideOfTheRepositoryAreCounted(t *testing.T) {
	t.Parallel()
	repo := githubtest.NewRepository(t)
	c := small(eval.VerdictFailed)
	for _, path := range []string{"", "/etc/passwd", "..", "../a", "a/../../b", `C:\a`, ".", "a/b"} {
		c.Annotations = append(c.Annotations, check.Annotation{Path: path, Line: 1, Level: check.Notice, Message: "m"})
	}
	publish(t, repo, c)
	summary := field(repo.Checks[0].Created, "output", "summary")
	if len(repo.Checks[0].Annotations) != 1 || summary != "7 annotations left out: the path is not one within the repository.\n\n# Failed" {
		t.Errorf("got %v, %q", repo.Checks[0].Annotations, summary)
	}
}

func TestTextsAreCutWithAWord(t *testing.T) {
	t.Parallel()
	repo := githubtest.NewRepository(t)
	c := small(eval.VerdictFailed)
	c.Title = strings.Repeat("ü", 300)
	c.Summary = strings.Repeat("ü", 50_000)
	c.Text = strings.Repeat("x", 65_535)
	c.Annotations = []check.Annotation{{Path: "a", Line: 1, Message: strings.Repeat("ü", 50_000), Details: strings.Repeat("ü", 50_000), Title: strings.Repeat("ü", 300)}}
	publish(t, repo, c)
	output := field(repo.Checks[0].Created, "output")
	for name, limit := range map[string]int{"title": 255, "summary": 65_535} {
		got := field(output, name).(string)
		if len(got) > limit || len(got) < limit-3 || !utf8.ValidString(got) || strings.HasSuffix(got, "ü") {
			t.Errorf("%s has %d bytes and ends in %q", name, len(got), got[len(got)-20:])
		}
	}
	if got := field(output, "text"); got != c.Text {
		t.Error("a text that fits was cut")
	}
	remark := repo.Checks[0].Annotations[0]
	for name, limit := range map[string]int{"title": 255, "message": 64_000, "raw_details": 64_000} {
		if got := remark[name].(string); len(got) > limit || !utf8.ValidString(got) || strings.HasSuffix(got, "ü") {
			t.Errorf("%s has %d bytes", name, len(got))
		}
	}
}

func TestACheckThatWasBegunIsCompleted(t *testing.T) {
	t.Parallel()
	repo := githubtest.NewRepository(t)
	updates := 0
	repo.Before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPatch {
			updates++
		}
		if updates == 2 {
			updates++
			githubtest.Refuse(w, http.StatusBadGateway, "Server Error")
			return true
		}
		return false
	}
	c := small(eval.VerdictFailed)
	c.Annotations = remarks(170)
	got := publish(t, repo, c)
	if want := `posted: 70 annotations could not be added: cannot update the check "surefoot (evals)": GitHub answered 502: Server Error`; got.String() != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	run := repo.Checks[0]
	if diff := cmp.Diff([]int{50, 50, 0}, run.Batches); diff != "" || field(run.Last, "conclusion") != "failure" {
		t.Errorf("got %v\n%s", run.Last, diff)
	}
	if got := field(run.Last, "output", "summary").(string); !strings.HasPrefix(got, "70 annotations could not be added.\n\n# Failed") {
		t.Errorf("got %q", got)
	}
}

func TestAConclusionStandsWhateverBecomesOfTheRemarks(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		remarks int
		refuse  func(r *http.Request, annotated bool) bool
		want    string
	}{
		"GitHub dislikes a remark": {
			120, func(r *http.Request, annotated bool) bool { return r.Method == http.MethodPost && annotated },
			`posted: 120 annotations could not be added: cannot create the check "surefoot (evals)": GitHub answered 422: Invalid request.`,
		},
		"nothing can be added later": {
			120, func(r *http.Request, _ bool) bool { return r.Method == http.MethodPatch },
			`posted: 70 annotations could not be added: cannot update the check "surefoot (evals)": GitHub answered 422: Invalid request.`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			repo := githubtest.NewRepository(t)
			repo.Before = func(w http.ResponseWriter, r *http.Request) bool {
				body, err := io.ReadAll(r.Body)
				if err != nil {
					t.Error(err)
				}
				r.Body = io.NopCloser(bytes.NewReader(body))
				if !tt.refuse(r, bytes.Contains(body, []byte(`"annotations"`))) {
					return false
				}
				githubtest.Refuse(w, http.StatusUnprocessableEntity, "Invalid request.")
				return true
			}
			c := small(eval.VerdictFailed)
			c.Annotations = remarks(tt.remarks)
			got := publish(t, repo, c)
			if want := strings.TrimSuffix(tt.want, "."); !strings.HasPrefix(got.String(), want) || got.URL == "" || !got.Partly {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if len(repo.Checks) != 1 || field(repo.Checks[0].Created, "status") != "completed" || field(repo.Checks[0].Created, "conclusion") != "failure" {
				t.Errorf("got %v", repo.Checks)
			}
		})
	}
}

func TestWhatCannotBeDoneIsSaid(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		status   int
		message  string
		want     string
		readOnly bool
	}{
		{"a token that only reads", 403, "Resource not accessible by integration", "skipped: the token may not create checks here (forks and Dependabot get one that only reads; else the job needs the permission checks: write)", true},
		{"a token of a person", 403, "You must authenticate via a GitHub App.", "failed: only the token of a workflow or of an app can create checks, not one of a person", false},
		{"an unknown commit", 422, "No commit found for SHA: 01", `failed: cannot create the check "surefoot (evals)": GitHub answered 422: No commit found for SHA: 01`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			repo := githubtest.NewRepository(t)
			repo.Before = func(w http.ResponseWriter, _ *http.Request) bool {
				githubtest.Refuse(w, tt.status, tt.message)
				return true
			}
			got := publish(t, repo, small(eval.VerdictPassed))
			if got.String() != tt.want || got.ReadOnly != tt.readOnly {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	c := small(eval.VerdictPassed)
	c.HeadSHA = ""
	if got := publish(t, githubtest.NewRepository(t), c); got.String() != "failed: it is not known which commit the check would be of" {
		t.Errorf("got %s", got)
	}
}
