package command_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/command"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

func annotated(t *testing.T, annotations ...command.Annotation) string {
	t.Helper()
	var b strings.Builder
	l := command.New(&b)
	if err := errors.Join(l.Annotate(annotations...), l.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAnnotate(t *testing.T) {
	t.Parallel()
	at := eval.Pos{File: "evals/a.jsonl", Line: 3, Column: 7}
	tests := []struct {
		name string
		in   command.Annotation
		want string
	}{
		{"a place", command.Annotation{Level: command.Error, Pos: at, Title: "refund", Message: "want x"}, "::error col=7,file=evals/a.jsonl,line=3,title=refund::want x"},
		{"no place", command.Annotation{Level: command.Notice, Message: "read-only token"}, "::notice::read-only token"},
		{"a line without a file is no place", command.Annotation{Level: command.Notice, Pos: eval.Pos{Line: 3}, Message: "x"}, "::notice::x"},
		{"a file without a line", command.Annotation{Level: command.Warning, Pos: eval.Pos{File: "a"}, EndLine: 3, EndColumn: 4, Message: "x"}, "::warning file=a::x"},
		{"a range of lines has no columns", command.Annotation{Level: command.Error, Pos: at, EndLine: 5, EndColumn: 9, Message: "x"}, "::error endLine=5,file=evals/a.jsonl,line=3::x"},
		{"a range of columns", command.Annotation{Level: command.Error, Pos: at, EndLine: 3, EndColumn: 9, Message: "x"}, "::error col=7,endColumn=9,file=evals/a.jsonl,line=3::x"},
		{"a range that ends before it begins", command.Annotation{Level: command.Error, Pos: at, EndLine: 2, EndColumn: 6, Message: "x"}, "::error col=7,file=evals/a.jsonl,line=3::x"},
		{"several lines", command.Annotation{Level: command.Error, Message: "a\n::error::b\nc 100%\n"}, `::error::a%0A\::error::b%0Ac 100%25`},
		{"separators in a property", command.Annotation{Level: command.Error, Pos: eval.Pos{File: "a,b:c.jsonl"}, Title: "x::y,z=1", Message: "m"}, "::error file=a%2Cb%3Ac.jsonl,title=x%3A%3Ay%2Cz=1::m"},
		{"a title of several lines", command.Annotation{Level: command.Error, Title: "a\nb", Message: "m"}, `::error title=a\nb::m`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want+"\n", annotated(t, tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnnotationsAreCapped(t *testing.T) {
	t.Parallel()
	many := func(level command.Level, n int) (list []command.Annotation) {
		for i := range n {
			list = append(list, command.Annotation{Level: level, Message: fmt.Sprint(i)})
		}
		return list
	}
	tests := []struct {
		name           string
		errors, others int
		want           int
		last           string
	}{
		{"nine are shown", 9, 0, 9, "8"},
		{"the tenth counts the rest", 10, 0, 10, "and 1 more, see the summary"},
		{"however many", 5000, 0, 10, "and 4991 more, see the summary"},
		{"levels do not compete", 9, 9, 18, "8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			commands, _ := runnerReads(annotated(t, append(many(command.Error, tt.errors), many(command.Warning, tt.others)...)...))
			if len(commands) != tt.want || commands[len(commands)-1].Data != tt.last {
				t.Errorf("got %d, the last %q", len(commands), commands[len(commands)-1].Data)
			}
		})
	}
}

func TestClosingTwiceSaysItOnce(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	l := command.New(&b)
	for range 12 {
		if err := l.Annotate(command.Annotation{Level: command.Error, Message: "x"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(l.Close(), l.Annotate(command.Annotation{Level: command.Error}), l.Close()); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "more, see the summary"); n != 1 {
		t.Errorf("said %d times:\n%s", n, b.String())
	}
}

func TestLongMessageIsCutWhereTheRunnerWould(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, message, want string }{
		{"what fits is whole", strings.Repeat("x", 4096), strings.Repeat("x", 4096)},
		{"what does not ends in an ellipsis", strings.Repeat("x", 4097), strings.Repeat("x", 4095) + "…"},
		{"units are counted, not characters", strings.Repeat("😀", 2049), strings.Repeat("😀", 2047) + "…"},
		{"nor bytes", strings.Repeat("世", 4096), strings.Repeat("世", 4096)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			commands, _ := runnerReads(annotated(t, command.Annotation{Level: command.Error, Message: tt.message}))
			if got := commands[0].Data; got != tt.want {
				t.Errorf("got %d characters", utf8.RuneCountInString(got))
			}
		})
	}
}

func TestListHasEveryPlace(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	l := command.New(&b)
	var list []command.Annotation
	for i := range 30 {
		list = append(list, command.Annotation{Level: command.Error, Pos: eval.Pos{File: "a.jsonl", Line: i + 1, Column: 2}, Message: "no"})
	}
	list = append(list, command.Annotation{Level: command.Warning, Pos: eval.Pos{File: "b"}, Message: "one\ntwo"}, command.Annotation{Message: "::error::x"})
	if err := l.List(list...); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	want := []string{"a.jsonl:30:2: no", `b: warning: one\ntwo`, `\::error::x`}
	if diff := cmp.Diff(want, lines[29:]); diff != "" || lines[0] != "a.jsonl:1:2: no" {
		t.Errorf("%s%s", diff, lines[0])
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, secret string
		want         []string
	}{
		{"a key", "sk-0123456789", []string{"sk-0123456789"}},
		{"a short text is left alone", "12345", nil},
		{"a common word is left alone", "false", nil},
		{"each long line by itself", "{\n  \"key\": \"abc\"\r\n}", []string{`"key": "abc"`}},
		{"signs of the command", "a%0Ab::c", []string{"a%0Ab::c"}},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			if err := command.New(&b).Mask(tt.secret); err != nil {
				t.Fatal(err)
			}
			var got []string
			commands, _ := runnerReads(b.String())
			for _, c := range commands {
				if c.Name != "add-mask" {
					t.Errorf("got %q", c.Name)
				}
				got = append(got, c.Data)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStopHoldsUntilItsOwnToken(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	l := command.New(&b)
	resume, err := l.Stop()
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString("::error::x\n::stop-commands::y\n::y::\n")
	if err := errors.Join(resume(), l.Group("g"), l.EndGroup(), l.Debug("d"), l.RemoveMatcher("surefoot")); err != nil {
		t.Fatal(err)
	}
	var names []string
	commands, _ := runnerReads(b.String())
	for _, c := range commands[2:] {
		names = append(names, c.Name)
	}
	if diff := cmp.Diff([]string{"group", "endgroup", "debug", "remove-matcher"}, names); diff != "" {
		t.Error(diff)
	}
	if token := commands[0].Data; token != commands[1].Name || len(token) < 30 {
		t.Errorf("token %q ended by %q", token, commands[1].Name)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestLogThatCannotBeWrittenIsAnError(t *testing.T) {
	t.Parallel()
	l := command.New(brokenWriter{})
	_, stopped := l.Stop()
	text := command.NewText(brokenWriter{})
	_, written := text.Write([]byte("x\n"))
	for i, err := range []error{
		l.Group("x"), l.EndGroup(), l.Debug("x"), l.Mask("secret"), l.Annotate(command.Annotation{Level: command.Error}),
		l.List(command.Annotation{}), stopped, written,
	} {
		if err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("%d: %v", i, err)
		}
	}
}

func TestTextIsWrittenLineByLine(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	w := command.NewText(&b)
	for _, part := range []string{"Hel", "lo\n::err", "or::x\n\n", "caf\xc3", "\xa9\r\nlast"} {
		if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	if strings.Contains(b.String(), "last") {
		t.Error("a line was written before it was whole")
	}
	if err := errors.Join(w.Close(), w.Close()); err != nil {
		t.Fatal(err)
	}
	want := "| Hello\n| \\::error::x\n| \n| café\n| last\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestEndlessLineIsBroken(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	w := command.NewText(&b)
	long := strings.Repeat("世", 100_000)
	if _, err := w.Write([]byte(long)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	joined := ""
	for _, line := range lines {
		joined += strings.TrimPrefix(line, "| ")
	}
	if joined != long || len(lines) != 5 {
		t.Errorf("%d lines, %d bytes of %d", len(lines), len(joined), len(long))
	}
}

func FuzzNoTextStartsACommand(f *testing.F) {
	for _, text := range hostile(f) {
		f.Add(text, 3)
	}
	f.Fuzz(func(t *testing.T, text string, split int) {
		var b strings.Builder
		l := command.New(&b)
		w := command.NewText(&b)
		at := max(min(split, len(text)), 0)
		_, first := w.Write([]byte(text[:at]))
		_, second := w.Write([]byte(text[at:]))
		a := command.Annotation{Level: command.Error, Pos: eval.Pos{File: text, Line: 1, Column: 1}, Title: text, Message: text}
		err := errors.Join(first, second, w.Close(), l.Group(text), l.List(a), l.EndGroup(), l.Debug(text), l.Annotate(a), l.Close())
		if err != nil {
			t.Fatal(err)
		}
		commands, shown := runnerReads(b.String())
		var names []string
		for _, c := range commands {
			names = append(names, c.Name)
			for line := range strings.SplitSeq(c.Data, "\n") {
				checkInert(t, line)
			}
		}
		if diff := cmp.Diff([]string{"group", "endgroup", "debug", "error"}, names); diff != "" {
			t.Fatalf("%s in %q", diff, b.String())
		}
		for _, line := range shown {
			checkInert(t, line)
		}
		last := commands[3]
		if n := len(utf16.Encode([]rune(last.Data))); n > 4096 {
			t.Errorf("a message of %d units", n)
		}
		want := map[string]string{"line": "1", "col": "1", "file": strings.TrimSpace(safetext.Line(text)), "title": last.Properties["title"]}
		if strings.TrimSpace(text) == "" {
			return
		}
		got := last.Properties
		got["file"] = strings.TrimSpace(got["file"])
		if diff := cmp.Diff(want, got); diff != "" && !strings.HasPrefix(text, "=") {
			t.Errorf("%s in %q", diff, b.String())
		}
	})
}

// checkInert fails where a line would be obeyed if the runner printed it once
// more, or by a terminal.
func checkInert(t *testing.T, line string) {
	t.Helper()
	if strings.HasPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::") || strings.Contains(line, "##[") {
		t.Errorf("a command is left in %q", line)
	}
	if !utf8.ValidString(line) || strings.IndexFunc(line, unicode.IsControl) >= 0 {
		t.Errorf("a control character or a broken one is left in %q", line)
	}
}

func FuzzMaskIsAllItSays(f *testing.F) {
	for _, text := range hostile(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, secret string) {
		var b strings.Builder
		if err := command.New(&b).Mask(secret); err != nil {
			t.Fatal(err)
		}
		commands, shown := runnerReads(b.String())
		for _, c := range commands {
			if c.Name != "add-mask" || !strings.Contains(secret, c.Data) || len(c.Data) < 6 {
				t.Errorf("got %+v", c)
			}
		}
		if rest := strings.Join(shown, ""); rest != "" {
			t.Errorf("the secret is shown: %q", rest)
		}
	})
}
