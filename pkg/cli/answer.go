package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// answer shows a single message's answer and nothing else: text as it is,
// anything else as indented JSON. What went wrong goes to err.
type answer struct {
	out, err io.Writer
	verbose  bool
	guarded  bool // the output is read by a runner that obeys commands in it
}

func (a *answer) Event(ev eval.Event) error {
	if work, ok := ev.(*eval.Work); ok && a.verbose {
		for _, line := range append(work.Notes, work.Logs...) {
			_, _ = io.WriteString(a.err, safetext.Line(line)+"\n")
		}
	}
	trial, ok := ev.(*eval.Trial)
	if !ok {
		return nil
	}
	if a.verbose {
		for _, line := range append(trial.Notes, trial.Logs...) {
			_, _ = io.WriteString(a.err, safetext.Line(line)+"\n")
		}
	}
	if trial.Status != eval.Passed {
		reason := trial.Error
		if reason == "" {
			reason = trial.Reason
		}
		if trial.ErrorPos != nil {
			reason = trial.ErrorPos.String() + ": " + reason
		}
		_, err := io.WriteString(a.err, string(trial.Status)+": "+safetext.Line(reason)+"\n")
		return err
	}
	text := safetext.Terminal(shown(trial.Output))
	if a.guarded {
		text = strings.Join(safetext.Lines(shown(trial.Output)), "\n")
	}
	_, err := io.WriteString(a.out, text+"\n")
	return err
}

func shown(v eval.Value) string {
	if text, ok := v.Str(); ok {
		return text
	}
	var indented bytes.Buffer
	if json.Indent(&indented, []byte(v.Raw()), "", "  ") != nil {
		return v.Raw()
	}
	return indented.String()
}
