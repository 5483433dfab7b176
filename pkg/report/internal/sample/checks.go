package sample

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Goldens compares what the format makes of each run with the golden file of
// the run's name and the extension, and wants the same bytes a second time.
// What else must hold of each is in valid, if there is anything.
func Goldens(t *testing.T, write Writer, extension string, valid func(*testing.T, []byte)) {
	t.Helper()
	for name, run := range Runs() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := Write(t, write, run)
			Golden(t, name+extension, got)
			if valid != nil {
				valid(t, got)
			}
			if again := Write(t, write, run); !bytes.Equal(got, again) {
				t.Error("the same run gives other bytes")
			}
		})
	}
}

// WriteErrorsComeBack wants the error of a disk that is full, whenever it is.
func WriteErrorsComeBack(t *testing.T, write Writer) {
	t.Helper()
	for _, size := range []Full{0, 100, 2000} {
		run := Large(500, 1, 10_000)
		if err := write(&size, run.Report, run.Trials); !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("got %v", err)
		}
	}
}

// ForeignTrialsAreErrors wants an error for a trial of no case of the report.
func ForeignTrialsAreErrors(t *testing.T, write Writer) {
	t.Helper()
	run := Passed()
	strange := func(yield func(*eval.Trial, error) bool) { yield(&eval.Trial{Agent: "expense", ID: "strange"}, nil) }
	if err := write(new(bytes.Buffer), run.Report, strange); err == nil {
		t.Error("a trial of no case was written")
	}
}

// MemoryDoesNotGrow wants 20,000 trials written, in at least so many bytes,
// with at most 16 MiB live.
func MemoryDoesNotGrow(t *testing.T, write Writer, least int64) {
	t.Helper()
	live, written, err := Peak(write, Large(4000, 5, 2_000))
	if err != nil || live > 16<<20 || written < least {
		t.Errorf("%d MiB live, %d MiB written: %v", live>>20, written>>20, err)
	}
}
