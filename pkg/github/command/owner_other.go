//go:build !linux

package command

import "io/fs"

// ownerOf knows nobody: containers of actions run on Linux only.
func ownerOf(fs.FileInfo) (uid, gid int, known bool) { return 0, 0, false }
