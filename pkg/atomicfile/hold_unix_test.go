//go:build linux || darwin

package atomicfile_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/atomicfile"
)

func TestAFileIsHeldByOneAtATime(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.json")
	release, err := atomicfile.Hold(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := atomicfile.Hold(ended, path); err == nil || err.Error() != "another process holds it" {
		t.Errorf("a second one holds it: %v", err)
	}
	release()
	again, err := atomicfile.Hold(ended, path)
	if err != nil {
		t.Fatal(err)
	}
	again()
	if left := names(t, filepath.Dir(path)); len(left) > 0 {
		t.Errorf("something is left: %v", left)
	}
}
