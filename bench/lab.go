//go:build linux

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// lab holds what the measurements share.
type lab struct {
	dir    string
	binary string
	server *server
}

// usage is what one process took.
type usage struct {
	Wall, CPU time.Duration
	Resident  int64 // bytes, at most
}

func (b *lab) build() error {
	cmd := exec.Command("go", "build", "-trimpath", "-o", b.binary, ".")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// run runs a command that must succeed.
func (b *lab) run(name string, args ...string) (usage, error) {
	self, err := os.Executable()
	if err != nil {
		return usage{}, err
	}
	cmd := exec.Command(self, append([]string{"measure", name}, args...)...)
	cmd.Dir = b.dir
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return usage{}, fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args, " "), err, stderr.String())
	}
	var u usage
	return u, json.Unmarshal([]byte(stdout.String()), &u)
}

// measure runs a command, without its output, and prints what it took. What a
// process begins with is the memory of its parent, and counts as its own until
// it has more: this one is small, as the one that serves and reads is not.
func measure(name string, args []string) error {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	began := time.Now()
	if err := cmd.Run(); err != nil {
		return err
	}
	u := usage{Wall: time.Since(began), CPU: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.Resident = r.Maxrss * 1024
	}
	return json.NewEncoder(os.Stdout).Encode(u)
}

// median is of several runs' wall times.
func (b *lab) median(runs int, name string, args ...string) (time.Duration, error) {
	var walls []time.Duration
	for range runs {
		u, err := b.run(name, args...)
		if err != nil {
			return 0, err
		}
		walls = append(walls, u.Wall)
	}
	return middle(walls), nil
}

// middle is the median.
func middle(walls []time.Duration) time.Duration {
	slices.Sort(walls)
	return walls[len(walls)/2]
}

// application writes one with a single agent whose connector is the server,
// and a file of cases of 120 bytes each.
func (b *lab) application(cases int) (root, file string, err error) {
	root = filepath.Join(b.dir, fmt.Sprintf("app-%d", cases))
	file = filepath.Join(root, "assistants", "bench", "tests", "inputs.jsonl")
	for path, text := range map[string]string{
		"app.yao":                      `{"name": "bench"}`,
		"connectors/bench.conn.yao":    `{"type": "openai", "options": {"host": "` + b.server.host + `", "model": "bench"}}`,
		"assistants/bench/package.yao": `{"name": "bench", "connector": "bench"}`,
	} {
		if err := write(filepath.Join(root, path), text); err != nil {
			return "", "", err
		}
	}
	var lines strings.Builder
	for i := range cases {
		line := fmt.Sprintf(`{"id":"case-%06d","input":"","assert":{"type":"contains","value":"ok"}}`, i)
		question := "Is everything in order?" + strings.Repeat(".", 120-1-len(line)-23)
		lines.WriteString(strings.Replace(line, `"input":""`, `"input":"`+question+`"`, 1) + "\n")
	}
	return root, file, write(file, lines.String())
}

func write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// eval runs all cases of the application and returns what it took.
func (b *lab) eval(root string, latency time.Duration) (usage, time.Duration, int, error) {
	b.server.reset(latency)
	u, err := b.run(b.binary, b.evalArgs(root)...)
	window, count := b.server.window()
	return u, window, count, err
}

// report is where eval leaves its report.
func (b *lab) report() string { return filepath.Join(b.dir, "report.jsonl") }

func (b *lab) evalArgs(root string, more ...string) []string {
	return append([]string{"eval", "-a", root, "--parallel", fmt.Sprint(inFlight), "-o", b.report()}, more...)
}

// least is the run of several that took the least processor time, for what is
// told as a difference of two: what others do to a run only adds to it.
func (b *lab) least(runs int, name string, args ...string) (usage, error) {
	var least usage
	for i := range runs {
		u, err := b.run(name, args...)
		if err != nil {
			return usage{}, err
		}
		if i == 0 || u.CPU < least.CPU {
			least = u
		}
	}
	return least, nil
}
