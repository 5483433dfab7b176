package run_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/github/run"
)

func TestBadEventIsOneProblem(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	tests := []struct {
		name, event string
		payload     []byte
		want        string
	}{
		{"missing", "pull_request", nil, "there is no event"},
		{"huge", "pull_request", bytes.Repeat([]byte{' '}, run.MaxEvent+1), "the event is larger than 32 MiB"},
		{"empty", "pull_request", []byte{}, "the event cannot be read: unexpected EOF"},
		{"not JSON", "pull_request", []byte("<html>"), "the event cannot be read: invalid character '<' at start of value"},
		{"deep", "pull_request", bytes.Repeat([]byte{'['}, 1<<20), "the event cannot be read: "},
		{"keys that stand twice", "pull_request", []byte(`{"issue":null,"issue":null}`), `the event cannot be read: duplicate object member name "issue"`},
		{"not UTF-8", "pull_request", []byte("{\"x\":\"\xff\"}"), "the event cannot be read: invalid UTF-8"},
		{"of another type", "pull_request", []byte(`{"pull_request":{"number":"` + long + `"}}`), `the event cannot be read: /pull_request/number is a JSON string of another type than GitHub's`},
		{"a list", "pull_request", []byte(`[]`), "the event cannot be read: "},
		{"without a pull request", "pull_request", []byte(`{}`), "the event's pull_request is nothing, want the pull request"},
		{"a negative number", "pull_request", []byte(`{"pull_request":{"number":-1}}`), "the event's pull_request.number is -1, want the number of the pull request"},
		{"a path for a commit", "pull_request", []byte(`{"pull_request":{"number":1,"head":{"sha":"../../../user` + long + `"}}}`), `the event's pull_request.head.sha is "../../../user`},
		{"no issue", "issue_comment", []byte(`{}`), "the event's issue is nothing"},
		{"an issue without a number", "issue_comment", []byte(`{"issue":{"pull_request":{}}}`), "the event's issue.number is 0"},
		{"no other run", "workflow_run", []byte(`{}`), "the event's workflow_run is nothing"},
		{"another run without a number", "workflow_run", []byte(`{"workflow_run":{}}`), "the event's workflow_run.id is 0"},
		{"another run without a commit", "workflow_run", []byte(`{"workflow_run":{"id":1}}`), `the event's workflow_run.head_sha is ""`},
		{"no group", "merge_group", []byte(`{}`), `the event's merge_group.head_sha is ""`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, problems := run.Of(lookup(hosted(tt.event, "GITHUB_REF", "refs/pull/12/merge")), tt.payload)
			if len(problems) != 1 {
				t.Fatalf("got %d problems: %v", len(problems), problems)
			}
			p := problems[0]
			if !strings.HasPrefix(p.Message, tt.want) || !p.Warning || p.Pos.File != "/github/workflow/event.json" || len(p.String()) > 400 {
				t.Errorf("got %q", p.String())
			}
			if r.ID != 8123 || r.Repository.String() != "acme/shop" || r.URL() == "" {
				t.Errorf("the environment is lost: %+v", r)
			}
			if tt.event == "pull_request" && (r.PullRequest != 12 || !r.Fork || r.CanWrite() || r.HeadSHA != "") {
				t.Errorf("pull request %d, fork %v, head %q", r.PullRequest, r.Fork, r.HeadSHA)
			}
			if tt.event != "merge_group" && !r.Fork {
				t.Error("code that nobody knows is not taken for a fork's")
			}
		})
	}
}

func TestBadEventOfAMergeQueueLeavesItsRef(t *testing.T) {
	t.Parallel()
	r, problems := run.Of(lookup(hosted("merge_group", "GITHUB_REF", "refs/heads/gh-readonly-queue/main/pr-21-"+base)), []byte("{"))
	if r.PullRequest != 21 || r.HeadSHA != merge || len(problems) != 1 {
		t.Errorf("pull request %d, head %s, problems %v", r.PullRequest, r.HeadSHA, problems)
	}
}

func TestBadEnvironmentIsSaid(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, variable, value, want string }{
		{"a repository without an owner", "GITHUB_REPOSITORY", "shop", `GITHUB_REPOSITORY is "shop", want owner/name`},
		{"a repository with a path", "GITHUB_REPOSITORY", "acme/../x", `GITHUB_REPOSITORY is "acme/../x", want owner/name`},
		{"a repository above all", "GITHUB_REPOSITORY", "acme/..", `GITHUB_REPOSITORY is "acme/..", want owner/name`},
		{"a commit that is none", "GITHUB_SHA", "main", `GITHUB_SHA is "main", want the hash of a commit`},
		{"a number that is none", "GITHUB_RUN_ID", "1e9", `GITHUB_RUN_ID is "1e9", want a number`},
		{"an address that is none", "GITHUB_API_URL", "file:///etc", `GITHUB_API_URL is "file:///etc", want an address that begins with https://`},
		{"an address with a password", "GITHUB_API_URL", "https://a:b@c", `GITHUB_API_URL is "https://a:b@c", want an address that begins with https://`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, problems := run.Of(lookup(hosted("schedule", tt.variable, tt.value)), event(t, "schedule"))
			if len(problems) != 1 || problems[0].Message != tt.want || !problems[0].Warning {
				t.Errorf("got %v, want %q", problems, tt.want)
			}
		})
	}
}

func FuzzEvent(f *testing.F) {
	for _, name := range []string{"pull_request", "push", "issue_comment", "workflow_run", "merge_group", "schedule"} {
		f.Add(name, []byte(`{"pull_request":{"number":1,"head":{"sha":"`+head+`","repo":null}},"issue":{"number":2,"pull_request":{}},"workflow_run":{"id":1,"head_sha":"`+head+`"},"merge_group":{"head_sha":"`+head+`","head_ref":"x/pr-3-`+base+`"}}`))
	}
	f.Fuzz(func(t *testing.T, name string, payload []byte) {
		r, problems := run.Of(lookup(hosted(name)), payload)
		if len(problems) > 1 {
			t.Errorf("%d problems: %v", len(problems), problems)
		}
		for _, p := range problems {
			if len(p.String()) > 600 || !utf8.ValidString(p.String()) {
				t.Errorf("a problem says too much: %q", p.String())
			}
		}
		if r.HeadSHA != "" && strings.Trim(r.HeadSHA, "0123456789abcdef") != "" {
			t.Errorf("a head that is no commit: %q", r.HeadSHA)
		}
		if r.PullRequest < 0 || r.Ask.Pull < 0 {
			t.Errorf("pull request %d, asked for %d", r.PullRequest, r.Ask.Pull)
		}
		if owner, _, _ := strings.Cut(r.Ask.Head, ":"); strings.ContainsAny(owner, "/?#&% \n") {
			t.Errorf("asks for %q", r.Ask.Head)
		}
	})
}
