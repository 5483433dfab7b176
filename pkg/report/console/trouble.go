package console

import (
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/evidence"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// troubles are what went wrong in the trials of one case so far, each kind
// once. Only what will be shown is kept: trials are large and many.
type troubles struct {
	kinds []*trouble
	more  int // kinds that are not kept
}

// trouble is a check that does not hold, or what broke.
type trouble struct {
	status  eval.Status
	where   string // file:line, or file:line:column of a script's fault
	foreign bool   // where is not in the case
	head    string // assert[0] contains
	message string
	own     bool // message is the user's own, so want and got are not in it
	want    string
	got     string
	differ  bool // want and got show where they differ, message may not
	why     string
	parts   []string // of a group
	run     int      // the first trial it happened in
	last    int      // and the last, so that one counts once
	trials  int
}

// maxKinds is how many kinds of trouble a case shows.
const maxKinds = 3

// textLimit bounds in cells what one message shows.
const textLimit = 400

// trial takes note of a trial that ended.
func (c *Console) trial(t *eval.Trial) {
	c.progress.leave(t)
	c.spent.Add(t)
	if c.opt.Verbose && t.Status != eval.Skipped {
		c.transcript(t)
	}
	if t.Status == eval.Passed || t.Status == eval.Skipped {
		return
	}
	ts := c.cases[t.Key()]
	if ts == nil {
		ts = &troubles{}
		c.cases[t.Key()] = ts
	}
	found := false
	if t.Error != "" && !brokenCheck(t) {
		where, foreign := t.Pos.LineString(), false
		if t.ErrorPos != nil && !t.ErrorPos.IsZero() {
			where, foreign = t.ErrorPos.String(), true
		}
		found = true
		status := t.Status
		if status == eval.Failed {
			status = eval.Error
		}
		ts.add(&trouble{status: status, where: where, foreign: foreign, message: t.Error, run: t.Run})
	}
	for i := range t.Checks {
		if check := &t.Checks[i]; check.Status != eval.Passed && check.Status != eval.Skipped {
			found = true
			ts.add(c.troubleOf(check, t))
		}
	}
	if !found {
		ts.add(&trouble{status: t.Status, where: t.Pos.LineString(), message: t.Reason, run: t.Run})
	}
}

// brokenCheck reports that the trial is an error because a check is, so that
// its own error only repeats the check's.
func brokenCheck(t *eval.Trial) bool {
	return t.Status == eval.Error && slices.ContainsFunc(t.Checks, func(c eval.Check) bool { return c.Status == eval.Error })
}

func (ts *troubles) add(t *trouble) {
	t.trials, t.last = 1, t.run
	t.where = safetext.Line(t.where)
	t.message = safetext.Short(t.message, textLimit)
	for _, k := range ts.kinds {
		if k.status == t.status && k.where == t.where && k.head == t.head && (t.head != "" || evidence.Timeless(k.message) == evidence.Timeless(t.message)) {
			if k.last != t.run {
				k.trials, k.last = k.trials+1, t.run
			}
			return
		}
	}
	if len(ts.kinds) == maxKinds {
		ts.more++
		return
	}
	ts.kinds = append(ts.kinds, t)
}

func (c *Console) troubleOf(check *eval.Check, t *eval.Trial) *trouble {
	pos := check.Pos
	if pos.IsZero() {
		pos = t.Pos
	}
	head := check.Assertion + " " + check.Type
	if check.Path != "" {
		head += " " + check.Path
	}
	k := &trouble{
		status: check.Status, where: pos.LineString(), head: safetext.Short(head, textLimit), run: t.Run,
		message: check.Message, own: !strings.HasPrefix(check.Message, wanted),
	}
	if check.Reason != generated(check) {
		k.why = safetext.Short(check.Reason, textLimit)
	}
	if check.Status == eval.Failed && len(check.Checks) == 0 {
		k.want, k.got, k.differ = contrast(check, t, c.room())
	}
	for i := range check.Checks {
		part := &check.Checks[i]
		symbol := "✗"
		if part.Passed {
			symbol = "✓"
		}
		k.parts = append(k.parts, symbol+" "+safetext.Short(part.Assertion+" "+part.Type+": "+part.Message, c.room()))
	}
	return k
}

// room is how many cells a wanted or found value may take.
func (c *Console) room() int {
	const indent, plain = 14, 200
	if c.opt.Plain {
		return plain
	}
	return max(c.width()-indent, 12)
}
