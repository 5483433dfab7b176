package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
	"github.com/surefoot-dev/surefoot/pkg/starter"
)

// defineInit is the command that writes a small working application.
func defineInit(set *pflag.FlagSet) action {
	name := starter.Agent
	set.VarP(kind{&name, "NAME"}, "agent", "n", "what to call the agent (default: "+starter.Agent+")")
	return func(p *Process, _ context.Context, words []string) int {
		if len(words) > 1 {
			return p.refuse(eval.Problem{
				Message: "more than one folder: " + quote(strings.Join(words, " ")), Hint: "name one, in quotes if there is a blank in it",
			})
		}
		folder := "."
		if len(words) == 1 {
			folder = words[0]
		}
		return p.start(folder, name)
	}
}

// start writes the starter into a folder and says what to do next.
func (p *Process) start(folder, name string) int {
	if err := starter.CheckName(name); err != nil {
		return p.refuse(eval.Problem{Message: "--agent " + quote(name) + ": " + err.Error()})
	}
	if strings.TrimSpace(folder) == "" {
		return p.refuse(eval.Problem{Message: "the name of the folder is empty"})
	}
	dir := p.abs(folder)
	if problem := occupied(dir, folder); problem != nil {
		return p.refuse(*problem)
	}
	result, err := starter.Write(dir, name)
	var taken *starter.Taken
	switch {
	case errors.As(err, &taken):
		return p.refuse(eval.Problem{
			Message: fmt.Sprintf("nothing was written, since %s has files of these names: %s", quote(folder), strings.Join(taken.Paths, ", ")),
			Hint:    "name another folder",
		})
	case err != nil:
		return p.refuse(eval.Problem{Message: "nothing was written to " + quote(folder) + ": " + eval.Bare(err).Error()})
	}
	var b strings.Builder
	b.WriteString("wrote " + eval.Plural(len(result.Written), "file"))
	if folder != "." {
		b.WriteString(" to " + safetext.Line(folder))
	}
	b.WriteString("\n")
	for _, file := range result.Written {
		b.WriteString("  " + file + "\n")
	}
	for _, file := range result.Kept {
		b.WriteString("kept " + file + ", which was there" + advised(file) + "\n")
	}
	if top := repository(dir); top != "" && slices.Contains(result.Written, starter.Workflow) {
		rel, _ := filepath.Rel(top, dir)
		file := filepath.FromSlash(starter.Workflow)
		fmt.Fprintf(&b, "\nGitHub runs workflows only from the top of a repository: move\n  %s to %s\nand add to the step of surefoot: with: {working-directory: %s}\n",
			safetext.Line(p.name(filepath.Join(dir, file))), safetext.Line(p.name(filepath.Join(top, file))),
			strconv.Quote(safetext.Line(filepath.ToSlash(rel))))
	}
	next := "surefoot eval"
	if folder != "." {
		next = "cd " + shellWord(safetext.Line(folder)) + " && " + next
	}
	fmt.Fprintf(&b, "\nnext: %s\nthen: write \"connector\": \"openai\" in %s for a real model,\n      and set OPENAI_API_KEY\n",
		next, path.Join(starter.Home, name, "package.yao"))
	if _, err := fmt.Fprint(p.Out, b.String()); err != nil {
		fmt.Fprintln(p.Err, "surefoot: "+err.Error())
		return exitError
	}
	return exitPassed
}

// advised is what to do to a file of the user's own that was kept.
func advised(file string) string {
	if file == ".gitignore" {
		return " (add output-*.jsonl and .env to it)"
	}
	return ""
}

// occupied is why no application can begin in a folder: there is one, or the
// folder lies among the agents of one.
func occupied(dir, folder string) *eval.Problem {
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return &eval.Problem{Message: quote(folder) + " is no folder", Hint: "name one, or a new one"}
	}
	root, among := applicationAt(dir)
	switch {
	case root == "":
		return nil
	case sameFolder(root, dir):
		return &eval.Problem{Message: quote(folder) + " holds an application already", Hint: "name another folder, or check this one with surefoot lint"}
	case among:
		return amongAgents(folder)
	default:
		return nil
	}
}

// amongAgents refuses a folder in which an application would hide an agent.
func amongAgents(folder string) *eval.Problem {
	return &eval.Problem{Message: quote(folder) + " lies in an agent's folder or among the agents of an application", Hint: "name a folder outside of it"}
}

// applicationAt is the application a folder belongs to, be the folder there or
// not, "" for none; among tells that the folder lies among its agents.
func applicationAt(dir string) (root string, among bool) {
	above := dir
	for !exists(above) && above != filepath.Dir(above) {
		above = filepath.Dir(above)
	}
	root, kind, err := app.Find(above)
	if err != nil {
		return "", false
	}
	return root, kind == app.LoneAgent || within(filepath.Join(root, "assistants"), above)
}

// repository is the folder above dir that git manages, "" when that is dir
// itself or there is none.
func repository(dir string) string {
	if exists(filepath.Join(dir, ".git")) {
		return ""
	}
	for dir != filepath.Dir(dir) {
		if dir = filepath.Dir(dir); exists(filepath.Join(dir, ".git")) {
			return dir
		}
	}
	return ""
}
