package config

import (
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Action are the settings of what a run leaves on GitHub.
type Action struct {
	WorkingDirectory string
	Token            string
	Comment          string // always, changes, failures or off
	Annotations      bool
	Check            bool
	Summary          bool
	Artifact         bool
	ArtifactName     string
	RetentionDays    int    // 0 is as long as the repository says
	Title            string // "" is the agents' names
	Merge            Merge
}

// Merge is what the action joins in place of a run: the zero value is nothing.
type Merge struct {
	Artifacts bool     // the reports that the shards of this very run left
	Files     []string // and globs, of reports
}

// Asked reports whether there is anything to join.
func (m Merge) Asked() bool { return m.Artifacts || len(m.Files) > 0 }

// Comments are the words of the setting comment.
const (
	CommentAlways   = "always"
	CommentChanges  = "changes"
	CommentFailures = "failures"
	CommentOff      = "off"
)

func defaultAction() Action {
	return Action{Comment: CommentChanges, Annotations: true, Summary: true, Artifact: true, ArtifactName: "surefoot"}
}

// onGitHub is the heading of what concerns GitHub only.
const onGitHub = "On GitHub"

// Actions are the settings that only runs on GitHub have, bound to s: inputs
// of the action and variables, and no keys of surefoot.yml, since they belong
// to a workflow and not to an application.
func (s *Settings) Actions() []Setting {
	a := &s.Action
	return []Setting{
		{"working-directory", "", onGitHub, "folder to work in (default: the top of the repository)", text(&a.WorkingDirectory, "DIR"), true},
		{"github-token", "", onGitHub, "token that writes the comment and the check run, when permissions let it", text(&a.Token, "TOKEN"), true},
		{"comment", "", onGitHub, "when to comment on the pull request: always, changes, failures, off (default: changes)", choice(&a.Comment, CommentAlways, CommentChanges, CommentFailures, CommentOff), true},
		{"annotations", "", onGitHub, "mark failing cases in the changed files (default: true)", boolean(&a.Annotations), true},
		{"check", "", onGitHub, "write a check run, which needs checks: write (default: false)", boolean(&a.Check), true},
		{"summary", "", onGitHub, "write the job summary (default: true)", boolean(&a.Summary), true},
		{"artifact", "", onGitHub, "upload the reports as an artifact (default: true)", boolean(&a.Artifact), true},
		{"artifact-name", "", onGitHub, "name of the artifact (default: surefoot)", artifactName(&a.ArtifactName), true},
		{"retention-days", "", onGitHub, "days to keep the artifact (default: what the repository says)", days(&a.RetentionDays), true},
		{"merge", "", onGitHub, "join reports of shards in place of a run: true for those of this run's artifacts, or a file or glob; may be repeated", mergeOf(&a.Merge), true},
		{"title", "", onGitHub, "heading of summary, comment and check run (default: the agents)", text(&a.Title, "TEXT"), true},
	}
}

// InputRows are the settings that are inputs of the action: all but the switch
// for being on GitHub, where an action always is.
func (s *Settings) InputRows() []Setting {
	var rows []Setting
	for _, row := range append(s.Actions(), s.Table()...) {
		if row.Name != "github" {
			rows = append(rows, row)
		}
	}
	return rows
}

// InputHelp is what help says of a setting, said of an input.
func (s Setting) InputHelp() string {
	help := strings.Replace(s.Help, "may be repeated", "one a line", 1)
	return strings.ToUpper(help[:1]) + help[1:]
}

// inputPrefix begins the variable of every input of an action. The runner
// puts its name behind, in upper case and with _ for blanks.
const inputPrefix = "INPUT_"

// Inputs reads the inputs of the action from INPUT_* variables, given as
// name=value, for settings that no flag gave. An empty one was not given.
// Lists have one entry a line. A word that is no input is a warning.
func (s *Settings) Inputs(environ []string) eval.Problems {
	rows := map[string]Setting{}
	var names []string
	for _, row := range s.InputRows() {
		rows[row.Name] = row
		names = append(names, row.Name)
	}
	var problems eval.Problems
	for _, pair := range environ {
		variable, text, _ := strings.Cut(pair, "=")
		name, ok := strings.CutPrefix(variable, inputPrefix)
		if name, text = strings.ToLower(name), strings.TrimSpace(text); !ok || text == "" {
			continue
		}
		row, ok := rows[name]
		if !ok {
			problems = append(problems, noInput(name, names))
			continue
		}
		if _, given := s.given[name]; !given {
			problems = append(problems, s.assign(row, FromInput, "input "+name, text)...)
		}
	}
	return problems
}

// noInput words an input that the action does not have.
func noInput(name string, known []string) eval.Problem {
	for _, word := range Later() {
		if name == word {
			return eval.Problem{Message: "the input " + name + " is not supported in this version"}
		}
	}
	return eval.Problem{
		Message: "the action has no input " + strconv.Quote(eval.Clip(name)), Hint: source.DidYouMean(name, known), Warning: true,
	}
}

// assign sets a row that was given as one text: an entry a line for a list.
func (s *Settings) assign(row Setting, from OriginKind, word, text string) eval.Problems {
	list := entries(row, text)
	if len(list) == 0 {
		return nil
	}
	s.given[row.Name] = Origin{Kind: from}
	var problems eval.Problems
	for _, entry := range list {
		if err := row.Value.Set(entry); err != nil {
			problems = append(problems, badValue(eval.Pos{}, word, entry, err))
		}
	}
	return problems
}
