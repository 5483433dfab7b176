package agent_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// regions is a shop with a server over HTTP whose tool near answers, whose
// tool far waits for its caller to give up, and whose tool shut refuses; and
// with a server that nobody can reach.
func regions(t *testing.T, next string) files {
	t.Helper()
	s := sdk.NewServer(&sdk.Implementation{Name: "till", Version: "1"}, nil)
	type in struct{}
	add := func(name string, do func(ctx context.Context) (*sdk.CallToolResult, error)) {
		sdk.AddTool(s, &sdk.Tool{Name: name}, func(ctx context.Context, _ *sdk.CallToolRequest, _ in) (*sdk.CallToolResult, any, error) {
			r, err := do(ctx)
			return r, nil, err
		})
	}
	say := func(text string) *sdk.CallToolResult {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}
	}
	over := make(chan struct{})
	add("near", func(context.Context) (*sdk.CallToolResult, error) { return say("near"), nil })
	add("far", func(ctx context.Context) (*sdk.CallToolResult, error) {
		select { // it may not learn of it, where the session ends too
		case <-ctx.Done():
		case <-over:
		}
		return nil, errors.New("nobody waits")
	})
	add("shut", func(context.Context) (*sdk.CallToolResult, error) { return nil, errors.New("shut") })
	handler := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	host := httptest.NewServer(handler)
	t.Cleanup(host.Close)
	t.Cleanup(func() { close(over) })
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	return tooled(files{
		"assistants/shop/mcps/till.mcp.yao": `{"transport": "http", "url": "` + host.URL + `"}`,
		"mcps/gone.mcp.yao":                 `{"transport": "http", "url": "` + gone.URL + `"}`,
		"assistants/shop/src/index.ts":      `export const Next = (ctx: any, p: any) => ({ data: ` + next + ` })`,
	})
}

const (
	near = `{ mcp: "till", tool: "near", arguments: {} }`
	far  = `{ mcp: "till", tool: "far", arguments: {} }`
	shut = `{ mcp: "till", tool: "shut", arguments: {} }`
)

// TestWhoWasFirstIsFirstInAReplay: a call that lost when it was recorded has no
// answer, and must not win by having none.
func TestWhoWasFirstIsFirstInAReplay(t *testing.T) {
	t.Parallel()
	for next, want := range map[string]string{
		`ctx.mcp.Race([` + far + `,` + near + `,` + far + `])`: `[null,{"mcp":"till","result":"near","tool":"near"},null]`,
		`ctx.mcp.Any([` + shut + `,` + far + `,` + near + `])`: `[null,null,{"mcp":"till","result":"near","tool":"near"}]`,
		`ctx.mcp.Any([` + shut + `])`:                          `[{"error":"shut","mcp":"till","tool":"shut"}]`,
	} {
		t.Run(next, func(t *testing.T) {
			t.Parallel()
			f, c := regions(t, next), userCase(`[]`)
			for range 5 { // who lists the tools is chance
				dir := t.TempDir()
				o := quick()
				o.Record = cassette.NewRecorder(tapes(dir))
				if err := o.Record.Prepare([]eval.Key{c.Key()}); err != nil {
					t.Fatal(err)
				}
				reply, err := send(t, agent.New(f.load(t, "", false), o), c)
				if err != nil || !reply.Output.Equal(eval.Trusted(want)) {
					t.Fatalf("live: got %s, %v", reply.Output.Raw(), err)
				}
				if err := o.Record.Finish(&eval.CaseResult{Agent: c.Agent, ID: c.ID, Planned: 1, Runs: 1}); err != nil {
					t.Fatal(err)
				}
				o = quick()
				o.Replay, o.HTTP = cassette.NewPlayer(tapes(dir)), &http.Client{Transport: unreachable{t}}
				reply, err = send(t, agent.New(f.load(t, "", false), o), c)
				if err != nil || !reply.Output.Equal(eval.Trusted(want)) {
					t.Fatalf("replay: got %s, %v", reply.Output.Raw(), err)
				}
			}
		})
	}
}

// TestAServerThatBrokeAndLostIsNoError: whether it broke before another
// answered, or would have after, is chance.
func TestAServerThatBrokeAndLostIsNoError(t *testing.T) {
	t.Parallel()
	const gone = `{ mcp: "gone", tool: "near", arguments: {} }`
	reply, err := send(t, agent.New(regions(t, `ctx.mcp.Any([`+gone+`,`+near+`])`).load(t, "", false), quick()), userCase(`[]`))
	if err != nil || reply.Output.Raw() != `[null,{"mcp":"till","result":"near","tool":"near"}]` {
		t.Errorf("got %s, %v", reply.Output.Raw(), err)
	}
	for _, alone := range []string{`ctx.mcp.Any([` + gone + `,` + shut + `])`, `ctx.mcp.All([` + gone + `,` + near + `])`, `ctx.mcp.Race([` + gone + `])`} {
		reply, err = send(t, agent.New(regions(t, alone).load(t, "", false), quick()), userCase(`[]`))
		if err == nil || !strings.Contains(err.Error(), "MCP server gone: ") || !reply.Output.IsZero() {
			t.Errorf("%s: got %s, %v", alone, reply.Output.Raw(), err)
		}
	}
}

// late is a network whose own deadline is over, as that of a dialler is.
type late struct{}

func (late) RoundTrip(*http.Request) (*http.Response, error) { return nil, context.DeadlineExceeded }

// TestADeadlineOfTheNetworkIsNotTheTrials: a script that catches it has learnt
// nothing of its server.
func TestADeadlineOfTheNetworkIsNotTheTrials(t *testing.T) {
	t.Parallel()
	o := quick()
	o.HTTP = &http.Client{Transport: late{}}
	f := regions(t, `(() => { try { return ctx.mcp.ListTools("till") } catch { return "fine" } })()`)
	f["assistants/shop/package.yao"] = `{"name": "Shop", "connector": "main"}`
	reply, err := send(t, agent.New(f.load(t, "", false), o), userCase(`[]`))
	if err == nil || !strings.Contains(err.Error(), "MCP server agents.shop.till: ") {
		t.Errorf("got %s, %v", reply.Output.Raw(), err)
	}
}

// TestTheSameCallsSideBySideHaveTheirOwnAnswersInAReplay: which of two calls of
// the same is asked first is chance, and what each was told then is not.
func TestTheSameCallsSideBySideHaveTheirOwnAnswersInAReplay(t *testing.T) {
	t.Parallel()
	s := sdk.NewServer(&sdk.Implementation{Name: "till", Version: "1"}, nil)
	var calls atomic.Int64
	sdk.AddTool(s, &sdk.Tool{Name: "next"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: strconv.FormatInt(calls.Add(1), 10)}}}, nil, nil
	})
	host := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	t.Cleanup(host.Close)
	next := `{ mcp: "till", tool: "next", arguments: {} }`
	for name, index := range map[string]string{
		"by a model":  `export const Next = () => null`,
		"by a script": `export const Next = (ctx: any) => ({ data: ctx.mcp.All([` + strings.Repeat(next+",", 8) + `]).map((r: any) => r.result) })`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := tooled(files{"assistants/shop/mcps/till.mcp.yao": `{"transport": "http", "url": "` + host.URL + `"}`, "assistants/shop/src/index.ts": index})
			round := strings.TrimSuffix(strings.Repeat(`{"name":"agents_shop_till__next","arguments":{}},`, 8), ",")
			c, dir, o := userCase(`[[`+round+`],[`+round+`]]`), t.TempDir(), quick()
			o.Record = cassette.NewRecorder(tapes(dir))
			if err := o.Record.Prepare([]eval.Key{c.Key()}); err != nil {
				t.Fatal(err)
			}
			live, err := send(t, agent.New(f.load(t, "", false), o), c)
			if err != nil {
				t.Fatal(err)
			}
			if err := o.Record.Finish(&eval.CaseResult{Agent: c.Agent, ID: c.ID, Planned: 1, Runs: 1}); err != nil {
				t.Fatal(err)
			}
			a := f.load(t, "", false)
			for range 10 {
				o := quick()
				o.Replay, o.HTTP = cassette.NewPlayer(tapes(dir)), &http.Client{Transport: unreachable{t}}
				reply, err := send(t, agent.New(a, o), c)
				if err != nil || !reply.Output.Equal(live.Output) {
					t.Fatalf("live %s\nreplay %s, %v", live.Output.Raw(), reply.Output.Raw(), err)
				}
			}
		})
	}
}
