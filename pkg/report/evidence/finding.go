package evidence

import (
	"regexp"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Finding is one reason why a trial did not pass.
type Finding struct {
	Status  eval.Status // failed, error or timeout
	Rule    string      // stable: the assertion's type, else error, timeout or failed
	Pos     eval.Pos    // of the assertion, of a script's fault, else of the case
	Head    string      // assert[0] contains $.path; empty when it is no check
	Message string      // may be the user's own
	Reason  string      // more than the message says
	Check   *eval.Check // nil when it is no check
}

// Line is the finding in one line, without its place.
func (f Finding) Line() string {
	switch {
	case f.Head == "":
		return f.Message
	case f.Message == "":
		return f.Head
	default:
		return f.Head + ": " + f.Message
	}
}

// Timeless is a message without the times in it: what broke in two trials in
// the same way is one trouble, although one of them waited longer.
func Timeless(message string) string { return times.ReplaceAllString(message, "TIME") }

// times matches durations as messages write them.
var times = regexp.MustCompile(`\b(\d+(\.\d+)?(ns|µs|ms|s|m|h))+\b`)

// Texts of a finding are cut after these many bytes.
const (
	messageLimit = 2 << 10
	headLimit    = 300
)

// Of are the findings of a trial, in the order of its assertions; none for
// one that passed or was skipped, else at least one.
func Of(t *eval.Trial) []Finding {
	if t.Status == eval.Passed || t.Status == eval.Skipped {
		return nil
	}
	var found []Finding
	broken := slices.ContainsFunc(t.Checks, func(c eval.Check) bool { return c.Status == eval.Error })
	// A broken check's own words are better than the trial's, which repeat them.
	if t.Error != "" && (t.Status != eval.Error || !broken) {
		f := Finding{Status: t.Status, Pos: t.Pos, Message: Clip(t.Error, messageLimit)}
		if t.ErrorPos != nil && !t.ErrorPos.IsZero() {
			f.Pos = *t.ErrorPos
		}
		if f.Status == eval.Failed {
			f.Status = eval.Error
		}
		f.Rule = string(f.Status)
		found = append(found, f)
	}
	for i := range t.Checks {
		if check := &t.Checks[i]; check.Status == eval.Failed || check.Status == eval.Error {
			found = append(found, ofCheck(check, t))
		}
	}
	if len(found) == 0 {
		found = append(found, Finding{Status: t.Status, Rule: string(t.Status), Pos: t.Pos, Message: Clip(t.Reason, messageLimit)})
	}
	return found
}

func ofCheck(check *eval.Check, t *eval.Trial) Finding {
	f := Finding{
		Status: check.Status, Rule: check.Type, Pos: check.Pos,
		Head:    Clip(strings.TrimSpace(check.Assertion+" "+check.Type), headLimit),
		Message: Clip(check.Message, messageLimit), Check: check,
	}
	if check.Path != "" {
		f.Head = Clip(f.Head+" "+check.Path, headLimit)
	}
	if f.Pos.IsZero() {
		f.Pos = t.Pos
	}
	if check.Status == eval.Error {
		f.Rule = string(eval.Error)
	}
	if check.Reason != check.Message {
		f.Reason = Clip(check.Reason, messageLimit)
	}
	return f
}

// Worst is the finding that names the trial's status best: the first of that
// status, else the first. The trial has one.
func Worst(status eval.Status, findings []Finding) Finding {
	if i := slices.IndexFunc(findings, func(f Finding) bool { return f.Status == status }); i >= 0 {
		return findings[i]
	}
	return findings[0]
}
