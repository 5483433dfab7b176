package html

import (
	"bufio"
	"cmp"
	"io"
	"iter"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
	"github.com/surefoot-dev/surefoot/pkg/report/walk"
)

// Write writes the report as a page of its own. The trials come in the order
// of its cases, as a log reads them back. It holds one of them at a time, and
// of each case nothing.
func Write(w io.Writer, report eval.Report, trials iter.Seq2[*eval.Trial, error]) error {
	feed, out, n := NewFeed(&report), bufio.NewWriterSize(w, 1<<16), 0
	shell := loaded()
	if err := shell.open(out, titled(&report)); err != nil {
		return err
	}
	err := walk.Cases(report.Cases, trials, func(_ *eval.CaseResult, trials iter.Seq[*eval.Trial]) error {
		var row Row
		err := block(out, "details", func() (err error) {
			row, err = feed.Case(out, n, trials)
			return err
		})
		if err != nil {
			return err
		}
		n++
		return block(out, "row", func() error { return encode(out, row) })
	})
	if err != nil {
		return err
	}
	if err := block(out, "head", func() error { return encode(out, feed.Head()) }); err != nil {
		return err
	}
	if err := shell.end(out); err != nil {
		return err
	}
	return out.Flush()
}

// block writes a message as an element of the page that no browser runs.
func block(w *bufio.Writer, kind string, message func() error) error {
	_, _ = w.WriteString(`<script type="application/json" data-is="` + kind + `">`)
	if err := message(); err != nil {
		return err
	}
	_, err := w.WriteString("</script>\n")
	return err
}

// titled is the page's title, and what it says to a browser that runs nothing.
func titled(r *eval.Report) page {
	verdict := cmp.Or(string(r.Decision.Verdict), "unfinished")
	p := page{title: subject(r), why: figure.Spoken(strings.TrimPrefix(r.Decision.Title, verdict+": "))}
	if p.title != "" {
		p.title += ": "
	}
	p.title += verdict
	return p
}
