package cassette

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/atomicfile"
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
	without := 0 // a cassette, or a long enough one
	for _, c := range cases {
		if c.Skip != "" {
			continue
		}
		lack, damaged := p.check(c, runs(c))
		problems = append(problems, damaged...)
		if lack == "" {
			continue
		}
		if without++; without <= listed {
			problems = append(problems, eval.Problem{Pos: c.Pos, Agent: c.Agent, Case: c.ID, Message: lack, Hint: p.hint(c, runs(c))})
		}
	}
	if without > listed {
		problems = append(problems, eval.Problem{
			Message: fmt.Sprintf("%s more have no cassette in %s, or one of fewer runs", eval.Plural(without-listed, "case"), p.folder.Name(p.folder.Dir)),
			Hint:    "record them with --record " + word(p.folder.Name(p.folder.Dir)),
		})
	}
	return problems
}

// Damaged is Check for a run that may lack cassettes: it reports what is wrong
// with those that are there.
func (p *Player) Damaged(cases []*eval.Case, runs func(*eval.Case) int) eval.Problems {
	var problems eval.Problems
	for _, c := range cases {
		if c.Skip == "" {
			_, damaged := p.check(c, runs(c))
			problems = append(problems, damaged...)
		}
	}
	return problems
}

// check reads the cassette of one case, and says what it lacks or what is
// wrong with it.
func (p *Player) check(c *eval.Case, runs int) (lack string, damaged eval.Problems) {
	path := p.folder.path(c.Key())
	if missing(path) {
		return "there is no cassette " + p.folder.Name(path), nil
	}
	t, problems := read(path, p.folder.Name(path))
	if len(problems) == 0 {
		problems = p.owner(t, c.Key())
	}
	for i := range problems {
		problems[i].Agent, problems[i].Case = c.Agent, c.ID
		if problems[i].Hint == "" {
			problems[i].Hint = p.hint(c, runs)
		}
	}
	if len(problems) > 0 {
		return "", problems
	}
	for run := range runs {
		if t.run(run+1) == nil {
			return fmt.Sprintf("%s asked for, and the cassette %s has no run %d", are(runs), p.folder.Name(path), run+1), nil
		}
	}
	return "", nil
}

// Strays warns of files in the folder that are the cassette of none of the
// cases, which are all there are, and of what killed recordings left.
func (p *Player) Strays(cases []*eval.Case) eval.Problems {
	known := map[string]bool{}
	for _, c := range cases {
		known[p.folder.path(c.Key())] = true
	}
	var problems eval.Problems
	for _, agent := range entries(p.folder.Dir) {
		for _, path := range entries(agent) {
			name, message := filepath.Base(path), ""
			switch {
			case atomicfile.Left(name, extension):
				message = "a recording that was killed left this file"
			case strings.HasSuffix(name, extension) && !strings.HasPrefix(name, ".") && !known[path]:
				message = "no case has this cassette"
			}
			if message != "" {
				problems = append(problems, eval.Problem{Pos: eval.Pos{File: p.folder.Name(path)}, Message: message, Hint: "remove it", Warning: true})
			}
		}
	}
	return problems
}

// entries are the paths of what is in a folder; none of what is no folder.
func entries(dir string) []string {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	paths := make([]string, len(list))
	for i, entry := range list {
		paths[i] = filepath.Join(dir, entry.Name())
	}
	return paths
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

func (p *Player) hint(c *eval.Case, runs int) string {
	hint := "record it with --record " + word(p.folder.Name(p.folder.Dir)) + " --case " + word(c.Agent+"/"+c.ID)
	if runs > 1 && c.Runs == 0 {
		hint += " --runs " + strconv.Itoa(runs)
	}
	return hint
}

func are(runs int) string {
	if runs == 1 {
		return "1 run is"
	}
	return strconv.Itoa(runs) + " runs are"
}
