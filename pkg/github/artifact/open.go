package artifact

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Limits bound what an archive may make of a reader. A zero is the default
// that stands with it.
type Limits struct {
	Entries int   // files; 1,000
	Bytes   int64 // of all files unpacked; 256 MiB
	Ratio   int64 // of these to the archive's own; 200
}

func (l Limits) filled() Limits {
	if l.Entries <= 0 {
		l.Entries = 1000
	}
	if l.Bytes <= 0 {
		l.Bytes = 256 << 20
	}
	if l.Ratio <= 0 {
		l.Ratio = 200
	}
	return l
}

// Archive is a zip of which every name and every size was looked at. Nothing
// of it is unpacked to a disk.
type Archive struct {
	files []*zip.File
	by    map[string]*zip.File
}

// Open reads the directory of a zip that anybody may have made. It refuses
// archives over the limits, and names that are absolute, lead out or stand
// twice; links and whatever is neither file nor folder; and passwords.
func Open(r io.ReaderAt, size int64, l Limits) (*Archive, error) {
	l = l.filled()
	// The directory is read in whole before its entries can be counted, so
	// its bytes are.
	const tail, perEntry = 256 << 10, 1 << 10
	budget := &budget{ReaderAt: r, left: tail + int64(l.Entries)*perEntry}
	z, err := zip.NewReader(budget, size)
	switch {
	case budget.left < 0:
		return nil, fmt.Errorf("the zip's directory is too large for %s", eval.Plural(l.Entries, "file"))
	case errors.Is(err, zip.ErrInsecurePath):
		// checkEntry names it.
	case errors.Is(err, zip.ErrFormat):
		return nil, errors.New("it is no zip")
	case err != nil:
		return nil, fmt.Errorf("the zip's directory: %w", eval.Bare(err))
	}
	budget.open = true
	a := &Archive{by: map[string]*zip.File{}}
	var total uint64
	names := map[string]bool{}
	for _, f := range z.File {
		path, folder := strings.CutSuffix(f.Name, "/")
		if err := checkEntry(f, path, folder); err != nil {
			return nil, fmt.Errorf("the zip's entry %q %w", eval.Clip(f.Name), err)
		}
		if _, twice := names[path]; twice {
			return nil, fmt.Errorf("the zip has the entry %q twice", eval.Clip(path))
		}
		names[path] = !folder
		if folder {
			continue
		}
		if total += f.UncompressedSize64; f.UncompressedSize64 > uint64(l.Bytes) || total > uint64(l.Bytes) {
			return nil, fmt.Errorf("the zip unpacks to more than the %d bytes allowed", l.Bytes)
		}
		if a.files = append(a.files, f); len(a.files) > l.Entries {
			return nil, fmt.Errorf("the zip has more than the %s allowed", eval.Plural(l.Entries, "file"))
		}
		a.by[f.Name] = f
	}
	if total/uint64(l.Ratio) > uint64(size) {
		return nil, fmt.Errorf("the zip unpacks to more than %d times its size", l.Ratio)
	}
	for path := range names {
		if file := fileAbove(path, names); file != "" {
			return nil, fmt.Errorf("the zip's entry %q is a file and a folder", eval.Clip(file))
		}
	}
	return a, nil
}

// checkEntry says what is wrong with one entry.
func checkEntry(f *zip.File, path string, folder bool) error {
	if err := checkPath(path); err != nil {
		return err
	}
	switch mode := f.Mode(); {
	case folder && (f.UncompressedSize64 != 0 || !mode.IsDir()):
		return errors.New("must be an empty folder, or not end in a slash")
	case !folder && !mode.IsRegular():
		return errors.New("must be a file or a folder, and no link")
	case f.Flags&1 != 0:
		return errors.New("must not have a password")
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return fmt.Errorf("has the unknown compression %d", f.Method)
	}
	return nil
}

// Entry is a file of an archive.
type Entry struct {
	Name string
	Size int64
}

// Entries are the files in the archive's order.
func (a *Archive) Entries() []Entry {
	all := make([]Entry, len(a.files))
	for i, f := range a.files {
		all[i] = Entry{f.Name, int64(f.UncompressedSize64)}
	}
	return all
}

// Open gives the content of a file. It ends with an error where the file is
// larger or smaller than its entry says, or is not what its checksum says.
func (a *Archive) Open(name string) (io.ReadCloser, error) {
	f, ok := a.by[name]
	if !ok {
		return nil, fmt.Errorf("the zip has no file %q", eval.Clip(name))
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("the zip's file %q: %w", eval.Clip(name), eval.Bare(err))
	}
	return &content{r, name}, nil
}

// content says whose fault it is. The zip package itself gives no byte more
// than an entry says there are.
type content struct {
	io.ReadCloser
	name string
}

func (c *content) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("the zip's file %q is damaged: %w", eval.Clip(c.name), eval.Bare(err))
	}
	return n, err
}

// budget is how much of an archive may be read before it is open.
type budget struct {
	io.ReaderAt
	left int64
	open bool
}

func (b *budget) ReadAt(p []byte, off int64) (int, error) {
	if b.open {
		return b.ReaderAt.ReadAt(p, off)
	}
	if b.left -= int64(len(p)); b.left < 0 {
		return 0, errors.New("too much to read")
	}
	return b.ReaderAt.ReadAt(p, off)
}
