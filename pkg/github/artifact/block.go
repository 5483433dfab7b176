package artifact

import (
	"context"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

const (
	blockSize      = 8 << 20
	storageVersion = "2021-12-02"
)

// blockList is the body that makes blocks a file, in this order.
type blockList struct {
	XMLName xml.Name `xml:"BlockList"`
	Latest  []string
}

// store puts the bytes at a signed address: block after block, also when
// there is but one, since that is what every service understands, and then
// the list of them.
func (c *Client) store(ctx context.Context, signed string, s *spool, mediaType string) *failure {
	u, err := c.storage.address(signed)
	if err == nil && c.base.Scheme == "https" && u.Scheme != "https" {
		err = errors.New("the service gave an address that is not https")
	}
	if err != nil {
		return &failure{what: "storing it", host: c.base.Host, status: http.StatusOK, service: true, err: decided{err}}
	}
	count := int((s.size + blockSize - 1) / blockSize)
	list := blockList{Latest: make([]string, count)}
	for i := range count {
		list.Latest[i] = base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "surefoot-%08d", i))
		start := int64(i) * blockSize
		size := min(blockSize, s.size-start)
		what := fmt.Sprintf("storing block %d of %d", i+1, count)
		header := http.Header{"Content-Type": {"application/octet-stream"}}
		if f := c.put(ctx, what, with(u, "block", list.Latest[i]), header, io.NewSectionReader(s.file, start, size)); f != nil {
			return f
		}
	}
	body, err := xml.Marshal(list)
	if err != nil {
		return &failure{what: "storing the list of blocks", host: u.Host, err: decided{err}}
	}
	text := xml.Header + string(body)
	header := http.Header{"Content-Type": {"application/xml"}, "X-Ms-Blob-Content-Type": {mediaType}}
	return c.put(ctx, "storing the list of blocks", with(u, "blocklist", ""), header, io.NewSectionReader(strings.NewReader(text), 0, int64(len(text))))
}

// with is the address of an operation on the file at u.
func with(u *url.URL, operation, block string) *url.URL {
	to := *u
	q := "comp=" + operation
	if block != "" {
		q += "&blockid=" + url.QueryEscape(block)
	}
	// What is signed stays as it is written.
	if to.RawQuery != "" {
		q = to.RawQuery + "&" + q
	}
	to.RawQuery = q
	return &to
}

// put sends one body, again where that cannot store it twice.
func (c *Client) put(ctx context.Context, what string, to *url.URL, header http.Header, body *io.SectionReader) *failure {
	most := tries
	if c.scope.standIn() {
		most = 1
	}
	header.Set("X-Ms-Version", storageVersion)
	return c.retry(ctx, most, nil, func() *failure {
		// A try that failed may still be read from.
		fresh := io.NewSectionReader(body, 0, body.Size())
		x := exchange{method: http.MethodPut, url: to, header: header.Clone(), body: fresh, size: body.Size()}
		f := c.storage.do(ctx, x, http.StatusCreated, func(io.Reader) error { return nil })
		if f != nil {
			f.what = what
		}
		return f
	})
}
