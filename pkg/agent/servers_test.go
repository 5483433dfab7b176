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
	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
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
		"a script opens one that lacks its key": tooled(files{
			"assistants/shop/package.yao":  `{"name": "Shop", "connector": "main"}`,
			"mcps/far.mcp.yao":             `{"transport": "http", "url": "` + gone.URL + `", "authorization_token": "$ENV.NOBODY_SET_THIS"}`,
			"assistants/shop/src/index.ts": `export const Next = (ctx: any) => { try { ctx.mcp.CallTool("far", "say", {}) } catch {} return { data: "fine" } }`,
		}),
		"a script hides it": tooled(files{
			"assistants/shop/package.yao":       `{"name": "Shop", "connector": "main"}`,
			"assistants/shop/mcps/till.mcp.yao": `{"transport": "stdio", "command": "no-such-command-here"}`,
			"assistants/shop/src/index.ts":      `export const Next = (ctx: any) => { try { ctx.mcp.CallTool("till", "say", {}) } catch {} return { data: "fine" } }`,
		}),
	} {
		reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`[]`))
		want := "MCP server agents.shop.till: "
		if f["mcps/far.mcp.yao"] != "" {
			want = "MCP server far: mcps/far.mcp.yao:1:79: authorization_token: $ENV.NOBODY_SET_THIS is not set"
		}
		if err == nil || !strings.Contains(err.Error(), want) || !reply.Output.IsZero() {
			t.Errorf("%s: got %s, %v", name, reply.Output.Raw(), err)
		}
	}
}

// listing is a server over HTTP that lists these tools, and answers nothing
// else than calls. One of mute it refuses without a word.
func listing(t *testing.T, tools string) string {
	t.Helper()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct{ ProtocolVersion, Name string }
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
		case m.Params.Name == "mute":
			_, _ = io.WriteString(w, `{"jsonrpc": "2.0", "id": `+string(m.ID)+`, "error": {"code": -32000, "message": ""}}`)
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
		`[{"name": "t"}]`:                                                                                              `tool "t": it has no inputSchema`,
		`[{"name": "t", "inputSchema": true}]`:                                                                         `tool "t": its inputSchema is true, and no object`,
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

// TestARefusalWithoutATextIsOne: else it would win as the first success.
func TestARefusalWithoutATextIsOne(t *testing.T) {
	t.Parallel()
	f := tooled(files{
		"assistants/shop/mcps/till.mcp.yao": `{"transport": "http", "url": "` + listing(t, `[{"name": "mute", "inputSchema": {"type": "object"}}]`) + `"}`,
		"assistants/shop/src/index.ts":      `export const Next = (ctx: any, p: any) => ({ data: [p.tools[0].error, ctx.mcp.Any([{ mcp: "till", tool: "mute" }])[0].error] })`,
	})
	c, dir, o := userCase(`[[{"name":"agents_shop_till__mute","arguments":{}}]]`), t.TempDir(), quick()
	o.Record = cassette.NewRecorder(tapes(dir))
	if err := o.Record.Prepare([]eval.Key{c.Key()}); err != nil {
		t.Fatal(err)
	}
	const want = `["the tool says that it failed, and not why","the tool says that it failed, and not why"]`
	reply, err := send(t, agent.New(f.load(t, "", false), o), c)
	if err != nil || reply.Output.Raw() != want {
		t.Fatalf("got %s, %v", reply.Output.Raw(), err)
	}
	if err := o.Record.Finish(&eval.CaseResult{Agent: c.Agent, ID: c.ID, Planned: 1, Runs: 1}); err != nil {
		t.Fatal(err)
	}
	o = quick()
	o.Replay = cassette.NewPlayer(tapes(dir))
	if reply, err = send(t, agent.New(f.load(t, "", false), o), c); err != nil || reply.Output.Raw() != want {
		t.Errorf("replay: got %s, %v", reply.Output.Raw(), err)
	}
}

// TestSchemasOfServersAreTakenAsTheyStand: a number that is rounded refuses the
// argument that the server asks for.
func TestSchemasOfServersAreTakenAsTheyStand(t *testing.T) {
	t.Parallel()
	const schema = `{"type": "object", "properties": {"order": {"enum": [9007199254740993]}, "a": {"description": "<é>"}}}`
	f := tooled(files{
		"assistants/shop/mcps/till.mcp.yao": `{"transport": "http", "url": "` + listing(t, `[{"name": "t", "inputSchema": `+schema+`}]`) + `"}`,
		"assistants/shop/src/index.ts":      `export const Next = (ctx: any, p: any) => ({ data: p.tools.map((t: any) => t.error ?? t.result) })`,
		"scripts/model.ts": `export const Complete = (r: any) => r.messages.at(-1).role === "tool" ? JSON.stringify(r.tools[0].function.parameters) : { tool_calls: [
  { name: "agents_shop_till__t", arguments: '{"order":9007199254740993}' }, { name: "agents_shop_till__t", arguments: '{"order":9007199254740992}' }] }`,
	})
	reply, err := send(t, agent.New(f.load(t, "", false), quick()), userCase(`go`))
	if err != nil || reply.Output.Raw() != `["well","the arguments are not as the tool's schema asks: at '/order': value must be 9007199254740993"]` {
		t.Errorf("got %s, %v", reply.Output.Raw(), err)
	}
	if reply.Response.Content == "" || !strings.HasPrefix(reply.Response.Content, `{"type":"object","properties":{"order":`) {
		t.Errorf("the model is told %s", reply.Response.Content)
	}
}
