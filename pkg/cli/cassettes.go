package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/runner"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// cassettes are what a run records into or is replayed from; neither where it
// does none of both.
type cassettes struct {
	recorder *cassette.Recorder
	player   *cassette.Player
	skipped  map[eval.Key]bool // cases that never run
	holes    []error           // cases that were not recorded
}

func (p *Process) cassettes(s *suite) cassettes {
	dir := s.settings.Record + s.settings.Replay // one of them is empty
	if dir == "" {
		return cassettes{}
	}
	folder := cassette.Folder{Dir: p.abs(dir), Name: p.name, Redactor: p.redactor(s)}
	if s.settings.Replay != "" {
		return cassettes{player: cassette.NewPlayer(folder)}
	}
	return cassettes{recorder: cassette.NewRecorder(folder)}
}

// strays warns of cassettes that no case has, where all cases are looked at.
func (s *suite) strays() eval.Problems {
	sel := &s.selection
	if s.player == nil || s.plan.Filtered > 0 || s.plan.Since != "" || sel.message != nil || len(sel.patterns) > 0 || sel.agent != "" {
		return nil
	}
	return s.player.Strays(s.plan.Cases)
}

// prepare sees that what the cases exchange can be kept.
func (c *cassettes) prepare(cases []*eval.Case) error {
	if c.recorder == nil {
		return nil
	}
	c.skipped = map[eval.Key]bool{}
	var keys []eval.Key
	for _, one := range cases {
		if one.Skip != "" {
			c.skipped[one.Key()] = true
			continue
		}
		keys = append(keys, one.Key())
	}
	return c.recorder.Prepare(keys)
}

// check checks answers.
type check = runner.Check

// checked is how to check the answers of this run. While it is recorded, what
// is found must be found in a replay too, which has the answers without their
// secrets.
func (c *cassettes) checked(check check, redactor *redact.Redactor) check {
	if c.recorder == nil {
		return check
	}
	return func(ctx context.Context, of *eval.Case, t *eval.Transcript, session target.Session) []eval.Check {
		checks := check(ctx, of, t, session)
		replayed := *t
		if replayed.Output = redactor.Value(t.Output); replayed.Output == t.Output {
			return checks
		}
		for i, again := range check(ctx, of, &replayed, session) {
			if was := checks[i]; again.Status != was.Status {
				c.recorder.Spoil(ctx, fmt.Sprintf("%s %s hangs on what redaction hides of the answer: it is %s, and would be %s in a replay",
					was.Assertion, was.Type, was.Status, again.Status))
				break
			}
		}
		return checks
	}
}

// finish ends a case. The error is what the disk did not take.
func (s *suite) finish(result *eval.CaseResult) error {
	switch {
	case s.player != nil:
		s.player.Finish(result.Key())
	case s.recorder != nil && !s.skipped[result.Key()]:
		err := s.recorded(result)
		if hole := (*cassette.Hole)(nil); !errors.As(err, &hole) {
			return err
		}
		s.holes = append(s.holes, err)
	}
	return nil
}

// recorded keeps what the trials of a case exchanged.
func (s *suite) recorded(result *eval.CaseResult) error {
	if s.resumed.has(result.Key()) {
		return s.recorder.Resumed(result, s.resumed.Start.Timestamp)
	}
	return s.recorder.Finish(result)
}

// unrecorded says which cases have no new cassette, and why.
func (c *cassettes) unrecorded() []string {
	const most = 10
	var lines []string
	for i, err := range c.holes {
		if i == most {
			return append(lines, fmt.Sprintf("%s more were not recorded", eval.Plural(len(c.holes)-most, "case")))
		}
		lines = append(lines, err.Error())
	}
	return lines
}
