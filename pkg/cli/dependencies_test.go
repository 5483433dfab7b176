package cli_test

import (
	"os"
	"runtime/debug"
	"strings"
	"testing"
)

func TestEveryLinkedModuleIsListedWithItsLicence(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Deps) < 10 {
		t.Fatal("the test binary does not know its modules")
	}
	for _, dep := range info.Deps {
		if !strings.Contains(string(page), "| "+dep.Path+" | ") {
			t.Errorf("%s is linked and not listed in docs/dependencies.md", dep.Path)
		}
	}
}
