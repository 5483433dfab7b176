package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// HandOver gives files and folders that this process wrote as root to the
// owner of the workspace, with the folders above them that are root's. A
// container action is root, later steps are not, and could neither change nor
// remove them. Where the workspace is root's too, or owners are not known,
// nothing is done; paths outside of the workspace are left alone.
func HandOver(workspace string, paths ...string) error {
	root, err := os.OpenRoot(workspace)
	if err != nil {
		return fmt.Errorf("the workspace %s cannot be opened: %w", strconv.Quote(eval.Clip(workspace)), eval.Bare(err))
	}
	var names []string
	for _, path := range paths {
		if rel, err := filepath.Rel(workspace, path); err == nil && filepath.IsLocal(rel) {
			names = append(names, rel)
		}
	}
	return errors.Join(handOver(root, names), root.Close())
}

// tree is a folder that nothing leads out of. Links are not followed: what
// they point to is not ours.
type tree interface {
	Lstat(name string) (fs.FileInfo, error)
	Lchown(name string, uid, gid int) error
}

func handOver(workspace tree, names []string) error {
	const superuser = 0
	top, err := workspace.Lstat(".")
	if err != nil {
		return fmt.Errorf("the workspace cannot be read: %w", eval.Bare(err))
	}
	uid, gid, known := ownerOf(top)
	if !known || uid == superuser {
		return nil
	}
	var faults []error
	done := map[string]bool{".": true}
	for _, name := range names {
		for ; !done[name]; name = filepath.Dir(name) {
			done[name] = true
			info, err := workspace.Lstat(name)
			if err == nil {
				if owner, _, _ := ownerOf(info); owner != superuser {
					continue
				}
				err = workspace.Lchown(name, uid, gid)
			}
			if err != nil {
				faults = append(faults, fmt.Errorf("%s cannot be given to the owner of the workspace: %w", strconv.Quote(eval.Clip(filepath.ToSlash(name))), eval.Bare(err)))
			}
		}
	}
	return errors.Join(faults...)
}
