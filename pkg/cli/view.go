package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/console"
	"github.com/surefoot-dev/surefoot/pkg/report/live"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
)

// defineView is the command that serves a report as a page, and follows a run.
func defineView(set *pflag.FlagSet) action {
	var port port
	set.Var(&port, "port", "port of this machine to serve on (default: one that is free)")
	masks := masks(set)
	return func(p *Process, ctx context.Context, words []string) int {
		var running atomic.Bool
		running.Store(true) // there is nothing that a first signal could cut
		ctx, stop := p.watch(ctx, &running)
		defer stop()
		o, err := p.viewed(words)
		if err != nil {
			return p.failed(context.WithoutCancel(ctx), err)
		}
		o.Port = int(port)
		if len(*masks) > 0 {
			o.Clean = redact.New(nil, *masks)
		}
		if err := p.view(ctx, o); err != nil && ctx.Err() == nil {
			return p.failed(ctx, err)
		}
		return exitPassed // also of who ended it, which is how it ends
	}
}

// viewed is the one report that the words of the command name.
func (p *Process) viewed(words []string) (live.Options, error) {
	o := live.Options{
		Now: p.Now,
		Say: func(line string) { fmt.Fprintln(p.Err, safetext.Line(line)) },
		Complain: func(err error) {
			for _, line := range errorLines(err) {
				console.Problems(p.Err, eval.Problems{{Message: line}})
			}
		},
	}
	switch {
	case len(words) == 0:
		return o, errors.New("no report to view (name a .jsonl or .json report, which need not be there yet)")
	case len(words) > 1:
		return o, fmt.Errorf("more than one report to view: %q and %q (give one, in quotes if there is a blank in its name)", eval.Clip(words[0]), eval.Clip(words[1]))
	}
	switch strings.TrimSpace(words[0]) {
	case "":
		return o, errors.New("the name of the report is empty")
	case "-":
		return o, errors.New("standard input cannot be followed (write the report to a file, and name that)")
	}
	o.Path = p.abs(words[0])
	o.Name = p.name(o.Path)
	return o, nil
}

// large is from how many bytes on people may wonder what is being done.
const large = 64 << 20

// view serves the page until it is ended.
func (p *Process) view(ctx context.Context, o live.Options) error {
	if info, err := os.Stat(o.Path); err == nil && info.Size() >= large {
		fmt.Fprintf(p.Err, "reading %s (%d MB)\n", safetext.Line(o.Name), info.Size()>>20)
	}
	v, err := live.Open(ctx, o)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(p.Out, "%s shows %s and follows its run (Ctrl-C ends it)\n", v.Address(), safetext.Line(o.Name)); err != nil {
		ended, end := context.WithCancel(ctx)
		end()
		return errors.Join(err, v.Serve(ended))
	}
	return v.Serve(ctx)
}

// port is a flag for one, 0 for any.
type port uint16

func (p *port) String() string { return strconv.Itoa(int(*p)) }
func (p *port) Type() string   { return "N" }
func (p *port) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 {
		return errors.New("it is no port (1 to 65535)")
	}
	*p = port(n)
	return nil
}
