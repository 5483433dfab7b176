package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// The exit codes. Without --detailed-exitcode everything but success and an
// interrupt is 1.
const (
	exitPassed       = 0
	exitFailed       = 1 // the gate failed
	exitError        = 1 // anything else, in the plain contract
	exitInput        = 2 // what the user gave is wrong
	exitNotCompleted = 3 // the run did not complete, or is inconclusive
	exitInterrupted  = 130
)

// command is one word after the program's name.
type command struct {
	name    string
	aliases []string
	args    string
	summary string
	run     func(*Process, context.Context, []string) int // of a command that goes by the table of settings
	define  func(*pflag.FlagSet) action                   // of one with flags of its own
	more    string                                        // what help says beneath the summary
}

func commands() []command {
	return []command{
		{name: "eval", aliases: []string{"test"}, args: "[AGENT] [MESSAGE | @FILE ...] [flags]", summary: "run cases against an agent and gate on the result", run: (*Process).eval},
		{name: "action", summary: "be the GitHub Action: eval by the inputs of a workflow step", run: (*Process).action, more: ofAction},
		{name: "init", args: "[DIR] [flags]", summary: "write a small working application to start from", define: defineInit, more: ofInit},
		{name: "lint", args: "[AGENT] [@FILE ...] [flags]", summary: "check an application and its cases, run nothing", run: (*Process).lint, more: ofLinting},
		{name: "list", args: "agents|connectors|servers|cases [flags]", summary: "show what an application has", run: (*Process).list},
		{name: "report", args: "RUN.jsonl [-o FILE ...] [flags]", summary: "show the report of an earlier run, or write it in other formats", define: defineReport, more: ofReport},
		{name: "view", args: "RUN.jsonl [--port N] [flags]", summary: "serve the report of a run as a page on this machine, while it runs and after", define: defineView, more: ofView},
		{name: "compare", args: "BASE.jsonl HEAD.jsonl [-o FILE ...] [flags]", summary: "put a run beside an earlier one, and say what got worse", define: defineCompare, more: ofCompare},
		{name: "merge", args: "RUN.jsonl ... [-o FILE ...] [flags]", summary: "make one report of the reports of all shards, and decide on the whole", define: defineMerge, more: ofMerge},
		{name: "extract", args: "RUN.jsonl [flags]", summary: "write a file for each case of a report, for people to review", define: defineExtract, more: ofExtract},
		{name: "history", args: "FILE [flags]", summary: "show how each case did over runs, or keep one out of the gate for a time", define: defineHistory, more: ofHistory},
		{name: "import", args: "FILE [flags]", summary: "turn the eval files of promptfoo, ADK or DeepEval into cases", define: defineImport, more: ofImport},
		{name: "publish", args: "[REPORT] [flags]", summary: "show on GitHub what another run reported, and trust none of it", define: definePublish, more: ofPublishing},
		{name: "version", summary: "print the version", define: defineVersion},
		{name: "help", args: "[COMMAND]", summary: "explain a command", define: defineHelp},
	}
}

// laterCommands are words of the contract this version does not have.
func laterCommands() []string {
	return []string{
		"capture", "chat", "judge", "migrate", "rejudge",
	}
}

// Run runs the command the arguments name and returns its exit code.
func (p *Process) Run(ctx context.Context) int {
	args := p.Args
	if len(args) > 0 && args[0] == "agent" {
		args = args[1:]
	}
	if len(args) == 0 {
		return p.overview()
	}
	word := args[0]
	switch word {
	case "-h", "--help":
		return p.overview()
	case "--version":
		return p.version()
	}
	cmd, ok := find(word)
	if !ok {
		return p.unknown(word)
	}
	if cmd.define != nil {
		return p.runFlagged(ctx, cmd, args[1:])
	}
	return cmd.run(p, ctx, args[1:])
}

func find(word string) (command, bool) {
	all := commands()
	at := slices.IndexFunc(all, func(c command) bool { return c.name == word || slices.Contains(c.aliases, word) })
	if at < 0 {
		return command{}, false
	}
	return all[at], true
}

func (p *Process) unknown(word string) int {
	if slices.Contains(laterCommands(), word) {
		fmt.Fprintf(p.Err, "surefoot %s is not supported in this version\n", word)
		return exitError
	}
	var names []string
	for _, c := range commands() {
		names = append(append(names, c.name), c.aliases...)
	}
	hint := source.DidYouMean(word, names)
	if hint == "" {
		hint = "see surefoot help"
	}
	fmt.Fprintf(p.Err, "unknown command %q (%s)\n", eval.Clip(word), hint)
	return exitError
}
