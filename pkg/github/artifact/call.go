package artifact

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	service  = "/twirp/github.actions.results.api.v1.ArtifactService/"
	tries    = 5
	patience = time.Minute
	// largestAnswer holds the list of a run with tens of thousands of
	// artifacts.
	largestAnswer = 32 << 20
)

// fields is a request: names as the protocol's definition spells them, whole
// numbers as texts, and nothing that is empty.
type fields map[string]any

// about is what every request begins with.
func (s scope) about(name string) fields {
	return fields{"workflow_run_backend_id": s.run, "workflow_job_run_backend_id": s.job, "name": name}
}

// call asks the service, again where that may help and final does not object.
// Its error is a [*failure].
func (c *Client) call(ctx context.Context, method, what string, in fields, final func(*failure) bool) (message, *failure) {
	body, err := json.Marshal(in)
	if err != nil {
		return nil, &failure{what: what, host: c.base.Host, service: true, err: err}
	}
	var out message
	f := c.retry(ctx, tries, final, func() *failure {
		m, f := c.post(ctx, method, body)
		if f != nil {
			f.what, f.host, f.service, f.own = what, c.base.Host, true, c.o.Enterprise
			return f
		}
		out = m
		return nil
	})
	return out, f
}

// post makes one request.
func (c *Client) post(ctx context.Context, method string, body []byte) (message, *failure) {
	ctx, stop := context.WithTimeoutCause(ctx, patience, errSlow)
	defer stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base.String()+service+method, bytes.NewReader(body))
	if err != nil {
		return nil, &failure{err: cause(ctx, err)}
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+c.o.RuntimeToken)
	res, err := c.web.Do(req)
	if err != nil {
		return nil, &failure{err: cause(ctx, err)}
	}
	defer res.Body.Close()
	f := &failure{status: res.StatusCode, after: retryAfter(res.Header)}
	data, err := io.ReadAll(io.LimitReader(res.Body, largestAnswer+1))
	switch {
	case err != nil:
		f.err = cause(ctx, err)
		return nil, f
	case len(data) > largestAnswer:
		f.err = fmt.Errorf("it is larger than %d MiB", largestAnswer>>20)
		return nil, f
	}
	m, err := read(data)
	if res.StatusCode == http.StatusOK {
		if err == nil {
			return m, nil
		}
		f.err = errGarbled
		return nil, f
	}
	if err == nil {
		f.code, f.said = short(c.hide(m.text("code"))), short(c.hide(m.text("msg")))
	}
	return nil, f
}

// refused is an answer that does not say what it must.
func (c *Client) refused(what string) *failure {
	return &failure{what: what, host: c.base.Host, service: true, status: http.StatusOK, said: "not ok"}
}

// asError keeps a nil failure from becoming an error that is not nil.
func asError(f *failure) error {
	if f == nil {
		return nil
	}
	return f
}

var errNoObject = errors.New("not an object")
