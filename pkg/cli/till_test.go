package cli_test

import (
	"context"
	"fmt"
	"os"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// serveTill is an MCP server on standard streams, for scripts to start.
func serveTill() {
	if len(os.Args) > 1 && os.Args[1] == "dies" {
		fmt.Fprintln(os.Stderr, "no key to the till")
		os.Exit(3)
	}
	s := sdk.NewServer(&sdk.Implementation{Name: "till", Version: "1"}, nil)
	type in struct {
		Name string `json:"name" jsonschema:"of a variable"`
	}
	sdk.AddTool(s, &sdk.Tool{Name: "variable"}, func(_ context.Context, _ *sdk.CallToolRequest, in in) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: in.Name + "=" + os.Getenv(in.Name)}}}, nil, nil
	})
	type path struct {
		Path string `json:"path" jsonschema:"of a file in the folder it runs in"`
	}
	sdk.AddTool(s, &sdk.Tool{Name: "file"}, func(_ context.Context, _ *sdk.CallToolRequest, in path) (*sdk.CallToolResult, any, error) {
		text, err := os.ReadFile(in.Path)
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(text)}}}, nil, err
	})
	if err := s.Run(context.Background(), &sdk.StdioTransport{}); err != nil {
		os.Exit(1)
	}
}
