package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// folder is a workspace whose files belong to whom the test says.
type folder struct {
	owners map[string]int
	given  map[string][2]int
	fault  error
}

type owned struct {
	fs.FileInfo
	uid int
}

func (o owned) Sys() any { return &syscall.Stat_t{Uid: uint32(o.uid), Gid: uint32(o.uid + 1)} }

func (f *folder) Lstat(name string) (fs.FileInfo, error) {
	uid, ok := f.owners[filepath.ToSlash(name)]
	if !ok {
		return nil, &fs.PathError{Op: "lstat", Path: name, Err: fs.ErrNotExist}
	}
	return owned{uid: uid}, nil
}

func (f *folder) Lchown(name string, uid, gid int) error {
	if f.fault != nil {
		return f.fault
	}
	f.given[filepath.ToSlash(name)] = [2]int{uid, gid}
	return nil
}

func TestHandOver(t *testing.T) {
	t.Parallel()
	runner := [2]int{1001, 1002}
	tests := []struct {
		name   string
		owners map[string]int
		paths  []string
		fault  error
		want   map[string][2]int
		err    string
	}{
		{"what root wrote goes to the owner", map[string]int{".": 1001, "a.json": 0}, []string{"a.json"}, nil, map[string][2]int{"a.json": runner}, ""},
		{"with the folders that root made", map[string]int{".": 1001, "out": 1001, "out/x": 0, "out/x/a.json": 0}, []string{"out/x/a.json"}, nil, map[string][2]int{"out/x/a.json": runner, "out/x": runner}, ""},
		{"another's file stays another's", map[string]int{".": 1001, "a.json": 1001, "b.json": 33}, []string{"a.json", "b.json"}, nil, map[string][2]int{}, ""},
		{"root's workspace stays as it is", map[string]int{".": 0, "a.json": 0}, []string{"a.json"}, nil, map[string][2]int{}, ""},
		{"one fault does not stop the next", map[string]int{".": 1001, "b.json": 0}, []string{"a.json", "b.json"}, nil, map[string][2]int{"b.json": runner}, `"a.json" cannot be given to the owner of the workspace: file does not exist`},
		{"who may not give says so", map[string]int{".": 1001, "a.json": 0}, []string{"a.json"}, &os.PathError{Op: "lchown", Err: errors.New("operation not permitted")}, map[string][2]int{}, `"a.json" cannot be given to the owner of the workspace: operation not permitted`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := &folder{owners: tt.owners, given: map[string][2]int{}, fault: tt.fault}
			err := handOver(f, tt.paths)
			if diff := cmp.Diff(tt.want, f.given); diff != "" {
				t.Error(diff)
			}
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || err.Error() != tt.err) {
				t.Errorf("got %v, want %q", err, tt.err)
			}
		})
	}
}

func TestHandOverOfOnesOwnFilesChangesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a.json")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := HandOver(dir, path, "/etc/passwd", filepath.Join(dir, "..", "x"), "relative"); err != nil {
		t.Error(err)
	}
	if err := HandOver(filepath.Join(dir, "missing"), path); err == nil {
		t.Error("a workspace that is not there is no error")
	}
}
