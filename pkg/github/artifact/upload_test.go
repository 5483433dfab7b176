package artifact_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
)

func file(name, content string) artifact.File {
	return artifact.File{Name: name, Size: int64(len(content)), Open: func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(content)), nil
	}}
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// unzipped is the files of a zip in its order.
func unzipped(t *testing.T, content []byte) [][2]string {
	t.Helper()
	a, err := artifact.Open(bytes.NewReader(content), int64(len(content)), artifact.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var all [][2]string
	for _, e := range a.Entries() {
		r, err := a.Open(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil || int64(len(data)) != e.Size {
			t.Fatal(err, len(data), e.Size)
		}
		all = append(all, [2]string{e.Name, string(data)})
	}
	return all
}

func TestUploadStoresAZipInTheOrderOfNames(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, false, steps(append(uploads, uploads...)...)...)
		c := s.client(func(o *artifact.Options) { o.RetentionDays, o.MaxRetentionDays = 400, 90 })
		files := []artifact.File{file("b/ü.txt", "two"), file("a.txt", "one"), file("b/empty", "")}
		got, err := c.Upload(t.Context(), "report", files)
		if err != nil {
			t.Fatal(err)
		}
		content := s.content("report")
		want := artifact.Result{ID: 101, URL: "https://github.com/o/r/actions/runs/7/artifacts/101", Size: int64(len(content)), Digest: digest(content), Expires: time.Date(2027, 2, 28, 12, 0, 0, 0, time.UTC)}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff([][2]string{{"a.txt", "one"}, {"b/empty", ""}, {"b/ü.txt", "two"}}, unzipped(t, content)); diff != "" {
			t.Error(diff)
		}
		if _, err := c.Upload(t.Context(), "again", files); err != nil || !bytes.Equal(content, s.content("again")) {
			t.Errorf("the same files are other bytes (error %v)", err)
		}
		if s.stored[0].expires != "2027-02-28T12:00:00Z" {
			t.Errorf("expires %q", s.stored[0].expires)
		}
		if left, err := filepath.Glob(filepath.Join(t.TempDir(), "..", "*", "artifact-*")); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

func TestUploadRawKeepsTheFileAsItIs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, false, steps(uploads...)...)
		got, err := s.client().UploadRaw(t.Context(), "report.html", file("report.html", "<p>"), "text/html; charset=utf-8")
		if err != nil || !got.Raw || string(s.content("report.html")) != "<p>" || s.stored[0].mediaType != "text/html; charset=utf-8" {
			t.Errorf("%+v, error %v", got, err)
		}
		if !got.Expires.IsZero() || s.stored[0].expires != "" {
			t.Error("the repository does not decide how long it is kept")
		}
	})
}

func TestBlocksAreSentOneAfterTheOther(t *testing.T) {
	t.Parallel()
	for _, act := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			s := serve(t, act, steps("CreateArtifact", "block", "block", "block", "blocklist", "FinalizeArtifact")...)
			content, err := io.ReadAll(newNoise(17 << 20))
			if err != nil {
				t.Fatal(err)
			}
			// What is a zip already is stored as one by every server.
			if _, err := s.client().UploadRaw(t.Context(), "big", file("big", string(content)), "application/zip"); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(s.content("big"), content) {
				t.Error("other bytes")
			}
		})
	}
}

func TestServersThatTakeOnlyArchivesGetOne(t *testing.T) {
	t.Parallel()
	unknown := says(500, `{"code":"malformed","msg":"the json request could not be decoded: proto: unknown field \"mime_type\""}`)
	for name, tc := range map[string]struct {
		act bool
		do  func(*server, http.ResponseWriter, *http.Request)
	}{
		"act answers 500 without a word": {act: true},
		"the field is named":             {do: unknown},
		"the version is refused":         {do: says(400, `{"code":"invalid_argument","msg":"version"}`)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, tc.act, append([]step{{"CreateArtifact", tc.do}}, steps(uploads...)...)...)
				got, err := s.client().UploadRaw(t.Context(), "r.html", file("r.html", "<p>"), "text/html")
				if err != nil || got.Raw {
					t.Fatalf("%+v, error %v", got, err)
				}
				if diff := cmp.Diff([][2]string{{"r.html", "<p>"}}, unzipped(t, s.content("r.html"))); diff != "" {
					t.Error(diff)
				}
				if strings.Contains(s.bodies[len(s.bodies)-2], "mime_type") {
					t.Errorf("still names the type: %s", s.bodies)
				}
			})
		})
	}
}

func TestWhatIsThereIsReplacedOnlyWhenAsked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, false, steps(uploads...)...)
		c := s.client()
		if _, err := c.Upload(t.Context(), "r", []artifact.File{file("a", "old")}); err != nil {
			t.Fatal(err)
		}
		s.expect(step{op: "CreateArtifact"})
		_, err := c.Upload(t.Context(), "r", []artifact.File{file("a", "new")})
		if !errors.Is(err, artifact.ErrExists) || !strings.Contains(err.Error(), `artifact "r": announcing it: results.test answered 409`) {
			t.Errorf("error %v", err)
		}
		s.stored[0].job = "00000000-another-job"
		s.expect(steps("CreateArtifact", "ListArtifacts", "DeleteArtifact", "CreateArtifact", "block", "blocklist", "FinalizeArtifact")...)
		c = s.client(func(o *artifact.Options) { o.Overwrite = true })
		if _, err := c.Upload(t.Context(), "r", []artifact.File{file("a", "new")}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([][2]string{{"a", "new"}}, unzipped(t, s.content("r"))); diff != "" {
			t.Error(diff)
		}
	})
}

func TestUploadRefusesBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	one := []artifact.File{file("a", "1")}
	for name, tc := range map[string]struct {
		artifact string
		files    []artifact.File
		want     string
	}{
		"no name":            {"", one, `the artifact's name "" must not be empty or have an empty part`},
		"a slash":            {"a/b", one, `the artifact's name "a/b" must not contain '/'`},
		"a line end":         {"a\nb", one, `the artifact's name "a\nb" must not contain '\n'`},
		"a question mark":    {"a?", one, `the artifact's name "a?" must not contain '?'`},
		"a step up":          {"..", one, `the artifact's name ".." must not have the part ".."`},
		"no files":           {"a", nil, "there is no file to upload"},
		"an absolute file":   {"a", []artifact.File{file("/a", "")}, `the file's name "/a" must be relative`},
		"a file outside":     {"a", []artifact.File{file("a/../../b", "")}, `the file's name "a/../../b" must not have the part ".."`},
		"backslashes":        {"a", []artifact.File{file(`a\b`, "")}, `the file's name "a\\b" must have forward slashes`},
		"a folder as a file": {"a", []artifact.File{file("a/", "")}, `the file's name "a/" must not be empty or have an empty part`},
		"a colon":            {"a", []artifact.File{file("c:x", "")}, `the file's name "c:x" must not contain ':'`},
		"no UTF-8":           {"a", []artifact.File{file("\xff", "")}, `the file's name "\xff" must be UTF-8`},
		"a file twice":       {"a", []artifact.File{file("x", ""), file("x", "")}, `the file "x" is there twice`},
		"a file and folder":  {"a", []artifact.File{file("x/y/z", ""), file("x/y", "")}, `the file "x/y" is also a folder, of "x/y/z"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serve(t, false)
			_, err := s.client().Upload(t.Context(), tc.artifact, tc.files)
			if err == nil || err.Error() != tc.want {
				t.Errorf("error %v, want %s", err, tc.want)
			}
		})
	}
}

func TestFilesThatAreNotWhatTheyWereAreNotUploaded(t *testing.T) {
	t.Parallel()
	grown := file("a", "12345")
	grown.Size = 3
	shrunk := file("a", "12345")
	shrunk.Size = 9
	lost := artifact.File{Name: "a", Open: func() (io.ReadCloser, error) { return nil, errors.New("permission denied") }}
	for name, tc := range map[string]struct {
		file artifact.File
		want string
	}{
		"grown":   {grown, `artifact "r": a: its size is not the 3 bytes it had; was it still being written?`},
		"shrunk":  {shrunk, `artifact "r": a: its size is not the 9 bytes it had; was it still being written?`},
		"unread":  {lost, `artifact "r": a: permission denied`},
		"no disk": {file("a", "1"), `artifact "r": a temporary file in /nowhere: no such file or directory`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := serve(t, false).client(func(o *artifact.Options) {
				if name == "no disk" {
					o.Temp = "/nowhere"
				}
			})
			_, zipped := c.Upload(t.Context(), "r", []artifact.File{tc.file})
			_, raw := c.UploadRaw(t.Context(), "r", tc.file, "text/html")
			for _, err := range []error{zipped, raw} {
				if err == nil || err.Error() != tc.want {
					t.Errorf("error %v, want %s", err, tc.want)
				}
			}
		})
	}
}

func TestOnDiskTakesRegularFilesOnly(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	if err := errors.Join(os.WriteFile(path, []byte("x"), 0o600), os.Symlink(path, filepath.Join(dir, "link")), os.Mkdir(filepath.Join(dir, "folder"), 0o700)); err != nil {
		t.Fatal(err)
	}
	f, err := artifact.OnDisk("b/a", path)
	if err != nil || f.Name != "b/a" || f.Size != 1 {
		t.Fatal(f, err)
	}
	for _, name := range []string{"link", "folder", "missing"} {
		if _, err := artifact.OnDisk(name, filepath.Join(dir, name)); err == nil {
			t.Errorf("takes the %s", name)
		}
	}
	if err := errors.Join(os.WriteFile(path+"2", []byte("y"), 0o600), os.Rename(path+"2", path)); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open(); err == nil || !strings.Contains(err.Error(), "replaced by another file") {
		t.Errorf("error %v", err)
	}
}

func TestNameReplacesWhatIsForbidden(t *testing.T) {
	t.Parallel()
	if got, want := artifact.Name("eval (a/b\\c): \"x\"\r\n<|>*?\x00\xff ü"), "eval (a-b-c)- -x--------- - ü"; got != want && artifact.Name(got) != got {
		t.Errorf("%q, want %q", got, want)
	}
	for _, bad := range `":<>|*?\/` + "\r\n\x00\x1b" {
		if got := artifact.Name("a" + string(bad) + "b"); got != "a-b" {
			t.Errorf("%q becomes %q", bad, got)
		}
	}
}

func TestACancelledUploadEndsAtOnce(t *testing.T) {
	t.Parallel()
	for name, plan := range map[string][]step{
		"in a block":          {{"CreateArtifact", nil}, {"block", hang}},
		"in the announcement": {{"CreateArtifact", hang}},
		"between two tries":   {{"CreateArtifact", status(503)}},
		"at the end":          {{"CreateArtifact", nil}, {"block", nil}, {"blocklist", nil}, {"FinalizeArtifact", hang}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, false, plan...)
				ctx, stop := context.WithTimeout(t.Context(), time.Second)
				defer stop()
				start := time.Now()
				_, err := s.client().Upload(ctx, "r", []artifact.File{file("a", "1")})
				if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != time.Second {
					t.Errorf("error %v after %s", err, time.Since(start))
				}
			})
		})
	}
}

func TestACancelledPackingEnds(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	endless := artifact.File{Name: "a", Size: 1 << 50, Open: func() (io.ReadCloser, error) { stop(); return io.NopCloser(zeros{}), nil }}
	if _, err := serve(t, false).client().Upload(ctx, "r", []artifact.File{endless}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestManyFilesNeedZip64(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, false, steps("CreateArtifact", "block", "block", "blocklist", "FinalizeArtifact")...)
		files := make([]artifact.File, 70_000)
		for i := range files {
			files[i] = file(fmt.Sprintf("%05d", i), "")
		}
		if _, err := s.client().Upload(t.Context(), "r", files); err != nil {
			t.Fatal(err)
		}
		content := s.content("r")
		z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
		if err != nil || len(z.File) != len(files) {
			t.Fatal(err)
		}
		_, err = artifact.Open(bytes.NewReader(content), int64(len(content)), artifact.Limits{Entries: len(files)})
		if err != nil {
			t.Error(err)
		}
		_, err = artifact.Open(bytes.NewReader(content), int64(len(content)), artifact.Limits{})
		if err == nil || !strings.Contains(err.Error(), "1000 files") {
			t.Errorf("error %v", err)
		}
	})
}
