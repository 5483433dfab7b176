package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
	"github.com/surefoot-dev/surefoot/pkg/github/rest"
	"github.com/surefoot-dev/surefoot/pkg/redact"
	"github.com/surefoot-dev/surefoot/pkg/report/markdown"
	"github.com/surefoot-dev/surefoot/pkg/report/past"
)

// What a report that anybody may have written is read up to. A run of ten
// thousand long trials is within.
const (
	maxArtifact = 64 << 20  // bytes of the zip
	maxReport   = 128 << 20 // bytes of the report
	maxRows     = 200_000
)

// read is the report that the words name, or that the other run left. It is
// copied before it is read, so that nobody can change it meanwhile.
func (r *relay) read(ctx context.Context, words []string) (*earlier, error) {
	var source *os.File
	var name string
	var err error
	if len(words) > 0 {
		name = r.p.name(r.p.abs(words[0]))
		source, err = regular(r.p.abs(words[0]))
	} else {
		name = fmt.Sprintf("artifact %q of run %d", r.settings.Action.ArtifactName, r.run.Upstream.ID)
		source, err = r.download(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, eval.Bare(err))
	}
	defer source.Close()
	return r.p.untrusted(source, name, redact.New(r.secrets(), nil))
}

// untrusted reads the report in a file that anybody may have written: the file
// itself, or the only one in a zip. Name is what people know it by.
func (p *Process) untrusted(source *os.File, name string, redactor *redact.Redactor) (*earlier, error) {
	e := &earlier{name: name, redactor: redactor}
	if err := p.unpack(e, source); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	report, err := past.Read(e.file, e.name)
	if err != nil {
		return nil, errors.Join(err, e.close())
	}
	e.past, e.Report = report, e.redactor.Report(report.Report)
	if err := e.merged(); err != nil {
		return nil, errors.Join(err, e.close())
	}
	return e, nil
}

// regular opens a file that is one, and no link to another.
func regular(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is not a regular file")
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// download is the artifact of the run whose end started this one, of its
// newest attempt.
func (r *relay) download(ctx context.Context) (*os.File, error) {
	if r.client.Client == nil {
		return nil, errors.New(r.client.why.Why)
	}
	found, err := r.client.Artifacts(ctx, r.run.Upstream.ID, r.settings.Action.ArtifactName)
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, errors.New("there is none (its workflow must upload the report under the name that --artifact-name says)")
	}
	newest := slices.MaxFunc(found, func(a, b rest.Artifact) int { return cmp.Compare(a.ID, b.ID) })
	if newest.Expired {
		return nil, errors.New("it has expired")
	}
	return r.fetch(ctx, r.p, r.client, newest)
}

// fetch downloads an artifact of another run, and checks that it is what was
// stored.
func (g *publisher) fetch(ctx context.Context, p *Process, client api, a rest.Artifact) (*os.File, error) {
	if a.Size > maxArtifact {
		return nil, fmt.Errorf("it is larger than %d MiB", maxArtifact>>20)
	}
	address, err := client.ArtifactAddress(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	file, err := p.temporary()
	if err != nil {
		return nil, err
	}
	// The address is all that the storage must see.
	storage := artifact.Storage{HTTP: &http.Client{Transport: http.DefaultTransport}, Mask: func(secret string) { _ = g.log.Mask(secret) }}
	if _, err := storage.Fetch(ctx, address, a.Digest, file, maxArtifact); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// temporary is a file that goes when it is closed, where a system allows it.
func (p *Process) temporary() (*os.File, error) {
	f, err := os.CreateTemp(p.TempDir, "surefoot-*.jsonl")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name())
	return f, nil
}

// unpack copies the report: the source itself, or the only one in a zip.
func (p *Process) unpack(e *earlier, source *os.File) error {
	info, err := source.Stat()
	if err != nil {
		return eval.Bare(err)
	}
	head := make([]byte, 4)
	if _, err := source.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return eval.Bare(err)
	}
	var in io.Reader = io.NewSectionReader(source, 0, info.Size())
	if bytes.HasPrefix(head, []byte("PK")) {
		zip, err := artifact.Open(source, info.Size(), artifact.Limits{Bytes: maxReport})
		if err != nil {
			return err
		}
		file, err := onlyReport(zip)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	if e.file, err = p.temporary(); err != nil {
		return eval.Bare(err)
	}
	rows := &rowLimit{}
	n, err := io.Copy(io.MultiWriter(e.file, rows), io.LimitReader(in, maxReport+1))
	if err == nil && n > maxReport {
		err = fmt.Errorf("the report is larger than %d MiB", maxReport>>20)
	}
	if err != nil {
		return errors.Join(eval.Bare(err), e.close())
	}
	return nil
}

// onlyReport is the one JSONL report of a zip.
func onlyReport(zip *artifact.Archive) (io.ReadCloser, error) {
	var names []string
	for _, entry := range zip.Entries() {
		if strings.HasSuffix(strings.ToLower(entry.Name), ".jsonl") {
			names = append(names, entry.Name)
		}
	}
	switch len(names) {
	case 0:
		return nil, errors.New("no .jsonl report is in it (the run must write one, with -o report.jsonl)")
	case 1:
		return zip.Open(names[0])
	default:
		return nil, fmt.Errorf("%d .jsonl reports are in it: %q, %q (upload one)", len(names), eval.Clip(names[0]), eval.Clip(names[1]))
	}
}

// rowLimit ends a copy that has more rows than a run writes.
type rowLimit struct{ rows int }

// Write counts the rows.
func (r *rowLimit) Write(b []byte) (int, error) {
	if r.rows += bytes.Count(b, []byte("\n")); r.rows > maxRows {
		return 0, fmt.Errorf("the report has more than %d rows", maxRows)
	}
	return len(b), nil
}

// gather is what pages show of the report.
func (e *earlier) gather(ctx context.Context) (*markdown.Digest, error) {
	return markdown.Gather(e.Report, e.trials(ctx))
}
