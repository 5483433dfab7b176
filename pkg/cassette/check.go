package cassette

import (
	"fmt"
	"os"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// listed is how many cases without a cassette are named one by one.
const listed = 10

// Check reads the cassettes of the cases that will run and reports all that
// keeps them from being replayed, before anything runs.
func (p *Player) Check(cases []*eval.Case, runs func(*eval.Case) int) eval.Problems {
	if info, err := os.Stat(p.folder.Dir); err != nil || !info.IsDir() {
		message := "there is no such folder"
		switch {
		case err == nil:
			message = "it is no folder"
		case !os.IsNotExist(err):
			message = eval.Bare(err).Error()
		}
		dir := p.folder.Name(p.folder.Dir)
		return eval.Problems{{Message: "--replay " + strconv.Quote(dir) + ": " + message, Hint: "record into it first, with --record " + word(dir)}}
	}
	var problems eval.Problems
	without := 0
	for _, c := range cases {
		if c.Skip != "" {
			continue
		}
		path := p.folder.path(c.Key())
		if !missing(path) {
			problems = append(problems, p.check(c, path, runs(c))...)
			continue
		}
		if without++; without <= listed {
			problems = append(problems, p.problem(c, "there is no cassette "+p.folder.Name(path)))
		}
	}
	if without > listed {
		problems = append(problems, eval.Problem{
			Message: fmt.Sprintf("%s more have no cassette in %s", eval.Plural(without-listed, "case"), p.folder.Name(p.folder.Dir)),
			Hint:    "record them with --record " + word(p.folder.Name(p.folder.Dir)),
		})
	}
	return problems
}

// check reads one cassette.
func (p *Player) check(c *eval.Case, path string, runs int) eval.Problems {
	t, problems := read(path, p.folder.Name(path))
	if len(problems) == 0 {
		problems = p.owner(t, c.Key())
	}
	for i := range problems {
		problems[i].Agent, problems[i].Case = c.Agent, c.ID
		if problems[i].Hint == "" {
			problems[i].Hint = p.hint(c)
		}
	}
	if len(problems) > 0 {
		return problems
	}
	for run := range runs {
		if t.run(run+1) == nil {
			message := fmt.Sprintf("%s asked for, and %s holds %d", are(runs), p.folder.Name(path), len(t.Trials))
			return eval.Problems{p.problem(c, message)}
		}
	}
	return nil
}

// owner reports a cassette that is another case's.
func (p *Player) owner(t *tape, key eval.Key) eval.Problems {
	clean := p.folder.Redactor
	if t.Agent == clean.Text(key.Agent) && t.Case == clean.Text(key.ID) {
		return nil
	}
	return eval.Problems{{
		Pos:     eval.Pos{File: p.folder.Name(p.folder.path(key))},
		Message: fmt.Sprintf("the cassette is of case %q of agent %q", eval.Clip(t.Case), eval.Clip(t.Agent)),
	}}
}

func (p *Player) problem(c *eval.Case, message string) eval.Problem {
	return eval.Problem{Pos: c.Pos, Agent: c.Agent, Case: c.ID, Message: message, Hint: p.hint(c)}
}

func (p *Player) hint(c *eval.Case) string {
	return "record it with --record " + word(p.folder.Name(p.folder.Dir)) + " --case " + word(c.ID)
}

func are(runs int) string {
	if runs == 1 {
		return "1 run is"
	}
	return strconv.Itoa(runs) + " runs are"
}
