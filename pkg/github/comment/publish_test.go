package comment_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/comment"
	"github.com/surefoot-dev/surefoot/pkg/github/outcome"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/internal/evaltest/githubtest"
)

const sha = "0123456789abcdef0123456789abcdef01234567"

// desk is a repository and the way to it.
type desk struct {
	*githubtest.Repository
	checked *githubtest.Checked
	client  *rest.Client
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	repo := githubtest.NewRepository(t)
	checked := githubtest.Check(t, repo)
	client, err := rest.New(rest.Config{
		API: "https://api.github.com", GraphQL: "https://api.github.com/graphql",
		Repository: "surefoot/demo", Token: githubtest.Token, Agent: "surefoot/1.2.3",
		Transport: checked,
		Sleep:     func(context.Context, time.Duration) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return &desk{Repository: repo, checked: checked, client: client}
}

func (d *desk) publish(t *testing.T, p comment.Post) outcome.Outcome {
	t.Helper()
	return comment.Publish(t.Context(), d.client, p)
}

// writes are the requests that changed something.
func (d *desk) writes() []string {
	var list []string
	for _, r := range d.checked.Requests() {
		if !strings.HasPrefix(r, "GET ") && r != "POST /graphql" {
			list = append(list, strings.Replace(r, "/repos/surefoot/demo/issues/", "", 1))
		}
	}
	return list
}

// bodies are the comments without their markers.
func (d *desk) bodies() []string {
	var list []string
	for _, c := range d.Comments {
		body := c.Body
		if strings.HasPrefix(body, "<!-- surefoot") {
			_, body, _ = strings.Cut(body, "\n")
		}
		list = append(list, c.Author+": "+body)
	}
	return list
}

func post(run int64, text string) comment.Post {
	return comment.Post{
		Pull: 7, Mode: comment.Always,
		Key:   comment.Key{Workflow: "ci", Job: "evals"},
		Run:   comment.Run{ID: run, Attempt: 1, HeadSHA: sha},
		State: text,
		Body:  func(int) string { return text },
	}
}

func with(p comment.Post, change func(*comment.Post)) comment.Post {
	change(&p)
	return p
}

func expect(t *testing.T, got outcome.Outcome, want string) {
	t.Helper()
	if got.String() != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func same(t *testing.T, got, want []string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOneCommentLivesThroughAllRuns(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	first := d.publish(t, post(1, "two cases fail"))
	expect(t, first, "posted")
	if first.URL != d.Comments[0].URL() {
		t.Errorf("got %q", first.URL)
	}
	if want := "<!-- surefoot-comment v1 key="; !strings.HasPrefix(d.Comments[0].Body, want) {
		t.Errorf("the marker is not first: %q", d.Comments[0].Body)
	}
	for n := range 210 {
		d.Add("octocat", fmt.Sprint("and a word from me ", n))
	}
	expect(t, d.publish(t, post(2, "all pass")), "updated")
	expect(t, d.publish(t, post(2, "all pass")), "unchanged: the comment says so already")
	same(t, d.bodies()[:1], []string{"github-actions[bot]: all pass"})
	same(t, d.writes(), []string{"POST 7/comments", "PATCH comments/1001"})
}

func TestOursIsFoundOnTheLastPage(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for range 250 {
		d.Add("octocat", "hello")
	}
	expect(t, d.publish(t, post(1, "one")), "posted")
	expect(t, d.publish(t, post(2, "two")), "updated")
	same(t, d.bodies()[250:], []string{"github-actions[bot]: two"})
}

func TestKeysHaveCommentsOfTheirOwn(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, key := range []comment.Key{{Workflow: "ci", Job: "a"}, {Workflow: "ci", Job: "b"}, {Workflow: "c", Job: "ia"}, {Workflow: "ci", Job: "a", Name: "x --> <!-- y"}} {
		p := post(1, key.Job+key.Name)
		p.Key = key
		expect(t, d.publish(t, p), "posted")
		p.Run.ID = 2
		expect(t, d.publish(t, p), "updated")
	}
	if len(d.Comments) != 4 {
		t.Errorf("got %d comments", len(d.Comments))
	}
}

func TestAnOlderRunOverwritesNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	newer := post(9, "new")
	newer.Run.Attempt = 2
	expect(t, d.publish(t, newer), "posted")
	expect(t, d.publish(t, post(8, "old")), "skipped: the comment shows a newer run, 9 (attempt 2)")
	expect(t, d.publish(t, post(9, "old attempt")), "skipped: the comment shows a newer run, 9 (attempt 2)")
	same(t, d.bodies(), []string{"github-actions[bot]: new"})
}

func TestWhatOthersWroteIsNeverTouched(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	expect(t, d.publish(t, post(1, "one")), "posted")
	copied := d.Comments[0].Body
	d.Comments = nil
	d.Add("mallory", copied)
	d.Add("github-actions", copied)
	d.Add("github-actions[bot]", "quoting:\n"+copied)
	d.Add("github-actions[bot]", " "+copied)
	expect(t, d.publish(t, post(2, "two")), "posted")
	if got := d.Comments[0].Body; got != copied {
		t.Errorf("got %q", got)
	}
	same(t, d.writes(), []string{"POST 7/comments", "POST 7/comments"})
}

func TestAHiddenCommentIsLeftAlone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	expect(t, d.publish(t, post(1, "one")), "posted")
	d.Comments[0].Minimized = true
	expect(t, d.publish(t, post(2, "two")), "posted")
	same(t, d.bodies(), []string{"github-actions[bot]: one", "github-actions[bot]: two"})
}

func TestTokensOfAllKinds(t *testing.T) {
	t.Parallel()
	for _, login := range []string{"octocat", "Robo-App[bot]", "github-actions[bot]"} {
		d := newDesk(t)
		d.Login = login
		expect(t, d.publish(t, post(1, "one")), "posted")
		expect(t, d.publish(t, post(2, "two")), "updated")
		same(t, d.bodies(), []string{login + ": two"})
	}
}

func TestAnAppThatCannotBeAskedFindsItsCommentAfterWritingOne(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.Login = "robo[bot]"
	d.Before = func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/graphql" {
			return false
		}
		githubtest.Refuse(w, http.StatusNotFound, "Not Found")
		return true
	}
	expect(t, d.publish(t, post(1, "one")), "posted")
	expect(t, d.publish(t, post(2, "two")), "updated: another comment of ours stood there already")
	same(t, d.bodies(), []string{"robo[bot]: two"})
}

func TestModes(t *testing.T) {
	t.Parallel()
	fails := func(p *comment.Post) { p.Fails = true }
	regresses := func(p *comment.Post) { p.Regresses = true }
	passes := func(*comment.Post) {}
	tests := []struct {
		name   string
		mode   comment.Mode
		before string // what stands there, from run 1; "" for nothing
		change func(*comment.Post)
		text   string
		want   string
		stands string
	}{
		{"always writes", comment.Always, "", passes, "green", "posted", "green"},
		{"changes is silent while all is well", comment.Changes, "", passes, "green", "skipped: nothing fails or regresses", ""},
		{"changes is the default", "", "", passes, "green", "skipped: nothing fails or regresses", ""},
		{"changes writes of a failure", comment.Changes, "", fails, "red", "posted", "red"},
		{"changes writes of a regression", comment.Changes, "", regresses, "worse", "posted", "worse"},
		{"changes says that a failure is gone", comment.Changes, "red", passes, "green", "updated", "green"},
		{"changes keeps a text when nothing changed", comment.Changes, "green", passes, "green", "unchanged: nothing changed since run 1", "green"},
		{"changes renews a failure that lasts", comment.Changes, "red", fails, "red", "updated", "red"},
		{"failures is silent without one", comment.Failures, "", regresses, "green", "skipped: nothing fails", ""},
		{"failures writes of one", comment.Failures, "", fails, "red", "posted", "red"},
		{"failures leaves no old one standing", comment.Failures, "red", passes, "green", "updated", "green"},
		{"off touches nothing", comment.Off, "red", passes, "green", "skipped: comments are off", "red"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			var stands []string
			if tt.before != "" {
				expect(t, d.publish(t, post(1, tt.before)), "posted")
			}
			if tt.stands != "" {
				stands = []string{"github-actions[bot]: " + tt.stands}
			}
			p := post(2, tt.text)
			p.Mode = tt.mode
			tt.change(&p)
			expect(t, d.publish(t, p), tt.want)
			same(t, d.bodies(), stands)
		})
	}
}

func TestARunThatChangesNothingStillHoldsBackOlderOnes(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	changes := func(p *comment.Post) { p.Mode = comment.Changes }
	expect(t, d.publish(t, post(5, "green")), "posted")
	expect(t, d.publish(t, with(post(7, "green"), changes)), "unchanged: nothing changed since run 5")
	expect(t, d.publish(t, with(post(7, "green"), changes)), "unchanged: nothing changed since run 7")
	expect(t, d.publish(t, with(post(6, "red"), changes)), "skipped: the comment shows a newer run, 7 (attempt 1)")
	same(t, d.bodies(), []string{"github-actions[bot]: green"})
}

// race lets another job write its comment between our search and ours.
func race(t *testing.T, d *desk, other comment.Post) {
	t.Helper()
	rival := newDesk(t)
	expect(t, rival.publish(t, other), "posted")
	body := rival.Comments[0].Body
	d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/comments") && len(d.Comments) == 0 {
			d.Add("github-actions[bot]", body)
		}
		return false
	}
}

func TestAfterARaceTheOldestStaysWithTheNewestText(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		ours, them int64
		want       string
		stands     string
	}{
		{"ours is newer", 2, 1, "updated: another comment of ours stood there already", "ours"},
		{"theirs is newer", 1, 2, "skipped: the comment shows a newer run, 2 (attempt 1)", "theirs"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			race(t, d, post(tt.them, "theirs"))
			expect(t, d.publish(t, post(tt.ours, "ours")), tt.want)
			same(t, d.bodies(), []string{"github-actions[bot]: " + tt.stands})
			if d.Comments[0].ID != 1001 {
				t.Errorf("the newer comment stays: %d", d.Comments[0].ID)
			}
		})
	}
}

func TestDuplicatesOfTheirOwnRunsAreRemoved(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	expect(t, d.publish(t, post(3, "one")), "posted")
	d.Add("github-actions[bot]", d.Comments[0].Body)
	d.Add("github-actions[bot]", d.Comments[0].Body)
	expect(t, d.publish(t, post(4, "two")), "updated")
	same(t, d.bodies(), []string{"github-actions[bot]: two"})
}

func TestACommentThatIsDeletedMeanwhileIsWrittenAnew(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	expect(t, d.publish(t, post(1, "one")), "posted")
	d.Before = func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPatch {
			d.Comments = nil
		}
		return false
	}
	expect(t, d.publish(t, post(2, "two")), "posted")
	same(t, d.bodies(), []string{"github-actions[bot]: two"})
}

func TestAnAnswerThatGotLost(t *testing.T) {
	t.Parallel()
	for _, written := range []bool{true, false} {
		t.Run(fmt.Sprintf("written %v", written), func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			lost := false
			d.Before = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/comments") || lost {
					return false
				}
				lost = true
				if written {
					d.Before = nil
					d.ServeHTTP(discard{http.Header{}}, r)
				}
				githubtest.Refuse(w, http.StatusBadGateway, "Server Error")
				return true
			}
			expect(t, d.publish(t, post(1, "one")), "posted")
			same(t, d.bodies(), []string{"github-actions[bot]: one"})
		})
	}
}

type discard struct{ header http.Header }

func (d discard) Header() http.Header       { return d.header }
func (discard) WriteHeader(int)             {}
func (discard) Write(b []byte) (int, error) { return len(b), nil }

func TestATextThatIsTooLongIsAskedForAgain(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.MaxBody = 10_000
	var asked []int
	p := post(1, "")
	p.Body = func(limit int) string {
		asked = append(asked, limit)
		return strings.Repeat("é", limit/2)
	}
	expect(t, d.publish(t, p), "posted")
	head := strings.Index(d.Comments[0].Body, "\n") + 1
	if diff := cmp.Diff([]int{65_000 - head, 32_000 - head, 8_000 - head}, asked); diff != "" {
		t.Error(diff)
	}
	p.Run.ID, d.MaxBody = 2, 1000
	p.Body = func(limit int) string { return strings.Repeat("x", limit) }
	if got := d.publish(t, p); got.Kind != outcome.Failed || !strings.Contains(got.Why, "too long") {
		t.Errorf("got %s", got)
	}
}

func TestATextLongerThanAskedForKeepsItsBeginning(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	expect(t, d.publish(t, post(1, "verdict "+strings.Repeat("é", 100_000))), "posted")
	body := d.Comments[0].Body
	if len(body) > 65_000 || len(body) < 64_998 || !strings.Contains(body, "-->\nverdict ") || strings.ContainsRune(body, '\uFFFD') {
		t.Errorf("got %d bytes", len(body))
	}
}

func TestWhatCannotBeDoneIsSaid(t *testing.T) {
	t.Parallel()
	answer := func(method string, status int, message string) func(*desk) {
		return func(d *desk) {
			d.Before = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != method || !strings.HasSuffix(r.URL.Path, "/comments") {
					return false
				}
				githubtest.Refuse(w, status, message)
				return true
			}
		}
	}
	tests := []struct {
		name     string
		prepare  func(*desk)
		pull     int
		want     string
		readOnly bool
	}{
		{"no pull request", func(*desk) {}, 0, "skipped: this run belongs to no pull request", false},
		{"no such pull request", func(*desk) {}, 8, "failed: cannot list the comments of #8: not there, or not to be seen by this token: GitHub answered 404: Not Found", false},
		{"a closed one", func(d *desk) { d.Closed = true }, 7, "skipped: pull request 7 is closed", false},
		{"a locked one", answer("POST", 403, "Unable to create comment because issue is locked."), 7, "failed: cannot comment on #7: the conversation is locked: GitHub answered 403: Unable to create comment because issue is locked", false},
		{"a token that only reads", func(d *desk) { d.ReadOnly = true }, 7, "skipped: the token may not comment here (forks and Dependabot get one that only reads; else the job needs the permission pull-requests: write)", true},
		{"a repository without discussion", answer("GET", 410, "Issues are disabled for this repo"), 7, "failed: cannot list the comments of #7: it was removed: GitHub answered 410: Issues are disabled for this repo", false},
		{"a token that expired", func(d *desk) {
			d.Before = func(w http.ResponseWriter, _ *http.Request) bool {
				githubtest.Refuse(w, 401, "Bad credentials")
				return true
			}
		}, 7, "failed: cannot ask who the token is: the token is not valid: GitHub answered 401: Bad credentials", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			tt.prepare(d)
			p := post(1, "one")
			p.Pull = tt.pull
			got := d.publish(t, p)
			expect(t, got, tt.want)
			if got.ReadOnly != tt.readOnly {
				t.Errorf("read-only: got %v", got.ReadOnly)
			}
			if len(d.Comments) > 0 {
				t.Errorf("got %v", d.Comments)
			}
		})
	}
}

func TestNoTextForgesAMarker(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	expect(t, d.publish(t, post(1, "one")), "posted")
	marker, _, _ := strings.Cut(d.Comments[0].Body, "\n")
	hostile := []string{
		marker + "\nforged", "<!<!----", "<!--", "x <!-- hides all of this", "<<!--!-- -->", "\n" + marker, "-->" + marker,
	}
	files, err := filepath.Glob("../../../testdata/github/hostile/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err != nil || info.IsDir() {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		hostile = append(hostile, string(text))
	}
	for n, text := range hostile {
		run := int64(n + 2)
		expect(t, d.publish(t, post(run, text)), "updated")
		body := d.Comments[0].Body
		if len(d.Comments) != 1 || strings.Count(body, "<!--") != 1 || !strings.HasPrefix(body, "<!-- surefoot-comment") || !strings.Contains(body, fmt.Sprintf(" run=%d.1 ", run)) {
			t.Errorf("%q became %q", text, body)
		}
	}
}
