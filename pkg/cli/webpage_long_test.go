package cli

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// TestAPageThatNobodyAskedForIsNotLong: it would take what a repository may
// keep.
func TestAPageThatNobodyAskedForIsNotLong(t *testing.T) {
	t.Parallel()
	for size, want := range map[int]error{1 << 20: nil, maxWebpage: errTooLong} {
		f := finished{report: eval.Report{Cases: []eval.CaseResult{{Agent: "a", ID: "long"}}}, trials: func(yield func(*eval.Trial, error) bool) {
			yield(&eval.Trial{Agent: "a", ID: "long", Run: 1, Output: eval.StringValue(strings.Repeat("x", size))}, nil)
		}}
		p := &Process{TempDir: t.TempDir()}
		path, err := p.madeWebpage(f)
		if !errors.Is(err, want) {
			t.Errorf("%d bytes: %v", size, err)
		}
		if info, err := os.Stat(path); err != nil || info.Size() > maxWebpage {
			t.Errorf("%d bytes: %v, %v", size, info, err)
		}
	}
}
