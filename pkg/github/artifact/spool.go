package artifact

import (
	"archive/zip"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// spool is what is uploaded, as a temporary file: its size must be known
// before the end and its blocks be there again for another try, in little
// memory.
type spool struct {
	ctx  context.Context
	file *os.File
	sum  hash.Hash
	size int64
}

func newSpool(ctx context.Context, dir string) (*spool, error) {
	file, err := os.CreateTemp(dir, "artifact-*")
	if err != nil {
		return nil, fmt.Errorf("a temporary file in %s: %w", dir, eval.Bare(err))
	}
	return &spool{ctx: ctx, file: file, sum: sha256.New()}, nil
}

// Write appends, until the context ends.
func (s *spool) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.file.Write(p)
	s.sum.Write(p[:n])
	s.size += int64(n)
	if err != nil {
		return n, fmt.Errorf("the temporary file: %w", eval.Bare(err))
	}
	return n, nil
}

func (s *spool) digest() string { return "sha256:" + hex.EncodeToString(s.sum.Sum(nil)) }

// remove ends the file.
func (s *spool) remove() { _ = errors.Join(s.file.Close(), os.Remove(s.file.Name())) }

// pack makes a zip of the files, in the order of their names: the same files
// are the same bytes.
func pack(ctx context.Context, dir string, files []File) (*spool, error) {
	s, err := newSpool(ctx, dir)
	if err != nil {
		return nil, err
	}
	if err := s.zip(files); err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

func (s *spool) zip(files []File) error {
	z := zip.NewWriter(s)
	// One for all, since each takes a megabyte and they come one by one.
	deflater, err := flate.NewWriter(nil, 6)
	if err != nil {
		return err
	}
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		deflater.Reset(w)
		return deflater, nil
	})
	sorted := slices.SortedFunc(slices.Values(files), func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range sorted {
		head := &zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)}
		if f.Size == 0 {
			head.Method = zip.Store
		}
		head.SetMode(0o644)
		w, err := z.CreateHeader(head)
		if err != nil {
			return err
		}
		if err := f.copyTo(w); err != nil {
			return err
		}
	}
	return z.Close()
}

// whole is one file as it is.
func whole(ctx context.Context, dir string, f File) (*spool, error) {
	s, err := newSpool(ctx, dir)
	if err != nil {
		return nil, err
	}
	if err := f.copyTo(s); err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

// checkFiles says what is wrong with the files of an archive.
func checkFiles(files []File) error {
	if len(files) == 0 {
		return errors.New("there is no file to upload")
	}
	seen := make(map[string]bool, len(files))
	for _, f := range files {
		if err := checkPath(f.Name); err != nil {
			return fmt.Errorf("the file's name %q %w", eval.Clip(f.Name), err)
		}
		if seen[f.Name] {
			return fmt.Errorf("the file %q is there twice", eval.Clip(f.Name))
		}
		seen[f.Name] = true
	}
	for _, f := range files {
		if folder := fileAbove(f.Name, seen); folder != "" {
			return fmt.Errorf("the file %q is also a folder, of %q", eval.Clip(folder), eval.Clip(f.Name))
		}
	}
	return nil
}

// fileAbove is the file that stands where a folder of path must, or "".
func fileAbove(path string, files map[string]bool) string {
	for i, r := range path {
		if r == '/' && files[path[:i]] {
			return path[:i]
		}
	}
	return ""
}
