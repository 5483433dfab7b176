package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/config"
)

const intro = `Surefoot evaluates AI agents and gates on how steadily they stand.

usage: surefoot COMMAND

`

const examples = `
examples:
  surefoot eval                                  every assistants/**/tests/*.jsonl
  surefoot eval -n shop                          the cases of one agent
  surefoot eval @assistants/shop/tests/a.jsonl   the cases of one file
  surefoot eval shop "where is order 12345?"     one message, the answer on stdout
  surefoot eval --runs 5 --min-stability mostly_stable
  surefoot lint                                  check everything, run nothing
  surefoot report output.jsonl -o report.json    an earlier run in another format
`

const ofAction = `
Settings come from INPUT_* variables, as the runner passes the inputs of an
action, never from arguments; what no input says comes from SUREFOOT_* variables
and surefoot.yml. In a run: step, surefoot eval publishes the same way.

exit codes: as of eval
`

const ofReport = `
RUN is a .jsonl report, one of a run that was killed, what eval --json printed,
or a .json report; - reads standard input. Without -o it is shown as eval shows
a run. Figures and verdict are those of the run: nothing is decided anew, and
the report must be whole, or else is inconclusive.

exit codes: 0 shown or written, whatever the verdict was, 1 it could not be,
130 interrupted
`

const ofMerge = `
RUN is the report of one shard, as eval --shard I/N writes it. All N must be
given, each once, whole, and of the same plan; their order changes nothing. All
figures are made anew of the trials, and the gate decides on the whole: by the
policy that the shards had, or by the one that is given here in its place.

exit codes: as of eval
`

const ofExtract = `
RUN is a .jsonl report, one of a run that was killed, what eval --json printed,
or a .json report; - reads standard input. Each case gets one file with all its
trials, named after its id. An extract of an earlier run is replaced unless it
was changed since; nothing else is.

exit codes: 0 all were written, 1 they could not be, 130 interrupted
`

const ofPublishing = `
In a workflow that workflow_run starts, the report is the .jsonl in the artifact
of the run that ended; else REPORT, which is a .jsonl report or a zip with one.
Nobody vouches for it: it is read within limits, shown with a word that it was
not verified, and decides nothing. Whose it is comes from GitHub's event and API
alone. The check run is never green. The token is the input github-token, or
GITHUB_TOKEN; the other flags are inputs and SUREFOOT_* variables too.

exit codes: 0 published, whatever the verdict was, 1 something was not,
130 interrupted
`

const modes = `
Without a word the command runs every assistants/**/tests/*.jsonl of the
application, with -n those of one agent. The first word is the agent, a word
that begins with @ is a case file (from the current folder), and any other
second word is a message. Settings also stand in surefoot.yml beside the
application and in SUREFOOT_* variables; a flag wins.

exit codes: 0 the gate passed, 1 it did not or something broke, 130 interrupted
`

func (p *Process) help(_ context.Context, args []string) int {
	if len(args) > 0 {
		cmd, ok := find(args[0])
		if !ok {
			return p.unknown(args[0])
		}
		p.explain(cmd)
		return exitPassed
	}
	var b strings.Builder
	b.WriteString(intro)
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-9s %s\n", c.name, c.summary)
	}
	b.WriteString(examples)
	fmt.Fprint(p.Out, b.String())
	return exitPassed
}

func (p *Process) explain(c command) {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s\n\n%s%s.\n", strings.TrimSpace("surefoot "+c.name+" "+c.args), strings.ToUpper(c.summary[:1]), c.summary[1:])
	if len(c.aliases) > 0 {
		fmt.Fprintf(&b, "Also spelt: surefoot %s.\n", strings.Join(c.aliases, ", "))
	}
	b.WriteString(c.more)
	if c.define != nil {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		set.SortFlags = false
		c.define(set)
		if set.HasFlags() {
			b.WriteString("\nFlags:\n")
			set.VisitAll(func(f *pflag.Flag) { b.WriteString(flagLine(f.Name, f.Shorthand, f.Value.Type(), f.Usage)) })
		}
	}
	if c.name == "list" {
		b.WriteString(nounsHelp())
	}
	switch groups := config.Groups(); c.name {
	case "eval":
		b.WriteString(modes)
		for _, group := range groups {
			settings(&b, group, nil, func(row config.Setting) bool { return row.Group == group })
		}
	case "lint":
		settings(&b, groups[0], nil, func(row config.Setting) bool { return row.Group == groups[0] })
		settings(&b, "How to check it", map[string]string{
			"replay": "whether the cassettes in this folder are there, whole and in use", "detailed-exitcode": wrongInput,
		}, func(row config.Setting) bool { return slices.Contains(ofLint(), row.Name) })
		row := schemaFlag(new(string))
		b.WriteString("\nInstead:\n" + flagLine(row.Name, row.Short, row.Value.Type(), row.Help))
	}
	fmt.Fprint(p.Out, b.String())
}

// settings shows those rows of the table that are wanted, under a heading.
// What means something else than in a run has its text in here.
func settings(b *strings.Builder, heading string, here map[string]string, wanted func(config.Setting) bool) {
	fmt.Fprintf(b, "\n%s:\n", heading)
	for _, row := range config.Default().Table() {
		if text, ok := here[row.Name]; ok {
			row.Help = text
		}
		if wanted(row) {
			b.WriteString(flagLine(row.Name, row.Short, row.Value.Type(), row.Help))
		}
	}
}

const wrongInput = "exit 2, not 1, when the input is wrong"

// ofLint are the settings of how to run that decide what lint checks.
func ofLint() []string { return []string{"runs", "replay", "prices", "detailed-exitcode", "mask"} }

func flagLine(name, short, kind, help string) string {
	flag := "    "
	if short != "" {
		flag = "-" + short + ", "
	}
	flag += "--" + name
	if kind != "bool" {
		flag += " " + kind
	}
	return fmt.Sprintf("  %-27s %s\n", flag, help)
}
