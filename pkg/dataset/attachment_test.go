package dataset_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/dataset"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// attach reads a case in evals/f.jsonl below dir that attaches source.
func attach(t *testing.T, dir, source string) (*eval.Attachment, eval.Problems) {
	t.Helper()
	file := write(t, dir, "evals/f.jsonl", fmt.Sprintf(`{"id":"a","input":{"content":{"type":"file","source":%q}}}`, source))
	cases, problems := dataset.Read([]dataset.Input{{Path: file, Name: "evals/f.jsonl"}}, dataset.Options{})
	return cases[0].Messages[0].Content.Parts[0].Attachment, problems
}

func TestAttachmentsAreFoundFromTheCaseFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	beside := write(t, dir, "evals/fixtures/a.pdf", "%PDF-")
	above := write(t, dir, "b.csv", "a,b\n")
	tests := map[string]struct {
		source string
		want   eval.Attachment
	}{
		"relative":       {"file://fixtures/a.pdf", eval.Attachment{Path: "fixtures/a.pdf", MIME: "application/pdf", Bytes: 5, File: beside}},
		"up":             {"file://../b.csv", eval.Attachment{Path: "../b.csv", MIME: "text/csv", Bytes: 4, File: above}},
		"absolute":       {"file://" + above, eval.Attachment{Path: above, MIME: "text/csv", Bytes: 4, File: above}},
		"with a percent": {"file://50%20off.txt", eval.Attachment{Path: "50%20off.txt", MIME: "text/plain", Bytes: 1, File: write(t, dir, "evals/50%20off.txt", "x")}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := write(t, filepath.Join(dir, "evals"), strings.ReplaceAll(name, " ", "-")+".jsonl",
				fmt.Sprintf(`{"id":"a","input":{"content":{"type":"file","source":%q}}}`, tt.source))
			cases, problems := dataset.Read([]dataset.Input{{Path: file, Name: "f.jsonl"}}, dataset.Options{})
			if len(problems) > 0 {
				t.Fatal(text(problems))
			}
			tt.want.Pos = eval.Pos{File: "f.jsonl", Line: 1, Column: 54}
			if diff := cmp.Diff(tt.want, *cases[0].Messages[0].Content.Parts[0].Attachment); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAttachmentsThatCannotBeReadAreProblems(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		prepare string // a file to make below the folder, of size bytes
		size    int64
		source  string
		want    string
	}{
		"missing": {"", 0, "file://a.pdf", `attachment "a.pdf": there is no such file (looked at "evals/a.pdf", beside the case file)`},
		"folder": {"evals/sub/x", 0, "file://sub",
			`attachment "sub": it is a folder (looked at "evals/sub", beside the case file)`},
		"device":   {"", 0, "file:///dev/null", `attachment "/dev/null": it is not a regular file`},
		"no path":  {"", 0, "file://x\x00", `attachment "x\x00": invalid argument (looked at "evals/x\x00", beside the case file)`},
		"too long": {"", 0, "file://" + strings.Repeat("n", 300), `attachment "` + strings.Repeat("n", 80) + `...": file name too long (looked at "evals/` + strings.Repeat("n", 74) + `...", beside the case file)`},
		"over the limit": {"evals/big.png", 20<<20 + 1, "file://big.png",
			`attachment "big.png": 20971521 bytes are over the limit of 20 MiB (looked at "evals/big.png", beside the case file)`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if tt.prepare != "" {
				if err := os.Truncate(write(t, dir, tt.prepare, ""), tt.size); err != nil {
					t.Fatal(err)
				}
			}
			quoted := eval.StringValue(tt.source).Raw()
			file := write(t, dir, "evals/f.jsonl", `{"id":"a","input":{"content":{"type":"file","source":`+quoted+`}}}`)
			_, problems := dataset.Read([]dataset.Input{{Path: file, Name: "evals/f.jsonl"}}, dataset.Options{})
			want := `evals/f.jsonl:1:54: case "a": input.content.source: ` + tt.want + "\n"
			if diff := cmp.Diff(want, text(problems)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAttachmentAtTheLimitIsTaken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Truncate(write(t, dir, "evals/big.png", ""), 20<<20); err != nil {
		t.Fatal(err)
	}
	if a, problems := attach(t, dir, "file://big.png"); len(problems) > 0 || a.Bytes != 20<<20 {
		t.Errorf("got %+v, problems %s", a, text(problems))
	}
}

func TestInlineDataOverTheLimitIsAProblem(t *testing.T) {
	t.Parallel()
	body := base64.StdEncoding.EncodeToString(make([]byte, 20<<20+1))
	_, problems := read(t, `{"id":"a","input":{"content":{"type":"image","url":"data:image/png;base64,`+body+`"}}}`)
	want := "f.jsonl:1:52: case \"a\": input.content.url: 20971521 bytes are over the limit of 20 MiB\n"
	if diff := cmp.Diff(want, text(problems)); diff != "" {
		t.Error(diff)
	}
}

func TestTypesComeFromTheNameElseFromTheContent(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ name, content, want string }{
		"picture":           {"a.JPG", "", "image/jpeg"},
		"sound":             {"a.mp3", "", "audio/mpeg"},
		"word":              {"a.docx", "", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		"source":            {"a.tsx", "", "text/typescript"},
		"shell":             {"a.zsh", "", "text/x-shellscript"},
		"yao":               {"a.yao", "", "application/json"},
		"markdown":          {"a.md", "", "text/markdown"},
		"config":            {"a.conf", "", "text/plain"},
		"unknown text":      {"a.nfo", "just words", "text/plain"},
		"unknown picture":   {"picture", "\x89PNG\r\n\x1a\n", "image/png"},
		"unknown and bytes": {"a.bin", "\x00\x01\x02\x03", "application/octet-stream"},
		"unknown and empty": {"a.nfo", "", "text/plain"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			write(t, dir, "evals/"+tt.name, tt.content)
			a, problems := attach(t, dir, "file://"+tt.name)
			if len(problems) > 0 {
				t.Fatal(text(problems))
			}
			if a.MIME != tt.want {
				t.Errorf("got %q, want %q", a.MIME, tt.want)
			}
		})
	}
}
