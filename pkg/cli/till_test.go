package cli_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// serveTill is an MCP server on standard streams, for scripts to start.
func serveTill() {
	if len(os.Args) > 1 && os.Args[1] == "dies" {
		if len(os.Args) > 3 { // too much for anybody to keep: the first of it goes within the secret
			fmt.Fprint(os.Stderr, strings.Repeat("before ", 100), os.Args[3], strings.Repeat(" words", 675), " ")
		}
		fmt.Fprint(os.Stderr, "no key to the till")
		if len(os.Args) > 3 {
			fmt.Fprint(os.Stderr, " but ", os.Args[3])
		}
		fmt.Fprintln(os.Stderr)
		os.Exit(3)
	}
	s := sdk.NewServer(&sdk.Implementation{Name: "till", Version: "1"}, nil)
	type in struct {
		Name string `json:"name" jsonschema:"of a variable"`
	}
	sdk.AddTool(s, &sdk.Tool{Name: "variable"}, func(_ context.Context, _ *sdk.CallToolRequest, in in) (*sdk.CallToolResult, any, error) {
		value := os.Getenv(in.Name)
		if in.Name == "ARGUMENTS" {
			value = strings.Join(os.Args, " ")
		}
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: in.Name + "=" + value}}}, nil, nil
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
