package revision

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/format/index"
	"github.com/go-git/go-git/v5/storage/filesystem"
	"github.com/go-git/go-git/v5/storage/filesystem/dotgit"
)

// Repository is a git repository with a working tree. It is not safe for
// concurrent use.
type Repository struct {
	top    string // of the working tree, absolute, without links
	common string // the git folder that all its working trees share
	store  *filesystem.Storage
	cut    map[plumbing.Hash]bool // commits whose parents a shallow clone left out
	index  map[string]*index.Entry
	since  int64 // when the index was written, in nanoseconds
}

// Open finds the repository in whose working tree a folder lies.
func Open(dir string) (*Repository, error) {
	real, err := filepath.EvalSymlinks(dir)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return nil, err
	}
	for top := real; ; top = filepath.Dir(top) {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			return open(top)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if top == filepath.Dir(top) {
			return nil, fmt.Errorf("%s lies in no git repository", strconv.Quote(filepath.ToSlash(dir)))
		}
	}
}

func open(top string) (*Repository, error) {
	dir, err := gitFolder(top)
	if err != nil {
		return nil, err
	}
	common := dir
	if to, err := os.ReadFile(filepath.Join(dir, "commondir")); err == nil {
		common = from(dir, strings.TrimSpace(string(to)))
	}
	folder := osfs.New(dir)
	if common != dir {
		folder = dotgit.NewRepositoryFilesystem(folder, osfs.New(common))
	}
	r := &Repository{
		top: top, common: common, cut: map[plumbing.Hash]bool{},
		store: filesystem.NewStorageWithOptions(folder, cache.NewObjectLRUDefault(), filesystem.Options{AlternatesFS: osfs.New("/")}),
	}
	if err := r.known(); err != nil {
		return nil, err
	}
	shallow, err := r.store.Shallow()
	if err != nil {
		return nil, fmt.Errorf("the list of commits that a shallow clone left out: %w", err)
	}
	for _, hash := range shallow {
		r.cut[hash] = true
	}
	r.readIndex()
	return r, nil
}

// gitFolder is the git folder of a working tree, which in linked working trees
// and submodules is elsewhere.
func gitFolder(top string) (string, error) {
	at := filepath.Join(top, ".git")
	info, err := os.Stat(at)
	if err != nil || info.IsDir() {
		return at, err
	}
	text, err := os.ReadFile(at)
	if err != nil {
		return "", err
	}
	to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
	if !ok {
		return "", fmt.Errorf("%s is no git folder and names none", strconv.Quote(filepath.ToSlash(at)))
	}
	dir := from(top, to)
	if _, err := os.Stat(dir); err != nil {
		return "", fmt.Errorf("the git folder of %s is not here: %w", strconv.Quote(filepath.ToSlash(top)), err)
	}
	return dir, nil
}

func from(dir, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// known refuses a repository whose format this room does not read, lest it
// takes what it does not find for what is not there.
func (r *Repository) known() error {
	cfg, err := r.store.Config()
	if err != nil {
		return fmt.Errorf("the settings of the git repository: %w", err)
	}
	if v := cfg.Raw.Section("core").Option("repositoryformatversion"); v != "" && v != "0" && v != "1" {
		return fmt.Errorf("the git repository has format %q, which is not supported", v)
	}
	if !cfg.Raw.HasSection("extensions") {
		return nil
	}
	for _, o := range cfg.Raw.Section("extensions").Options {
		switch key, value := strings.ToLower(o.Key), strings.ToLower(o.Value); {
		case key == "objectformat" && value == "sha1", key == "refstorage" && value == "files":
		case slices.Contains([]string{"noop", "noop-v1", "preciousobjects", "partialclone", "worktreeconfig", "relativeworktrees"}, key):
		default:
			return fmt.Errorf("the git repository has the extension %s = %s, which is not supported", strconv.Quote(o.Key), strconv.Quote(o.Value))
		}
	}
	return nil
}

// readIndex reads what git remembers of the working tree. It is only ever used
// to call a file unchanged that is written otherwise than it is kept, so that
// an index that cannot be read costs nothing but trials.
func (r *Repository) readIndex() {
	idx, err := r.store.Index()
	if err != nil {
		return
	}
	r.since = idx.ModTime.UnixNano()
	r.index = make(map[string]*index.Entry, len(idx.Entries))
	for _, e := range idx.Entries {
		if e.Stage == 0 && !e.IntentToAdd {
			r.index[e.Name] = e
		}
	}
}

// Top is the folder of the working tree, without links.
func (r *Repository) Top() string { return r.top }
