//go:build linux

package main

import (
	"fmt"
)

// adaptive compares a run that chooses among its trials with one that runs them
// in order, where both need every trial: what is between them is the choosing.
func (b *lab) adaptive(cases, runs int) error {
	root, _, err := b.application(cases)
	if err != nil {
		return err
	}
	b.server.reset(0)
	var took [2]usage
	for i, words := range []string{fmt.Sprint(runs), fmt.Sprintf("3..%d", runs)} {
		_, before := b.server.window()
		u, err := b.run(b.binary, b.evalArgs(root, "--runs", words)...)
		if err != nil {
			return err
		}
		if _, after := b.server.window(); after-before != cases*runs {
			return fmt.Errorf("--runs %s asked the server %d times, not %d", words, after-before, cases*runs)
		}
		took[i] = u
	}
	what := fmt.Sprintf("%d trials of %d cases, --runs 3..%d beside %d: ", cases*runs, cases, runs, runs)
	row(what+"processor time", ms(took[1].CPU), ms(took[0].CPU), percent(took[1].CPU, took[0].CPU))
	row(what+"most resident", fmt.Sprintf("%.0f MB", float64(took[1].Resident)/1e6), fmt.Sprintf("%.0f MB", float64(took[0].Resident)/1e6), "")
	return nil
}
