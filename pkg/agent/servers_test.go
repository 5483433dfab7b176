package agent_test

import (
	"context"
	"errors"
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
