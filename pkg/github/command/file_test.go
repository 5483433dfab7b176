package command_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/command"
)

// commandFile is a file as the runner makes it, with what is in it already.
func commandFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "set_output_1")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func outputs(t *testing.T, path string) []pair {
	t.Helper()
	pairs, err := outputsIn(read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return pairs
}

func TestOutputsAreReadAsWritten(t *testing.T) {
	t.Parallel()
	written := []command.Output{
		{"verdict", "passed"}, {"pass-rate", "93.1"}, {"_x9", ""}, {"html_path", "a b/100%=<<é 世.html"}, {"title", " :: a=b<<EOF "},
	}
	want := []pair{{"verdict", "passed"}, {"pass-rate", "93.1"}, {"_x9", ""}, {"html_path", "a b/100%=<<é 世.html"}, {"title", " :: a=b<<EOF "}}
	tests := []struct {
		name, before string
		first        []pair
	}{
		{"an empty file", "", nil},
		{"after another output", "a=b\n", []pair{{"a", "b"}}},
		{"after one without a line end", "a=b", []pair{{"a", "b"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := commandFile(t, tt.before)
			if err := command.WriteOutputs(path, written...); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(append(tt.first, want...), outputs(t, path)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDelimiterIsNewEachTime(t *testing.T) {
	t.Parallel()
	path := commandFile(t, "")
	if err := command.WriteOutputs(path, command.Output{Name: "a", Value: "1"}, command.Output{Name: "a", Value: "1"}); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(read(t, path), "\n")
	if lines[0] == lines[3] || len(lines[2]) < 30 {
		t.Errorf("got %q", lines)
	}
}

func TestOutputThatIsNoneIsRefusedAndTheOthersWritten(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		output command.Output
		want   string
	}{
		{"no name", command.Output{Value: "x"}, `output "": the name must begin with a letter or _ and go on with letters, digits, _ or -`},
		{"a digit first", command.Output{Name: "1a"}, `output "1a": the name must`},
		{"a dash first", command.Output{Name: "-a"}, `output "-a": the name must`},
		{"a name that ends the line", command.Output{Name: "a\nb"}, `output "a\nb": the name must`},
		{"a name with a sign of the grammar", command.Output{Name: "a<<b"}, `output "a<<b": the name must`},
		{"a name of other letters", command.Output{Name: "é"}, `output "é": the name must`},
		{"several lines", command.Output{Name: "a", Value: "x\ny"}, `output "a": the value is not one line of text: it has U+000A`},
		{"a carriage return", command.Output{Name: "a", Value: "x\ry"}, `output "a": the value is not one line of text: it has U+000D`},
		{"a broken character", command.Output{Name: "a", Value: "\xff"}, `output "a": the value is not valid UTF-8`},
		{"a transcript", command.Output{Name: "a", Value: strings.Repeat("x", 8193)}, `output "a": the value has 8193 bytes, and may have 8192`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := commandFile(t, "")
			err := command.WriteOutputs(path, tt.output, command.Output{Name: "verdict", Value: "failed"})
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			if diff := cmp.Diff([]pair{{"verdict", "failed"}}, outputs(t, path)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFileThatIsNotThereIsNotMade(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "missing")
	folder := t.TempDir()
	for _, tt := range []struct{ name, path, want string }{
		{"missing", missing, "cannot be opened: "},
		{"not named", "", "is not set, so there is no file to write to"},
		{"a folder", folder, "GITHUB_"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, room := command.SummaryRoom(tt.path)
			for i, err := range []error{command.WriteOutputs(tt.path, command.Output{Name: "a"}), command.WriteSummary(tt.path, "x"), room} {
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("%d: got %v", i, err)
				}
			}
			if _, err := os.Stat(missing); err == nil {
				t.Error("it was made")
			}
		})
	}
}

func TestSummaryIsWrittenWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, before, text string
		want               string
		err                string
	}{
		{"an empty file", "", "# Passed\n", "# Passed\n", ""},
		{"the last line is ended", "", "# Passed", "# Passed\n", ""},
		{"after what another part wrote", "a", "# Passed\n", "a\n# Passed\n", ""},
		{"the largest", "", strings.Repeat("x", 999_998), strings.Repeat("x", 999_998) + "\n", ""},
		{"one more", "", strings.Repeat("x", 999_999), "", "the summary has 999999 bytes, and there is room for 999998"},
		{"room is what others left", strings.Repeat("x", 999_990), strings.Repeat("y", 8), strings.Repeat("x", 999_990), "the summary has 8 bytes, and there is room for 7"},
		{"no room at all", strings.Repeat("x", 1_100_000), "y", strings.Repeat("x", 1_100_000), "the summary has 1 bytes, and there is room for 0"},
		{"a character that was cut", "", "price 5 \xe2\x82", "", "the summary is not valid UTF-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := commandFile(t, tt.before)
			err := command.WriteSummary(path, tt.text)
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || err.Error() != tt.err) {
				t.Errorf("got %v, want %q", err, tt.err)
			}
			if got := read(t, path); got != tt.want {
				t.Errorf("%d bytes, want %d", len(got), len(tt.want))
			}
		})
	}
}

func FuzzOutputsCannotBeInjected(f *testing.F) {
	for name, text := range hostile(f) {
		f.Add(name, text, "")
		f.Add(text, text, text)
	}
	f.Fuzz(func(t *testing.T, name, value, before string) {
		if _, err := outputsIn(before); err != nil {
			before = "" // the runner fails the step whatever we add
		}
		first, _ := outputsIn(before)
		path := commandFile(t, before)
		err := command.WriteOutputs(path, command.Output{Name: name, Value: value}, command.Output{Name: "verdict", Value: "failed"})
		want := append(first, pair{name, value}, pair{"verdict", "failed"})
		if err != nil {
			want = append(first, pair{"verdict", "failed"})
		}
		if diff := cmp.Diff(want, outputs(t, path)); diff != "" {
			t.Errorf("%s in %q", diff, read(t, path))
		}
	})
}

func FuzzSummaryIsBounded(f *testing.F) {
	for _, text := range hostile(f) {
		f.Add(text, 1, 0)
	}
	f.Add("x", 999_998, 0)
	f.Add("x", 10, 999_980)
	f.Fuzz(func(t *testing.T, text string, times, size int) {
		times, size = max(min(times, 1_100_000/(len(text)+1)), 0), max(min(size, 1_100_000), 0)
		before := strings.Repeat("y", size)
		path := commandFile(t, before)
		room, err := command.SummaryRoom(path)
		if err != nil {
			t.Fatal(err)
		}
		markdown := strings.Repeat(text, times)
		err = command.WriteSummary(path, markdown)
		got := read(t, path)
		if fits := len(markdown) <= room && utf8.ValidString(markdown); fits != (err == nil) {
			t.Errorf("%d bytes in room for %d: %v", len(markdown), room, err)
		}
		if err != nil && got != before || err == nil && (len(got) >= 1_000_000 || !utf8.ValidString(got) || !strings.Contains(got, markdown)) {
			t.Errorf("%d bytes became %d: %v", size, len(got), err)
		}
	})
}
