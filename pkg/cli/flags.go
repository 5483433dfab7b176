package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// action runs a command whose flags were read, with the words beside them.
type action func(p *Process, ctx context.Context, words []string) int

// runFlagged reads the flags of a command that has its own, and runs it.
func (p *Process) runFlagged(ctx context.Context, c command, args []string) int {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.Usage = func() {}
	run := c.define(set)
	err := set.ParseAll(args, func(f *pflag.Flag, text string) error {
		if _, once := f.Value.(kind); once && f.Changed {
			return fmt.Errorf("--%s is given twice", f.Name)
		}
		return set.Set(f.Name, text)
	})
	switch {
	case errors.Is(err, pflag.ErrHelp):
		p.explain(c)
		return exitPassed
	case err != nil:
		return p.refuse(eval.Problem{Message: err.Error(), Hint: flagHint(c.name, err.Error(), set)})
	}
	return run(p, ctx, set.Args())
}

// flagHint is the flag that was meant, or where to read of all.
func flagHint(name, complaint string, set *pflag.FlagSet) string {
	if word, ok := strings.CutPrefix(complaint, "unknown flag: --"); ok {
		var known []string
		set.VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if best := source.Nearest(word, known); best != "" {
			return fmt.Sprintf("did you mean %q?", "--"+best)
		}
	}
	return "see surefoot help " + name
}

// refuse says what is wrong with a command line.
func (p *Process) refuse(problem eval.Problem) int {
	fmt.Fprintln(p.Err, problem.String())
	return exitError
}

// kind is a text flag that help shows with its own word for the value.
type kind struct {
	dst  *string
	word string
}

func (k kind) String() string { return *k.dst }
func (k kind) Type() string   { return k.word }
func (k kind) Set(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("it is empty")
	}
	*k.dst = text
	return nil
}

// kinds is a text flag that may be given several times.
type kinds struct {
	dst  *[]string
	word string
}

func (k kinds) String() string { return strings.Join(*k.dst, " ") }
func (k kinds) Type() string   { return k.word }
func (k kinds) Set(text string) error {
	if strings.TrimSpace(text) == "" {
		return errors.New("it is empty")
	}
	*k.dst = append(*k.dst, text)
	return nil
}
