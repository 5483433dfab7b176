package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/config"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// defineHelp is the command that explains the others.
func defineHelp(*pflag.FlagSet) action {
	return func(p *Process, _ context.Context, words []string) int {
		if len(words) > 0 && words[0] == "agent" {
			words = words[1:] // the word says nothing, here as before any command
		}
		switch len(words) {
		case 0:
			return p.overview()
		case 1:
			return p.help(words[0])
		default:
			return p.refuse(eval.Problem{Message: "one command at a time, got " + quote(words[1]) + " too"})
		}
	}
}

// help explains the command that a word names.
func (p *Process) help(word string) int {
	cmd, ok := find(word)
	if !ok {
		return p.unknown(word)
	}
	p.explain(cmd)
	return exitPassed
}

// overview lists the commands.
func (p *Process) overview() int {
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
	const column = 28
	if len(flag) >= column {
		flag += "\n" + strings.Repeat(" ", 2+column)
	}
	return fmt.Sprintf("  %-*s%s\n", column, flag, help)
}
