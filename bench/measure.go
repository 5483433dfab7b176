//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

func row(what, ours, plain, ratio string) {
	fmt.Printf("| %s | %s | %s | %s |\n", what, ours, plain, ratio)
}

func percent(ours, plain time.Duration) string {
	return fmt.Sprintf("%.0f %%", 100*float64(ours)/float64(plain))
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000) }

// start is how long the process takes to do nothing.
func (b *lab) start() error {
	took, err := b.median(15, b.binary, "version")
	if err != nil {
		return err
	}
	row("`surefoot version`, median of 15", ms(took), "", "")
	return nil
}

// oneCase is a whole eval of one case on a script connector.
func (b *lab) oneCase() error {
	root, err := filepath.Abs("testdata/apps/example")
	if err != nil {
		return err
	}
	took, err := b.median(9, b.binary, "eval", "keyword", "-a", root,
		"-i", filepath.Join(root, "assistants/keyword/tests/inputs.jsonl"), "--case", "plain", "-o", filepath.Join(b.dir, "one.jsonl"))
	if err != nil {
		return err
	}
	row("one case on a script connector, median of 9", ms(took), "", "")
	return nil
}

// throughput compares rate and processor time over the same cases.
func (b *lab) throughput(cases int, latency time.Duration) error {
	root, file, err := b.application(cases)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	b.server.reset(latency)
	plainUse, err := b.run(self, "client", b.server.host, file)
	if err != nil {
		return err
	}
	plainWindow, plainCount := b.server.window()
	ourUse, ourWindow, ourCount, err := b.eval(root, latency)
	if err != nil {
		return err
	}
	if plainCount != cases || ourCount != cases {
		return fmt.Errorf("%d cases: %d asked by the plain client, %d by surefoot", cases, plainCount, ourCount)
	}
	what := fmt.Sprintf("%d cases, %s latency, %d in flight: ", cases, latency, inFlight)
	rate := func(window time.Duration) float64 { return float64(cases) / window.Seconds() }
	row(what+"cases/s from first request to last answer", fmt.Sprintf("%.0f", rate(ourWindow)), fmt.Sprintf("%.0f", rate(plainWindow)),
		fmt.Sprintf("%.0f %%", 100*rate(ourWindow)/rate(plainWindow)))
	per := func(u usage) time.Duration { return u.CPU / time.Duration(cases) }
	row(what+"processor time a case", ms2(per(ourUse)), ms2(per(plainUse)), fmt.Sprintf("%.1f ×", float64(ourUse.CPU)/float64(plainUse.CPU)))
	row(what+"wall time of the process", ms(ourUse.Wall), ms(plainUse.Wall), percent(ourUse.Wall, plainUse.Wall))
	return nil
}

func ms2(d time.Duration) string { return fmt.Sprintf("%.3f ms", float64(d.Nanoseconds())/1e6) }

// memory is the most that was resident.
func (b *lab) memory(cases int) error {
	root, _, err := b.application(cases)
	if err != nil {
		return err
	}
	u, _, _, err := b.eval(root, 0)
	if err != nil {
		return err
	}
	row(fmt.Sprintf("%d cases of 120 bytes: most resident", cases), fmt.Sprintf("%.0f MB", float64(u.Resident)/1e6), "", "")
	return nil
}
