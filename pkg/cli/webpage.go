package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
	"github.com/surefoot-dev/surefoot/pkg/report"
	"github.com/surefoot-dev/surefoot/pkg/report/html"
)

// maxWebpage is the most bytes of a page that nobody asked for. It is kept as
// it is, and counts in full against what a repository may keep.
const maxWebpage = 25 << 20

// webpage uploads the report for people as an artifact of its own, which opens
// in the browser where the server takes a file as it is. One is made where
// no output is a page.
func (g *publisher) webpage(ctx context.Context, client *artifact.Client, p *Process, f finished) {
	path := f.webpage()
	if !g.settings.Shard.IsWhole() || f.digest == nil {
		return // a part of a run is no report for people; what cannot be read is said elsewhere
	}
	if path == "" {
		made, err := p.madeWebpage(f)
		if made != "" {
			defer os.Remove(made)
		}
		switch {
		case errors.Is(err, errTooLong):
			fmt.Fprintf(p.Err, "surefoot: the page of this run is longer than %d MB, and was not uploaded (name an .html file in output to have it)\n", maxWebpage>>20)
			return
		case err != nil:
			g.fail("the page", err)
			return
		}
		path = made
	}
	name := g.artifactName() + ".html"
	file, err := artifact.OnDisk(artifact.Name(name), path)
	if err != nil {
		g.fail("the page", err)
		return
	}
	result, err := client.UploadRaw(ctx, name, file, "text/html; charset=utf-8")
	if err != nil {
		g.fail("the page", err)
		return
	}
	g.said.pageURL = result.URL
}

// webpage is the report that is a page, "" where none is.
func (f *finished) webpage() string {
	for _, path := range f.files {
		if format, err := report.FormatOf(path); err == nil && format == report.HTML {
			return path
		}
	}
	return ""
}

// madeWebpage writes the page into a temporary file, which is the caller's to
// remove, also beside an error.
func (p *Process) madeWebpage(f finished) (path string, err error) {
	file, err := os.CreateTemp(p.TempDir, "report-*.html")
	if err != nil {
		return "", fmt.Errorf("a temporary file in %s: %w", filepath.ToSlash(p.TempDir), eval.Bare(err))
	}
	out := bufio.NewWriter(&atMost{file, maxWebpage})
	err = html.Write(out, f.report, f.trials)
	if err == nil {
		err = out.Flush()
	}
	return file.Name(), errors.Join(err, file.Close())
}

var errTooLong = errors.New("it is too long")

// atMost takes so many bytes and no more.
type atMost struct {
	w    io.Writer
	left int
}

func (b *atMost) Write(text []byte) (int, error) {
	if b.left -= len(text); b.left < 0 {
		return 0, errTooLong
	}
	return b.w.Write(text)
}
