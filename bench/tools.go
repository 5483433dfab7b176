//go:build linux

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// echoServer is an MCP server on standard streams with one tool, which answers
// what it was given.
func echoServer() error {
	s := mcp.NewServer(&mcp.Implementation{Name: "echo", Version: "1"}, nil)
	type in struct {
		Text string `json:"text"`
	}
	mcp.AddTool(s, &mcp.Tool{Name: "echo"}, func(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: in.Text}}}, nil, nil
	})
	return s.Run(context.Background(), &mcp.StdioTransport{})
}

// echoClient calls the tool so often, as a program does that has the protocol's
// own library and nothing else.
func echoClient(calls string) error {
	n, err := strconv.Atoi(calls)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "plain", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: exec.Command(self, "echo")}, nil)
	if err != nil {
		return err
	}
	defer session.Close()
	for i := range n {
		text := fmt.Sprint("x", i)
		r, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "echo", Arguments: map[string]any{"text": text}})
		if err != nil {
			return err
		}
		if got, ok := r.Content[0].(*mcp.TextContent); !ok || got.Text != text {
			return fmt.Errorf("call %d answered %v", i, r.Content)
		}
	}
	return nil
}

// tools is what calls of a tool over standard streams take, beside those of a
// plain client: the time of many less that of one, in a trial whose hook calls
// one after the other.
func (b *lab) tools(calls int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	root := filepath.Join(b.dir, "tools")
	for path, text := range map[string]string{
		"app.yao":                          `{"name": "tools"}`,
		"mcps/echo.mcp.yao":                `{"transport": "stdio", "command": ` + strconv.Quote(self) + `, "arguments": ["echo"]}`,
		"assistants/many/package.yao":      `{"name": "many"}`,
		"assistants/many/src/index.ts":     calling,
		"assistants/many/tests/one.jsonl":  `{"id":"one","input":"1","expected":1}`,
		"assistants/many/tests/many.jsonl": fmt.Sprintf(`{"id":"many","input":"%d","expected":%d}`, calls+1, calls+1),
	} {
		if err := write(filepath.Join(root, path), text); err != nil {
			return err
		}
	}
	ours := func(id string) []string {
		return append([]string{b.binary}, b.evalArgs(root, "-n", "many", "--case", id)...)
	}
	// In turn, so that what else the machine does comes to all of them.
	var took [4][]time.Duration
	for range 9 {
		for i, words := range [4][]string{ours("one"), ours("many"), {self, "call", "1"}, {self, "call", strconv.Itoa(calls + 1)}} {
			u, err := b.run(words[0], words[1:]...)
			if err != nil {
				return err
			}
			took[i] = append(took[i], u.Wall)
		}
	}
	us, them := middle(took[1])-middle(took[0]), middle(took[3])-middle(took[2])
	row(fmt.Sprintf("%d tool calls over stdio, one after the other: wall time, median of 9", calls), ms(us), ms(them), fmt.Sprintf("%.2f ×", float64(us)/float64(them)))
	return nil
}

const calling = `
export const Next = (ctx: any, payload: any) => {
	const calls = Number(payload.messages[0].content);
	for (let i = 0; i < calls; i++) {
		const said = ctx.mcp.CallTool("echo", "echo", { text: "x" + i });
		if (said !== "x" + i) throw new Error("call " + i + " answered " + said);
	}
	return { data: calls };
}`
