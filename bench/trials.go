//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/report/log"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

// trials is what a report of many trials takes to be read, folded and decided
// on, beside a process that reads the same lines and counts who passed.
func (b *lab) trials(cases, runs int) error {
	root, _, err := b.application(cases)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	b.server.reset(0)
	if _, err := b.run(b.binary, b.evalArgs(root, "--runs", strconv.Itoa(runs))...); err != nil {
		return err
	}
	plain, err := b.run(self, "lines", b.report())
	if err != nil {
		return err
	}
	ours, err := b.run(b.binary, "report", b.report(), "-o", filepath.Join(b.dir, "trials.md"))
	if err != nil {
		return err
	}
	what := fmt.Sprintf("%d trials of %d cases: ", cases*runs, cases)
	row(what+"`surefoot report` as .md, processor time", ms(ours.CPU), ms(plain.CPU), fmt.Sprintf("%.1f ×", float64(ours.CPU)/float64(plain.CPU)))
	row(what+"`surefoot report` as .md, most resident", megabytes(ours), megabytes(plain), "")
	read, err := b.least(5, self, "read", b.report())
	if err != nil {
		return err
	}
	folded, err := b.least(5, self, "fold", b.report())
	if err != nil {
		return err
	}
	row(what+"aggregates and gate, processor time beyond reading the rows", ms(folded.CPU-read.CPU), "", "")
	row(what+"aggregates and gate, most resident with reading the rows", megabytes(folded), "", "")
	return nil
}

func megabytes(u usage) string { return fmt.Sprintf("%.0f MB", float64(u.Resident)/1e6) }

// lines is the yardstick: it reads a report line by line, and counts.
func lines(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewScanner(file)
	in.Buffer(nil, 1<<26)
	passed := 0
	for in.Scan() {
		var row struct{ Type, ID, Status string }
		if err := json.Unmarshal(in.Bytes(), &row); err != nil {
			return err
		}
		if row.Type == "result" && row.Status == "passed" {
			passed++
		}
	}
	if passed == 0 {
		return fmt.Errorf("%s: no trial passed", path)
	}
	return in.Err()
}

// read reads the rows of a report, and makes nothing of them.
func read(path string) error {
	return rows(path, func(eval.Event) {})
}

func rows(path string, see func(eval.Event)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = log.Read(file, path, func(_ string, ev eval.Event) error {
		see(ev)
		return nil
	})
	return err
}

// fold reads them too, and makes figures and a verdict of them.
func fold(path string) error {
	var start eval.Start
	builder := stability.NewBuilder(&start, nil, nil)
	expected := map[eval.Key]bool{}
	if err := rows(path, func(ev eval.Event) {
		switch ev := ev.(type) {
		case *eval.Start:
			start = *ev
		case *eval.Trial:
			if !expected[ev.Key()] {
				expected[ev.Key()] = true
				builder.Expect(&eval.Case{Agent: ev.Agent, ID: ev.ID, Pos: ev.Pos}, ev.Planned)
			}
			builder.Add(ev)
		}
	}); err != nil {
		return err
	}
	if decision := gate.Decide(start.Policy, builder.Report(0, "")); decision.Verdict != eval.VerdictPassed {
		return fmt.Errorf("%s: %s", path, decision.Title)
	}
	return nil
}
