package artifact_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"hash/crc32"
	"io"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
)

// member is an entry as somebody may make it.
type member struct {
	name    string
	content string
	mode    fs.FileMode
	change  func(*zip.FileHeader)
}

func zipOf(t testing.TB, members ...member) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, m := range members {
		head := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		if m.mode != 0 {
			head.SetMode(m.mode)
		}
		create, content := z.CreateHeader, m.content
		if m.change != nil {
			create, content = z.CreateRaw, deflated(t, m)
			head.CRC32 = crc32.ChecksumIEEE([]byte(m.content))
			head.UncompressedSize64, head.CompressedSize64 = uint64(len(m.content)), uint64(len(content))
			m.change(head)
		}
		w, err := create(head)
		if err != nil {
			t.Fatal(err)
		}
		if content == "" {
			continue
		}
		if _, err := io.WriteString(w, content); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func deflated(t testing.TB, m member) string {
	t.Helper()
	if m.content == "" {
		return ""
	}
	var buf bytes.Buffer
	w, err := flate.NewWriter(&buf, 6)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, m.content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func TestOpenRefusesWhatIsNotSafe(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		zip    []byte
		limits artifact.Limits
		want   string
	}{
		"no zip":         {zip: []byte("<html>"), want: "it is no zip"},
		"nothing":        {want: "it is no zip"},
		"a cut zip":      {zip: zipOf(t, member{name: "a", content: "x"})[:40], want: "it is no zip"},
		"absolute":       {zip: zipOf(t, member{name: "/etc/passwd"}), want: `the zip's entry "/etc/passwd" must be relative`},
		"up":             {zip: zipOf(t, member{name: "a/../../b"}), want: `the zip's entry "a/../../b" must not have the part ".."`},
		"up as a folder": {zip: zipOf(t, member{name: "../"}), want: `the zip's entry "../" must not have the part ".."`},
		"backslashes":    {zip: zipOf(t, member{name: `..\b`}), want: `the zip's entry "..\\b" must have forward slashes`},
		"a drive":        {zip: zipOf(t, member{name: "c:/b"}), want: `the zip's entry "c:/b" must not contain ':'`},
		"no name":        {zip: zipOf(t, member{name: ""}), want: `the zip's entry "" must not be empty or have an empty part`},
		"two slashes":    {zip: zipOf(t, member{name: "a//b"}), want: `the zip's entry "a//b" must not be empty or have an empty part`},
		"a zero byte":    {zip: zipOf(t, member{name: "a\x00b"}), want: `the zip's entry "a\x00b" must not contain '\x00'`},
		"no UTF-8":       {zip: zipOf(t, member{name: "a\xff"}), want: `the zip's entry "a\xff" must be UTF-8`},
		"a link":         {zip: zipOf(t, member{name: "a", content: "/etc/passwd", mode: fs.ModeSymlink | 0o777}), want: `the zip's entry "a" must be a file or a folder, and no link`},
		"a device":       {zip: zipOf(t, member{name: "a", mode: fs.ModeDevice}), want: `the zip's entry "a" must be a file or a folder, and no link`},
		"a full folder":  {zip: zipOf(t, member{name: "a/", change: func(h *zip.FileHeader) { h.UncompressedSize64 = 5 }}), want: `the zip's entry "a/" must be an empty folder, or not end in a slash`},
		"a password":     {zip: zipOf(t, member{name: "a", content: "x", change: func(h *zip.FileHeader) { h.Flags |= 1 }}), want: `the zip's entry "a" must not have a password`},
		"a method":       {zip: zipOf(t, member{name: "a", content: "x", change: func(h *zip.FileHeader) { h.Method = 12 }}), want: `the zip's entry "a" has the unknown compression 12`},
		"twice":          {zip: zipOf(t, member{name: "a"}, member{name: "b"}, member{name: "a"}), want: `the zip has the entry "a" twice`},
		"file, folder":   {zip: zipOf(t, member{name: "a/b"}, member{name: "a"}), want: `the zip's entry "a" is a file and a folder`},
		"same, slash":    {zip: zipOf(t, member{name: "a"}, member{name: "a/"}), want: `the zip has the entry "a" twice`},
		"many":           {zip: zipOf(t, member{name: "a"}, member{name: "b"}), limits: artifact.Limits{Entries: 1}, want: "the zip has more than the 1 file allowed"},
		"large":          {zip: zipOf(t, member{name: "a", content: "123"}, member{name: "b", content: "123"}), limits: artifact.Limits{Bytes: 5}, want: "the zip unpacks to more than the 5 bytes allowed"},
		"a sum that overflows": {
			zip:  zipOf(t, member{name: "a", change: func(h *zip.FileHeader) { h.UncompressedSize64 = 1 << 63 }}, member{name: "b", change: func(h *zip.FileHeader) { h.UncompressedSize64 = 1 << 63 }}),
			want: "the zip unpacks to more than the 268435456 bytes allowed",
		},
		"a bomb": {zip: zipOf(t, member{name: "a", content: strings.Repeat("0", 1<<20)}), want: "the zip unpacks to more than 200 times its size"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := artifact.Open(bytes.NewReader(tc.zip), int64(len(tc.zip)), tc.limits)
			if err == nil || err.Error() != tc.want {
				t.Errorf("error %v, want %s", err, tc.want)
			}
		})
	}
}

func TestOpenReadsFilesInTheirOrder(t *testing.T) {
	t.Parallel()
	data := zipOf(t, member{name: "b/", mode: fs.ModeDir | 0o755}, member{name: "b/x", content: "1"}, member{name: "a", content: "2"})
	if diff := cmp.Diff([][2]string{{"b/x", "1"}, {"a", "2"}}, unzipped(t, data)); diff != "" {
		t.Error(diff)
	}
	a, err := artifact.Open(bytes.NewReader(data), int64(len(data)), artifact.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b", "b/", "c", "./a"} {
		if _, err := a.Open(name); err == nil {
			t.Errorf("opens %q", name)
		}
	}
}

func TestEntriesThatLieEndWithAnError(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		change func(*zip.FileHeader)
		want   string
	}{
		"about being small": {func(h *zip.FileHeader) { h.UncompressedSize64 = 5 }, `the zip's file "a" is damaged: zip: not a valid zip file`},
		"about being large": {func(h *zip.FileHeader) { h.UncompressedSize64 = 500 }, `the zip's file "a" is damaged: `},
		"about the sum":     {func(h *zip.FileHeader) { h.CRC32++ }, `the zip's file "a" is damaged: zip: checksum error`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := zipOf(t, member{name: "a", content: strings.Repeat("x", 100), change: tc.change})
			a, err := artifact.Open(bytes.NewReader(data), int64(len(data)), artifact.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := a.Open("a")
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			got, err := io.ReadAll(r)
			if err == nil || !strings.HasPrefix(err.Error(), tc.want) || len(got) > 100 {
				t.Errorf("%d bytes, error %v, want %s", len(got), err, tc.want)
			}
			if n, err := r.Read(make([]byte, 10)); n > 0 || err == nil {
				t.Errorf("goes on with %d bytes, error %v", n, err)
			}
		})
	}
}

// A directory can be millions of entries in a file of a few megabytes, and
// say that it is one.
func TestADirectoryThatLiesIsNotReadIn(t *testing.T) { //nolint:paralleltest // it looks at the memory of the process
	one := zipOf(t, member{name: "a"})
	start := bytes.Index(one, []byte("PK\x01\x02"))
	end := bytes.LastIndex(one, []byte("PK\x05\x06"))
	const count = 1 << 20
	data := bytes.Repeat(one[start:end], count)
	tail := bytes.Clone(one[end:])
	binary.LittleEndian.PutUint32(tail[12:], uint32(len(data)))
	binary.LittleEndian.PutUint32(tail[16:], 0)
	data = append(data, tail...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := artifact.Open(bytes.NewReader(data), int64(len(data)), artifact.Limits{})
	runtime.ReadMemStats(&after)
	if err == nil || err.Error() != "the zip's directory is too large for 1000 files" {
		t.Errorf("error %v", err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
		t.Errorf("%d MiB for %d entries", used>>20, count)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(zipOf(f, member{name: "a", content: "x"}, member{name: "b/", mode: fs.ModeDir}, member{name: "b/c", content: strings.Repeat("y", 100)}))
	f.Add(zipOf(f, member{name: "../a", content: "x"}))
	f.Add(zipOf(f, member{name: "a", content: "x", change: func(h *zip.FileHeader) { h.UncompressedSize64 = 1 << 40 }}))
	f.Add([]byte("PK\x05\x06" + strings.Repeat("\x00", 18)))
	f.Fuzz(func(t *testing.T, data []byte) {
		limits := artifact.Limits{Entries: 10, Bytes: 1 << 20, Ratio: 100}
		a, err := artifact.Open(bytes.NewReader(data), int64(len(data)), limits)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r\x1b") {
				t.Errorf("%q", err)
			}
			return
		}
		var total int64
		seen := map[string]bool{}
		for _, e := range a.Entries() {
			if !fs.ValidPath(e.Name) || seen[e.Name] || e.Size < 0 {
				t.Errorf("%+v", e)
			}
			seen[e.Name] = true
			r, err := a.Open(e.Name)
			if err != nil {
				continue
			}
			n, err := io.Copy(io.Discard, r)
			r.Close()
			if n > e.Size || err == nil && n != e.Size {
				t.Errorf("%d bytes of %d, error %v", n, e.Size, err)
			}
			total += n
		}
		if total > limits.Bytes || total > (int64(len(data))+1)*limits.Ratio || len(seen) > limits.Entries {
			t.Errorf("%d bytes in %d files of %d", total, len(seen), len(data))
		}
	})
}
