//go:build integration && linux

//nolint:paralleltest // the tests share the one engine of this machine
package cli_test

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// ceiling is what the slim image may have, in bytes unpacked.
const ceiling = 45_000_000

// engine is a container engine of a test's own.
type engine struct {
	socket string
	client string
}

// startEngine runs an engine that knows no registry and makes no network, and
// ends with the test.
func startEngine(t testing.TB) *engine {
	t.Helper()
	client := "/usr/bin/docker" // the distribution's, whose builder is its engine's
	if _, err := os.Stat(client); err != nil {
		t.Fatal("docker is not installed: apt-get install docker.io")
	}
	dir, err := os.MkdirTemp("", "engine") //nolint:usetesting // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(dir, "config.json")
	if err := os.WriteFile(config, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := &engine{socket: filepath.Join(dir, "docker.sock"), client: client}
	daemon := exec.Command("dockerd", "--config-file", config, "--data-root", dir+"/data", "--exec-root", dir+"/exec", "--pidfile", dir+"/pid",
		"-H", "unix://"+e.socket, "--iptables=false", "--ip6tables=false", "--bridge=none", "--storage-driver=overlay2")
	var log bytes.Buffer
	daemon.Stdout, daemon.Stderr = &log, &log
	daemon.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = daemon.Process.Signal(syscall.SIGTERM)
		_ = daemon.Wait()
		mounts, _ := filepath.Glob(dir + "/exec/netns/*")
		for _, mount := range mounts {
			_ = syscall.Unmount(mount, syscall.MNT_DETACH)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for dialer := (net.Dialer{}); ; {
		conn, err := dialer.DialContext(ctx, "unix", e.socket)
		if err == nil {
			_ = conn.Close()
			return e
		}
		select {
		case <-ctx.Done():
			t.Fatalf("the engine does not start: %s", log.String())
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func (e *engine) command(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), e.client, args...)
	cmd.Dir = "../.."
	cmd.Env = append(os.Environ(), "DOCKER_HOST=unix://"+e.socket, "DOCKER_BUILDKIT=1")
	return cmd
}

func (e *engine) run(t testing.TB, args ...string) string {
	t.Helper()
	out, err := e.command(t, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("docker %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// prebuilt makes the image of a binary that is compiled outside, where the
// compiler's cache is.
func (e *engine) prebuilt(t testing.TB, tags ...string) {
	t.Helper()
	build := exec.CommandContext(t.Context(), ".ci/prebuild", "v9.8.7")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	args := []string{"build", "--network", "host", "--build-arg", "FILES=prebuilt", "."}
	for _, tag := range tags {
		args = append(args, "--tag", tag)
	}
	e.run(t, args...)
}

func TestIntegrationTheImage(t *testing.T) {
	e := startEngine(t)
	// The second is what act calls the image of a local action.
	e.prebuilt(t, "surefoot", "act-dockeraction:latest")

	t.Run("is small", func(t *testing.T) {
		size, err := strconv.Atoi(strings.TrimSpace(e.run(t, "image", "inspect", "--format", "{{.Size}}", "surefoot")))
		if err != nil || size > ceiling {
			t.Errorf("the image has %d bytes, error %v", size, err)
		}
	})
	t.Run("says its version", func(t *testing.T) {
		if out := e.run(t, "run", "--rm", "--network", "none", "surefoot", "version"); !strings.HasPrefix(out, "surefoot 9.8.7 linux/") {
			t.Error(out)
		}
	})
	t.Run("runs on a laptop without the runner", func(t *testing.T) {
		dir := appCopy(t, "example")
		out := e.run(t, "run", "--rm", "--network", "none", "--volume", dir+":/github/workspace", "--workdir", "/github/workspace", "surefoot",
			"eval", "@failing.jsonl", "--case", "knows-the-way", "-o", "r.json")
		if !strings.Contains(out, "ALL TESTS PASSED") {
			t.Error(out)
		}
	})
	t.Run("is an action as the runner runs it", func(t *testing.T) { asTheRunner(t, e) })
	t.Run("is an action for act", func(t *testing.T) { dogfood(t, e) })
	t.Run("is built from its source", func(t *testing.T) { fromSource(t, e) })
}

// asTheRunner starts the container with the mounts, the owners and the
// environment of GitHub's runner.
func asTheRunner(t *testing.T, e *engine) {
	h := newHub(t, "INPUT_WORKING-DIRECTORY=/home/runner/work/demo/demo/evals", "INPUT_INPUT=failing.jsonl", "INPUT_OUTPUT=out.jsonl",
		"INPUT_RECORD=cassettes", "INPUT_RUNS=5", "INPUT_RUN=", "INPUT_MIN-PASS-RATE=", "INPUT_CHECK=true", "RUNNER_WORKSPACE=/home/runner/work/demo", "CI=true")
	root := t.TempDir()
	if err := os.CopyFS(root+"/ws/evals", os.DirFS(h.dir)); err != nil {
		t.Fatal(err)
	}
	folders := []string{"/temp/_github_home", "/temp/_github_workflow", "/temp/_runner_file_commands"}
	for _, dir := range folders {
		if err := os.MkdirAll(root+dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"_github_workflow/event.json": h.event, "_runner_file_commands/output": "", "_runner_file_commands/summary": ""} {
		if err := os.WriteFile(filepath.Join(root, "temp", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const uid, gid = 1001, 127 // of the runner's own user
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, uid, gid)
	})
	if err != nil {
		t.Fatal(err)
	}
	h.set("GITHUB_WORKSPACE", "/github/workspace")
	h.set("GITHUB_EVENT_PATH", "/github/workflow/event.json")
	h.set("GITHUB_OUTPUT", "/github/file_commands/output")
	h.set("GITHUB_STEP_SUMMARY", "/github/file_commands/summary")
	h.set("HOME", "/github/home")
	h.set("RUNNER_TEMP", "/github/runner_temp")
	args := []string{"run", "--name", "surefoot_action", "--workdir", "/github/workspace", "--rm", "--network", "host"}
	for _, pair := range h.environ {
		args = append(args, "--env", pair)
	}
	for from, to := range map[string]string{
		"temp": "runner_temp", "temp/_github_home": "home", "temp/_github_workflow": "workflow", "temp/_runner_file_commands": "file_commands", "ws": "workspace",
	} {
		args = append(args, "--volume", filepath.Join(root, from)+":/github/"+to)
	}
	out, err := e.command(t, append(args, "surefoot", "action")...).CombinedOutput()
	if exit := (interface{ ExitCode() int })(nil); err == nil || !asExit(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("%v: %s", err, out)
	}
	h.temp = filepath.Join(root, "temp/_runner_file_commands")
	if got := h.outputs(t); got["verdict"] != "failed" || got["artifact-id"] != "42" || got["jsonl-path"] != "evals/out.jsonl" {
		t.Errorf("outputs %v: %s", got, out)
	}
	if len(h.Comments) != 1 || len(h.Checks) != 1 || !strings.Contains(h.summary(t), "5 of 6 cases did not pass") {
		t.Errorf("%d comments, %d checks, summary %s", len(h.Comments), len(h.Checks), h.summary(t))
	}
	if !strings.Contains(string(out), "file=evals/failing.jsonl,line=3") {
		t.Errorf("no annotation at its place: %s", out)
	}
	for _, kept := range []string{"out.jsonl", "cassettes"} {
		err := filepath.WalkDir(root+"/ws/evals/"+kept, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := entry.Info()
			if err != nil {
				return err
			}
			if owner := info.Sys().(*syscall.Stat_t); owner.Uid != uid || owner.Gid != gid {
				t.Errorf("%s belongs to %d:%d", path, owner.Uid, owner.Gid)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func asExit(err error, exit *interface{ ExitCode() int }) bool {
	if e, ok := err.(*exec.ExitError); ok {
		*exit = e
		return true
	}
	return false
}

// dogfood runs the workflow of this repository.
func dogfood(t *testing.T, e *engine) {
	act, err := exec.LookPath("act")
	if err != nil {
		t.Fatal("act is not installed: .ci/run integration does it")
	}
	e.importJobImage(t)
	repo, home := t.TempDir(), t.TempDir()
	for _, file := range []string{"action.yml", "Dockerfile", ".github/workflows/dogfood.yml"} {
		copyFile(t, "../../"+file, filepath.Join(repo, file))
	}
	if err := copyWithoutReports(filepath.Join(repo, "testdata/apps/example"), "example"); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"init", "--quiet"}, {"remote", "add", "origin", "https://github.com/surefoot-dev/surefoot.git"}, {"add", "."},
		{"-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "--quiet", "--message", "x"},
	} {
		git := exec.CommandContext(t.Context(), "git", args...)
		git.Dir = repo
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	port := freePort(t)
	cmd := exec.CommandContext(t.Context(), act, "push", "-P", "ubuntu-24.04=surefoot-job:latest", "--network", "host", "--container-daemon-socket", "-",
		"--artifact-server-path", home+"/artifacts", "--artifact-server-addr", "127.0.0.1", "--artifact-server-port", port,
		"--no-cache-server", "--rebuild=false", "--action-offline-mode", "--pull=false", "--env", "GITHUB_RUN_ID=1")
	cmd.Dir = repo
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+home, "DOCKER_HOST=unix://"+e.socket)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"dogfood-passes", "dogfood-fails"} {
		if _, err := os.Stat(filepath.Join(home, "artifacts/1", name, name+".zip")); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

// importJobImage makes an image to run steps in, of what this machine has.
func (e *engine) importJobImage(t *testing.T) {
	t.Helper()
	e.importImage(t, "surefoot-job:latest", []string{"bin/bash=/bin/bash-static", "bin/busybox=/bin/busybox"})
}

// fromSource builds the image as users of the main branch do.
func fromSource(t *testing.T, e *engine) {
	goroot, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	e.importImage(t, "golang:1.26-bookworm", []string{"bin/busybox=/bin/busybox", "usr/local/go=" + strings.TrimSpace(string(goroot)), "etc/ssl/certs/ca-certificates.crt=/etc/ssl/certs/ca-certificates.crt"},
		"ENV PATH=/usr/local/go/bin:/bin GOTOOLCHAIN=local GOPATH=/go GOFLAGS=-p=2")
	e.run(t, "build", "--network", "host", "--build-arg", "VERSION=v9.9.9", "--tag", "surefoot-source", ".")
	if out := e.run(t, "run", "--rm", "--network", "none", "surefoot-source", "version"); !strings.HasPrefix(out, "surefoot 9.9.9 linux/") {
		t.Error(out)
	}
}

// importImage makes an image of files of this machine, NAME=FROM each, which
// stands in for one that only a registry has.
func (e *engine) importImage(t *testing.T, tag string, files []string, changes ...string) {
	t.Helper()
	args := []string{"import"}
	for _, change := range append(changes, "ENV HOME=/root") {
		args = append(args, "--change", change)
	}
	cmd := e.command(t, append(args, "-", tag)...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(in)
	for _, file := range files {
		name, from, _ := strings.Cut(file, "=")
		pack(t, w, name, from)
	}
	applets, err := exec.CommandContext(t.Context(), "/bin/busybox", "--list").Output()
	if err != nil {
		t.Fatal(err)
	}
	for applet := range strings.FieldsSeq(string(applets)) {
		if applet != "busybox" {
			header(t, w, &tar.Header{Typeflag: tar.TypeSymlink, Name: "bin/" + applet, Linkname: "busybox"})
		}
	}
	header(t, w, &tar.Header{Typeflag: tar.TypeDir, Name: "tmp/", Mode: 0o1777})
	header(t, w, &tar.Header{Typeflag: tar.TypeDir, Name: "root/", Mode: 0o700})
	passwd := "root:x:0:0:root:/root:/bin/sh\n"
	header(t, w, &tar.Header{Typeflag: tar.TypeReg, Name: "etc/passwd", Mode: 0o644, Size: int64(len(passwd))})
	if _, err := w.Write([]byte(passwd)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	_ = in.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, log.String())
	}
}

func header(t *testing.T, w *tar.Writer, h *tar.Header) {
	t.Helper()
	if err := w.WriteHeader(h); err != nil {
		t.Fatal(err)
	}
}

// pack adds a file, or a folder with all below it.
func pack(t *testing.T, w *tar.Writer, name, from string) {
	t.Helper()
	from, err := filepath.EvalSymlinks(from)
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: filepath.Join(name, rel), Mode: int64(info.Mode().Perm()), Size: int64(len(data))}); err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	var config net.ListenConfig
	l, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// BenchmarkImage tells what a container takes beside the binary's own start:
// run it with -bench Image -run XXX -tags integration.
func BenchmarkImage(b *testing.B) {
	e := startEngine(b)
	e.prebuilt(b, "surefoot")
	dir := b.TempDir()
	if err := copyWithoutReports(dir+"/app", "example"); err != nil {
		b.Fatal(err)
	}
	container := []string{"run", "--rm", "--network", "host", "--volume", dir + "/app:/github/workspace", "--workdir", "/github/workspace", "surefoot"}
	b.Run("version", func(b *testing.B) {
		for b.Loop() {
			e.run(b, append(slices.Clone(container), "version")...)
		}
	})
	b.Run("one case", func(b *testing.B) {
		for b.Loop() {
			e.run(b, append(slices.Clone(container), "eval", "@failing.jsonl", "--case", "knows-the-way", "-o", "r.jsonl")...)
		}
	})
	b.Run("first request", func(b *testing.B) { firstRequest(b) })
}

// firstRequest is the time from the start of the process to the first request
// that a model's server sees.
func firstRequest(b *testing.B) {
	b.Helper()
	arrived := make(chan time.Time, 1)
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		select {
		case arrived <- time.Now():
		default:
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"choices":[{"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}]}`)
	})
	server := httptest.NewServer(mux)
	b.Cleanup(server.Close)
	url := server.URL
	dir := b.TempDir()
	for name, text := range map[string]string{
		"app.yao": `{"name": "bench"}`, "assistants/a/package.yao": `{"name": "a", "connector": "m"}`,
		"connectors/m.conn.yao": `{"type": "openai", "options": {"host": "` + url + `", "model": "m"}}`, "cases.jsonl": `{"id": "x", "input": "hi", "target": "a"}`,
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	binary, err := filepath.Abs("../../prebuilt/" + runtime.GOARCH + "/usr/local/bin/surefoot")
	if err != nil {
		b.Fatal(err)
	}
	var sum time.Duration
	for b.Loop() {
		cmd := exec.CommandContext(b.Context(), binary, "eval", "@cases.jsonl", "-o", "r.jsonl")
		cmd.Dir = dir
		began := time.Now()
		if out, err := cmd.CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		sum += (<-arrived).Sub(began)
	}
	b.ReportMetric(float64(sum.Milliseconds())/float64(b.N), "ms/first-request")
}
