//go:build linux

package main

import (
	"fmt"
	"path/filepath"
)

// cassettes compares a replay with the run that was recorded, both of the same
// cases, and says what recording itself costs.
func (b *lab) cassettes(cases int) error {
	root, _, err := b.application(cases)
	if err != nil {
		return err
	}
	dir := filepath.Join(b.dir, "cassettes")
	b.server.reset(0)
	live, err := b.run(b.binary, b.evalArgs(root)...)
	if err != nil {
		return err
	}
	recorded, err := b.run(b.binary, b.evalArgs(root, "--record", dir)...)
	if err != nil {
		return err
	}
	_, asked := b.server.window()
	replayed, err := b.run(b.binary, b.evalArgs(root, "--replay", dir)...)
	if err != nil {
		return err
	}
	if _, after := b.server.window(); after != asked {
		return fmt.Errorf("a replay asked the server %d times", after-asked)
	}
	what := fmt.Sprintf("%d cases, 0s latency, %d in flight: wall time ", cases, inFlight)
	row(what+"with --record, beside without", ms(recorded.Wall), ms(live.Wall), percent(recorded.Wall, live.Wall))
	row(what+"with --replay, beside live", ms(replayed.Wall), ms(live.Wall), percent(replayed.Wall, live.Wall))
	return nil
}

// formats is how long a report of many cases takes to be written anew.
func (b *lab) formats(cases int) error {
	root, _, err := b.application(cases)
	if err != nil {
		return err
	}
	if _, _, _, err := b.eval(root, 0); err != nil {
		return err
	}
	for _, ext := range []string{"json", "html", "md", "xml", "ctrf.json", "sarif"} {
		u, err := b.run(b.binary, "report", b.report(), "-o", filepath.Join(b.dir, "again."+ext))
		if err != nil {
			return err
		}
		row(fmt.Sprintf("`surefoot report` of %d cases as .%s: processor time, most resident", cases, ext),
			fmt.Sprintf("%s, %.0f MB", ms(u.CPU), float64(u.Resident)/1e6), "", "")
	}
	return nil
}
