package agent

import (
	"context"
	"encoding/base64"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// wrapped puts texts in the place of images and sounds that the model cannot
// take, or is not to: what the agent's wrappers make of them.
func (c *conversation) wrapped(ctx context.Context, messages []eval.Message, r *request) ([]eval.Message, error) {
	sent := messages
	for i := range messages {
		for j := range messages[i].Content.Parts {
			part := messages[i].Content.Parts[j]
			need := needs[part.Type]
			if need == "" || r.connector.Capabilities.Allows(need) && !r.forceUses {
				continue
			}
			w := r.uses[need]
			if w == nil {
				if r.connector.Capabilities.Allows(need) {
					continue
				}
				return nil, &target.Fault{Pos: c.trial.c.Pos, Message: fmt.Sprintf("the %s needs the capability %q, which %s lacks, and uses.%s names nothing in its place", part.Type, need, connectorName(r.connector), need)}
			}
			text, err := c.describe(ctx, w, need, part)
			if err != nil {
				return nil, err
			}
			if &sent[0] == &messages[0] {
				sent = clone(messages)
			}
			sent[i].Content.Parts[j] = eval.Part{Type: eval.PartText, Text: quoted(part, text)}
		}
	}
	return sent, nil
}

// describe has a wrapper make a text of a part. It is the agent's own work: when
// it fails, so does the trial.
func (c *conversation) describe(ctx context.Context, w *app.Wrapper, need string, part eval.Part) (string, error) {
	fault := func(err error) error {
		return &target.Fault{Pos: w.Pos, Message: "uses." + need + ": " + err.Error(), Err: err}
	}
	if w.Agent != "" {
		other, err := c.enter(w.Agent, asked{referer: "agent", locale: c.asked.locale})
		if err != nil {
			return "", err
		}
		defer other.close()
		a, err := other.turn(ctx, []eval.Message{{Role: "user", Content: eval.Content{Parts: []eval.Part{part}}}})
		if err != nil {
			return "", err
		}
		return a.output.Text(), nil
	}
	tools, err := c.trial.tools(ctx, w.Server)
	if err != nil {
		return "", fault(err)
	}
	i := slices.IndexFunc(tools, func(o offer) bool { return o.name == w.Tool || w.Tool == "" && len(tools) == 1 })
	if i < 0 {
		return "", fault(fmt.Errorf("MCP server %s has not just the tool that is meant (write mcp:%s.TOOL, with one of %s)", w.Server.ID, w.Server.ID, offerNames(tools)))
	}
	arguments, err := eval.ValueOf(partArguments(part))
	if err != nil {
		return "", fault(err)
	}
	v, _, err := c.callTool(ctx, tools[i], arguments)
	if err != nil {
		return "", fault(err)
	}
	return v.Text(), nil
}

func offerNames(tools []offer) string {
	names := make([]string, len(tools))
	for i, o := range tools {
		names[i] = o.name
	}
	return strings.Join(names, ", ")
}

// partArguments are what a tool is told of a part: its bytes, or where they are.
func partArguments(p eval.Part) map[string]string {
	told := map[string]string{"type": p.Type}
	switch data, inline := p.Data.Str(); {
	case p.Attachment != nil:
		told["mime_type"], told["name"] = p.Attachment.MIME, path.Base(p.Attachment.Path)
		told["data"] = base64.StdEncoding.EncodeToString(p.Attachment.Body)
	case inline:
		told["data"] = data
		if p.Format != "" {
			told["mime_type"] = p.Type + "/" + p.Format
		}
	default:
		told["url"] = p.URL
	}
	return told
}

// quoted is what a part was made, as the model is told it.
func quoted(p eval.Part, text string) string {
	name := p.Type
	if p.Attachment != nil {
		name += " " + path.Base(p.Attachment.Path)
	}
	return "[" + name + "]\n" + text
}
