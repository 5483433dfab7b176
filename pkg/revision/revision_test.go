package revision_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/internal/gittest"
	"github.com/surefoot-dev/surefoot/pkg/revision"
)

// repository is a fresh one, in a folder without links.
func repository(t testing.TB) *gittest.Repository {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r, err := gittest.Init(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func write(t testing.TB, r *gittest.Repository, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(r.Dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func commit(t testing.TB, r *gittest.Repository, others ...string) string {
	t.Helper()
	id, err := r.Commit("a message", others...)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func branch(t testing.TB, r *gittest.Repository, name, at string) {
	t.Helper()
	if err := r.Branch(name, at); err != nil {
		t.Fatal(err)
	}
}

func open(t testing.TB, dir string) *revision.Repository {
	t.Helper()
	r, err := revision.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func since(t testing.TB, dir string, ids ...string) *revision.Changes {
	t.Helper()
	commits := make([]revision.Commit, len(ids))
	for i, id := range ids {
		commits[i] = revision.Commit(id)
	}
	changes, err := open(t, dir).Since(commits...)
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

// below are the changed files of the whole working tree, from its top.
func below(t testing.TB, dir string, c *revision.Changes) []string {
	t.Helper()
	files, err := c.Below(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, file := range files {
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(rel))
	}
	return names
}

func TestWhatIsChangedAddedAndRemovedHasChanged(t *testing.T) {
	t.Parallel()
	r := repository(t)
	write(t, r, map[string]string{
		"same": "1", "edited": "1", "removed": "1", "a/moved": "22", "was-file/x": "1", "back": "1", ".gitignore": "*.log\nignored/\n", "ignored/kept": "1",
		"odd \"name\"\nof two lines": "1", "Case": "1",
	})
	base := commit(t, r)
	write(t, r, map[string]string{"edited": "2", "back": "2", "committed": "1"})
	commit(t, r)
	write(t, r, map[string]string{
		"back": "1", "b/moved": "22", "new": "1", "noise.log": "1", "ignored/noise": "1", "ignored/kept": "2", "odd \"name\"\nof two lines": "2",
	})
	for _, name := range []string{"removed", "a/moved", "was-file/x", "was-file"} {
		if err := os.Remove(filepath.Join(r.Dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	write(t, r, map[string]string{"was-file": "1"})
	want := []string{"a/moved", "b/moved", "committed", "edited", "ignored/kept", "new", "odd \"name\"\nof two lines", "removed", "was-file", "was-file/x"}
	changes := since(t, r.Dir, base)
	if diff := cmp.Diff(want, below(t, r.Dir, changes)); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]bool{"same": false, "edited": true, "removed": true, "nowhere": false, "noise.log": true, "back": false} {
		if got, err := changes.Changed(filepath.Join(r.Dir, name)); got != want || err != nil {
			t.Errorf("%s: changed is %v, %v", name, got, err)
		}
	}
	if _, err := changes.Changed(filepath.Join(r.Dir, "..", "else")); !errors.Is(err, revision.ErrOutside) {
		t.Errorf("a file outside: %v", err)
	}
}

func TestALinkCountsWithWhatItLeadsTo(t *testing.T) {
	t.Parallel()
	r := repository(t)
	write(t, r, map[string]string{"real/text": "1", "real/other": "1"})
	link := func(to, at string) {
		t.Helper()
		path := filepath.Join(r.Dir, at)
		_ = os.Remove(path)
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
	}
	link("real", "folder")
	link("folder/text", "file")
	base := commit(t, r)
	asked := func(want bool) {
		t.Helper()
		got, err := since(t, r.Dir, base).Changed(filepath.Join(r.Dir, "file"))
		if got != want || err != nil {
			t.Errorf("changed is %v, %v, want %v", got, err, want)
		}
	}
	asked(false)
	write(t, r, map[string]string{"real/text": "2"})
	asked(true)
	write(t, r, map[string]string{"real/text": "1"})
	link("folder/other", "file")
	asked(true)
	link("folder/text", "file")
	link("./real", "folder")
	asked(true)
	link("real", "folder")
	asked(false)
	link("file", "file")
	if _, err := since(t, r.Dir, base).Changed(filepath.Join(r.Dir, "file")); err == nil {
		t.Error("a link to itself was compared")
	}
}

func TestRevisionsMeanWhatGitMeans(t *testing.T) {
	t.Parallel()
	r := repository(t)
	write(t, r, map[string]string{"f": "1"})
	first := commit(t, r)
	second := commit(t, r)
	branch(t, r, "topic/x", first)
	side := commit(t, r)
	branch(t, r, "main", second)
	merge := commit(t, r, side)
	repo := open(t, r.Dir)
	for rev, want := range map[string]string{
		"HEAD": merge, "@": merge, "main": merge, "refs/heads/main": merge, "heads/main": merge, "topic/x": side, merge: merge, merge[:8]: merge, strings.ToUpper(merge): merge,
		"HEAD~": second, "HEAD^": second, "HEAD^1": second, "HEAD^2": side, "HEAD~2": first, "HEAD^2~1": first, "HEAD^0": merge, "HEAD~0": merge, "main^^": first,
	} {
		if got, err := repo.Resolve(rev); string(got) != want || err != nil {
			t.Errorf("%s is %s, %v, want %s", rev, got, err, want)
		}
	}
	for rev, want := range map[string]string{
		"": "no revision", "-x": "no revision", "main@{1}": "no revision", "@{u}": "no revision", "HEAD^{tree}": "no revision", ":f": "no revision", "HEAD:f": "no revision",
		"main..topic/x": "no revision", "../main": "no revision", "ma in": "no revision", "HEAD^3": "has 2 parents", "HEAD~3": "has 0 parents", "HEAD~99999999999999999999": "too far back",
		"nothing": `no branch, tag or commit "nothing" here`, strings.Repeat("0", 40): "is not here", "0000000": "no branch, tag or commit",
	} {
		if got, err := repo.Resolve(rev); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %s, %v, want %q", rev, got, err, want)
		}
	}
}

func TestNoWordsMakeResolvePanic(t *testing.T) {
	t.Parallel()
	r := repository(t)
	id := commit(t, r)
	repo := open(t, r.Dir)
	rapid.Check(t, func(t *rapid.T) {
		rev := rapid.StringOf(rapid.SampledFrom([]rune("HEAD@main~^0123456789{}:/.-\\ *?[ä\x00"))).Draw(t, "rev")
		if got, err := repo.Resolve(rev); err == nil && string(got) != id {
			t.Fatalf("%q is %s", rev, got)
		}
	})
}

func TestAFolderWithoutARepositoryIsSaid(t *testing.T) {
	t.Parallel()
	if _, err := revision.Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "lies in no git repository") {
		t.Error(err)
	}
	r := repository(t)
	if _, err := open(t, r.Dir).Resolve("HEAD"); err == nil || !strings.Contains(err.Error(), "no commit yet") {
		t.Error(err)
	}
}

func TestFormatsThatAreNotReadAreRefused(t *testing.T) {
	t.Parallel()
	for settings, want := range map[string]string{
		"[core]\nrepositoryformatversion = 1\n[extensions]\nobjectFormat = sha256\n":       `"objectFormat" = "sha256"`,
		"[core]\nrepositoryformatversion = 1\n[extensions]\nrefStorage = reftable\n":       `"refStorage" = "reftable"`,
		"[core]\nrepositoryformatversion = 2\n":                                            `format "2"`,
		"[core]\nrepositoryformatversion = 1\n[extensions]\nworktreeConfig = true\n":       "",
		"[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = origin\n":       "",
		"[core]\nrepositoryformatversion = 1\n[extensions]\nsomethingFromTomorrow = yes\n": "somethingFromTomorrow",
	} {
		r := repository(t)
		commit(t, r)
		if err := os.WriteFile(filepath.Join(r.Dir, ".git", "config"), []byte(settings), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := revision.Open(r.Dir)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", settings, err, want)
		}
	}
}

// history is a graph of commits, parents before children.
type history struct {
	ids     []string
	parents [][]int
}

// ancestors are the commits that are reached from one, itself included.
func (h history) ancestors(of int) map[int]bool {
	found := map[int]bool{of: true}
	for _, parent := range h.parents[of] {
		for a := range h.ancestors(parent) {
			found[a] = true
		}
	}
	return found
}

// bases by their definition: common ancestors that no other has as ancestor.
func (h history) bases(a, b int) []string {
	ours, theirs := h.ancestors(a), h.ancestors(b)
	var common []int
	for c := range ours {
		if theirs[c] {
			common = append(common, c)
		}
	}
	var best []string
	for _, c := range common {
		if !slices.ContainsFunc(common, func(other int) bool { return other != c && h.ancestors(other)[c] }) {
			best = append(best, h.ids[c])
		}
	}
	slices.Sort(best)
	return best
}

func TestBasesAreTheBestCommonAncestors(t *testing.T) {
	t.Parallel()
	r := repository(t)
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		var h history
		for i := range rapid.IntRange(1, 10).Draw(rt, "commits") {
			var parents []int
			if i > 0 {
				parents = rapid.SliceOfNDistinct(rapid.IntRange(0, i-1), 0, min(i, 2), rapid.ID).Draw(rt, "parents")
			}
			write(t, r, map[string]string{"f": fmt.Sprint(n, i)})
			at, others := "", []string(nil)
			for j, parent := range parents {
				if j == 0 {
					at = h.ids[parent]
				} else {
					others = append(others, h.ids[parent])
				}
			}
			if at == "" {
				branch(t, r, fmt.Sprintf("empty-%d-%d", n, i), strings.Repeat("0", 40))
				_ = os.Remove(filepath.Join(r.Dir, ".git", "refs", "heads", fmt.Sprintf("empty-%d-%d", n, i)))
			} else {
				branch(t, r, "work", at)
			}
			h.ids, h.parents = append(h.ids, commit(t, r, others...)), append(h.parents, parents)
		}
		a := rapid.IntRange(0, len(h.ids)-1).Draw(rt, "a")
		b := rapid.IntRange(0, len(h.ids)-1).Draw(rt, "b")
		branch(t, r, "head", h.ids[b])
		var got []string
		bases, err := open(t, r.Dir).Bases(revision.Commit(h.ids[a]))
		for _, base := range bases {
			got = append(got, string(base))
		}
		want := h.bases(a, b)
		if diff := cmp.Diff(want, got); diff != "" || (err != nil) != (len(want) == 0) {
			rt.Fatalf("%v\n%s", err, diff)
		}
	})
}

func TestTheCutOfAShallowCloneIsNeverGuessedOver(t *testing.T) {
	t.Parallel()
	r := repository(t)
	write(t, r, map[string]string{"f": "1"})
	root := commit(t, r)
	mine := commit(t, r)
	branch(t, r, "other", root)
	write(t, r, map[string]string{"f": "2"})
	other := commit(t, r)
	branch(t, r, "main", mine)
	cut := func(ids ...string) *revision.Repository {
		t.Helper()
		if err := os.WriteFile(filepath.Join(r.Dir, ".git", "shallow"), []byte(strings.Join(ids, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return open(t, r.Dir)
	}
	if bases, err := cut(root).Bases(revision.Commit(other)); err != nil || len(bases) != 1 || string(bases[0]) != root {
		t.Errorf("the base itself may be the last: %v, %v", bases, err)
	}
	for _, id := range []string{mine, other} {
		if bases, err := cut(id).Bases(revision.Commit(other)); err == nil || !strings.Contains(err.Error(), "fetch-depth: 0") {
			t.Errorf("a history that was cut at %s gave %v, %v", id, bases, err)
		}
	}
	if bases, err := cut(mine).Bases(revision.Commit(mine)); err != nil || string(bases[0]) != mine {
		t.Errorf("an ancestor is its own base whatever is cut: %v, %v", bases, err)
	}
	if _, err := cut(mine).Resolve("HEAD~1"); err == nil || !strings.Contains(err.Error(), "fetch-depth: 0") {
		t.Error(err)
	}
}

func TestAFileThatDiffersFromOneOfSeveralBasesHasChanged(t *testing.T) {
	t.Parallel()
	r := repository(t)
	write(t, r, map[string]string{"a": "1", "b": "1", "c": "1"})
	first := commit(t, r)
	write(t, r, map[string]string{"a": "2", "b": "2"})
	second := commit(t, r)
	write(t, r, map[string]string{"a": "1"})
	if diff := cmp.Diff([]string{"a", "b"}, below(t, r.Dir, since(t, r.Dir, first, second))); diff != "" {
		t.Error(diff)
	}
	texts, err := since(t, r.Dir, first, second).Was(filepath.Join(r.Dir, "a"))
	if diff := cmp.Diff([][]byte{[]byte("1"), []byte("2")}, texts); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestAFileOfGitLFSIsWhatItsPointerSays(t *testing.T) {
	t.Parallel()
	r := repository(t)
	// sha256 of "hello\n", as of RFC 6234's algorithm: printf 'hello\n' | sha256sum
	const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03\nsize 6\n"
	write(t, r, map[string]string{"big": pointer})
	base := commit(t, r)
	for text, want := range map[string]bool{"hello\n": false, "hello": true, pointer: false} {
		write(t, r, map[string]string{"big": text})
		if got, err := since(t, r.Dir, base).Changed(filepath.Join(r.Dir, "big")); got != want || err != nil {
			t.Errorf("%q: changed is %v, %v", text, got, err)
		}
	}
}

func TestAFolderThatIsNotHereIsAnError(t *testing.T) {
	t.Parallel()
	r := repository(t)
	write(t, r, map[string]string{"folder/f": "only in this test"})
	id := commit(t, r)
	objects := filepath.Join(r.Dir, ".git", "objects")
	removed := 0
	err := filepath.WalkDir(objects, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if name := filepath.Base(filepath.Dir(path)) + e.Name(); name != id {
			removed++
			return os.Remove(path)
		}
		return nil
	})
	if err != nil || removed != 3 { // two folders and a file
		t.Fatal(removed, err)
	}
	if _, err := open(t, r.Dir).Since(revision.Commit(id)); err == nil || !strings.Contains(err.Error(), "lacks files") {
		t.Error(err)
	}
}
