package run_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/run"
)

func TestBaseOfEachEvent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, file, event string
		more              []string
		want              run.Base
	}{
		{"a pull request", "pull_request", "pull_request", nil, run.Base{Branch: "main", SHA: base, Default: "main"}},
		{"from a fork", "pull_request_fork", "pull_request", nil, run.Base{Branch: "main", SHA: base, Default: "main"}},
		{"a merge queue", "merge_group", "merge_group", nil, run.Base{Branch: "release/2.x", SHA: base, Default: "main"}},
		{"a push", "push", "push", []string{"GITHUB_REF", "refs/heads/feature/refunds"}, run.Base{Branch: "feature/refunds", SHA: base, Before: true, Default: "main"}},
		{"a pushed tag", "push", "push", []string{"GITHUB_REF", "refs/tags/v1"}, run.Base{Branch: "main", Default: "main"}},
		{"a schedule", "schedule", "schedule", nil, run.Base{Branch: "main", Before: true, Default: "main"}},
		{"by hand", "workflow_dispatch", "workflow_dispatch", []string{"GITHUB_REF", "refs/heads/topic"}, run.Base{Branch: "topic", Before: true, Default: "main"}},
		{"a comment", "issue_comment_pull", "issue_comment", nil, run.Base{Branch: "main", Default: "main"}},
		{"after another run", "workflow_run", "workflow_run", nil, run.Base{Branch: "main", Default: "main"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, problems := run.Of(lookup(hosted(tt.event, tt.more...)), event(t, tt.file))
			if diff := cmp.Diff(tt.want, r.Base); diff != "" || len(problems) > 0 {
				t.Errorf("problems %v\n%s", problems, diff)
			}
		})
	}
}

func TestBaseOfWhatIsNotKnown(t *testing.T) {
	t.Parallel()
	unread, _ := run.Of(lookup(hosted("pull_request", "GITHUB_BASE_REF", "main")), nil)
	created, _ := run.Of(lookup(hosted("push")), []byte(`{"before": "`+strings.Repeat("0", 40)+`"}`))
	odd, _ := run.Of(lookup(hosted("push")), []byte(`{"before": "../../../user"}`))
	got := []run.Base{unread.Base, created.Base, odd.Base}
	want := []run.Base{{Branch: "main"}, {Branch: "main", Before: true}, {Branch: "main", Before: true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWorkflowFile(t *testing.T) {
	t.Parallel()
	for ref, want := range map[string]string{
		"acme/shop/.github/workflows/evals.yml@refs/heads/main":      "evals.yml",
		"Acme/Shop/.github/workflows/e v@als.yml@refs/pull/12/merge": "e v@als.yml",
		"acme/shop/.github/workflows/a/evals.yml@refs/heads/main":    "",
		"acme/shop/.github/workflows/..@refs/heads/main":             "",
		"other/shop/.github/workflows/evals.yml@refs/heads/main":     "",
		"acme/shop/.github/workflows/@refs/heads/main":               "",
		"": "",
	} {
		r, _ := run.Of(lookup(hosted("push", "GITHUB_WORKFLOW_REF", ref)), []byte(`{}`))
		if r.WorkflowFile != want {
			t.Errorf("%q is %q, want %q", ref, r.WorkflowFile, want)
		}
	}
}
