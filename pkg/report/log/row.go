package log

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// cut reports whether text is the beginning of a JSON value.
func cut(text []byte) bool {
	err := json.NewDecoder(bytes.NewReader(text)).Decode(new(json.RawMessage))
	return errors.Is(err, io.ErrUnexpectedEOF)
}

func decode(text []byte, first bool) (eval.Event, error) {
	if t := result(text); t != nil {
		if first {
			return nil, errors.New(`not a .jsonl or .json report: its first row is not of type "start"`)
		}
		return t, nil
	}
	var head struct {
		Type    *string `json:"type"`
		Version int     `json:"schema_version"`
	}
	err := json.Unmarshal(text, &head)
	if first && marked(text) {
		return nil, errors.New("not a .jsonl or .json report: it is not plain UTF-8 (save it as UTF-8 without a byte order mark; in PowerShell use -o instead of >)")
	}
	if first && bytes.HasPrefix(bytes.ToLower(text[:min(len(text), 16)]), []byte("<!doctype html")) {
		return nil, errors.New("not a .jsonl or .json report: it is a page (open it in a browser, and name here the .jsonl or .json report of its run)")
	}
	if first && (err != nil || head.Type == nil || *head.Type != "start") {
		return nil, errors.New(`not a .jsonl or .json report: its first row is not of type "start"`)
	}
	if err != nil {
		return nil, fmt.Errorf("not a row of a report: %w", err)
	}
	if head.Type == nil {
		return nil, errors.New(`not a row of a report: it has no "type"`)
	}
	if head.Version > eval.SchemaVersion {
		return nil, fmt.Errorf("written by a newer version: its schema is %d, the newest known here is %d", head.Version, eval.SchemaVersion)
	}
	ev := blank(*head.Type)
	if ev == nil {
		return nil, fmt.Errorf("unknown row type %q", eval.Clip(*head.Type))
	}
	if err := json.Unmarshal(text, ev); err != nil {
		return nil, fmt.Errorf("not a %s row: %w", *head.Type, err)
	}
	return ev, nil
}

// result is the trial of a row that says at once it is one, as our own do, read
// in one pass, since nearly all rows are such. It is nil of any other row, and
// of one that is odd in any way.
func result(text []byte) *eval.Trial {
	if !bytes.HasPrefix(text, []byte(`{"type":"result",`)) {
		return nil
	}
	var row struct {
		Type    string `json:"type"`
		Version int    `json:"schema_version"`
		eval.Trial
	}
	if json.Unmarshal(text, &row) != nil || row.Type != "result" || row.Version > eval.SchemaVersion {
		return nil
	}
	return &row.Trial
}

// marked reports that text begins with a byte order mark, as what some shells
// write into a file does.
func marked(text []byte) bool {
	return slices.ContainsFunc([]string{"\xff\xfe", "\xfe\xff", "\xef\xbb\xbf"}, func(mark string) bool {
		return bytes.HasPrefix(text, []byte(mark))
	})
}

// blank is an event of the row's type to decode into, nil for no known type.
func blank(row string) eval.Event {
	switch row {
	case "start":
		return new(eval.Start)
	case "result":
		return new(eval.Trial)
	case "stability":
		return new(eval.CaseResult)
	case "work":
		return new(eval.Work)
	case "comparison":
		return new(eval.Comparison)
	case "summary":
		return new(eval.Summary)
	case "gate":
		return new(eval.Decision)
	case "trial_start":
		return new(eval.TrialStart)
	case "log":
		return new(eval.Log)
	case "dry_run_case":
		return new(eval.DryCase)
	case "forecast":
		return new(eval.Forecast)
	default:
		return nil
	}
}

// order is how far a report has come. Its end is a summary and then a gate
// row; whatever goes on behind them is another run.
type order struct{ begun, compared, summed, decided bool }

func (o *order) follow(ev eval.Event) error {
	const two = "the file holds rows of two runs (give each a file of its own)"
	switch ev.(type) {
	case *eval.Start:
		if o.begun {
			return fmt.Errorf("a second start row: %s", two)
		}
		o.begun = true
	case *eval.Log:
	case *eval.Comparison:
		switch {
		case o.compared:
			return fmt.Errorf("a second comparison row: %s", two)
		case o.summed || o.decided:
			return fmt.Errorf("a comparison row behind the end of the report: %s", two)
		}
		o.compared = true
	case *eval.DryCase, *eval.Forecast:
		return errors.New("a dry run ran nothing, and has no report")
	case *eval.Summary:
		if o.summed || o.decided {
			return fmt.Errorf("a second summary row: %s", two)
		}
		o.summed = true
	case *eval.Decision:
		if o.decided {
			return fmt.Errorf("a second gate row: %s", two)
		}
		o.decided = true
	default:
		if o.compared {
			return fmt.Errorf("a %s row behind the comparison: %s", ev.Row(), two)
		}
		if o.summed || o.decided {
			return fmt.Errorf("a %s row behind the end of the report: %s", ev.Row(), two)
		}
	}
	return nil
}
