//go:build integration && linux

package artifact_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
)

// stepVariable names the folder of a step's results, and makes the test
// binary such a step.
const stepVariable = "SUREFOOT_TEST_STEP"

func TestMain(m *testing.M) {
	if dir := os.Getenv(stepVariable); dir != "" {
		if err := stepOfAct(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// large takes three blocks.
func large() artifact.File {
	const size = 17 << 20
	return artifact.File{Name: "log/trials.jsonl", Size: size, Open: func() (io.ReadCloser, error) {
		return newNoise(size), nil
	}}
}

const page = "<!doctype html><title>report</title>"

// stepOfAct is what runs inside of the workflow.
func stepOfAct(dir string) error {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	c, err := artifact.New(artifact.Options{
		ResultsURL: os.Getenv("ACTIONS_RESULTS_URL"), RuntimeToken: os.Getenv("ACTIONS_RUNTIME_TOKEN"),
		HTTP: &http.Client{}, Now: time.Now, Temp: dir, RetentionDays: 3,
	})
	if err != nil {
		return err
	}
	if all, err := c.List(ctx); err != nil || len(all) > 0 {
		return fmt.Errorf("an empty run lists %v, error %w", all, err)
	}
	results := map[string]artifact.Result{}
	if results["logs"], err = c.Upload(ctx, "logs", []artifact.File{large(), file("a.txt", "one")}); err != nil {
		return err
	}
	if results["report.html"], err = c.UploadRaw(ctx, "report.html", file("report.html", page), "text/html"); err != nil {
		return err
	}
	for _, content := range []string{"first, and longer", "second"} {
		if results["twice"], err = c.Upload(ctx, "twice", []artifact.File{file("a", content)}); err != nil {
			return err
		}
	}
	if _, err = c.Upload(ctx, "gone", []artifact.File{file("a", "b")}); err != nil {
		return err
	}
	if err := c.Delete(ctx, "gone"); err != nil {
		return err
	}
	all, err := c.List(ctx)
	if err != nil {
		return err
	}
	for _, a := range all {
		if err := fetched(ctx, c, a, filepath.Join(dir, a.Name+".got"), results[a.Name]); err != nil {
			return err
		}
	}
	if err := c.Delete(ctx, "gone"); !errors.Is(err, artifact.ErrNotFound) {
		return fmt.Errorf("deleted twice: %w", err)
	}
	data, err := json.Marshal(results)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "results.json"), data, 0o600)
}

func fetched(ctx context.Context, c *artifact.Client, a artifact.Artifact, path string, want artifact.Result) error {
	to, err := os.Create(path)
	if err != nil {
		return err
	}
	defer to.Close()
	got, err := c.Download(ctx, a, to, 64<<20)
	if err != nil {
		return err
	}
	if got.Digest != want.Digest || got.Size != want.Size || a.ID != want.ID {
		return fmt.Errorf("%+v of %+v, want %+v", got, a, want)
	}
	return nil
}

// TestIntegrationArtifactsOfAct needs act on the PATH, and git.
func TestIntegrationArtifactsOfAct(t *testing.T) {
	t.Parallel()
	const version = "0.2.89"
	out, err := exec.CommandContext(t.Context(), "act", "--version").CombinedOutput()
	if err != nil || !strings.Contains(string(out), version) {
		t.Fatalf("act %s must be on the PATH, as .ci/run integration sees to: %s (error %v)", version, out, err)
	}
	dir := t.TempDir()
	repo, store, results := filepath.Join(dir, "repo"), filepath.Join(dir, "store"), filepath.Join(dir, "results")
	for _, folder := range []string{filepath.Join(repo, ".github", "workflows"), store, results, filepath.Join(dir, "home")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	workflow := "on: push\njobs:\n  eval:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: " + self +
		"\n        env:\n          " + stepVariable + ": " + results + "\n"
	if err := os.WriteFile(filepath.Join(repo, ".github", "workflows", "eval.yml"), []byte(workflow), 0o600); err != nil {
		t.Fatal(err)
	}
	home := []string{"HOME=" + filepath.Join(dir, "home"), "PATH=" + os.Getenv("PATH")}
	command := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Env = repo, home
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	command("git", "init", "-q", "-b", "main")
	command("git", "remote", "add", "origin", "https://github.com/surefoot-dev/example.git")
	command("git", "add", ".")
	command("git", "-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-q", "-m", "a workflow")
	command("act", "push", "-P", "ubuntu-latest=-self-hosted", "--container-daemon-socket", "-",
		"--artifact-server-path", store, "--artifact-server-addr", "127.0.0.1", "--artifact-server-port", freePort(t),
		"--no-cache-server", "--action-offline-mode", "--pull=false", "--env", "GITHUB_RUN_ID=1")

	var got map[string]artifact.Result
	data, err := os.ReadFile(filepath.Join(results, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(newNoise(large().Size))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][][2]string{
		"logs":        {{"a.txt", "one"}, {"log/trials.jsonl", string(content)}},
		"report.html": {{"report.html", page}},
		"twice":       {{"a", "second"}},
	} {
		kept, err := os.ReadFile(filepath.Join(store, "1", name, name+".zip"))
		if err != nil {
			t.Error(err)
			continue
		}
		if result := got[name]; result.Digest != digest(kept) || result.Size != int64(len(kept)) || result.Raw || result.ID == 0 {
			t.Errorf("%s: act has %d bytes of %s, we say %+v", name, len(kept), digest(kept), result)
		}
		if !cmp.Equal(want, unzipped(t, kept)) {
			t.Errorf("%s: other files", name)
		}
		back, err := os.ReadFile(filepath.Join(results, name+".got"))
		if err != nil || !bytes.Equal(kept, back) {
			t.Errorf("%s: downloaded other bytes (error %v)", name, err)
		}
	}
	if left, err := filepath.Glob(filepath.Join(results, "artifact-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind %v", left)
	}
	if _, err := os.Stat(filepath.Join(store, "1", "gone")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what was deleted is there (error %v)", err)
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// TestIntegrationAFullDiskUploadsNothing needs root, to mount a file system of
// its own.
func TestIntegrationAFullDiskUploadsNothing(t *testing.T) {
	t.Parallel()
	small := t.TempDir()
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=1m"); err != nil {
		t.Fatalf("mounting a small disk: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(small, 0); err != nil {
			t.Error(err)
		}
	})
	c := serve(t, false).client(func(o *artifact.Options) { o.Temp = small })
	_, zipped := c.Upload(t.Context(), "r", []artifact.File{large()})
	_, raw := c.UploadRaw(t.Context(), "r", large(), "text/plain")
	for _, err := range []error{zipped, raw} {
		if err == nil || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "the temporary file: no space left on device") {
			t.Errorf("error %v", err)
		}
	}
	if left, err := os.ReadDir(small); err != nil || len(left) > 0 {
		t.Errorf("left behind %v (error %v)", left, err)
	}
}
