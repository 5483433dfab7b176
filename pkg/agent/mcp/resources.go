package mcp

import (
	"context"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Resources are one page of the server's resources, in the protocol's form;
// cursor is that of the page before, or "".
func (s *Server) Resources(ctx context.Context, cursor string) (eval.Value, error) {
	return ask(ctx, s, "list its resources", func(ctx context.Context) (any, error) {
		return s.session.ListResources(ctx, &sdk.ListResourcesParams{Cursor: cursor})
	})
}

// Prompts are one page of the server's prompts.
func (s *Server) Prompts(ctx context.Context, cursor string) (eval.Value, error) {
	return ask(ctx, s, "list its prompts", func(ctx context.Context) (any, error) {
		return s.session.ListPrompts(ctx, &sdk.ListPromptsParams{Cursor: cursor})
	})
}

// Resource is what a resource holds.
func (s *Server) Resource(ctx context.Context, uri string) (eval.Value, error) {
	return ask(ctx, s, "read "+uri, func(ctx context.Context) (any, error) {
		return s.session.ReadResource(ctx, &sdk.ReadResourceParams{URI: uri})
	})
}

// Prompt is a prompt of the server's, filled in.
func (s *Server) Prompt(ctx context.Context, name string, arguments map[string]string) (eval.Value, error) {
	return ask(ctx, s, "give prompt "+name, func(ctx context.Context) (any, error) {
		return s.session.GetPrompt(ctx, &sdk.GetPromptParams{Name: name, Arguments: arguments})
	})
}

// ask is a request whose answer is given as it comes. What the server refuses
// is an ErrTool, as what a tool says.
func ask(ctx context.Context, s *Server, what string, do func(context.Context) (any, error)) (eval.Value, error) {
	var answer any
	err := s.within(ctx, "", what, func(ctx context.Context) (err error) {
		answer, err = do(ctx)
		return err
	})
	if no := refusal(err); no != nil {
		return eval.Value{}, refused(no)
	}
	if err != nil {
		return eval.Value{}, err
	}
	v, err := eval.ValueOf(answer)
	v = asSent(v)
	if err == nil && len(v.Raw()) > maxResult {
		err = fmt.Errorf("it answered with %.1f MiB, of which at most %d MiB are read", float64(len(v.Raw()))/(1<<20), maxResult>>20)
	}
	if err != nil {
		return eval.Value{}, s.fault(what, err)
	}
	return v, nil
}

// asSent is an answer without what the SDK adds to those that say nothing of
// how long they hold.
func asSent(v eval.Value) eval.Value {
	members := v.Members()
	for name, unsaid := range map[string]string{"ttlMs": "0", "cacheScope": `""`} {
		if members[name].Raw() == unsaid {
			delete(members, name)
		}
	}
	if kept, err := eval.ValueOf(members); err == nil && len(members) > 0 {
		return kept
	}
	return v
}
