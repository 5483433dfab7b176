package openai_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"

	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
)

// catcher keeps the request it is sent and answers it.
type catcher struct{ req *http.Request }

func (c *catcher) RoundTrip(r *http.Request) (*http.Response, error) {
	c.req = r
	return wiretest.Repeating(tinyAnswer)(r)
}

func TestWhereRequestsGo(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ host, want string }{
		"no host is OpenAI":                    {"", "https://api.openai.com/v1/chat/completions"},
		"a host without a path gets v1":        {"http://localhost:11434", "http://localhost:11434/v1/chat/completions"},
		"a slash is no path":                   {"https://api.deepseek.com/", "https://api.deepseek.com/v1/chat/completions"},
		"a path is kept":                       {"https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1/chat/completions"},
		"a path loses its last slash":          {"https://generativelanguage.googleapis.com/v1beta/openai/", "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions"},
		"a whole URL is taken as it is":        {"https://h.example/x/chat/completions", "https://h.example/x/chat/completions"},
		"a query is kept":                      {"https://a.openai.azure.com/openai/deployments/d?api-version=2024-10-21", "https://a.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21"},
		"a query is kept behind a whole URL":   {"https://h.example/x/chat/completions?k=v", "https://h.example/x/chat/completions?k=v"},
		"an escaped path stays escaped":        {"https://h.example/a%2Fb", "https://h.example/a%2Fb/chat/completions"},
		"a query without a path gets v1 first": {"https://h.example?k=v", "https://h.example/v1/chat/completions?k=v"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var c catcher
			client := newClient(t, openai.Config{Host: tc.host, HTTP: &http.Client{Transport: &c}})
			if _, err := client.Stream(t.Context(), hello, nil); err != nil {
				t.Fatal(err)
			}
			if got := c.req.URL.String(); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		cfg  openai.Config
		want map[string]string
	}{
		"a key is a bearer token": {
			openai.Config{Key: "sk-1"},
			map[string]string{"Authorization": "Bearer sk-1", "Content-Type": "application/json"},
		},
		"Azure takes its own header": {
			openai.Config{Host: "https://a.openai.azure.com/openai/v1", Key: "sk-1"},
			map[string]string{"Api-Key": "sk-1", "Authorization": ""},
		},
		"Azure with a bearer token when asked": {
			openai.Config{Host: "https://a.openai.azure.com/openai/v1", Key: "sk-1", Auth: wire.AuthBearer},
			map[string]string{"Api-Key": "", "Authorization": "Bearer sk-1"},
		},
		"x-api-key when asked": {
			openai.Config{Key: "sk-1", Auth: wire.AuthXAPIKey},
			map[string]string{"X-Api-Key": "sk-1", "Authorization": ""},
		},
		"no key when asked": {
			openai.Config{Host: "http://10.0.0.5:8000", Auth: wire.AuthNone},
			map[string]string{"Authorization": "", "Api-Key": "", "X-Api-Key": "", "None": ""},
		},
		"no key sends none": {
			openai.Config{},
			map[string]string{"Authorization": ""},
		},
		"own headers and user agent": {
			openai.Config{Headers: map[string]string{"x-title": "evals"}, UserAgent: "surefoot/1"},
			map[string]string{"X-Title": "evals", "User-Agent": "surefoot/1"},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var c catcher
			tc.cfg.HTTP = &http.Client{Transport: &c}
			if _, err := newClient(t, tc.cfg).Stream(t.Context(), hello, nil); err != nil {
				t.Fatal(err)
			}
			for name, want := range tc.want {
				if got := c.req.Header.Get(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	t.Parallel()
	extra := func(raw string) openai.Config { return openai.Config{Extra: eval.Trusted(raw)} }
	cases := map[string]struct {
		cfg  openai.Config
		want string
	}{
		"a host without a scheme":          {openai.Config{Host: "localhost:11434"}, `host "localhost:11434" has no scheme (begin it with https:// or http://)`},
		"a secret host without a scheme":   {openai.Config{Host: "h.example?key=s3cret-value"}, `host has no scheme (begin it with https:// or http://)`},
		"another scheme":                   {openai.Config{Host: "ftp://h.example"}, `host has the scheme "ftp" (it must be https or http)`},
		"a host that is no URL":            {openai.Config{Host: "http://h.example:port"}, `host is not a URL: invalid port ":port" after host`},
		"a host that names nothing":        {openai.Config{Host: "http://"}, `host names no server`},
		"a password in the host":           {openai.Config{Host: "https://me:s3cret@h.example"}, `host "h.example" holds a user name or password (set the key instead)`},
		"a fragment":                       {openai.Config{Host: "https://h.example/v1#x"}, `host "h.example" ends in a #fragment, which is never sent`},
		"the retired models of GitHub":     {openai.Config{Host: "https://models.inference.ai.azure.com"}, `host "models.inference.ai.azure.com" is GitHub Models, which was retired (use another provider or an OpenAI-compatible server of your own)`},
		"their later host too":             {openai.Config{Host: "https://models.github.ai/inference"}, `host "models.github.ai" is GitHub Models, which was retired (use another provider or an OpenAI-compatible server of your own)`},
		"a key with a line break":          {openai.Config{Key: "s3cret\n"}, `key holds a blank, a line break or a control character`},
		"an unknown way to send the key":   {openai.Config{Key: "s3cret", Auth: "digest"}, `auth is "digest", which is no way to send a key (one of bearer, api-key, x-api-key, none)`},
		"a key that would not be sent":     {openai.Config{Key: "s3cret", Auth: wire.AuthNone}, `auth is "none" beside a key, which would not be sent (remove one of them)`},
		"a header name that HTTP has not":  {openai.Config{Headers: map[string]string{"x y": "1"}}, `headers hold the name "x y", which is not one HTTP allows`},
		"a header that smuggles another":   {openai.Config{Headers: map[string]string{"x": "1\r\ny: 2"}}, `headers hold a line break or a control character in "x"`},
		"a header that would be ignored":   {openai.Config{Headers: map[string]string{"host": "x"}}, `headers hold "host", which cannot be set`},
		"an extra body that is no object":  {extra(`[1]`), `extra_body must be an object, not array`},
		"an extra body with our messages":  {extra(`{"messages":[]}`), `extra_body.messages cannot be set: surefoot writes it`},
		"an extra body with our stream":    {extra(`{"top_k":1,"stream":false}`), `extra_body.stream cannot be set: surefoot writes it`},
		"an extra body with our model":     {extra(`{"model":"x"}`), `extra_body.model cannot be set: surefoot writes it`},
		"an extra body with our tools":     {extra(`{"tools":[]}`), `extra_body.tools cannot be set: surefoot writes it`},
		"an extra body that asks for many": {extra(`{"n":2}`), `extra_body.n must be 1: one answer is read`},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.cfg.Model = "m"
			_, err := openai.New(tc.cfg)
			if err == nil || err.Error() != tc.want {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
			if err != nil && strings.Contains(err.Error(), "s3cret") {
				t.Error("a secret is in the text")
			}
		})
	}
	if _, err := openai.New(openai.Config{}); err == nil || err.Error() != "model is not set" {
		t.Errorf("without a model: %v", err)
	}
}
