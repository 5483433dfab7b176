package cli_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// provider is a small model server. The first element of a request's path
// names how it behaves, or the host where a script uses it as its proxy;
// anything it does not know fails the script.
type provider struct {
	mu      sync.Mutex
	changed *sync.Cond
	bodies  []string
	last    *http.Request
	counts  map[string]int
	strange []string
	quit    chan struct{}
}

type providerKey struct{}

// startProvider runs a provider for one script and returns its address.
func startProvider(env *testscript.Env) string {
	p := &provider{counts: map[string]int{}, quit: make(chan struct{})}
	p.changed = sync.NewCond(&p.mu)
	srv := httptest.NewServer(p)
	env.Values[providerKey{}] = p
	env.Defer(func() {
		close(p.quit)
		srv.CloseClientConnections()
		srv.Close()
		if len(p.strange) > 0 {
			env.T().Fatal("the provider did not expect: " + strings.Join(p.strange, "; "))
		}
	})
	return srv.URL
}

func chunk(delta, finish string) string {
	if finish != "null" {
		finish = strconv.Quote(finish)
	}
	return `data: {"model":"m-1","choices":[{"index":0,"delta":` + delta + `,"finish_reason":` + finish + "}]}\n\n"
}

const usage = `data: {"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":4,"total_tokens":15}}` + "\n\n"

// answers are the behaviours that are one fixed answer.
var answers = map[string]struct {
	status int
	kind   string
	body   string
}{
	"ok":       {200, "text/event-stream", chunk(`{"role":"assistant","content":"All "}`, "null") + chunk(`{"content":"good."}`, "stop") + usage + "data: [DONE]\n\n"},
	"plain":    {200, "application/json", `{"model":"m-1","choices":[{"message":{"role":"assistant","content":"All good."},"finish_reason":"stop"}],"usage":{"prompt_tokens":11,"completion_tokens":4,"total_tokens":15}}`},
	"silent":   {200, "text/event-stream", chunk(`{"role":"assistant","content":"All good."}`, "stop") + "data: [DONE]\n\n"},
	"401":      {401, "application/json", `{"error":{"message":"Incorrect API key provided: sk-test-0123456789."}}`},
	"404":      {404, "application/json", `{"error":{"message":"The model does not exist"}}`},
	"500":      {500, "application/json", `{"error":{"message":"boom"}}`},
	"529":      {529, "application/json", `{"error":{"message":"overloaded"}}`},
	"html":     {200, "text/html", "<html><body>Sign in</body></html>"},
	"cut":      {200, "text/event-stream", chunk(`{"role":"assistant","content":"All "}`, "null")},
	"broken":   {200, "text/event-stream", chunk(`{"role":"assistant","content":"All "}`, "null") + "data: {\"error\":{\"message\":\"worker died\"}}\n\n"},
	"empty":    {200, "application/json", ""},
	"nothing":  {200, "application/json", `{"choices":[]}`},
	"length":   {200, "text/event-stream", chunk(`{"role":"assistant","content":"All go"}`, "length") + "data: [DONE]\n\n"},
	"filtered": {200, "text/event-stream", chunk(`{"role":"assistant","content":"All"}`, "content_filter") + "data: [DONE]\n\n"},
	"acme.openai.azure.com": {200, "text/event-stream", `data: {"choices":[],"id":"","model":"","object":"","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{}}]}` + "\n\n" +
		chunk(`{"role":"assistant","content":"All good."}`, "null") + `data: {"choices":[{"index":0,"finish_reason":null,"content_filter_offsets":{"check_offset":9}}]}` + "\n\n" +
		chunk(`{}`, "stop") + usage + "data: [DONE]\n\n"},
	"openrouter.ai": {200, "text/event-stream", ": OPENROUTER PROCESSING\n\n" + chunk(`{"role":"assistant","content":"All good."}`, "stop") +
		`data: {"choices":[],"usage":{"prompt_tokens":11,"completion_tokens":4,"total_tokens":15,"cost":0.25,"prompt_tokens_details":{"cached_tokens":8}}}` + "\n\ndata: [DONE]\n\n"},
	"tool": {200, "text/event-stream", chunk(`{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"delete_all","arguments":"{}"}}]}`, "tool_calls") + "data: [DONE]\n\n"},
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	behaviour, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if r.URL.IsAbs() {
		behaviour, rest = r.URL.Host, "chat/completions" // which asked url checks
	}
	p.mu.Lock()
	p.bodies, p.last = append(p.bodies, string(body)), r
	p.counts[behaviour]++
	count := p.counts[behaviour]
	p.changed.Broadcast()
	if r.Method != http.MethodPost || rest != "chat/completions" && rest != messagesRoute {
		p.strange = append(p.strange, r.Method+" "+r.URL.Path)
	}
	p.mu.Unlock()
	if rest == messagesRoute {
		if !serveMessages(w, r, behaviour, count) {
			p.mu.Lock()
			p.strange = append(p.strange, r.URL.Path)
			p.mu.Unlock()
		}
		return
	}
	switch behaviour {
	case "hang":
		select {
		case <-r.Context().Done():
		case <-p.quit:
		}
		return
	case "leak":
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, chunk(fmt.Sprintf(`{"content":"your header is %s"}`, r.Header.Get("Authorization")), "stop")+"data: [DONE]\n\n")
		return
	case "busy":
		if count <= 2 {
			w.Header().Set("Retry-After-Ms", "1")
			http.Error(w, `{"error":{"message":"slow down"}}`, http.StatusTooManyRequests)
			return
		}
		behaviour = "ok"
	case "429":
		w.Header().Set("Retry-After-Ms", "1")
		http.Error(w, `{"error":{"message":"slow down"}}`, http.StatusTooManyRequests)
		return
	}
	answer, ok := answers[behaviour]
	if !ok {
		p.mu.Lock()
		p.strange = append(p.strange, r.URL.Path)
		p.mu.Unlock()
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", answer.kind)
	w.WriteHeader(answer.status)
	_, _ = io.WriteString(w, answer.body)
}

// asked looks at what the provider was asked:
//
//	asked N            so many requests so far
//	asked wait N       waits until there are as many
//	asked body REGEX   the last request's body matches
//	asked url REGEX    the last request's URL matches
//	asked header NAME REGEX
func asked(ts *testscript.TestScript, neg bool, args []string) {
	p, ok := ts.Value(providerKey{}).(*provider)
	if !ok || len(args) == 0 {
		ts.Fatalf("usage: asked N | wait N | body REGEX | url REGEX | header NAME REGEX")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch args[0] {
	case "wait":
		want, err := strconv.Atoi(args[1])
		ts.Check(err)
		alarm := time.AfterFunc(time.Minute, func() { panic("no request came within a minute") })
		defer alarm.Stop()
		for len(p.bodies) < want {
			p.changed.Wait()
		}
	case "url":
		if p.last == nil || regexp.MustCompile(args[1]).MatchString(p.last.URL.String()) == neg {
			ts.Fatalf("the last request was %+v", p.last)
		}
	case "header":
		if p.last == nil || regexp.MustCompile(args[2]).MatchString(p.last.Header.Get(args[1])) == neg {
			ts.Fatalf("the last request was %+v", p.last)
		}
	case "body":
		last := ""
		if len(p.bodies) > 0 {
			last = p.bodies[len(p.bodies)-1]
		}
		if regexp.MustCompile(args[1]).MatchString(last) == neg {
			ts.Fatalf("the last request was %s", last)
		}
	default:
		want, err := strconv.Atoi(args[0])
		ts.Check(err)
		if (len(p.bodies) == want) == neg {
			ts.Fatalf("%d requests, want %d", len(p.bodies), want)
		}
	}
}
