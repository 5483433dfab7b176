package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Tool is a tool of a server.
type Tool struct {
	Name        string
	Description string
	In          eval.Value // JSON Schema of its arguments
}

// Tools are the tools of the server, of all its pages, as it lists them.
func (s *Server) Tools(ctx context.Context) ([]Tool, error) {
	const listing = "listing its tools"
	var tools []Tool
	cursors, cursor := map[string]bool{}, ""
	for page := 1; ; page++ {
		var listed *sdk.ListToolsResult
		err := s.within(ctx, listing, "list its tools", func(ctx context.Context) (err error) {
			listed, err = s.session.ListTools(ctx, &sdk.ListToolsParams{Cursor: cursor})
			return err
		})
		if refused := refusal(err); refused != nil {
			if refused.Code == jsonrpc.CodeMethodNotFound && !s.hasTools() {
				return nil, nil // a server of resources or prompts
			}
			return nil, s.fault(listing, refused)
		}
		if err != nil {
			return nil, err
		}
		for _, t := range listed.Tools {
			in, err := structured(t.InputSchema)
			if err != nil {
				return nil, s.fault("tool "+t.Name, err)
			}
			tools = append(tools, Tool{t.Name, t.Description, in})
		}
		cursor = listed.NextCursor
		switch {
		case len(tools) > maxTools:
			return nil, s.fault(listing, fmt.Errorf("it has more than %d tools", maxTools))
		case cursor == "":
			return tools, nil
		case cursors[cursor]:
			return nil, s.fault(listing, errors.New("its pages go round in a circle"))
		case page == maxPages:
			return nil, s.fault(listing, fmt.Errorf("it has more than %d pages", maxPages))
		}
		cursors[cursor] = true
	}
}

// hasTools reports whether the server says that it has tools.
func (s *Server) hasTools() bool {
	r := s.session.InitializeResult()
	return r != nil && r.Capabilities != nil && r.Capabilities.Tools != nil
}

// ErrTool is what a tool itself says went wrong, which is for its caller to
// know.
type ErrTool struct{ Text string }

// Error is the tool's text.
func (e *ErrTool) Error() string { return e.Text }

// Call calls a tool. What it gives is the value that its answer is: the JSON
// in a text, a list of several.
func (s *Server) Call(ctx context.Context, tool string, arguments eval.Value) (eval.Value, error) {
	var result *sdk.CallToolResult
	calling := "calling " + strconv.Quote(eval.Clip(tool))
	err := s.within(ctx, calling, "answer", func(ctx context.Context) (err error) {
		result, err = s.session.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments.Raw())})
		return err
	})
	if no := refusal(err); no != nil {
		return eval.Value{}, refused(no)
	}
	if err != nil {
		return eval.Value{}, err
	}
	v, err := read(result)
	switch {
	case err != nil:
		return eval.Value{}, s.fault(calling, err)
	case len(v.Raw()) > maxResult:
		return eval.Value{}, s.fault(calling, fmt.Errorf("it answered with %.1f MiB, of which at most %d MiB are read", float64(len(v.Raw()))/(1<<20), maxResult>>20))
	case result.IsError:
		text := v.Text()
		if strings.TrimSpace(text) == "" {
			text = noReason
		}
		return eval.Value{}, &ErrTool{text}
	}
	return v, nil
}

// read is what a result says.
func read(r *sdk.CallToolResult) (eval.Value, error) {
	if r.StructuredContent != nil && !r.IsError {
		return structured(r.StructuredContent)
	}
	var values []eval.Value
	for _, content := range r.Content {
		if text, ok := content.(*sdk.TextContent); ok {
			if v, err := eval.Parse(text.Text); err == nil && !r.IsError {
				values = append(values, v)
			} else {
				values = append(values, eval.StringValue(text.Text))
			}
			continue
		}
		v, err := eval.ValueOf(content)
		if err != nil {
			return eval.Value{}, err
		}
		values = append(values, v)
	}
	switch len(values) {
	case 0:
		return eval.Trusted("null"), nil
	case 1:
		return values[0], nil
	default:
		return eval.ValueOf(values)
	}
}

// within bounds a request, and names the server in what goes wrong with it,
// and what was doing then: for want of time it did not do what it was to.
func (s *Server) within(ctx context.Context, doing, what string, do func(context.Context) error) error {
	bounded, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	err := do(bounded)
	if err != nil && bounded.Err() != nil {
		err = s.tooLate(ctx, what)
	} else if refusal(err) != nil {
		return err // the server is well, and says no
	}
	if err != nil {
		return s.fault(doing, err)
	}
	return nil
}
