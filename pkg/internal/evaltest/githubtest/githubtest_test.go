package githubtest

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// witness is a test that writes down how it would have failed.
type witness struct {
	testing.TB
	complaints []string
	cleanups   []func()
}

func (w *witness) Helper()          {}
func (w *witness) Cleanup(f func()) { w.cleanups = append(w.cleanups, f) }
func (w *witness) Error(args ...any) {
	w.complaints = append(w.complaints, fmt.Sprint(args...))
}

func (w *witness) Errorf(format string, args ...any) {
	w.complaints = append(w.complaints, fmt.Sprintf(format, args...))
}

func TestWhatGitHubWouldNotTakeFailsTheTest(t *testing.T) {
	t.Parallel()
	const comments = "https://api.github.com/repos/surefoot/demo/issues/7/comments"
	const checks = "https://api.github.com/repos/surefoot/demo/check-runs"
	tests := []struct {
		name, method, url, body string
		change                  func(http.Header)
		want                    string // "" is a request that is right
	}{
		{"a right one", "POST", comments, `{"body":"hi"}`, nil, ""},
		{"a path that is not described", "GET", "https://api.github.com/repos/surefoot/demo/branches", "", nil, "is not described"},
		{"a method that is not described", "PUT", comments, "", nil, "is not described"},
		{"a number that is none", "GET", "https://api.github.com/repos/surefoot/demo/issues/x/comments", "", nil, "is not described"},
		{"a parameter that is not described", "GET", comments + "?size=100", "", nil, "parameter size is not described"},
		{"a parameter of another type", "GET", comments + "?page=two", "", nil, "parameter page"},
		{"a field that is not described", "POST", comments, `{"body":"hi","boddy":1}`, nil, "boddy"},
		{"a field that is missing", "POST", comments, `{}`, nil, "missing property 'body'"},
		{"a body that is no JSON", "POST", comments, `body`, nil, "no JSON"},
		{"a body where none is taken", "GET", comments, `{}`, nil, "takes no body"},
		{"a word that is not in the list", "POST", checks, `{"name":"n","head_sha":"s","conclusion":"passed"}`, nil, "conclusion"},
		{"too many annotations", "POST", checks, `{"name":"n","head_sha":"s","output":{"title":"t","summary":"s","annotations":[` + strings.Repeat(`{},`, 50) + `{}]}}`, nil, "maxItems"},
		{"another token", "GET", comments, "", func(h http.Header) { h.Set("Authorization", "Bearer x") }, "the token is"},
		{"no user agent", "GET", comments, "", func(h http.Header) { h.Del("User-Agent") }, "the user agent is"},
		{"another query", "POST", "https://api.github.com/graphql", `{"query":"{viewer{email}}"}`, nil, "the query is"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := &witness{TB: t}
			var body io.Reader
			if tt.body != "" {
				body = strings.NewReader(tt.body)
			}
			r, err := http.NewRequestWithContext(t.Context(), tt.method, tt.url, body)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bearer "+Token)
			r.Header.Set("Accept", "application/vnd.github+json")
			r.Header.Set("X-GitHub-Api-Version", "2022-11-28")
			r.Header.Set("User-Agent", "surefoot/1")
			if tt.body != "" {
				r.Header.Set("Content-Type", "application/json")
			}
			if tt.change != nil {
				tt.change(r.Header)
			}
			resp, err := Check(w, NewRepository(w)).RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			got := strings.Join(w.complaints, "\n")
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestAnAnswerThatIsNoneOfGitHubsFailsTheTest(t *testing.T) {
	t.Parallel()
	for _, answer := range []any{`[{"id":"1"}]`, `{}`, `no JSON`} {
		w := &witness{TB: t}
		script := NewScript(w, Call{Want: "GET /repos/o/r/issues/7/comments", At: -1, Answer: answer})
		r, err := http.NewRequestWithContext(t.Context(), "GET", "https://api.github.com/repos/o/r/issues/7/comments", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Authorization": {"Bearer " + Token}, "Accept": {"application/vnd.github+json"}, "X-Github-Api-Version": {"2022-11-28"}, "User-Agent": {"surefoot/1"}}
		resp, err := Check(w, script).RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if len(w.complaints) != 1 || !strings.Contains(w.complaints[0], "none of GitHub's") {
			t.Errorf("%s: got %q", answer, w.complaints)
		}
	}
}

func TestACallThatIsNeverMadeFailsTheTest(t *testing.T) {
	t.Parallel()
	w := &witness{TB: t}
	NewScript(w, Call{Want: "GET /user"})
	for _, f := range w.cleanups {
		f()
	}
	if len(w.complaints) != 1 {
		t.Errorf("got %q", w.complaints)
	}
}
