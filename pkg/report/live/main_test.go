package live

import (
	"fmt"
	"os"
	"regexp"
	"runtime"
	"testing"
)

// TestMain wants that nothing of this package runs on when all tests have come
// to their end.
func TestMain(m *testing.M) {
	code := m.Run()
	buf := make([]byte, 1<<22)
	buf = buf[:runtime.Stack(buf, true)]
	if left := regexp.MustCompile(`(?m)^.*/report/live\.\(.*$`).FindAll(buf, -1); code == 0 && left != nil {
		fmt.Fprintf(os.Stderr, "left behind: %s\n", left)
		code = 1
	}
	os.Exit(code)
}
