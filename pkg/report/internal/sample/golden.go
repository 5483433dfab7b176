package sample

import (
	"bytes"
	"flag"
	"io"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Main runs a package's tests with the flag -update, which writes its golden
// files anew. It returns the exit code.
func Main(m *testing.M) int {
	flag.Bool("update", false, "write the golden files anew")
	return m.Run()
}

// Writer is what every format offers.
type Writer func(w io.Writer, report eval.Report, trials iter.Seq2[*eval.Trial, error]) error

// Write is what the format makes of a run.
func Write(t *testing.T, write Writer, run Run) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, run.Report, run.Trials); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Golden compares with testdata/name.
func Golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

// Full is a disk that is full after so many bytes.
type Full int

// Write fails where the disk is full.
func (f *Full) Write(b []byte) (int, error) {
	if *f -= Full(len(b)); *f < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}
