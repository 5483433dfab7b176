package cli

import (
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/history"
)

// recollect reads what is known of earlier runs. Cases are all that were read,
// whether or not they are selected.
func (p *Process) recollect(s *suite, cases []*eval.Case) eval.Problems {
	set := s.settings
	if s.selection.message != nil {
		for _, name := range []string{"history", "quarantine"} {
			if set.Asked(name) {
				return eval.Problems{{Message: "--" + name + " is of cases, and a message is none", Hint: "leave it out"}}
			}
		}
		return nil // what surefoot.yml says is of the cases
	}
	redactor := p.redactor(s)
	var problems eval.Problems
	s.memory, problems = p.remember(set, func(key eval.Key) eval.Key {
		return eval.Key{Agent: redactor.Text(key.Agent), ID: redactor.Text(key.ID)}
	})
	if s.memory == nil || problems.Errors() > 0 {
		return problems
	}
	switch {
	case !set.Shard.IsWhole():
		s.memory.reads = true // the merge writes
	case set.Replay != "" && s.memory.past != nil:
		s.memory.reads = true
		problems = append(problems, eval.Problem{Message: "the history is read and not written: a replay tells nothing new of an agent", Warning: true})
	}
	problems = append(problems, s.memory.writable()...)
	return append(problems, s.listed(cases)...)
}

// hasAll reports whether all cases of the agent were read.
func (s *suite) hasAll(agent string) bool {
	return len(s.selection.patterns) == 0 && (s.selection.agent == "" || s.selection.agent == agent)
}

// listed says what is odd about quarantines: that the case is not there, that
// it is over, or that the case passes.
func (s *suite) listed(cases []*eval.Case) eval.Problems {
	var problems eval.Problems
	there := map[eval.Key]bool{}
	for _, c := range cases {
		there[c.Key()] = true
	}
	for _, q := range s.memory.order {
		warn := func(hint, format string, args ...any) {
			problems = append(problems, eval.Problem{Pos: q.Pos, Message: fmt.Sprintf(format, args...), Hint: hint, Warning: true})
		}
		now := q.At(s.memory.now)
		switch _, known := s.app.Agent(q.Agent); {
		case !known:
			problem := s.app.UnknownAgent(q.Agent)
			warn(problem.Hint, "quarantine of case %s: %s", quote(q.Case), problem.Message)
		case !there[q.Key()] && s.hasAll(q.Agent):
			warn(nearestCase(q.Agent+"/"+q.Case, cases), "quarantine of %s: there is no such case", quote(q.Agent+"/"+q.Case))
		case !there[q.Key()]:
		case now.Expired:
			warn("fix the case or extend it: the gate fails", "the quarantine of case %s ended on %s", quote(q.Case), q.Until)
		case s.memory.past == nil:
		default:
			if past := s.memory.past.Past(s.memory.shown(q.Key())); history.Recovered(past) {
				warn("", "the quarantine of case %s can be released: it is %s", quote(q.Case), past.Sentence)
			}
		}
	}
	return problems
}
