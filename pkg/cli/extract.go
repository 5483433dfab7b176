package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/spf13/pflag"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/extract"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
	"github.com/surefoot-dev/surefoot/pkg/safetext"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// defineExtract is the command that writes a file for each case of a report.
func defineExtract(set *pflag.FlagSet) action {
	var folder string
	format := string(extract.Markdown)
	set.VarP(kind{&folder, "DIR"}, "output", "o", "folder for the files, made where it is missing (default: the report's)")
	set.Var(kind{&format, "FORMAT"}, "format", "markdown or json (default: markdown)")
	masks := masks(set)
	return func(p *Process, ctx context.Context, words []string) int {
		var running atomic.Bool
		ctx, stop := p.watch(ctx, &running)
		defer stop()
		if known := extract.Formats(); !slices.Contains(known, extract.Format(format)) {
			return p.refuse(eval.Problem{Message: "--format " + quote(format) + ": want markdown or json", Hint: source.DidYouMean(format, []string{string(extract.Markdown), string(extract.JSON)})})
		}
		e, err := p.earlier(words, *masks)
		if err != nil {
			return p.failed(ctx, err)
		}
		defer e.close()
		running.Store(true)
		if err := p.extract(ctx, e, folder, extract.Format(format)); err != nil {
			return p.failed(ctx, err)
		}
		return exitPassed
	}
}

// extract writes the cases, none of them before all are known to be possible.
func (p *Process) extract(ctx context.Context, e *earlier, folder string, format extract.Format) error {
	dir := filepath.Dir(e.path)
	switch {
	case folder != "":
		dir = p.abs(folder)
	case e.path == "":
		return errors.New("standard input is in no folder (name one for the files with -o)")
	}
	names := extract.Names(e.Cases, format.Ext())
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder %q: %w", p.name(dir), eval.Bare(err))
	}
	var taken []error
	for _, name := range names {
		if err := replaceable(filepath.Join(dir, name)); err != nil {
			taken = append(taken, fmt.Errorf("cannot write %q: %w", p.name(filepath.Join(dir, name)), err))
		}
	}
	if len(taken) > 0 {
		return errors.Join(append(taken, errors.New("nothing was written (move these files away, or choose another folder with -o)"))...)
	}
	at := 0
	err := walk.Cases(e.Cases, e.trials(ctx), func(c *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		file := draft{path: filepath.Join(dir, names[at])}
		at++
		err := file.publish(func(w io.Writer) error { return extract.Write(w, format, c, trials) })
		if err != nil {
			return fmt.Errorf("cannot write %q: %w", p.name(file.path), err)
		}
		_, err = fmt.Fprintf(p.Out, "written: %s\n", safetext.Line(p.name(file.path)))
		return err
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Out, "%s in %s\n", eval.Plural(len(names), "file"), safetext.Line(p.name(dir)))
	return err
}

// replaceable refuses a place where something stands that is no extract, or
// one that somebody wrote into.
func replaceable(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return eval.Bare(err)
	case !info.Mode().IsRegular():
		return errors.New("it is not a regular file")
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return eval.Bare(err)
	}
	if !extract.Ours(content) {
		return errors.New("it is there and is no extract, or was changed since")
	}
	return nil
}
