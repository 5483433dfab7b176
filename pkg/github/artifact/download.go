package artifact

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Target is where a download goes, such as an *os.File. It is emptied first.
type Target interface {
	io.Writer
	io.Seeker
	Truncate(size int64) error
}

// Received is what a download brought.
type Received struct {
	Size    int64
	Digest  string // of the bytes: "sha256:" and hex
	Checked bool   // the service knew this digest; act's and Gitea's do not
}

// Download writes the bytes of an artifact, most at the most, to a target and
// checks them. What stands in the target after an error is not to be used.
func (c *Client) Download(ctx context.Context, a Artifact, to Target, most int64) (Received, error) {
	var got Received
	f := c.retry(ctx, tries, nil, func() *failure {
		// An address is valid for a minute or so, too short for two tries.
		signed, f := c.signed(ctx, a)
		if f != nil {
			f.spent = true
			return f
		}
		got, f = c.storage.fetch(ctx, signed, a.Digest, to, most)
		return f
	})
	if f != nil {
		return Received{}, named(a.Name, f, nil)
	}
	return got, nil
}

// Fetch writes what is at a signed address to a target, most bytes at the
// most, and checks them against the digest, unless that is "". It tries once,
// since the address may be too old for another try.
func (s Storage) Fetch(ctx context.Context, signed, digest string, to Target, most int64) (Received, error) {
	got, f := s.fetch(ctx, signed, digest, to, most)
	return got, asError(f)
}

func (s Storage) fetch(ctx context.Context, signed, digest string, to Target, most int64) (Received, *failure) {
	const what = "downloading it"
	u, err := s.address(signed)
	if err != nil {
		return Received{}, &failure{what: what, host: "the service", status: http.StatusOK, err: decided{err}}
	}
	var got Received
	// The digest is of the bytes as they are stored, which Go's own
	// decompression would not show.
	x := exchange{method: http.MethodGet, url: u, header: http.Header{"Accept-Encoding": {"identity"}}}
	f := s.do(ctx, x, http.StatusOK, func(r io.Reader) error {
		got, err = receive(r, digest, to, most)
		return err
	})
	if f != nil {
		f.what = what
		return Received{}, f
	}
	return got, nil
}

// receive copies and checks. Only what the connection did may be better the
// next time.
func receive(r io.Reader, digest string, to Target, most int64) (Received, error) {
	_, err := to.Seek(0, io.SeekStart)
	if err == nil {
		err = to.Truncate(0)
	}
	if err != nil {
		return Received{}, decided{eval.Bare(err)}
	}
	sum := sha256.New()
	n, err := io.Copy(writer{to, sum}, io.LimitReader(r, most+1))
	if err != nil {
		return Received{}, err
	}
	if n > most {
		return Received{}, decided{fmt.Errorf("it is larger than the %d bytes allowed", most)}
	}
	got := Received{Size: n, Digest: "sha256:" + hex.EncodeToString(sum.Sum(nil)), Checked: digest != ""}
	if got.Checked && got.Digest != digest {
		return Received{}, decided{fmt.Errorf("its digest is %s and not %s, as it was stored", got.Digest, eval.Clip(digest))}
	}
	return got, nil
}

// writer writes to two, and tells a fault of the first from the connection's.
type writer struct {
	to  io.Writer
	sum io.Writer
}

func (w writer) Write(p []byte) (int, error) {
	n, err := w.to.Write(p)
	_, _ = w.sum.Write(p[:n])
	if err != nil {
		return n, decided{eval.Bare(err)}
	}
	return n, nil
}
