package source

import (
	"bytes"
	"os"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// File is a text file in memory. Nodes share its text.
type File struct {
	Name  string // as shown to people
	Text  string // without a byte order mark
	lines []int  // offset of each line's first byte
	marks []int  // at each multiple of markEvery: the runes since its line began
}

// markEvery keeps the column of a place in a very long line cheap to find.
const markEvery = 4096

// NewFile wraps text that is already in memory and valid UTF-8.
func NewFile(name, text string) *File {
	f := &File{Name: name, Text: text, lines: []int{0}}
	runes := 0
	for i := range len(text) {
		if i%markEvery == 0 {
			f.marks = append(f.marks, runes)
		}
		switch {
		case text[i] == '\n':
			f.lines = append(f.lines, i+1)
			runes = 0
		case utf8.RuneStart(text[i]):
			runes++
		}
	}
	return f
}

// ReadFile reads a whole text file. name is how the file is shown to people.
// What is not UTF-8 text is one problem, with its place; so is anything but a
// regular file, which might never end.
func ReadFile(path, name string) (*File, eval.Problems) {
	fault := func(message string) (*File, eval.Problems) {
		return nil, eval.Problems{{Pos: eval.Pos{File: name}, Message: message}}
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fault("cannot read the file: " + eval.Bare(err).Error())
	case info.IsDir():
		return fault("a folder, want a file")
	case !info.Mode().IsRegular():
		return fault("not a regular file")
	case info.Size() > maxFile:
		return fault("the file is larger than 2 GiB")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return fault("cannot read the file: " + eval.Bare(err).Error())
	}
	return Decode(name, data)
}

// maxFile bounds what is read at once, in bytes.
const maxFile = 2 << 30

// Decode is a file's bytes as text. The problem of what is none has its place.
func Decode(name string, data []byte) (*File, eval.Problems) {
	fault := func(pos eval.Pos, message, hint string) (*File, eval.Problems) {
		return nil, eval.Problems{{Pos: pos, Message: message, Hint: hint}}
	}
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) ||
		looksUTF16(data) {
		return fault(eval.Pos{File: name}, "the file is UTF-16", "save it as UTF-8")
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	f := NewFile(name, string(data))
	if at := strings.IndexByte(f.Text, 0); at >= 0 {
		return fault(f.Pos(at), "the file holds a NUL byte, so it is not text", "")
	}
	if !utf8.ValidString(f.Text) {
		at := 0
		for at < len(f.Text) {
			r, size := utf8.DecodeRuneInString(f.Text[at:])
			if r == utf8.RuneError && size == 1 {
				break
			}
			at += size
		}
		return fault(f.Pos(at), "invalid UTF-8", "save the file as UTF-8")
	}
	return f, nil
}

// looksUTF16 recognises UTF-16 without a byte order mark by the zero halves
// of ASCII characters.
func looksUTF16(data []byte) bool {
	return len(data) >= 2 && (data[0] == 0) != (data[1] == 0)
}

// Pos is the place of a byte offset.
func (f *File) Pos(offset int) eval.Pos {
	line := sort.SearchInts(f.lines, offset+1)
	start, runes := f.lines[line-1], 0
	if mark := offset / markEvery * markEvery; mark > start && mark < len(f.Text) {
		start, runes = mark, f.marks[mark/markEvery]
	}
	for i := start; i < offset; i++ {
		if utf8.RuneStart(f.Text[i]) {
			runes++
		}
	}
	return eval.Pos{File: f.Name, Line: line, Column: runes + 1}
}

// lineStart is the offset at which the first line after offset begins, and
// false at the end of the file.
func (f *File) lineStart(offset int) (int, bool) {
	line := sort.SearchInts(f.lines, offset+1)
	if line >= len(f.lines) {
		return len(f.Text), false
	}
	return f.lines[line], true
}
