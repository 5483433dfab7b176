package artifact_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/github/artifact"
)

func FuzzToken(f *testing.F) {
	f.Add(token(githubRun, githubJob))
	f.Add(token("1", "2"))
	f.Add("a.e30.c")
	f.Add("a." + base64.URLEncoding.EncodeToString([]byte(`{"scp":"Actions.Results:a:b"}`)) + ".c")
	f.Add("a." + base64.RawURLEncoding.EncodeToString([]byte(`{"scp":["Actions.Results:a:b"]}`)) + ".c")
	f.Add("..")
	f.Fuzz(func(t *testing.T, token string) {
		_, err := artifact.New(artifact.Options{ResultsURL: "https://r.test", RuntimeToken: token, HTTP: &http.Client{}})
		if err == nil {
			return
		}
		if !errors.Is(err, artifact.ErrUnavailable) {
			t.Errorf("error %v", err)
		}
		if len(token) > 20 && strings.Contains(err.Error(), token) {
			t.Errorf("the token is in %v", err)
		}
	})
}

func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"artifacts":[{"workflow_run_backend_id":"r","workflow_job_run_backend_id":"j","database_id":"1","name":"a","size":"2","created_at":"2026-11-30T12:00:00Z","digest":"sha256:00"}]}`), 200)
	f.Add([]byte(`{"artifacts":[{"workflowRunBackendId":"r","databaseId":1,"name":"a","size":2}]}`), 200)
	f.Add([]byte(`{"code":"not_found","msg":"\u001b[31m\n::error::x"}`), 404)
	f.Add([]byte(`null`), 200)
	f.Add([]byte(`{"artifacts":null}`), 200)
	f.Fuzz(func(t *testing.T, body []byte, status int) {
		if status < 200 || status > 599 {
			return
		}
		ctx, stop := context.WithCancel(t.Context())
		asked := 0
		c, err := artifact.New(artifact.Options{
			ResultsURL: "https://r.test", RuntimeToken: token(githubRun, githubJob), Now: time.Now, Temp: t.TempDir(),
			HTTP: &http.Client{Transport: transport(func(*http.Request) (*http.Response, error) {
				if asked++; asked > 1 {
					stop()
				}
				return &http.Response{StatusCode: status, Body: closing{bytes.NewReader(body), stop}}, nil
			})},
		})
		if err != nil {
			t.Fatal(err)
		}
		all, err := c.List(ctx)
		stop()
		if err != nil && (all != nil || strings.ContainsAny(err.Error(), "\n\r\x1b")) {
			t.Errorf("%v, error %q", all, err)
		}
		for i := 1; i < len(all); i++ {
			if all[i-1].Name >= all[i].Name {
				t.Errorf("%q before %q", all[i-1].Name, all[i].Name)
			}
		}
	})
}

// closing ends the context once the answer is read, so that no other try
// waits.
type closing struct {
	io.Reader
	stop func()
}

func (c closing) Close() error { c.stop(); return nil }
