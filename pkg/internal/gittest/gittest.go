// Package gittest makes git repositories for tests without the git command. It
// knows files, links, branches and merges, and keeps no index.
package gittest

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/storage/filesystem"
)

// Repository is a folder under version control.
type Repository struct {
	Dir   string
	store *filesystem.Storage
	at    time.Time
}

// Init makes the folder a repository, on the branch main without a commit, or
// opens the one it is.
func Init(dir string) (*Repository, error) {
	folder := osfs.New(filepath.Join(dir, ".git"))
	r := &Repository{
		Dir: dir, store: filesystem.NewStorage(folder, cache.NewObjectLRUDefault()),
		at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
	}
	if _, err := r.store.Reference(plumbing.HEAD); err == nil {
		return r, nil
	}
	if err := r.store.Init(); err != nil {
		return nil, err
	}
	return r, r.store.SetReference(plumbing.NewSymbolicReference(plumbing.HEAD, plumbing.NewBranchReferenceName("main")))
}

// Branch makes a branch at HEAD, or where a commit is given there, and HEAD is
// on it. The files stay as they are.
func (r *Repository) Branch(name, at string) error {
	hash := plumbing.NewHash(at)
	if at == "" {
		if head := r.Head(); head != "" {
			hash = plumbing.NewHash(head)
		}
	}
	branch := plumbing.NewBranchReferenceName(name)
	if err := r.store.SetReference(plumbing.NewHashReference(branch, hash)); err != nil {
		return err
	}
	return r.store.SetReference(plumbing.NewSymbolicReference(plumbing.HEAD, branch))
}

// Head is the commit that HEAD is at, "" before the first.
func (r *Repository) Head() string {
	head, err := r.store.Reference(plumbing.HEAD)
	if err != nil {
		return ""
	}
	ref, err := r.store.Reference(head.Target())
	if err != nil {
		return ""
	}
	return ref.Hash().String()
}

// Commit commits all files as they are, hidden ones and all, and returns the
// id. The parents are HEAD and others.
func (r *Repository) Commit(message string, others ...string) (string, error) {
	tree, err := r.tree(r.Dir)
	if err != nil {
		return "", err
	}
	r.at = r.at.Add(time.Minute)
	who := object.Signature{Name: "Test", Email: "test@example.com", When: r.at}
	c := &object.Commit{Author: who, Committer: who, Message: message, TreeHash: tree}
	for _, parent := range slices.Concat([]string{r.Head()}, others) {
		if parent != "" {
			c.ParentHashes = append(c.ParentHashes, plumbing.NewHash(parent))
		}
	}
	hash, err := r.keep(c.Encode)
	if err != nil {
		return "", err
	}
	head, err := r.store.Reference(plumbing.HEAD)
	if err != nil {
		return "", err
	}
	return hash.String(), r.store.SetReference(plumbing.NewHashReference(head.Target(), hash))
}

func (r *Repository) tree(dir string) (plumbing.Hash, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return plumbing.ZeroHash, err
	}
	t := &object.Tree{}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		kept := object.TreeEntry{Name: e.Name(), Mode: filemode.Regular}
		switch {
		case e.Name() == ".git":
			continue
		case e.IsDir():
			kept.Mode = filemode.Dir
			kept.Hash, err = r.tree(path)
		case e.Type()&fs.ModeSymlink != 0:
			kept.Mode = filemode.Symlink
			var to string
			if to, err = os.Readlink(path); err == nil {
				kept.Hash, err = r.blob([]byte(to))
			}
		default:
			var content []byte
			if content, err = os.ReadFile(path); err == nil {
				kept.Hash, err = r.blob(content)
			}
		}
		if err != nil {
			return plumbing.ZeroHash, err
		}
		t.Entries = append(t.Entries, kept)
	}
	slices.SortFunc(t.Entries, func(a, b object.TreeEntry) int { return strings.Compare(ordered(a), ordered(b)) })
	return r.keep(t.Encode)
}

// ordered is by what git orders the entries of a folder.
func ordered(e object.TreeEntry) string {
	if e.Mode == filemode.Dir {
		return e.Name + "/"
	}
	return e.Name
}

func (r *Repository) blob(content []byte) (plumbing.Hash, error) {
	return r.keep(func(obj plumbing.EncodedObject) error {
		obj.SetType(plumbing.BlobObject)
		w, err := obj.Writer()
		if err != nil {
			return err
		}
		if _, err := w.Write(content); err != nil {
			return err
		}
		return w.Close()
	})
}

func (r *Repository) keep(encode func(plumbing.EncodedObject) error) (plumbing.Hash, error) {
	obj := r.store.NewEncodedObject()
	if err := encode(obj); err != nil {
		return plumbing.ZeroHash, err
	}
	return r.store.SetEncodedObject(obj)
}
