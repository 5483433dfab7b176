package run_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/github/run"
)

func TestPathOf(t *testing.T) {
	t.Parallel()
	container, _ := run.Of(lookup(hosted("schedule")), event(t, "schedule"))
	step, _ := run.Of(lookup(hosted("schedule", "GITHUB_WORKSPACE", "/home/runner/work/shop/shop")), event(t, "schedule"))
	tests := []struct {
		name      string
		at        run.Workspace
		dir, path string
		want      string
		inside    bool
		local     string
	}{
		{"relative in a container", container.Workspace, "/github/workspace", "evals/a.jsonl", "evals/a.jsonl", true, "evals/a.jsonl"},
		{"relative in a working directory", container.Workspace, "/github/workspace/apps/x", "../y/a.jsonl", "apps/y/a.jsonl", true, "../y/a.jsonl"},
		{"a working directory of the runner", container.Workspace, "/home/runner/work/shop/shop/apps", "a.jsonl", "apps/a.jsonl", true, "a.jsonl"},
		{"the container's path", container.Workspace, "/", "/github/workspace/a.jsonl", "a.jsonl", true, "/github/workspace/a.jsonl"},
		{"the runner's path in a container", container.Workspace, "/", "/home/runner/work/shop/shop/a.jsonl", "a.jsonl", true, "/github/workspace/a.jsonl"},
		{"the runner's workspace itself", container.Workspace, "/", "/home/runner/work/shop/shop/", ".", true, "/github/workspace"},
		{"a neighbour whose name begins alike", container.Workspace, "/", "/home/runner/work/shop/shop-2/a.jsonl", "/home/runner/work/shop/shop-2/a.jsonl", false, "/home/runner/work/shop/shop-2/a.jsonl"},
		{"out of the workspace by dots", container.Workspace, "/github/workspace", "../../etc/passwd", "../../etc/passwd", false, "../../etc/passwd"},
		{"out of the runner's workspace by dots", container.Workspace, "/", "/home/runner/work/shop/shop/../x", "/home/runner/work/shop/shop/../x", false, "/home/runner/work/shop/shop/../x"},
		{"the runner's path in a run: step", step.Workspace, "/", "/home/runner/work/shop/shop/a.jsonl", "a.jsonl", true, "/home/runner/work/shop/shop/a.jsonl"},
		{"relative in a run: step", step.Workspace, "/home/runner/work/shop/shop/apps", "a.jsonl", "apps/a.jsonl", true, "a.jsonl"},
		{"no workspace", run.Workspace{}, "/tmp", "a.jsonl", "a.jsonl", false, "a.jsonl"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, inside := tt.at.PathOf(tt.dir, tt.path)
			if got != tt.want || inside != tt.inside {
				t.Errorf("got %q %v, want %q %v", got, inside, tt.want, tt.inside)
			}
			if local := tt.at.Local(tt.path); local != tt.local {
				t.Errorf("local: got %q, want %q", local, tt.local)
			}
		})
	}
}
