package mcp_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/mcp"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// answered is a server that answers every call of a tool with the same text,
// in which ID is that of the request. Whatever else it is asked, it has none.
func answered(request []byte, answer string) string {
	var r struct {
		ID     json.RawMessage
		Method string
		Params struct{ ProtocolVersion string }
	}
	if json.Unmarshal(request, &r) != nil || r.ID == nil {
		return ""
	}
	switch r.Method {
	case "initialize":
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":%q,"capabilities":{"tools":{}},"serverInfo":{"name":"raw","version":"1"}}}`, r.ID, r.Params.ProtocolVersion)
	case "tools/list":
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}}`, r.ID)
	case "tools/call":
		return strings.ReplaceAll(answer, "ID", string(r.ID))
	default:
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`, r.ID)
	}
}

// serveRaw is answered on standard streams. An answer of which nothing is left
// closes the output.
func serveRaw(answer string) {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		if text := answered(in.Bytes(), answer); text != "" {
			_, _ = io.WriteString(os.Stdout, text+"\n")
		} else if bytes.Contains(in.Bytes(), []byte("tools/call")) {
			_ = os.Stdout.Close()
		}
	}
}

func TestWhatAChildWritesIsLookedAt(t *testing.T) {
	t.Parallel()
	for answer, tt := range map[string]struct{ want, err string }{
		`{"jsonrpc":"2.0","id":ID,"result":{"content":[],"structuredContent":{"id":9007199254740993,"s":"<\u00e9>"}}}`: {`{"id":9007199254740993,"s":"<\u00e9>"}`, ""},
		`{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"no \"structuredContent\""}]}}`:           {`"no \"structuredContent\""`, ""},
		"\n \n" + `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"1"}]}}`:                        {`1`, ""},
		`calling t`:                            {"", `calling "t": it wrote "calling t" to its standard output, which is no message of the protocol (a server logs to standard error)`},
		`{"level":"info","msg":"calling t"}`:   {"", `calling "t": it wrote "{\"level\":\"info\",\"msg\":\"calling t\"}" to its standard output`},
		`{"jsonrpc":"2.0","id":ID,"result":{}`: {"", `it wrote a message that is no JSON: "{\"jsonrpc\"`},
		`{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"` + "\xff" + `"}]}}`: {"", `it wrote a message that is not UTF-8`},
		`{"jsonrpc":"2.0","id":ID,"result":{"content":"text"}}`:                                    {"", `its answer is not as the protocol has it`},
		`{"jsonrpc":"2.0","id":ID}`:                                                                {"", `it answered with nothing`},
		`{"jsonrpc":"2.0","id":null,"result":{"content":[]}}`:                                      {"", `its answer has no id, so nobody knows to what`},
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}`:                  {"", `it could not read what it was asked: no JSON`},
		`{"jsonrpc":"2.0","id":ID,"result":{"content":[]},"error":{"code":1,"message":"x"}}`:       {"", `it answered with a result and an error at once`},
		`{"jsonrpc":"2.0","id":ID,"result":null}`:                                                  {"", `its answer is not as the protocol has it: the result is no object`},
		`{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"1"}]},"error":null}`: {`1`, ""},
		`{"jsonrpc":"2.0","id":1ID,"result":{"content":[]}}`:                                       {"", `it did not answer within 2s (its timeout); it answered "13", which nobody asked`},
		`{"jsonrpc":"2.0","id":"ID","result":{"content":[]}}`:                                      {"", `it did not answer within 2s (its timeout); it answered "\"3\"", which nobody asked`},
		"": {"", `it ended, as if all were done (exit status 0)`},
		`{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"` + strings.Repeat("x", 17<<20) + `"}]}}`: {"", "it wrote a message of more than 16 MiB"},
	} {
		t.Run(answer[:min(len(answer), 90)], func(t *testing.T) {
			t.Parallel()
			cfg := config(t, "raw")
			cfg.Env = append(cfg.Env, "MCP_TEST_ANSWER="+answer)
			if len(answer) > 1<<16 {
				cfg.Env[len(cfg.Env)-1] = "MCP_TEST_ANSWER=LARGE"
			}
			if strings.Contains(tt.err, "2s") {
				cfg.Timeout = 2 * time.Second
			}
			s := open(t, cfg)
			v, err := s.Call(t.Context(), "t", eval.Trusted(`{}`))
			if said := (*mcp.ErrTool)(nil); errors.As(err, &said) {
				t.Errorf("the tool is to blame: %v", err)
			}
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) || tt.want != "" && !v.Equal(eval.Trusted(tt.want)) {
				t.Errorf("got %.200s, %v\nwant %s, %s", v.Raw(), err, tt.want, tt.err)
			}
		})
	}
}

// reply is how an HTTP server answers calls of a tool.
type reply struct {
	code int
	kind string
	text string
	to   string // a redirect's
}

// serveHTTP is answered over HTTP. Its token is given to nobody else.
func serveHTTP(t *testing.T, how reply) *httptest.Server {
	t.Helper()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		text := answered(body, how.text)
		switch call := bytes.Contains(body, []byte("tools/call")); {
		case r.Method != http.MethodPost:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case !call && text == "":
			w.WriteHeader(http.StatusAccepted)
		case !call:
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, text)
		default:
			w.Header().Set("Content-Type", how.kind)
			if how.to != "" {
				w.Header().Set("Location", how.to)
			}
			w.WriteHeader(how.code)
			_, _ = io.WriteString(w, text)
		}
	}))
	t.Cleanup(host.Close)
	return host
}

func TestWhatAnHTTPServerAnswersIsLookedAt(t *testing.T) {
	t.Parallel()
	const (
		js    = "application/json"
		event = "text/event-stream"
		id    = `{"jsonrpc":"2.0","id":ID,"result":{"content":[],"structuredContent":{"id":9007199254740993}}}`
	)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("another host was asked, with %s", r.Header.Get("Authorization"))
	}))
	t.Cleanup(elsewhere.Close)
	for name, tt := range map[string]struct {
		how       reply
		want, err string
	}{
		"an exact number":              {reply{200, js, id, ""}, `{"id":9007199254740993}`, ""},
		"an exact number in a stream":  {reply{200, event, "event: message\ndata: " + id + "\n\n", ""}, `{"id":9007199254740993}`, ""},
		"one in several lines":         {reply{200, event, ": hi\nevent: message\ndata: " + strings.Replace(id, ",", ",\ndata: ", 2) + "\n\n", ""}, `{"id":9007199254740993}`, ""},
		"one without an end":           {reply{200, event, "data: " + id + "\n", ""}, `{"id":9007199254740993}`, ""},
		"an error of the protocol":     {reply{200, js, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"no such order"}}`, ""}, "", "TOOL no such order"},
		"too many requests":            {reply{429, "text/plain", "slow down", ""}, "", `calling "t": it answered 429 Too Many Requests: slow down`},
		"it is down":                   {reply{503, "text/html", "<p>down</p>", ""}, "", `it answered 503 Service Unavailable`},
		"it broke":                     {reply{500, "text/plain", "", ""}, "", `it answered 500 Internal Server Error`},
		"the token is over":            {reply{401, js, `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"expired"}}`, ""}, "", `it answered 401 Unauthorized: expired`},
		"the session is over":          {reply{404, js, `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`, ""}, "", `it answered 404 Not Found: Session not found`},
		"a session that is not known":  {reply{400, js, `{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"no valid session"}}`, ""}, "", `it answered 400 Bad Request: no valid session`},
		"a page":                       {reply{200, "text/html", "<p>log in</p>", ""}, "", `it answered with "text/html", which no MCP server does (is its url right?)`},
		"no JSON":                      {reply{200, js, `{"jsonrpc":`, ""}, "", `its answer is no JSON: "{\"jsonrpc\":"`},
		"no UTF-8":                     {reply{200, js, "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":\"\xff\"}", ""}, "", `its answer is not UTF-8`},
		"an answer to nobody":          {reply{200, js, `{"jsonrpc":"2.0","id":null,"result":{"content":[]}}`, ""}, "", `its answer has no id`},
		"nobody's answer in a stream":  {reply{200, event, `data: {"jsonrpc":"2.0","id":null,"result":{"content":[]}}` + "\n\n", ""}, "", `its answer has no id`},
		"a result that is none":        {reply{200, js, `{"jsonrpc":"2.0","id":ID,"result":null}`, ""}, "", `the result is no object`},
		"no content at all":            {reply{204, "", "", ""}, "", `it answered 204 No Content, with no message (is its url right?)`},
		"accepted, as if told":         {reply{202, "", "", ""}, "", `it answered 202 Accepted, with no message`},
		"nothing":                      {reply{200, js, "", ""}, "", `it answered with nothing`},
		"a stream that is cut":         {reply{200, event, ": wait\n\n", ""}, "", `its stream ended without an answer`},
		"a stream that is not UTF-8":   {reply{200, event, "data: \xff\n\n", ""}, "", `it sent a message that is not UTF-8`},
		"more than anybody reads":      {reply{200, js, strings.Repeat("x", 17<<20), ""}, "", `its answer has more than 16 MiB`},
		"a stream of more than that":   {reply{200, event, "data: " + strings.Repeat("x", 17<<20), ""}, "", `it sent a message of more than 16 MiB`},
		"a redirect to another host":   {reply{307, "", "", elsewhere.URL}, "", `it redirects to "` + elsewhere.URL + `" (write the server's own address as its url)`},
		"a redirect that asks for GET": {reply{302, "", "", "/other?token=x"}, "", `/other" (write the server's own address as its url)`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := serveHTTP(t, tt.how)
			s := open(t, mcp.Config{Name: "test", URL: host.URL, Header: http.Header{"Authorization": {"Bearer x"}}})
			v, err := s.Call(t.Context(), "t", eval.Trusted(`{}`))
			got := fmt.Sprint(err)
			if said := (*mcp.ErrTool)(nil); errors.As(err, &said) {
				got = "TOOL " + said.Text
			}
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(got, tt.err) || tt.want != "" && !v.Equal(eval.Trusted(tt.want)) {
				t.Errorf("got %.200s, %s\nwant %s, %s", v.Raw(), got, tt.want, tt.err)
			}
		})
	}
}

func TestAnAddressIsNotToldWithWhatIsSecretInIt(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	_, err := mcp.Open(t.Context(), mcp.Config{Name: "test", URL: gone.URL + "/mcp?token=hidden"})
	if err == nil || strings.Contains(err.Error(), "hidden") || !strings.HasPrefix(err.Error(), "MCP server test: connecting: dial tcp ") {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsNoServerIsSaidOnConnecting(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		code   int
		text   string
		header http.Header
		events bool
		want   string
	}{
		"another page":        {404, "no such page", nil, false, `it answered 404 Not Found: no such page (are its url and its transport right?)`},
		"another transport":   {405, "", nil, true, `it answered 405 Method Not Allowed (are its url and its transport right?)`},
		"who are you":         {401, "", nil, false, `it answered 401 Unauthorized (authorization_token and headers say who asks)`},
		"you are not allowed": {403, "", http.Header{"Authorization": {"Bearer x"}}, false, `it answered 403 Forbidden`},
		"a bad request":       {400, "no thanks", nil, false, `it answered 400 Bad Request: no thanks`},
	} {
		host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			w.WriteHeader(tt.code)
			_, _ = io.WriteString(w, tt.text)
		}))
		t.Cleanup(host.Close)
		_, err := mcp.Open(t.Context(), mcp.Config{Name: "test", URL: host.URL, Header: tt.header, Events: tt.events})
		if err == nil || err.Error() != "MCP server test: connecting: "+tt.want {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestAServerMayTellWhatNobodyWantsToKnow(t *testing.T) {
	t.Parallel()
	cfg := config(t, "raw")
	cfg.Env = append(cfg.Env, "MCP_TEST_ANSWER=FLOOD")
	s := open(t, cfg)
	if v, err := s.Call(t.Context(), "t", eval.Trusted(`{}`)); err != nil || v.Raw() != `1` {
		t.Errorf("got %s, %v", v.Raw(), err)
	}
}

func TestAServerThatIsGoneIsNotToldToTheModel(t *testing.T) {
	t.Parallel()
	host := serveHTTP(t, reply{200, "application/json", "", ""})
	s := open(t, mcp.Config{Name: "test", URL: host.URL})
	host.Close()
	_, err := s.Call(t.Context(), "t", eval.Trusted(`{}`))
	if said := (*mcp.ErrTool)(nil); err == nil || errors.As(err, &said) {
		t.Errorf("got %v", err)
	}
}

func TestNothingIsLeftOfAServersDaemons(t *testing.T) {
	t.Parallel()
	s := open(t, config(t, "leaves a daemon"))
	v, err := s.Call(t.Context(), "env", eval.Trusted(`{"text":"DAEMON"}`))
	pid, known := 0, false
	if text := v.Raw(); err == nil {
		known = json.Unmarshal([]byte(text), &pid) == nil && syscall.Kill(pid, 0) == nil
	}
	if !known {
		t.Fatalf("got %s, %v", v.Raw(), err)
	}
	s.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for syscall.Kill(pid, 0) == nil && !zombie(pid) {
		select {
		case <-ctx.Done():
			t.Fatalf("%d lives on", pid)
		case <-tick.C:
		}
	}
}

// daemon starts a process in a session of its own.
func daemon() *exec.Cmd {
	child := exec.Command("sleep", "600")
	child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return child
}
