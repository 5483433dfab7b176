package proc

import (
	"bytes"
	"os"
	"strconv"
)

// rounds is how often strays are looked for: what is ended may have been about
// to start more.
const rounds = 8

// endStrays kills what a child started that left its group, and went on when
// it ended: daemons. They are known by the mark in their environment.
func endStrays(mark string) {
	for range rounds {
		found := false
		entries, err := os.ReadDir("/proc")
		if err != nil {
			return
		}
		for _, entry := range entries {
			if pid, err := strconv.Atoi(entry.Name()); err == nil && pid != os.Getpid() {
				found = endStray(pid, mark) || found
			}
		}
		if !found {
			return
		}
	}
}

// endStray kills a process that bears the mark, and reports whether it did.
// The process is held while its environment is read, so that no other one of
// the same number is killed.
func endStray(pid int, mark string) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer func() { _ = p.Release() }()
	environ, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil || !bytes.Contains(append([]byte{0}, environ...), []byte("\x00"+mark+"\x00")) {
		return false
	}
	return p.Kill() == nil
}
