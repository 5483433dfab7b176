package history

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/atomicfile"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// wait is how long another process may keep a history to itself.
const wait = 10 * time.Second

// Update changes the history at path, as it is now and not as it was read
// before: of processes that do so at the same time, on one machine, none loses
// what another wrote. After an error the file is as it was.
func Update(ctx context.Context, path, name string, change func(*History) error) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	release, err := atomicfile.Hold(ctx, path)
	if err != nil {
		return err
	}
	defer release()
	h, problems := Read(path, name)
	if len(problems) > 0 {
		return errors.New(problems.First().String())
	}
	if err := change(h); err != nil {
		return err
	}
	text, err := h.encode()
	if err != nil {
		return err
	}
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

type runRow struct {
	Number int       `json:"number"`
	Time   time.Time `json:"time"`
	Plan   string    `json:"plan"`
	Commit string    `json:"commit,omitempty"`
	Link   string    `json:"run,omitempty"`
}

type caseRow struct {
	Agent string     `json:"agent"`
	Case  string     `json:"case"`
	Runs  []entryRow `json:"runs"`
}

type entryRow struct {
	Run    int `json:"run"`
	Passed int `json:"passed"`
	Trials int `json:"trials"`
	Errors int `json:"errors,omitempty"`
}

type quarantineRow struct {
	Agent  string `json:"agent"`
	Case   string `json:"case"`
	Reason string `json:"reason"`
	Until  string `json:"until"`
}

// encode is the history as a file has it: a line for each run and each case, so
// that people can read a difference.
func (h *History) encode() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"schema_version\": %d,\n", SchemaVersion)
	var rows []any
	for _, r := range h.runs {
		rows = append(rows, runRow{r.number, r.Time, r.Plan, r.Commit, r.Link})
	}
	err := list(&b, "runs", rows)
	b.WriteString(",\n")
	rows = nil
	for _, key := range h.Keys() {
		row := caseRow{Agent: key.Agent, Case: key.ID}
		for _, e := range h.cases[key] {
			row.Runs = append(row.Runs, entryRow{e.run, e.passed, e.trials, e.errors})
		}
		rows = append(rows, row)
	}
	err = errors.Join(err, list(&b, "cases", rows))
	b.WriteString(",\n")
	rows = nil
	for _, q := range h.Quarantine {
		rows = append(rows, quarantineRow{q.Agent, q.Case, q.Reason, q.Until})
	}
	err = errors.Join(err, list(&b, "quarantine", rows))
	b.WriteString("\n}\n")
	if err == nil && b.Len() > source.MaxValue {
		err = fmt.Errorf("it would be larger than %d MiB, and could not be read again", source.MaxValue>>20)
	}
	return b.Bytes(), err
}

func list(b *bytes.Buffer, name string, rows []any) error {
	fmt.Fprintf(b, "  %q: [", name)
	for i, row := range rows {
		if i > 0 {
			b.WriteString(",")
		}
		var line bytes.Buffer
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(row); err != nil {
			return err
		}
		b.WriteString("\n    ")
		b.Write(eval.AppendVisible(nil, bytes.TrimRight(line.Bytes(), "\n")))
	}
	if len(rows) > 0 {
		b.WriteString("\n  ")
	}
	b.WriteString("]")
	return nil
}
