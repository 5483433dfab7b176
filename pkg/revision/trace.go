package revision

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// trace is what is read on the way to a file: each link, and the file they
// lead to at last. All but the last elements of each are real folders, as far
// as they are there.
func trace(file string) ([]string, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	var steps []string
	volume := filepath.VolumeName(file)
	at := volume + string(filepath.Separator)
	rest := parts(file[len(volume):])
	for len(rest) > 0 {
		next := filepath.Join(at, rest[0])
		rest = rest[1:]
		info, err := os.Lstat(next)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			at = next // what is not there is no link
			continue
		}
		const most = 255 // links, as of systems
		if len(steps) > most {
			return nil, errors.New("too many links")
		}
		to, err := os.Readlink(next)
		if err != nil {
			return nil, err
		}
		steps = append(steps, next)
		if filepath.IsAbs(to) {
			at = filepath.VolumeName(to) + string(filepath.Separator)
			to = to[len(filepath.VolumeName(to)):]
		}
		rest = append(parts(to), rest...)
	}
	return append(steps, at), nil
}

func parts(path string) []string {
	var list []string
	for part := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if part != "" && part != "." {
			list = append(list, part)
		}
	}
	return list
}
