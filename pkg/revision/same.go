package revision

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"github.com/go-git/go-git/v5/plumbing"
)

// same reports whether a file of the working tree is what it was in a commit.
// Whether it may be executed is nothing that a reader sees.
func (r *Repository) same(base snapshot, name string) (bool, error) {
	was, kept := base.files[name]
	full := filepath.Join(r.top, filepath.FromSlash(name))
	info, err := os.Lstat(full)
	switch {
	case gone(err):
		return !kept || r.leftOut(name, was.hash), nil
	case err != nil:
		return false, err
	case !kept:
		return false, nil
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := os.Readlink(full)
		return was.link && plumbing.ComputeHash(plumbing.BlobObject, []byte(filepath.ToSlash(to))) == was.hash, err
	case !info.Mode().IsRegular():
		return false, nil
	}
	// A link is written as a file where a system has no links.
	sum, err := hashOf(full, info.Size())
	if err != nil || sum == was.hash {
		return err == nil, err
	}
	return r.sameAsWritten(full, name, was.hash, info)
}

// gone reports that nothing is there: also where a folder on the way is a file.
func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || err != nil && errors.Is(err, notFolder)
}

// leftOut reports that a sparse checkout did not write a file, which git still
// knows to be the same.
func (r *Repository) leftOut(name string, hash plumbing.Hash) bool {
	e := r.index[name]
	return e != nil && e.SkipWorktree && e.Hash == hash
}

// hashOf is the id that git would give the file as it is.
func hashOf(file string, size int64) (plumbing.Hash, error) {
	f, err := os.Open(file)
	if err != nil {
		return plumbing.ZeroHash, err
	}
	defer f.Close()
	h := plumbing.NewHasher(plumbing.BlobObject, size)
	if _, err := io.Copy(h, f); err != nil {
		return plumbing.ZeroHash, err
	}
	return h.Sum(), nil
}

// sameAsWritten forgives what git itself changes when it writes files: ends of
// lines, where it remembers having written this very file so, and Git LFS,
// which keeps a pointer with the hash of the file.
func (r *Repository) sameAsWritten(full, name string, hash plumbing.Hash, info fs.FileInfo) (bool, error) {
	was, err := r.blob(hash)
	if err != nil {
		return false, nil // whatever it was, it was something else
	}
	if oid, ok := pointer(was); ok {
		sum, err := sha256Of(full)
		return err == nil && sum == oid, err
	}
	e := r.index[name]
	if e == nil || e.Hash != hash || int64(e.Size) != info.Size() ||
		e.ModifiedAt.UnixNano() != info.ModTime().UnixNano() || e.ModifiedAt.UnixNano() >= r.since {
		return false, nil
	}
	now, err := os.ReadFile(full)
	return err == nil && bytes.Equal(bytes.ReplaceAll(now, []byte("\r\n"), []byte("\n")), was), err
}

// lfs is what a file is in a commit when Git LFS keeps it.
var lfs = regexp.MustCompile(`\Aversion https://git-lfs\.github\.com/spec/v1\n(?:[a-z0-9.-]+ .*\n)*?oid sha256:([0-9a-f]{64})\n(?:[a-z0-9.-]+ .*\n)*\z`)

// pointer is the hash of the file that a pointer of Git LFS stands for.
func pointer(blob []byte) (sha256 string, ok bool) {
	if len(blob) > 1024 {
		return "", false
	}
	m := lfs.FindSubmatch(blob)
	if m == nil {
		return "", false
	}
	return string(m[1]), true
}

func sha256Of(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func (r *Repository) blob(hash plumbing.Hash) ([]byte, error) {
	obj, err := r.store.EncodedObject(plumbing.BlobObject, hash)
	if errors.Is(err, plumbing.ErrObjectNotFound) {
		return nil, errPartial
	}
	if err != nil {
		return nil, err
	}
	content, err := obj.Reader()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	return io.ReadAll(content)
}
