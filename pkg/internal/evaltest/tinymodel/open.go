//go:build tinymodel

package tinymodel

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// Folder names the variable with the folder that holds the model.
const Folder = "SUREFOOT_TEST_MODEL"

var load = sync.OnceValues(func() (*Model, error) {
	dir := os.Getenv(Folder)
	return Load(filepath.Join(dir, "stories260K.bin"), filepath.Join(dir, "tok512.bin"))
})

// Open is the model of these tests, read once. Without one the test fails:
// whoever gives the build tag wants it to run.
func Open(tb testing.TB) *Model {
	tb.Helper()
	if os.Getenv(Folder) == "" {
		tb.Fatalf("%s is not set (name the folder with stories260K.bin and tok512.bin of llama2.c)", Folder)
	}
	m, err := load()
	if err != nil {
		tb.Fatal(err)
	}
	return m
}
