package sarif

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/report/standing"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

const messageLimit = 1000 // bytes of what a result says

// kind is one way in which a case does not pass.
type kind struct {
	first  evidence.Finding
	run    int // the trial it was first seen in
	trials int
	more   int // other assertions of the same type, in that trial
}

// kinds are the ways in which the case's trials did not pass, one a rule, in
// the order in which they were seen.
func kinds(trials iter.Seq[*eval.Trial]) []*kind {
	var list []*kind
	byRule := map[string]*kind{}
	for t := range trials {
		seen := map[string]bool{}
		for _, f := range evidence.Of(t) {
			k := byRule[f.Rule]
			switch {
			case k == nil:
				k = &kind{first: f, run: t.Run}
				k.first.Check = nil // values of a model are not to be held
				byRule[f.Rule] = k
				list = append(list, k)
			case seen[f.Rule] && k.run == t.Run:
				k.more++
			}
			if !seen[f.Rule] {
				seen[f.Rule] = true
				k.trials++
			}
		}
	}
	return list
}

// level is error for what the agent did, warning for what broke.
func level(status eval.Status) string {
	if status == eval.Failed {
		return "error"
	}
	return "warning"
}

func newResult(board *standing.Board, c *eval.CaseResult, k *kind, index int) result {
	r := result{
		RuleID: safetext.SARIF(k.first.Rule), RuleIndex: index, Level: level(k.first.Status), Message: message{text(board, c, k)},
		BaselineState:       baselineState(board.Change(c)),
		Locations:           locations(place(c, k)),
		PartialFingerprints: map[string]string{"primaryLocationLineHash": fingerprint(c, k.first.Rule)},
		Properties: resultProperties{
			Agent: safetext.Terminal(c.Agent), Case: safetext.Terminal(c.ID), Trials: k.trials, Runs: c.Runs, PassRate: c.DecidedRate(), StabilityClass: c.Class,
			PassBounds: c.PassBounds, Stopped: c.Stopped, Parting: c.Parting, Noise: c.Noise, Memory: c.Memory, Comparison: board.Change(c),
		},
	}
	if q := standing.Quarantine(c); q != "" {
		r.Level, r.Suppressions = "note", []suppression{{Kind: "external", Justification: safetext.SARIF(evidence.Clip("in quarantine "+q, messageLimit))}}
	}
	return r
}

// baselineState is what the standard calls a result beside the run before, ""
// where that cannot be told. Of a baseline is known how often the case passed,
// not by which rules it did not; results that are gone are not written.
func baselineState(c *eval.CaseChange) string {
	switch {
	case c == nil || c.Change == eval.UnreliableBaseline:
		return ""
	case c.Base == nil || c.Base.Passed == c.Base.Runs:
		return "new"
	case c.Change == eval.Unchanged || c.Change == eval.Flaky:
		return "unchanged"
	default:
		return "updated"
	}
}

// place is where the alert stands: at the assertion, at a script's fault.
func place(c *eval.CaseResult, k *kind) eval.Pos {
	if k.first.Pos.File == "" {
		return c.Pos
	}
	return k.first.Pos
}

func text(board *standing.Board, c *eval.CaseResult, k *kind) string {
	s := fmt.Sprintf("case %q: %s", evidence.Clip(c.ID, 200), k.first.Line())
	if k.first.Reason != "" {
		s += " (" + k.first.Reason + ")"
	}
	s = evidence.Clip(s, messageLimit)
	if k.more > 0 {
		s += fmt.Sprintf("; and %s of this type", eval.Plural(k.more, "more assertion"))
	}
	if c.Planned > 1 {
		s += fmt.Sprintf(" [%d of %s]", k.trials, eval.Plural(c.Runs, "trial"))
	}
	if before := board.Before(c); before != "" {
		s += fmt.Sprintf(" (%d/%d; %s)", c.Passed, c.Runs, evidence.Clip(before, 200))
	}
	if part := board.Parting(c); part != nil && part.Sentence != "" && k.first.Status != eval.Error { // which is no failing trial's
		s += "; where they part: " + evidence.Clip(part.Sentence, messageLimit)
	}
	return safetext.SARIF(s)
}

// fingerprint is the same for the same trouble, wherever the case stands and
// whatever the model said. GitHub writes it as a hash and a count.
func fingerprint(c *eval.CaseResult, rule string) string {
	h := sha256.New()
	for _, word := range []string{c.Agent, c.ID, rule} {
		fmt.Fprintf(h, "%d:%s", len(word), word)
	}
	return hex.EncodeToString(h.Sum(nil)[:8]) + ":1"
}
