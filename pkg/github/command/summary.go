package command

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxSummary is the size in bytes that a step's summary stays below. At
// 1,048,576 the runner drops it as a whole, after it has put stars in place of
// secrets, which may take more room.
const maxSummary = 1_000_000

// SummaryRoom is how many bytes of Markdown the file at path, which is the
// value of GITHUB_STEP_SUMMARY, still takes.
func SummaryRoom(path string) (int, error) {
	f, err := open(path, "GITHUB_STEP_SUMMARY")
	if err != nil {
		return 0, err
	}
	return f.room(), f.Close()
}

// room leaves one byte for the line end behind the text.
func (c *commandFile) room() int {
	return int(max(maxSummary-1-c.size-int64(len(c.glue))-1, 0))
}

// WriteSummary adds Markdown to the job's summary. It is written whole or, when
// it is not text or larger than [SummaryRoom], not at all.
func WriteSummary(path, markdown string) error {
	if !utf8.ValidString(markdown) {
		return errors.New("the summary is not valid UTF-8")
	}
	f, err := open(path, "GITHUB_STEP_SUMMARY")
	if err != nil {
		return err
	}
	if room := f.room(); len(markdown) > room {
		return errors.Join(fmt.Errorf("the summary has %d bytes, and there is room for %d", len(markdown), room), f.Close())
	}
	if !strings.HasSuffix(markdown, "\n") {
		markdown += "\n"
	}
	if err := f.end(markdown); err != nil {
		return fmt.Errorf("the summary cannot be written: %w", err)
	}
	return nil
}
