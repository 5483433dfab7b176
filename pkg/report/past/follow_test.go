package past_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
)

func TestAReportIsTheSameHoweverItGrew(t *testing.T) {
	t.Parallel()
	rows, _ := mixed().rows(t)
	text := strings.Join(rows, "")
	written := 0
	f := past.Follow(readerAt(func(p []byte, off int64) (int, error) { return strings.NewReader(text[:written]).ReadAt(p, off) }), "r.jsonl")
	trials := 0
	for _, row := range rows {
		for _, part := range []int{len(row) / 3, len(row) - len(row)/3} {
			written += part
			if _, err := f.More(1<<20, func(*eval.Trial) error { trials++; return nil }); err != nil {
				t.Fatal(err)
			}
		}
		want, err := past.Read(strings.NewReader(text[:written]), "r.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.Report()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.Cases, got.Cases, same()); diff != "" {
			t.Fatalf("after %s the cases differ (-there +growing):\n%s", row[:30], diff)
		}
		switch {
		case !f.Ended() && (got.Decision.Verdict != "" || got.Summary.Interrupted != ""):
			t.Errorf("before its end it is %q, %q", got.Decision.Verdict, got.Summary.Interrupted)
		case f.Ended() && !cmp.Equal(want.Decision, got.Decision):
			t.Errorf("in the end it is %+v, want %+v", got.Decision, want.Decision)
		}
		sum := 0
		for i := range got.Cases {
			for _, err := range f.TrialsOf(got.Cases[i].Key()) {
				if err != nil {
					t.Fatal(err)
				}
				sum++
			}
		}
		if sum != trials || f.Read() != int64(written) {
			t.Errorf("%d trials are read back of %d, %d bytes of %d", sum, trials, f.Read(), written)
		}
	}
	if !f.Ended() {
		t.Error("it has no end")
	}
}

// readerAt is a function that reads.
type readerAt func(p []byte, off int64) (int, error)

func (r readerAt) ReadAt(p []byte, off int64) (int, error) { return r(p, off) }
