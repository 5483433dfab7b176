package console_test

import (
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// TestALongAnswerDiffersWhereItDoes, and not where its check was cut.
func TestALongAnswerDiffersWhereItDoes(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("word ", 1000)
	for said, differs := range map[string]bool{long + "b": true, "x" + long: false} {
		r := newRun(1, 1)
		r.add("long", 1, 1, outcome{eval.Failed, func(trial *eval.Trial) {
			trial.Output = str(said)
			trial.Checks = []eval.Check{{Type: "equals", Assertion: "assert", Status: eval.Failed, Expected: str(long + "a"), Actual: str(long[:4096] + "... [cut, 5001 bytes of text in all]"), Message: `want "word...", got "word..."`}}
		}})
		out, errs := show(t, mode{"log", 80, logMode}, r.end(eval.VerdictFailed, "failed: it did not pass"))
		for _, end := range []string{`word a"`, `word b"`} {
			if strings.Contains(out+errs, end) != differs {
				t.Errorf("%s, %v: %s", end, differs, out+errs)
			}
		}
		if strings.Contains(out+errs, "[cut") {
			t.Errorf("it tells the cut apart: %s", out+errs)
		}
	}
}
