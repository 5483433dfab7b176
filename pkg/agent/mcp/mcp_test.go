package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"github.com/surefoot-dev/surefoot/pkg/agent/mcp"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// TestMain is also the server: the test binary started again with a name of how
// it is to go wrong.
func TestMain(m *testing.M) {
	if how := os.Getenv("MCP_TEST_SERVER"); how != "" {
		serve(how)
		return
	}
	goleak.VerifyTestMain(m)
}

func serve(how string) {
	switch how {
	case "dies at once":
		fmt.Fprintln(os.Stderr, "no API_KEY, no service")
		os.Exit(3)
	case "never starts":
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "logs on stdout":
		fmt.Fprintln(os.Stdout, "Server is starting up")
	case "raw":
		answer := os.Getenv("MCP_TEST_ANSWER")
		if answer == "LARGE" {
			answer = `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"` + strings.Repeat("x", 17<<20) + `"}]}}`
		}
		if answer == "FLOOD" {
			const note = `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"here"}}` + "\n"
			answer = strings.Repeat(note, 100_000) + `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"1"}]}}`
		}
		serveRaw(answer)
		return
	case "hangs":
		hangs()
	case "opens":
		opens()
		return
	case "ignores SIGTERM":
		signal.Ignore(syscall.SIGTERM)
	case "leaves a daemon":
		child := daemon()
		if err := child.Start(); err != nil {
			os.Exit(4)
		}
		_ = os.Setenv("DAEMON", strconv.Itoa(child.Process.Pid))
	case "leaves a child":
		child := exec.Command("sleep", "600")
		if err := child.Start(); err != nil {
			os.Exit(4)
		}
		fmt.Fprintf(os.Stderr, "pid %d\n", child.Process.Pid)
	}
	if err := server(how).Run(context.Background(), &sdk.StdioTransport{}); err != nil && how != "ignores SIGTERM" {
		os.Exit(5)
	}
	if how == "ignores SIGTERM" {
		<-time.After(time.Hour) // for as long as nobody kills it
	}
}

func server(how string) *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ServerOptions{PageSize: 2})
	type in struct {
		Text string `json:"text"`
	}
	add := func(name string, do func(ctx context.Context, text string) (*sdk.CallToolResult, error)) {
		sdk.AddTool(s, &sdk.Tool{Name: name, Description: "does " + name}, func(ctx context.Context, _ *sdk.CallToolRequest, in in) (*sdk.CallToolResult, any, error) {
			r, err := do(ctx, in.Text)
			return r, nil, err
		})
	}
	say := func(texts ...string) *sdk.CallToolResult {
		r := &sdk.CallToolResult{}
		for _, text := range texts {
			r.Content = append(r.Content, &sdk.TextContent{Text: text})
		}
		return r
	}
	add("echo", func(_ context.Context, text string) (*sdk.CallToolResult, error) { return say(text), nil })
	add("env", func(_ context.Context, text string) (*sdk.CallToolResult, error) { return say(os.Getenv(text)), nil })
	add("two", func(_ context.Context, text string) (*sdk.CallToolResult, error) { return say(text, "2"), nil })
	add("fail", func(_ context.Context, text string) (*sdk.CallToolResult, error) {
		return nil, errors.New("cannot " + text)
	})
	add("large", func(_ context.Context, text string) (*sdk.CallToolResult, error) {
		n, _ := strconv.Atoi(text)
		return say(strings.Repeat("x", n)), nil
	})
	add("hang", func(ctx context.Context, _ string) (*sdk.CallToolResult, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	add("die", func(context.Context, string) (*sdk.CallToolResult, error) { os.Exit(7); return nil, nil })
	s.AddResource(&sdk.Resource{URI: "data://one", Name: "one", MIMEType: "text/plain"}, func(_ context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: r.Params.URI, Text: "the one"}}}, nil
	})
	s.AddPrompt(&sdk.Prompt{Name: "greet", Arguments: []*sdk.PromptArgument{{Name: "who"}}}, func(_ context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		return &sdk.GetPromptResult{Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: "hello " + r.Params.Arguments["who"]}}}}, nil
	})
	if how == "pages for ever" {
		s.AddReceivingMiddleware(func(next sdk.MethodHandler) sdk.MethodHandler {
			return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
				if method == "tools/list" {
					return &sdk.ListToolsResult{Tools: []*sdk.Tool{}, NextCursor: strconv.FormatInt(time.Now().UnixNano(), 10)}, nil
				}
				return next(ctx, method, req)
			}
		})
	}
	return s
}

// config is the server as a child that goes wrong in this way.
func config(t *testing.T, how string) mcp.Config {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return mcp.Config{Name: "test", Command: self, Env: []string{"MCP_TEST_SERVER=" + how, "PATH=" + os.Getenv("PATH")}, Timeout: 20 * time.Second}
}

func open(t *testing.T, cfg mcp.Config) *mcp.Server {
	t.Helper()
	s, err := mcp.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func TestTheTransports(t *testing.T) {
	t.Parallel()
	streamable := httptest.NewServer(authorized(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server("") }, nil)))
	events := httptest.NewServer(authorized(sdk.NewSSEHandler(func(*http.Request) *sdk.Server { return server("") }, nil)))
	t.Cleanup(streamable.Close)
	t.Cleanup(events.Close)
	header := http.Header{"Authorization": {"Bearer x"}}
	for name, cfg := range map[string]mcp.Config{
		"a child":            config(t, "well"),
		"streamable HTTP":    {Name: "test", URL: streamable.URL, Header: header},
		"server-sent events": {Name: "test", URL: events.URL, Events: true, Header: header},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, cfg)
			tools, err := s.Tools(t.Context())
			if err != nil || len(tools) != 7 || tools[0].Description == "" || tools[0].In.Members()["type"].Raw() != `"object"` {
				t.Fatalf("got %+v, %v", tools, err)
			}
			for _, tt := range []struct{ tool, text, want, err string }{
				{"echo", "hi", `"hi"`, ""},
				{"echo", `{\"a\":9007199254740993}`, `{"a":9007199254740993}`, ""},
				{"two", "1", `[1,2]`, ""},
				{"fail", "do it", "", "cannot do it"},
				{"none", "x", "", `unknown tool "none"`},
				{"large", "5242880", "", "MCP server test: calling \"large\": it answered with 5.0 MiB, of which at most 4 MiB are read"},
			} {
				v, err := s.Call(t.Context(), tt.tool, eval.Trusted(`{"text":"`+tt.text+`"}`))
				got := ""
				if err != nil {
					got = err.Error()
				}
				if v.Raw() != tt.want || !strings.Contains(got, tt.err) || (tt.err == "") != (err == nil) {
					t.Errorf("%s: got %.100s, %s\nwant %s, %s", tt.tool, v.Raw(), got, tt.want, tt.err)
				}
				var said *mcp.ErrTool
				if errors.As(err, &said) != (tt.tool == "fail" || tt.tool == "none") {
					t.Errorf("%s: whose error is %v", tt.tool, err)
				}
			}
		})
	}
	if _, err := mcp.Open(t.Context(), mcp.Config{Name: "test", URL: streamable.URL}); err == nil || !strings.Contains(err.Error(), "MCP server test: connecting: ") || !strings.Contains(err.Error(), "Unauthorized") {
		t.Errorf("without the token: %v", err)
	}
}

func authorized(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer x" {
			http.Error(w, "who are you", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func TestServersThatGoWrong(t *testing.T) {
	t.Parallel()
	for how, tt := range map[string]struct {
		change func(*mcp.Config)
		do     func(ctx context.Context, s *mcp.Server) error
		want   []string
	}{
		"dies at once":   {func(c *mcp.Config) { c.Held = []string{"SOME_KEY"} }, nil, []string{"connecting: ", "it ended: exit status 3", "it does not know SOME_KEY", "it said: no API_KEY, no service"}},
		"never starts":   {func(c *mcp.Config) { c.Timeout = 300 * time.Millisecond }, nil, []string{"it did not connect within 300ms"}},
		"logs on stdout": {nil, nil, []string{`connecting: it wrote "Server is starting up" to its standard output`}},
		"dies in a call": {nil, func(ctx context.Context, s *mcp.Server) error {
			_, err := s.Call(ctx, "die", eval.Trusted(`{"text":""}`))
			return err
		}, []string{`calling "die": it ended: exit status 7`}},
		"never answers": {func(c *mcp.Config) { c.Timeout = time.Second }, func(ctx context.Context, s *mcp.Server) error {
			_, err := s.Call(ctx, "hang", eval.Trusted(`{"text":""}`))
			return err
		}, []string{"it did not answer within 1s"}},
		"pages for ever": {nil, func(ctx context.Context, s *mcp.Server) error {
			_, err := s.Tools(ctx)
			return err
		}, []string{"listing its tools: it has more than 100 pages"}},
		"is not there": {func(c *mcp.Config) { c.Command = "no-such-command" }, nil, []string{`there is no command "no-such-command" in PATH`}},
	} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			cfg := config(t, how)
			if tt.change != nil {
				tt.change(&cfg)
			}
			s, err := mcp.Open(t.Context(), cfg)
			if err == nil {
				defer s.Close()
				if tt.do == nil {
					t.Fatal("it opened")
				}
				err = tt.do(t.Context(), s)
			}
			for _, want := range tt.want {
				if err == nil || !strings.HasPrefix(err.Error(), "MCP server test: ") || !strings.Contains(err.Error(), want) {
					t.Errorf("got %v\nwant %s", err, want)
				}
			}
		})
	}
}

func TestACommandIsLookedForFromItsFolder(t *testing.T) {
	t.Parallel()
	cfg := config(t, "well")
	cfg.Dir = t.TempDir()
	for _, name := range []string{"server", "bin/server"} {
		path := filepath.Join(cfg.Dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(cfg.Command, path); err != nil {
			t.Fatal(err)
		}
	}
	for _, cfg.Command = range []string{"./server", "bin/server", filepath.Join(cfg.Dir, "server")} {
		if _, err := open(t, cfg).Call(t.Context(), "echo", eval.Trusted(`{"text":"1"}`)); err != nil {
			t.Errorf("%s: %v", cfg.Command, err)
		}
	}
	for command, want := range map[string]string{
		"./gone":         `cannot start "./gone": no such file or directory`,
		"./bin":          `cannot start "./bin": is a directory`,
		"server":         `there is no command "server" in PATH`,
		"node server.js": `there is no command "node server.js" in PATH (what a command is given stands apart from it)`,
	} {
		cfg.Command = command
		if _, err := mcp.Open(t.Context(), cfg); err == nil || err.Error() != "MCP server test: "+want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestNothingIsLeftOfAServer(t *testing.T) {
	t.Parallel()
	s := open(t, config(t, "ignores SIGTERM"))
	began := time.Now()
	s.Close()
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %s to end", took)
	}
	left := open(t, config(t, "leaves a child"))
	_, err := left.Call(t.Context(), "die", eval.Trusted(`{"text":""}`))
	if err == nil {
		t.Fatal("it lives")
	}
	_, after, _ := strings.Cut(err.Error(), "it said: pid ")
	pid, _ := strconv.Atoi(strings.TrimSpace(after))
	left.Close()
	if pid == 0 {
		t.Fatalf("no pid in %v", err)
	}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for alive := time.Now().Add(10 * time.Second); syscall.Kill(pid, 0) == nil && !zombie(pid); <-tick.C {
		if time.Now().After(alive) {
			t.Fatalf("%d lives on", pid)
		}
	}
}

// zombie reports whether a process is over, and nobody has asked how it ended.
func zombie(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(stat), ") Z ")
}

func TestTheEndOfATrialEndsItsCalls(t *testing.T) {
	t.Parallel()
	s := open(t, config(t, "well"))
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := s.Call(ctx, "hang", eval.Trusted(`{"text":""}`)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestResourcesAndPrompts(t *testing.T) {
	t.Parallel()
	s := open(t, config(t, "well"))
	v, err := s.Resources(t.Context(), "")
	if uri := v.Members()["resources"].Items(); err != nil || len(uri) != 1 || uri[0].Members()["uri"].Raw() != `"data://one"` {
		t.Errorf("got %s, %v", v.Raw(), err)
	}
	v, err = s.Resource(t.Context(), "data://one")
	if list := v.Members()["contents"].Items(); err != nil || len(list) != 1 || list[0].Members()["text"].Raw() != `"the one"` {
		t.Errorf("got %s, %v", v.Raw(), err)
	}
	var refused *mcp.ErrTool
	if _, err = s.Resource(t.Context(), "data://two"); !errors.As(err, &refused) {
		t.Errorf("got %v", err)
	}
	v, err = s.Prompts(t.Context(), "")
	if list := v.Members()["prompts"].Items(); err != nil || len(list) != 1 {
		t.Errorf("got %s, %v", v.Raw(), err)
	}
	v, err = s.Prompt(t.Context(), "greet", map[string]string{"who": "you"})
	if err != nil || !strings.Contains(v.Raw(), `"hello you"`) {
		t.Errorf("got %s, %v", v.Raw(), err)
	}
}

// TestAnotherHostIsNotToldTheKey: a server that leads elsewhere would have it
// from us.
func TestAnotherHostIsNotToldTheKey(t *testing.T) {
	t.Parallel()
	told := make(chan http.Header, 1)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case told <- r.Header.Clone():
		default:
		}
		http.Error(w, "no", http.StatusForbidden)
	}))
	t.Cleanup(other.Close)
	first := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	t.Cleanup(first.Close)
	_, err := mcp.Open(t.Context(), mcp.Config{Name: "test", URL: first.URL, Header: http.Header{"X-Api-Key": {"hidden"}, "Authorization": {"Bearer hidden"}}})
	if err == nil {
		t.Fatal("it opened")
	}
	select {
	case header := <-told:
		if header.Get("X-Api-Key")+header.Get("Authorization") != "" {
			t.Errorf("it was told %v", header)
		}
	default: // not even asked
	}
}
