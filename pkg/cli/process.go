package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"
)

// Process is what a command may use of the process it runs in.
type Process struct {
	Args    []string // without the program's name
	Environ []string // name=value
	Dir     string   // the current folder, absolute
	TempDir string
	In      io.Reader
	Out     io.Writer
	Err     io.Writer
	Live    bool       // Err is a terminal that can repaint a line
	Color   bool       // people look at Out and want colours
	Width   func() int // of the terminal, 80 where there is none
	Columns func() int // of the terminal that Out is, 0 where it is none; nil is none
	Now     func() time.Time
	Signals <-chan os.Signal
	Exit    func(code int) // ends the process at once
}

// Main runs the command of this process and returns its exit code.
func Main() int {
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "surefoot: the current folder: "+err.Error())
		return exitError
	}
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	signal.Ignore(syscall.SIGPIPE) // a reader that left must not cost the report
	p := &Process{
		Args: os.Args[1:], Environ: os.Environ(), Dir: dir, TempDir: os.TempDir(),
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Now: time.Now, Signals: signals, Exit: os.Exit,
		Width: func() int {
			if width, _, err := term.GetSize(int(os.Stderr.Fd())); err == nil && width > 0 {
				return width
			}
			return 80
		},
		Columns: func() int {
			width, _, _ := term.GetSize(int(os.Stdout.Fd()))
			return width
		},
	}
	// A terminal that cannot repaint, or a log that is read later, gets plain
	// lines (https://no-color.org, and CI as most services set it).
	plain := p.env("TERM") == "dumb" || isTrue(p.env("CI"))
	p.Live = term.IsTerminal(int(os.Stderr.Fd())) && !plain
	p.Color = term.IsTerminal(int(os.Stdout.Fd())) && !plain && p.env("NO_COLOR") == ""
	if forced := p.env("CLICOLOR_FORCE"); forced != "" && forced != "0" && p.env("NO_COLOR") == "" {
		p.Color = true
	}
	return p.Run(context.Background())
}

func isTrue(s string) bool {
	return s != "" && !slices.Contains([]string{"0", "false", "no"}, strings.ToLower(s))
}

// env is the value of an environment variable, "" when it is not set.
func (p *Process) env(name string) string {
	value, _ := p.lookup(name)
	return value
}

func (p *Process) lookup(name string) (string, bool) {
	for _, pair := range slices.Backward(p.Environ) {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value, true
		}
	}
	return "", false
}
