//go:build integration

package revision_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/revision"
)

// git runs the git command in a folder, without anybody's settings.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=t", "GIT_AUTHOR_EMAIL=t@example.com", "GIT_COMMITTER_NAME=t", "GIT_COMMITTER_EMAIL=t@example.com",
		"GIT_ALLOW_PROTOCOL=file", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=protocol.file.allow", "GIT_CONFIG_VALUE_0=always")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// origin is a repository with a branch main of two commits, a tag, and a
// branch topic that left it after the first.
func origin(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	git(t, dir, "init", "-q", "-b", "main")
	put(t, dir, "app/a", "1\n")
	put(t, dir, "app/b", "1\n")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "first")
	git(t, dir, "tag", "-am", "a tag", "v1")
	git(t, dir, "checkout", "-qb", "topic")
	put(t, dir, "app/b", "b2\n")
	git(t, dir, "commit", "-qam", "topic")
	git(t, dir, "checkout", "-q", "main")
	put(t, dir, "app/a", "2\n")
	git(t, dir, "commit", "-qam", "second")
	return dir
}

func clone(t *testing.T, from string, args ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	git(t, dir, append(append([]string{"clone", "-q"}, args...), "file://"+from, "clone")...)
	return filepath.Join(dir, "clone")
}

// changed are the files of the working tree that differ from its merge base
// with a revision.
func changed(t *testing.T, dir, rev string) ([]string, error) {
	t.Helper()
	r, err := revision.Open(dir)
	if err != nil {
		return nil, err
	}
	commit, err := r.Resolve(rev)
	if err != nil {
		return nil, err
	}
	bases, err := r.Bases(commit)
	if err != nil {
		return nil, err
	}
	if got, want := string(bases[0]), git(t, dir, "merge-base", rev, "HEAD"); got != want {
		t.Errorf("the base of %s is %s, git says %s", rev, got, want)
	}
	c, err := r.Since(bases...)
	if err != nil {
		return nil, err
	}
	return below(t, r.Top(), c), nil
}

func want(t *testing.T, dir, rev string, names ...string) {
	t.Helper()
	got, err := changed(t, dir, rev)
	if diff := cmp.Diff(append([]string{}, names...), got); diff != "" || err != nil {
		t.Errorf("%s: %v\n%s", rev, err, diff)
	}
}

func TestIntegrationAClone(t *testing.T) {
	t.Parallel()
	dir := clone(t, origin(t), "--branch", "topic")
	want(t, dir, "origin/main", "app/b")
	want(t, dir, "v1", "app/b")
	if _, err := changed(t, dir, "main"); err == nil || !strings.Contains(err.Error(), `did you mean "origin/main"?`) {
		t.Error(err)
	}
	git(t, dir, "gc", "-q") // packs objects and references
	git(t, dir, "pack-refs", "--all")
	want(t, dir, "origin/main", "app/b")
	want(t, dir, git(t, dir, "rev-parse", "--short", "origin/main"), "app/b")
	git(t, dir, "update-index", "--index-version", "4")
	git(t, dir, "checkout", "-q", "--detach")
	want(t, dir, "origin/main", "app/b")
	git(t, dir, "merge", "-q", "--no-ff", "-m", "merge", "origin/main")
	want(t, dir, "origin/main", "app/b")
	want(t, dir, "HEAD^2", "app/b")
	want(t, dir, "HEAD^1", "app/a")
}

func TestIntegrationAShallowClone(t *testing.T) {
	t.Parallel()
	from := origin(t)
	dir := clone(t, from, "--depth", "1", "--branch", "topic")
	want(t, dir, "HEAD")
	if _, err := changed(t, dir, "origin/main"); err == nil || !strings.Contains(err.Error(), "fetch-depth: 0") {
		t.Error(err)
	}
	git(t, dir, "fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main")
	if got, err := changed(t, dir, "origin/main"); err == nil || !strings.Contains(err.Error(), "fetch-depth: 0") {
		t.Error(got, err)
	}
	git(t, dir, "fetch", "-q", "--unshallow", "origin", "main:refs/remotes/origin/main")
	want(t, dir, "origin/main", "app/b")
}

func TestIntegrationAPartialClone(t *testing.T) {
	t.Parallel()
	from := origin(t)
	git(t, from, "config", "uploadpack.allowFilter", "true")
	dir := clone(t, from, "--filter", "blob:none", "--branch", "topic")
	r, err := revision.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	base, err := r.Resolve("origin/main~1")
	if err != nil {
		t.Fatal(err)
	}
	c, err := r.Since(base)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"app/b"}, below(t, r.Top(), c)); diff != "" {
		t.Error(diff)
	}
	main, err := r.Resolve("origin/main")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.Materialise(t.Context(), main, filepath.Join(dir, "app"), t.TempDir()); err == nil || !strings.Contains(err.Error(), "lacks files") {
		t.Error(err)
	}
	treeless := clone(t, from, "--filter", "tree:0", "--no-checkout", "--branch", "topic")
	if r, err = revision.Open(treeless); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Since(base); err == nil || !strings.Contains(err.Error(), "lacks files") {
		t.Error(err)
	}
}

func TestIntegrationALinkedWorkingTree(t *testing.T) {
	t.Parallel()
	dir := origin(t)
	linked := filepath.Join(t.TempDir(), "linked")
	git(t, dir, "worktree", "add", "-q", linked, "topic")
	linked, err := filepath.EvalSymlinks(linked)
	if err != nil {
		t.Fatal(err)
	}
	put(t, linked, "app/new", "1\n")
	want(t, linked, "main", "app/b", "app/new")
	want(t, filepath.Join(linked, "app"), "main", "app/b", "app/new")
	put(t, dir, ".git/info/exclude", "new\n")
	want(t, linked, "main", "app/b")
}

func TestIntegrationObjectsOfAnotherRepository(t *testing.T) {
	t.Parallel()
	from := origin(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	git(t, dir, "clone", "-q", "--shared", "--branch", "topic", from, "clone")
	want(t, filepath.Join(dir, "clone"), "origin/main", "app/b")
}

func TestIntegrationASubmodule(t *testing.T) {
	t.Parallel()
	inner := origin(t)
	dir := origin(t)
	git(t, dir, "submodule", "add", "-q", "file://"+inner, "sub")
	git(t, dir, "commit", "-qm", "with a submodule")
	want(t, dir, "HEAD")
	sub := filepath.Join(dir, "sub")
	put(t, sub, "app/a", "3\n")
	want(t, dir, "HEAD", "sub/app/a")
	git(t, sub, "commit", "-qam", "inner")
	want(t, dir, "HEAD", "sub/app/a")
	git(t, dir, "commit", "-qam", "moved on")
	want(t, dir, "HEAD")
	want(t, dir, "HEAD~1", "sub/app/a")
	want(t, sub, "HEAD~1", "app/a")
	r, err := revision.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	before, err := r.Resolve("HEAD~1")
	if err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	if _, _, err := r.Materialise(t.Context(), before, dir, to); err != nil {
		t.Fatal(err)
	}
	if text := tree(t, to)["sub/app/a"]; text != "2\n" {
		t.Errorf("the submodule has %q", text)
	}
	bare := clone(t, dir)
	want(t, bare, "HEAD")
	want(t, bare, "HEAD~1", "sub")
}

func TestIntegrationASparseCheckout(t *testing.T) {
	t.Parallel()
	from := origin(t)
	put(t, from, "other/c", "1\n")
	put(t, from, "other/d", "1\n")
	git(t, from, "add", ".")
	git(t, from, "commit", "-qm", "more")
	put(t, from, "other/d", "2\n")
	git(t, from, "commit", "-qam", "and more")
	for _, args := range [][]string{{}, {"--sparse-index"}} {
		dir := clone(t, from)
		git(t, dir, append([]string{"sparse-checkout", "set"}, append(args, "app")...)...)
		if _, err := os.Stat(filepath.Join(dir, "other")); err == nil {
			t.Fatal("it is no sparse checkout")
		}
		got, err := changed(t, dir, "HEAD~1")
		if err != nil {
			t.Fatal(err)
		}
		if len(args) == 0 {
			want(t, dir, "HEAD~1", "other/d")
			want(t, dir, "HEAD")
		} else if !strings.Contains(strings.Join(got, " "), "other/d") { // in doubt, all that is left out
			t.Errorf("with a sparse index: %q", got)
		}
	}
}

func TestIntegrationEndsOfLinesThatGitWrites(t *testing.T) {
	t.Parallel()
	from := origin(t)
	dir := clone(t, from, "-c", "core.autocrlf=true")
	text, err := os.ReadFile(filepath.Join(dir, "app", "a"))
	if err != nil || string(text) != "2\r\n" {
		t.Fatalf("%q, %v", text, err)
	}
	// Git trusts times only when the index is younger than its files.
	index := filepath.Join(dir, ".git", "index")
	info, err := os.Stat(filepath.Join(dir, "app", "a"))
	if err != nil {
		t.Fatal(err)
	}
	later := info.ModTime().Add(2e9)
	if err := os.Chtimes(index, later, later); err != nil {
		t.Fatal(err)
	}
	want(t, dir, "HEAD")
	put(t, dir, "app/a", "3\r\n")
	want(t, dir, "HEAD", "app/a")
	plain := clone(t, from)
	put(t, plain, "app/a", "2\r\n")
	want(t, plain, "HEAD", "app/a")
}

func TestIntegrationFormatsOfTomorrow(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	git(t, dir, "init", "-q", "--object-format=sha256")
	if _, err := revision.Open(dir); err == nil || !strings.Contains(err.Error(), "sha256") {
		t.Error(err)
	}
}
