package artifact

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"
)

// stall is how long nothing may move before a transfer is given up.
const stall = 5 * time.Minute

// Storage is where the bytes of artifacts are: behind signed addresses, which
// are all that is needed to read or write them.
type Storage struct {
	HTTP *http.Client        // adds no header of its own: the address is all the storage must see
	Mask func(secret string) // hears of each address's signature before it is used; may be nil
}

// exchange is one request to the storage.
type exchange struct {
	method string
	url    *url.URL
	header http.Header
	body   io.Reader // nil is none
	size   int64
}

// address reads a signed address and masks its signature.
func (s Storage) address(signed string) (*url.URL, error) {
	u, err := url.Parse(signed)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errors.New("the service gave no web address for it")
	}
	s.mask(u)
	return u, nil
}

// mask tells of an address's signature as it is and as it is written. What is
// too short to be one would black out half a log.
func (s Storage) mask(u *url.URL) {
	const shortest = 8
	if s.Mask == nil {
		return
	}
	for _, sig := range u.Query()["sig"] {
		if len(sig) < shortest {
			continue
		}
		s.Mask(sig)
		if written := url.QueryEscape(sig); written != sig {
			s.Mask(written)
		}
	}
}

// do makes a request and gives its answer to take, which the watch covers
// too. The failure has neither a name nor tries yet.
func (s Storage) do(ctx context.Context, x exchange, want int, take func(io.Reader) error) *failure {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	timer := time.AfterFunc(stall, func() { stop(errStalled) })
	defer timer.Stop()
	moved := func() { timer.Reset(stall) }
	fail := func(status int, err error) *failure {
		return &failure{host: x.url.Host, status: status, err: cause(ctx, err)}
	}
	var body io.Reader
	if x.body != nil {
		body = watched{x.body, moved}
	}
	req, err := http.NewRequestWithContext(ctx, x.method, x.url.String(), body)
	if err != nil {
		return fail(0, err)
	}
	req.Header, req.ContentLength = x.header, x.size
	if x.size == 0 {
		req.Body = http.NoBody
	}
	web := *s.HTTP
	web.Timeout = 0
	web.CheckRedirect = s.redirect
	res, err := web.Do(req)
	if err != nil {
		return fail(0, err)
	}
	defer res.Body.Close()
	moved()
	if res.StatusCode != want {
		f := fail(res.StatusCode, nil)
		f.after = retryAfter(res.Header)
		// The code alone: the text repeats what was signed.
		f.code = short(res.Header.Get("X-Ms-Error-Code"))
		return f
	}
	if err := take(watched{res.Body, moved}); err != nil {
		return fail(res.StatusCode, err)
	}
	return nil
}

// redirect follows downloads only, and no further than storages do.
func (s Storage) redirect(req *http.Request, via []*http.Request) error {
	if req.Method != http.MethodGet || len(via) >= 5 {
		return http.ErrUseLastResponse
	}
	if via[0].URL.Scheme == "https" && req.URL.Scheme != "https" {
		return errors.New("it leads to an address that is not https")
	}
	s.mask(req.URL)
	// Go names the address it came from, which is signed.
	req.Header.Del("Referer")
	return nil
}

// watched tells of every read.
type watched struct {
	io.Reader
	moved func()
}

func (w watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if n > 0 {
		w.moved()
	}
	return n, err
}
