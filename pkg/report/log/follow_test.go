package log_test

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/log"
)

// growing is a file of which so many bytes are written.
type growing struct {
	text    string
	written int
	from    int64 // the least that was read since somebody asked
}

func (g *growing) ReadAt(p []byte, off int64) (int, error) {
	g.from = min(g.from, off)
	return strings.NewReader(g.text[:g.written]).ReadAt(p, off)
}

func TestAReportThatGrowsIsReadAsOneThatIsThere(t *testing.T) {
	t.Parallel()
	const a, b = `{"type":"result","id":"a","run":1,"output":"é{}\\\""}` + "\n", `{"type":"result","id":"a","run":2}` + "\n"
	for name, text := range map[string]string{
		"whole":             head + a + b + `{"type":"summary"}` + "\n" + `{"type":"gate"}` + "\n",
		"windows line ends": strings.ReplaceAll(head+a+b, "\n", "\r\n"),
		"no last line end":  head + a + strings.TrimSpace(b),
		"a broken row":      head + a + "{]\n" + b,
		"a row twice":       head + a + b + a,
		"two runs":          head + a + head,
		"two rows a line":   head + strings.TrimSpace(a) + " " + b,
		"a blank line":      head + a + "\n" + b,
		"garbage":           head + "oops",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			type seen struct{ place, row string }
			collect := func(rows *[]seen) func(string, eval.Event) error {
				return func(place string, ev eval.Event) error {
					*rows = append(*rows, seen{place, ev.Row()})
					return nil
				}
			}
			for _, step := range []int{1, 2, 7, len(text)} {
				file := &growing{text: text}
				r := log.Follow(file, "r.jsonl")
				var got, want []seen
				var gotErr error
				for gotErr == nil && file.written < len(text) {
					file.written = min(file.written+step, len(text))
					for rest := true; rest && gotErr == nil; {
						file.from = r.Offset()
						before := len(got)
						rest, gotErr = r.More(1, collect(&got))
						if len(got) > before+1 {
							t.Errorf("more than asked for: %v", got[before:])
						}
						if gotErr == nil && file.from < r.Offset()-int64(len(a)+2) {
							t.Errorf("from byte %d it reads again from %d", r.Offset(), file.from)
						}
					}
				}
				_, wantErr := log.Read(strings.NewReader(text), "r.jsonl", collect(&want))
				if diff := cmp.Diff(want, got, cmp.AllowUnexported(seen{})); diff != "" && (name != "two rows a line" || step == len(text)) {
					t.Errorf("rows by %d bytes (-there +growing):\n%s", step, diff)
				}
				switch {
				case (gotErr == nil) != (wantErr == nil):
					t.Errorf("by %d bytes: %v, want %v", step, gotErr, wantErr)
				case wantErr != nil && gotErr.Error() != wantErr.Error() && name != "two rows a line":
					t.Errorf("by %d bytes: %v, want %v", step, gotErr, wantErr)
				}
			}
		})
	}
}

func TestAReportThatBeginsIsWaitedFor(t *testing.T) {
	t.Parallel()
	file := &growing{text: head}
	r := log.Follow(file, "r.jsonl")
	for ; file.written < len(head)-1; file.written++ {
		if _, err := r.More(1, func(string, eval.Event) error { return io.ErrUnexpectedEOF }); err != nil || r.Torn() != (file.written > 0) || r.Offset() != 0 {
			t.Fatalf("of %q: %v, torn %t, read %d", head[:file.written], err, r.Torn(), r.Offset())
		}
	}
}
