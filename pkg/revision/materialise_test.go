package revision_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/internal/gittest"
	"github.com/surefoot-dev/surefoot/pkg/revision"
)

func symlink(t testing.TB, r *gittest.Repository, at, to string) {
	t.Helper()
	path := filepath.Join(r.Dir, filepath.FromSlash(at))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, path); err != nil {
		t.Fatal(err)
	}
}

// tree is all that lies below a folder: texts of files, and -> where links lead.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if e.Type()&fs.ModeSymlink != 0 {
			to, err := os.Readlink(path)
			files[filepath.ToSlash(rel)] = "-> " + to
			return err
		}
		text, err := os.ReadFile(path)
		files[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestAFolderIsWrittenAsItWas(t *testing.T) {
	t.Parallel()
	r := repository(t)
	write(t, r, map[string]string{"app/app.yao": "1", "app/deep/er/f": "2", "shared/p": "3", "shared/q": "4", "shared/deep/r": "5", "else": "6"})
	symlink(t, r, "app/p", "../shared/p")
	symlink(t, r, "app/way", "../shared/way")
	symlink(t, r, "shared/way", "deep")
	symlink(t, r, "app/r", "way/r")
	symlink(t, r, "app/nowhere", "nothing")
	id := commit(t, r)
	write(t, r, map[string]string{"app/app.yao": "changed", "app/new": "1"})
	dir := t.TempDir()
	at, pointers, err := open(t, r.Dir).Materialise(t.Context(), revision.Commit(id), filepath.Join(r.Dir, "app"), dir)
	if err != nil || len(pointers) > 0 {
		t.Fatal(pointers, err)
	}
	if at != filepath.Join(dir, "app") {
		t.Errorf("it is in %s", at)
	}
	want := map[string]string{
		"app/app.yao": "1", "app/deep/er/f": "2", "app/p": "-> ../shared/p", "app/way": "-> ../shared/way", "app/r": "-> way/r", "app/nowhere": "-> nothing",
		"shared/p": "3", "shared/way": "-> deep", "shared/deep/r": "5",
	}
	if diff := cmp.Diff(want, tree(t, dir)); diff != "" {
		t.Error(diff)
	}
	if text, err := os.ReadFile(filepath.Join(at, "r")); string(text) != "5" || err != nil {
		t.Errorf("a link behind a link has %q, %v", text, err)
	}
}

func TestNothingIsWrittenOutsideOfTheFolder(t *testing.T) {
	t.Parallel()
	for name, to := range map[string]string{
		"absolute": "/etc", "above": "../../..", "above the top": "../..", "to itself": "link", "by another link": "way/../../x",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := repository(t)
			write(t, r, map[string]string{"app/app.yao": "1"})
			symlink(t, r, "app/link", to)
			symlink(t, r, "app/way", "../..")
			id := commit(t, r)
			dir := filepath.Join(t.TempDir(), "in")
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			_, _, err := open(t, r.Dir).Materialise(t.Context(), revision.Commit(id), filepath.Join(r.Dir, "app"), dir)
			if err == nil || !strings.Contains(err.Error(), "the link leads") {
				t.Error(err)
			}
			entries, err := os.ReadDir(filepath.Dir(dir))
			if err != nil || len(entries) != 1 {
				t.Errorf("beside the folder: %v, %v", entries, err)
			}
		})
	}
}

func TestWhateverFilesAndLinksThereAreTheyStayWithin(t *testing.T) {
	t.Parallel()
	outer := t.TempDir()
	word := rapid.SampledFrom([]string{"a", "b", "c", "..", ".", "a/b", "../a", "../../b", "/etc", "c/../../..", "a/../c"})
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		r := repository(t)
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "app/a", "app/b", "app/c", "app/d/a"}), 1, 7, rapid.ID).Draw(rt, "names") {
			if rapid.Bool().Draw(rt, "link") {
				symlink(t, r, name, word.Draw(rt, "to"))
			} else {
				write(t, r, map[string]string{name: name})
			}
		}
		write(t, r, map[string]string{"app/app.yao": "1"})
		id := commit(t, r)
		around := filepath.Join(outer, strconv.Itoa(n))
		dir := filepath.Join(around, "in")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			rt.Fatal(err)
		}
		_, _, err := open(t, r.Dir).Materialise(t.Context(), revision.Commit(id), filepath.Join(r.Dir, "app"), dir)
		if entries, _ := os.ReadDir(around); len(entries) != 1 {
			rt.Fatalf("beside the folder: %v", entries)
		}
		if err != nil {
			return
		}
		for name, text := range tree(t, dir) {
			to, link := strings.CutPrefix(text, "-> ")
			if !link {
				if was, err := os.ReadFile(filepath.Join(r.Dir, name)); err != nil || string(was) != text {
					rt.Fatalf("%s has %q, want %q", name, text, was)
				}
				continue
			}
			real, err := filepath.EvalSymlinks(filepath.Join(dir, name))
			if err != nil {
				continue // it leads to nothing
			}
			if rel, err := filepath.Rel(dir, real); err != nil || !filepath.IsLocal(rel) {
				rt.Fatalf("%s -> %s leads out, to %s", name, to, real)
			}
		}
	})
}

func TestALargeFileComesFromWhereItIs(t *testing.T) {
	t.Parallel()
	r := repository(t)
	const oid = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"
	write(t, r, map[string]string{"app/big": "version https://git-lfs.github.com/spec/v1\noid sha256:" + oid + "\nsize 6\n"})
	id := commit(t, r)
	get := func(pointers int) string {
		t.Helper()
		at, lacking, err := open(t, r.Dir).Materialise(t.Context(), revision.Commit(id), filepath.Join(r.Dir, "app"), t.TempDir())
		if err != nil || len(lacking) != pointers {
			t.Fatal(lacking, err)
		}
		text, err := os.ReadFile(filepath.Join(at, "big"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if text := get(1); !strings.HasPrefix(text, "version") {
		t.Errorf("%q", text)
	}
	write(t, r, map[string]string{"app/big": "hello\n"})
	if text := get(0); text != "hello\n" {
		t.Errorf("of the working tree: %q", text)
	}
	write(t, r, map[string]string{"app/big": "bye\n", ".git/lfs/objects/58/91/" + oid: "hello\n"})
	if text := get(0); text != "hello\n" {
		t.Errorf("of the store: %q", text)
	}
}

func TestAFolderThatWasNotThereIsSaid(t *testing.T) {
	t.Parallel()
	r := repository(t)
	write(t, r, map[string]string{"f": "1"})
	id := commit(t, r)
	write(t, r, map[string]string{"app/f": "1"})
	_, _, err := open(t, r.Dir).Materialise(t.Context(), revision.Commit(id), filepath.Join(r.Dir, "app"), t.TempDir())
	if err == nil || !strings.Contains(err.Error(), `there is no folder "app" at `) {
		t.Error(err)
	}
}

func TestWritingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	r := repository(t)
	write(t, r, map[string]string{"app/app.yao": "1", "app/b": "2"})
	id := commit(t, r)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if _, _, err := open(t, r.Dir).Materialise(ctx, revision.Commit(id), filepath.Join(r.Dir, "app"), dir); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("written all the same: %v, %v", entries, err)
	}
}
