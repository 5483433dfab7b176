package rest_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/githubtest"
)

func config(transport http.RoundTripper) rest.Config {
	return rest.Config{
		API:        "https://api.github.com",
		GraphQL:    "https://api.github.com/graphql",
		Repository: "surefoot/demo",
		Token:      githubtest.Token,
		Agent:      "surefoot/1.2.3",
		Transport:  transport,
		Jitter:     func() float64 { return 1 },
	}
}

func client(t *testing.T, cfg rest.Config) *rest.Client {
	t.Helper()
	c, err := rest.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// play runs calls against a script, in a bubble where waiting takes no time.
func play(t *testing.T, calls []githubtest.Call, do func(t *testing.T, c *rest.Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		script := githubtest.NewScript(t, calls...)
		do(t, client(t, config(githubtest.Check(t, script))))
	})
}

func said(message string) any { return map[string]any{"message": message} }

const (
	listing = "GET /repos/surefoot/demo/issues/7/comments?page=1&per_page=100"
	posting = "POST /repos/surefoot/demo/issues/7/comments"
	editing = "PATCH /repos/surefoot/demo/issues/comments/5"
)

func reset(after time.Duration) map[string]string {
	return map[string]string{
		"X-RateLimit-Limit": "1000", "X-RateLimit-Remaining": "0",
		"X-RateLimit-Reset": strconv.FormatInt(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Add(after).Unix(), 10),
	}
}

func list(t *testing.T, c *rest.Client) error {
	t.Helper()
	_, _, err := c.Comments(t.Context(), 7, 1)
	return err
}

func post(t *testing.T, c *rest.Client) error {
	t.Helper()
	_, err := c.CreateComment(t.Context(), 7, "hello")
	return err
}

func TestWaitsAndRepetitions(t *testing.T) {
	t.Parallel()
	created := githubtest.Comment{ID: 5, Author: "octocat", Body: "hello"}.Shape()
	tests := []struct {
		name      string
		calls     []githubtest.Call
		do        func(*testing.T, *rest.Client) error
		want      error // nil for success; errors.Is
		uncertain bool
		text      string
	}{
		{
			name: "a read is repeated with growing waits",
			calls: []githubtest.Call{
				{Want: listing, Status: 502},
				{Want: listing, At: time.Second, Break: true},
				{Want: listing, At: 3 * time.Second, Status: 503},
				{Want: listing, At: 7 * time.Second, Answer: "[]"},
			},
			do: list,
		},
		{
			name: "a read that fails four times fails",
			calls: []githubtest.Call{
				{Want: listing, Status: 502}, {Want: listing, At: time.Second, Status: 502},
				{Want: listing, At: 3 * time.Second, Status: 502}, {Want: listing, At: 7 * time.Second, Status: 502, Answer: "<html>"},
			},
			do:        list,
			uncertain: true,
			text:      "cannot list the comments of #7: GitHub answered 502",
		},
		{
			name:      "a write whose fate is unknown is not repeated",
			calls:     []githubtest.Call{{Want: posting, Status: 502}},
			do:        post,
			uncertain: true,
			text:      "cannot comment on #7: GitHub answered 502",
		},
		{
			name:      "a write that breaks off is not repeated",
			calls:     []githubtest.Call{{Want: posting, Break: true}},
			do:        post,
			want:      rest.ErrUnreachable,
			uncertain: true,
		},
		{
			name: "an edit is repeated, since it changes nothing more",
			calls: []githubtest.Call{
				{Want: editing, Status: 500},
				{Want: editing, At: time.Second, Answer: created},
			},
			do: func(t *testing.T, c *rest.Client) error {
				_, err := c.EditComment(t.Context(), 5, "hello")
				return err
			},
		},
		{
			name: "a request without an answer is given up and repeated",
			calls: []githubtest.Call{
				{Want: listing, Hang: true},
				{Want: listing, At: 31 * time.Second, Answer: "[]"},
			},
			do: list,
		},
		{
			name: "the primary limit is waited for, also before a write",
			calls: []githubtest.Call{
				{Want: posting, Status: 403, Header: reset(20 * time.Second), Answer: said("API rate limit exceeded for installation ID 1.")},
				{Want: posting, At: 21 * time.Second, Status: 201, Answer: created},
			},
			do: post,
		},
		{
			name: "a limit beyond the deadline fails at once",
			calls: []githubtest.Call{
				{Want: posting, Status: 403, Header: reset(time.Hour), Answer: said("API rate limit exceeded")},
			},
			do:   post,
			want: rest.ErrLimited,
			text: "cannot comment on #7: the rate limit is used up for another 1h0m1s: GitHub answered 403",
		},
		{
			name: "the last request of a limit holds up the next one",
			calls: []githubtest.Call{
				{Want: listing, Header: reset(10 * time.Second), Answer: "[]"},
				{Want: listing, At: 11 * time.Second, Answer: "[]"},
			},
			do: func(t *testing.T, c *rest.Client) error { return errors.Join(list(t, c), list(t, c)) },
		},
		{
			name: "a secondary limit is waited for as asked",
			calls: []githubtest.Call{
				{Want: posting, Status: 403, Header: map[string]string{"Retry-After": "30"}, Answer: said("You have exceeded a secondary rate limit.")},
				{Want: posting, At: 30 * time.Second, Status: 201, Answer: created},
			},
			do: post,
		},
		{
			name: "a secondary limit that names no time lasts a minute, then two",
			calls: []githubtest.Call{
				{Want: listing, Status: 403, Answer: said("You have exceeded a secondary rate limit.")},
				{Want: listing, At: time.Minute, Status: 429},
			},
			do:   list,
			want: rest.ErrLimited,
		},
		{
			name:  "a token that may not write is told at once",
			calls: []githubtest.Call{{Want: posting, Status: 403, Header: reset(time.Second), Answer: said("Resource not accessible by integration")}},
			do:    post,
			want:  rest.ErrReadOnly,
			text:  "cannot comment on #7: the token may not write: GitHub answered 403: Resource not accessible by integration",
		},
		{
			name:  "a locked conversation",
			calls: []githubtest.Call{{Want: posting, Status: 403, Answer: said("Unable to create comment because issue is locked.")}},
			do:    post, want: rest.ErrLocked,
		},
		{
			name:  "another refusal",
			calls: []githubtest.Call{{Want: posting, Status: 403, Answer: said("Must have admin rights to Repository.")}},
			do:    post, want: rest.ErrForbidden,
		},
		{
			name:  "a token that is not valid",
			calls: []githubtest.Call{{Want: listing, Status: 401, Answer: said("Bad credentials: " + githubtest.Token)}},
			do:    list, want: rest.ErrUnauthorized,
			text: "cannot list the comments of #7: the token is not valid: GitHub answered 401: Bad credentials: ***",
		},
		{
			name:  "what is not there",
			calls: []githubtest.Call{{Want: listing, Status: 404, Answer: said("Not Found")}},
			do:    list, want: rest.ErrNotFound,
		},
		{
			name:  "what was removed",
			calls: []githubtest.Call{{Want: posting, Status: 410, Answer: said("This issue was deleted")}},
			do:    post, want: rest.ErrGone,
		},
		{
			name: "a text that is too long",
			calls: []githubtest.Call{{Want: posting, Status: 422, Answer: map[string]any{
				"message": "Validation Failed", "errors": []any{map[string]any{"message": "Body is too long (maximum is 65536 characters)"}},
			}}},
			do: post, want: rest.ErrTooLong,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			play(t, tt.calls, func(t *testing.T, c *rest.Client) {
				err := tt.do(t, c)
				if wantsError := tt.want != nil || tt.text != ""; (err != nil) != wantsError {
					t.Fatalf("got error %v", err)
				}
				if tt.want != nil && !errors.Is(err, tt.want) {
					t.Errorf("got %v, want %v", err, tt.want)
				}
				if tt.text != "" && err.Error() != tt.text {
					t.Errorf("got  %s\nwant %s", err, tt.text)
				}
				if rest.Uncertain(err) != tt.uncertain {
					t.Errorf("uncertain: got %v", rest.Uncertain(err))
				}
			})
		})
	}
}

func TestWritesGoOneByOneWithASecondBetween(t *testing.T) {
	t.Parallel()
	created := githubtest.Comment{ID: 5, Author: "octocat", Body: "hello"}.Shape()
	var calls []githubtest.Call
	for n := range 4 {
		calls = append(calls, githubtest.Call{Want: posting, At: time.Duration(n) * time.Second, Status: 201, Answer: created})
	}
	play(t, calls, func(t *testing.T, c *rest.Client) {
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				if err := post(t, c); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	})
}

func TestACallEndsWithItsDeadline(t *testing.T) {
	t.Parallel()
	var calls []githubtest.Call
	for n := range 3 {
		calls = append(calls, githubtest.Call{Want: listing, At: -1, Hang: n < 3})
	}
	synctest.Test(t, func(t *testing.T) {
		cfg := config(githubtest.Check(t, githubtest.NewScript(t, calls...)))
		cfg.Deadline = 70 * time.Second
		began := time.Now()
		err := list(t, client(t, cfg))
		if !errors.Is(err, rest.ErrLate) || time.Since(began) != cfg.Deadline {
			t.Errorf("got %v after %v", err, time.Since(began))
		}
	})
}

func TestACancelledCallSaysSo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		c := client(t, config(githubtest.Check(t, githubtest.NewScript(t, githubtest.Call{Want: posting, Hang: true}))))
		_, err := c.CreateComment(ctx, 7, "hello")
		if !errors.Is(err, context.Canceled) || !rest.Uncertain(err) {
			t.Errorf("got %v", err)
		}
	})
}

func TestAnAnswerIsCapped(t *testing.T) {
	t.Parallel()
	c := client(t, config(answers(func(w http.ResponseWriter, _ *http.Request) {
		chunk := make([]byte, 1<<20)
		for range 65 {
			w.Write(chunk)
		}
	})))
	if err := list(t, c); !errors.Is(err, rest.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}

// answers is a transport that needs no description.
type answers func(http.ResponseWriter, *http.Request)

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	a(w, r)
	return w.Result(), nil
}

func TestTheTokenGoesToNoOtherHost(t *testing.T) {
	t.Parallel()
	for _, to := range []string{"https://evil.example/", "http://api.github.com/repos/x"} {
		c := client(t, config(answers(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Host != "api.github.com" || r.URL.Scheme != "https" {
				t.Errorf("asked %s with %q", r.URL, r.Header.Get("Authorization"))
			}
			http.Redirect(w, r, to, http.StatusTemporaryRedirect)
		})))
		err := list(t, c)
		if !errors.Is(err, rest.ErrUnreachable) || !strings.Contains(err.Error(), "redirects to another host") {
			t.Errorf("got %v", err)
		}
	}
}

func TestARenamedRepository(t *testing.T) {
	t.Parallel()
	c := client(t, config(answers(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/repos/") {
			w.Header().Set("Location", "https://api.github.com/repositories/1/issues/7/comments")
			w.WriteHeader(http.StatusMovedPermanently)
			return
		}
		w.Write([]byte("[]"))
	})))
	if err := list(t, c); err != nil {
		t.Error(err)
	}
	if err := post(t, c); err == nil || !strings.Contains(err.Error(), "has moved") {
		t.Errorf("a write would become a read: got %v", err)
	}
}

func TestOverARealConnection(t *testing.T) {
	t.Parallel()
	repo := githubtest.NewRepository(t)
	checked := githubtest.Check(t, repo).Under("/api/v3")
	server := httptest.NewServer(checked)
	t.Cleanup(server.Close)
	cfg := config(nil)
	cfg.API, cfg.GraphQL = server.URL+"/api/v3", server.URL+"/api/graphql"
	cfg.Sleep = func(context.Context, time.Duration) error { return nil }
	c := client(t, cfg)
	for range 250 {
		repo.Add("octocat", "me too")
	}
	login, err := c.Login(t.Context())
	if err != nil || login != "github-actions[bot]" {
		t.Errorf("got %q, %v", login, err)
	}
	made, err := c.CreateComment(t.Context(), 7, "hello")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.EditComment(t.Context(), made.ID, "hello again"); err != nil {
		t.Error(err)
	}
	var all []rest.Comment
	for page := 1; page > 0; {
		comments, next, err := c.Comments(t.Context(), 7, page)
		if err != nil {
			t.Fatal(err)
		}
		all, page = append(all, comments...), next
	}
	want := rest.Comment{ID: made.ID, Author: "github-actions[bot]", Body: "hello again", URL: made.URL}
	if diff := cmp.Diff(want, all[len(all)-1]); len(all) != 251 || diff != "" {
		t.Errorf("got %d comments (-want +got):\n%s", len(all), diff)
	}
	if err := c.DeleteComment(t.Context(), made.ID); err != nil {
		t.Error(err)
	}
	if open, err := c.IsOpen(t.Context(), 7); err != nil || !open {
		t.Errorf("got %v, %v", open, err)
	}
}

func TestLogin(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, login, want string
		calls             []string
	}{
		{"of a person", "octocat", "octocat", []string{"GET /user"}},
		{"of an app", "robo[bot]", "robo[bot]", []string{"GET /user", "POST /graphql"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			repo := githubtest.NewRepository(t)
			repo.Login = tt.login
			checked := githubtest.Check(t, repo)
			got, err := client(t, config(checked)).Login(t.Context())
			if err != nil || got != tt.want {
				t.Errorf("got %q, %v", got, err)
			}
			if diff := cmp.Diff(tt.calls, checked.Requests()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		change func(*rest.Config)
		want   string
	}{
		{"no token", func(c *rest.Config) { c.Token = " \n" }, "there is no token for GitHub"},
		{"a token of two lines", func(c *rest.Config) { c.Token = "a\nb" }, "the token for GitHub holds a character that no token has"},
		{"a repository without an owner", func(c *rest.Config) { c.Repository = "demo" }, `the repository is "demo", want owner/name`},
		{"a repository that is a path", func(c *rest.Config) { c.Repository = "../demo" }, `the repository is "../demo", want owner/name`},
		{"no address", func(c *rest.Config) { c.API = "" }, "the address of the API is not one that begins with https://"},
		{"an address with a secret", func(c *rest.Config) { c.API = "https://u:p@ghe.example" }, "the address of the API holds more than a host and a path"},
		{"GraphQL elsewhere", func(c *rest.Config) { c.GraphQL = "https://evil.example/graphql" }, `the GraphQL API is at "evil.example" and the REST API at "api.github.com": the token goes to one host only`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			cfg := config(nil)
			tt.change(&cfg)
			_, err := rest.New(cfg)
			if err == nil || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestServers(t *testing.T) {
	t.Parallel()
	for api, want := range map[string]string{
		"https://api.github.com":         "https://api.github.com/repos/surefoot/demo/issues/7/comments",
		"https://ghe.example.com/api/v3": "https://ghe.example.com/api/v3/repos/surefoot/demo/issues/7/comments",
		"https://api.octo.ghe.com/":      "https://api.octo.ghe.com/repos/surefoot/demo/issues/7/comments",
	} {
		cfg := config(answers(func(w http.ResponseWriter, r *http.Request) {
			if got := r.URL.Scheme + "://" + r.URL.Host + r.URL.Path; got != want {
				t.Errorf("asked %s, want %s", got, want)
			}
			json.NewEncoder(w).Encode([]any{})
		}))
		cfg.API, cfg.GraphQL = api, ""
		if err := list(t, client(t, cfg)); err != nil {
			t.Error(err)
		}
	}
}
