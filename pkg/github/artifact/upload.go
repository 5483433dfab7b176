package artifact

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

const (
	zipped = "application/zip"
	// passes is how often an upload to a service that appends is begun.
	passes = 3
)

// Result is an artifact that was uploaded.
type Result struct {
	ID      int64
	URL     string    // its page; "" when the run's is not known
	Size    int64     // bytes that were stored
	Digest  string    // of these bytes: "sha256:" and hex
	Raw     bool      // the file as it is; else a zip
	Expires time.Time // zero: the repository decides
}

// Upload stores files as one zip under the name. Errors it wraps are
// [ErrExists], [ErrQuota], [ErrUnavailable] and the context's.
//
// When it ends with an error, nothing of that name can be downloaded; but the
// name may be taken, if the answer that said so was lost.
func (c *Client) Upload(ctx context.Context, name string, files []File) (Result, error) {
	if err := errors.Join(checkName(name), checkFiles(files)); err != nil {
		return Result{}, err
	}
	result, f, err := c.zipped(ctx, name, files)
	return result, named(name, f, err)
}

// UploadRaw stores one file as it is under the name, which browsers take for
// the file's: an HTML page opens in them. A server that takes only archives
// gets a zip of it, which Result.Raw tells.
func (c *Client) UploadRaw(ctx context.Context, name string, file File, mediaType string) (Result, error) {
	if _, _, err := mime.ParseMediaType(mediaType); err != nil {
		return Result{}, fmt.Errorf("the media type %q: %w", eval.Clip(mediaType), err)
	}
	if err := errors.Join(checkName(name), checkFiles([]File{file})); err != nil {
		return Result{}, err
	}
	raw, err := whole(ctx, c.o.Temp, file)
	if err != nil {
		return Result{}, named(name, nil, err)
	}
	defer raw.remove()
	result, f := c.send(ctx, name, raw, mediaType)
	if f != nil && c.archivesOnly(f) {
		result, f, err = c.zipped(ctx, name, []File{file})
	}
	return result, named(name, f, err)
}

// named is how an upload failed.
func named(name string, f *failure, err error) error {
	if err == nil {
		err = asError(f)
	}
	if err == nil {
		return nil
	}
	return fmt.Errorf("artifact %q: %w", name, err)
}

func (c *Client) zipped(ctx context.Context, name string, files []File) (Result, *failure, error) {
	archive, err := pack(ctx, c.o.Temp, files)
	if err != nil {
		return Result{}, nil, err
	}
	defer archive.remove()
	result, f := c.send(ctx, name, archive, zipped)
	return result, f, nil
}

// send creates, stores and finalizes.
func (c *Client) send(ctx context.Context, name string, s *spool, mediaType string) (Result, *failure) {
	expires := c.expiry()
	for pass := 1; ; pass++ {
		address, f := c.create(ctx, name, mediaType, expires, c.o.Overwrite || pass > 1)
		if f != nil {
			return Result{}, f
		}
		f = c.store(ctx, address, s, mediaType)
		if f == nil {
			break
		}
		// Where blocks are appended, one that may have arrived must not be
		// sent again: only a new beginning is safe.
		if !c.scope.standIn() {
			return Result{}, f
		}
		f.tries = pass
		if !f.passing() || pass == passes {
			return Result{}, f
		}
		if err := c.pause(ctx, pass, f.after); err != nil {
			return Result{}, &failure{what: f.what, host: f.host, err: err}
		}
	}
	id, f := c.finalize(ctx, name, s)
	if f != nil {
		return Result{}, f
	}
	return Result{ID: id, URL: c.page(id), Size: s.size, Digest: s.digest(), Raw: mediaType != zipped, Expires: expires}, nil
}

// create announces the artifact and gives the signed address to store it at.
func (c *Client) create(ctx context.Context, name, mediaType string, expires time.Time, overwrite bool) (string, *failure) {
	const what = "announcing it"
	in := c.scope.about(name)
	in["version"] = 4
	final := func(*failure) bool { return false }
	if mediaType != zipped {
		in["version"], in["mime_type"] = 7, mediaType
		final = c.archivesOnly
	}
	if !expires.IsZero() {
		in["expires_at"] = expires.Format(time.RFC3339)
	}
	m, f := c.call(ctx, "CreateArtifact", what, in, final)
	if f != nil && overwrite && errors.Is(f, ErrExists) {
		if f := c.remove(ctx, name); f != nil && !errors.Is(f, ErrNotFound) {
			return "", f
		}
		m, f = c.call(ctx, "CreateArtifact", what, in, final)
	}
	if f != nil {
		return "", f
	}
	address := m.text("signed_upload_url")
	if !m.ok() || address == "" {
		return "", c.refused(what)
	}
	return address, nil
}

// archivesOnly reports whether a server refused an artifact for being no
// archive. Those that do not know the fields for it say so or, as act and
// Gitea, answer 500 without a word.
func (c *Client) archivesOnly(f *failure) bool {
	if f.err != nil || !f.service {
		return false
	}
	switch f.status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusNotImplemented:
		return true
	case http.StatusInternalServerError:
		said := strings.ToLower(f.said)
		return c.scope.standIn() || strings.Contains(said, "unknown field") || strings.Contains(said, "mime_type") || strings.Contains(said, "mimetype")
	default:
		return false
	}
}

// finalize says that all is stored. Where no answer tells whether that was
// heard, the list does.
func (c *Client) finalize(ctx context.Context, name string, s *spool) (int64, *failure) {
	const what = "completing it"
	in := c.scope.about(name)
	in["size"], in["hash"] = strconv.FormatInt(s.size, 10), s.digest()
	m, f := c.call(ctx, "FinalizeArtifact", what, in, nil)
	if f == nil && !m.ok() {
		f = c.refused(what)
	}
	if f == nil {
		return m.number("artifact_id"), nil
	}
	if f.unsure && ctx.Err() == nil {
		if there, failed := c.find(ctx, name); failed == nil && there.Digest == s.digest() {
			return there.ID, nil
		}
	}
	return 0, f
}
