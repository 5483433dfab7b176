//go:build linux

// Command bench measures what Surefoot costs beside a plain streaming HTTP
// client that asks the same server the same questions in the same run. It
// builds the binary, starts a server on loopback, and prints one Markdown
// table. It judges nothing: docs/bench.md says what the figures should be.
//
//	go run ./bench
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

func main() {
	if err := work(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// work is the measurement, or, as a process of its own, a part of it.
func work(words []string) error {
	switch {
	case len(words) == 3 && words[0] == "client":
		return client(words[1], words[2])
	case len(words) == 1 && words[0] == "echo":
		return echoServer()
	case len(words) == 2 && words[0] == "call":
		return echoClient(words[1])
	case len(words) > 1 && words[0] == "measure":
		return measure(words[1], words[2:])
	case len(words) == 2 && words[0] == "lines":
		return lines(words[1])
	case len(words) == 2 && words[0] == "read":
		return read(words[1])
	case len(words) == 2 && words[0] == "fold":
		return fold(words[1])
	default:
		return bench()
	}
}

func bench() error {
	dir, err := os.MkdirTemp("", "surefoot-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &lab{dir: dir, binary: filepath.Join(dir, "surefoot")}
	if err := b.build(); err != nil {
		return err
	}
	srv, err := serve()
	if err != nil {
		return err
	}
	defer srv.close()
	b.server = srv
	fmt.Println("| what | surefoot | plain client | ratio |")
	fmt.Println("|---|---|---|---|")
	for _, step := range []func() error{
		b.start,
		b.oneCase,
		func() error { return b.throughput(20_000, 0) },
		func() error { return b.throughput(2_000, 50*time.Millisecond) },
		func() error { return b.memory(200) },
		func() error { return b.memory(100_000) },
		func() error { return b.adaptive(10_000, 10) },
		func() error { return b.cassettes(2_000) },
		func() error { return b.formats(5_000) },
		func() error { return b.trials(20_000, 5) },
		func() error { return b.scripts(2_000, 1_000) },
		func() error { return b.tools(1_000) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
