//go:build unix

package proc_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/proc"
)

// TestMain is a child too: tests start this program with a word for what it is
// to do.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "child" {
		os.Exit(child(os.Args[2]))
	}
	os.Exit(m.Run())
}

func child(does string) int {
	switch does {
	case "copy":
		if _, err := io.Copy(os.Stdout, os.Stdin); err != nil {
			return 1
		}
	case "environment":
		fmt.Fprintln(os.Stdout, strings.Join(os.Environ(), "\n"))
	case "loud":
		for i := range 2000 {
			fmt.Fprintf(os.Stderr, "line %d\n", i)
		}
		return 3
	case "deaf", "deaf with a child":
		asked := make(chan os.Signal, 1)
		signal.Notify(asked, syscall.SIGTERM)
		if does != "deaf" {
			own := exec.Command(os.Args[0], "child", "deaf")
			own.Stdout = os.Stdout
			if err := own.Start(); err != nil {
				return 1
			}
		}
		fmt.Fprintln(os.Stdout, os.Getpid())
		for range asked { // and hears nothing
		}
	}
	return 0
}

func start(t *testing.T, does string, env ...string) *proc.Process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := proc.Start(proc.Command{Path: self, Args: []string{"child", does}, Dir: t.TempDir(), Env: env})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.End)
	return p
}

func TestAChildEndsWithItsInput(t *testing.T) {
	t.Parallel()
	p := start(t, "copy")
	if _, err := io.WriteString(p.Stdin, "hello\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(p.Stdout).ReadString('\n'); line != "hello\n" {
		t.Errorf("got %q, %v", line, err)
	}
	if exit := p.Exit(); exit != "" {
		t.Errorf("it ended before its input: %s", exit)
	}
	if err := p.Stdin.Close(); err != nil {
		t.Fatal(err)
	}
	<-p.Done()
	if exit := p.Exit(); exit != "exit status 0" {
		t.Errorf("it ended with %q", exit)
	}
	p.End()
	p.End()
}

func TestAChildHasNoOtherEnvironment(t *testing.T) {
	t.Parallel()
	p := start(t, "environment", "ONE=1")
	said, err := io.ReadAll(p.Stdout)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for line := range strings.Lines(string(said)) {
		name, _, _ := strings.Cut(line, "=")
		names[name] = true
	}
	delete(names, "SUREFOOT_CHILD")
	if len(names) != 1 || !names["ONE"] {
		t.Errorf("it knows %v", names)
	}
}

func TestTheLastWordsAreKept(t *testing.T) {
	t.Parallel()
	p := start(t, "loud")
	<-p.Done()
	said := p.Stderr()
	if p.Exit() != "exit status 3" || len(said) > 4<<10+40 || !strings.HasSuffix(said, "\nline 1999") {
		t.Errorf("%s, %d bytes: %.60q", p.Exit(), len(said), said)
	}
	if _, first, _ := strings.Cut(strings.SplitN(said, "\n", 2)[0], " bytes before) "); !strings.HasPrefix(first, "line ") || !strings.HasPrefix(said, "(") {
		t.Errorf("they begin within a line, or do not say what is missing: %.60q", said)
	}
}

// TestNothingIsLeft of a child that hears neither the end of its input nor that
// it is asked to end, nor of what it started.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	p := start(t, "deaf with a child")
	out := bufio.NewReader(p.Stdout)
	var pids []int
	for range 2 {
		line, err := out.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	p.End()
	if exit := p.Exit(); exit != "signal: killed" {
		t.Errorf("it ended with %q", exit)
	}
	// Both had the pipe: its end is the end of both.
	if rest, err := io.ReadAll(out); err != nil && !errors.Is(err, os.ErrClosed) || len(rest) > 0 {
		t.Errorf("after the end came %q, %v", rest, err)
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, 0); err == nil && !zombie(pid) {
			t.Errorf("process %d is left", pid)
		}
	}
}

// zombie reports whether a process has ended, and only its number is left for
// whoever adopted it to take note of.
func zombie(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	_, state, _ := strings.Cut(string(stat), ") ")
	return err != nil || strings.HasPrefix(state, "Z") || strings.HasPrefix(state, "X")
}

func TestACommandThatIsNotThere(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"no-such-command-here":   `there is no command "no-such-command-here" in PATH`,
		"no-such-command --flag": `there is no command "no-such-command --flag" in PATH (what a command is given stands apart from it)`,
		"./no-such-file":         `cannot start "./no-such-file": no such file or directory`,
	} {
		if _, err := proc.Start(proc.Command{Path: path, Dir: t.TempDir()}); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
}
