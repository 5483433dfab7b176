package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/surefoot-dev/surefoot/pkg/agent"
)

// outside is a shop whose till is a server over HTTP.
func outside(t *testing.T, more files) (files, *atomic.Int64) {
	t.Helper()
	calls := &atomic.Int64{}
	s := sdk.NewServer(&sdk.Implementation{Name: "till", Version: "1"}, nil)
	type in struct {
		Text string `json:"text"`
	}
	sdk.AddTool(s, &sdk.Tool{Name: "say"}, func(_ context.Context, _ *sdk.CallToolRequest, in in) (*sdk.CallToolResult, any, error) {
		calls.Add(1)
		if in.Text == "fail" {
			return nil, nil, errors.New("the till is shut")
		}
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "said " + in.Text}}}, nil, nil
	})
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	host := httptest.NewServer(handler)
	t.Cleanup(host.Close)
	f := tooled(files{"assistants/shop/mcps/till.mcp.yao": `{"transport": "http", "url": "` + host.URL + `"}`})
	for name, text := range more {
		f[name] = text
	}
	return f, calls
}

func TestToolsOfServersOutside(t *testing.T) {
	t.Parallel()
	f, _ := outside(t, nil)
	call := func(text string) string {
		return `[[{"name":"agents_shop_till__say","arguments":{"text":"` + text + `"}}]]`
	}
	reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(call("hi")))
	if got, _ := reply.Output.Str(); err != nil || got != "agents_shop_till__say|said hi" || reply.ToolCalls[0].Server != "agents.shop.till" {
		t.Errorf("got %s, %v", got, err)
	}
	reply, err = send(t, agent.New(f.load(t, "", false), quick()), userCase(call("fail")))
	if got, _ := reply.Output.Str(); err != nil || got != "agents_shop_till__say|Error: the till is shut" || reply.ToolCalls[0].Error != "the till is shut" {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestAServerThatBreaksIsAnErrorOfTheTrial(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, f := range map[string]files{
		"it is gone":               tooled(files{"assistants/shop/mcps/till.mcp.yao": `{"transport": "http", "url": "` + gone.URL + `"}`}),
		"there is no such command": tooled(files{"assistants/shop/mcps/till.mcp.yao": `{"transport": "stdio", "command": "no-such-command-here"}`}),
		"a script hides it": tooled(files{
			"assistants/shop/package.yao":       `{"name": "Shop", "connector": "main"}`,
			"assistants/shop/mcps/till.mcp.yao": `{"transport": "stdio", "command": "no-such-command-here"}`,
			"assistants/shop/src/index.ts":      `export const Next = (ctx: any) => { try { ctx.mcp.CallTool("till", "say", {}) } catch {} return { data: "fine" } }`,
		}),
	} {
		reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[]`))
		if err == nil || !strings.Contains(err.Error(), "MCP server agents.shop.till: ") || !reply.Output.IsZero() {
			t.Errorf("%s: got %s, %v", name, reply.Output.Raw(), err)
		}
	}
}

// listing is a server over HTTP that lists these tools, and answers nothing
// else than calls.
func listing(t *testing.T, tools string) string {
	t.Helper()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct{ ProtocolVersion string }
		}
		_ = json.NewDecoder(r.Body).Decode(&m)
		result := ""
		switch m.Method {
		case "initialize":
			result = `{"protocolVersion": "` + m.Params.ProtocolVersion + `", "capabilities": {"tools": {}}, "serverInfo": {"name": "raw", "version": "1"}}`
		case "tools/list":
			result = `{"tools": ` + tools + `}`
		case "tools/call":
			result = `{"content": [{"type": "text", "text": "well"}]}`
		}
		w.Header().Set("Content-Type", "application/json")
		switch {
		case m.ID == nil:
			w.WriteHeader(http.StatusAccepted)
		case result == "":
			_, _ = io.WriteString(w, `{"jsonrpc": "2.0", "id": `+string(m.ID)+`, "error": {"code": -32601, "message": "no such method"}}`)
		default:
			_, _ = io.WriteString(w, `{"jsonrpc": "2.0", "id": `+string(m.ID)+`, "result": `+result+`}`)
		}
	}))
	t.Cleanup(host.Close)
	return host.URL
}

func TestToolsThatNobodyCanCallAreErrorsOfTheTrial(t *testing.T) {
	t.Parallel()
	for tools, want := range map[string]string{
		`[{"name": "t", "inputSchema": {"type": "object"}}]`:                                                   "",
		`[{"name": "t", "inputSchema": {"type": "object"}}, {"name": "t", "inputSchema": {"type": "object"}}]`: `tool "t": it is listed twice`,
		`[{"name": "t"}]`: `tool "t": it has no inputSchema`,
		`[{"name": " ", "inputSchema": {"type": "object"}}]`:                                                           `tool " ": it has no name`,
		`[{"name": "t", "inputSchema": {"type": "array"}}]`:                                                            `tool "t": its inputSchema is of type "array", and arguments are an object`,
		`[{"name": "t", "inputSchema": {"properties": 1}}]`:                                                            `tool "t": its inputSchema is not a JSON Schema: at '/properties': got number, want object`,
		`[{"name": "t", "inputSchema": {"properties": {"a": {"$ref": "file:///etc/passwd"}}}}]`:                        `a reference to file:///etc/passwd leads outside`,
		`[{"name": "t", "inputSchema": {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}}]`:                 `tool t: its schema cannot tell what arguments it takes: it refers to itself without an end`,
		`[{"name": "t", "inputSchema": {"type": "object", "properties": {"a": {"pattern": "^(?!x)", "default": 1}}}}]`: "",
	} {
		f := tooled(files{"assistants/shop/mcps/till.mcp.yao": `{"transport": "http", "url": "` + listing(t, tools) + `"}`})
		reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[[{"name":"agents_shop_till__t","arguments":{}}]]`))
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "MCP server agents.shop.till: ") || !reply.Output.IsZero()) {
			t.Errorf("%s: got %v\nwant %s", tools, err, want)
		}
	}
}
