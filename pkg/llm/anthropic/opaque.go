package anthropic

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// opaqueName is the member of an opaque value that is this API's.
const opaqueName = "anthropic"

// opaque is the answer's content as it came, where the API wants it back in
// this form: thoughts with their signatures, which must stand unchanged before
// the tool calls they led to, and what the provider's own tools did.
func (a *answer) opaque(resp *llm.Response) eval.Value {
	var list []string
	special, calls := false, 0
	for _, b := range a.blocks {
		special = special || b.kind != blockText && b.kind != blockCall
		id := gjson.Get(b.raw, "id").Str
		if b.kind == blockCall && calls < len(resp.ToolCalls) {
			id = resp.ToolCalls[calls].ID
			calls++
		}
		if b.kind == blockText && b.text.Len() == 0 {
			continue // the API sends such blocks and refuses them
		}
		whole := b.whole(id)
		if whole == "" {
			return eval.Value{}
		}
		list = append(list, whole)
	}
	if !special || resp.Refusal != "" {
		return eval.Value{}
	}
	return eval.Trusted(`{"` + opaqueName + `":[` + strings.Join(list, ",") + `]}`)
}

// ownBlocks is the content of an earlier answer as it came from this API, with
// commas between. It is "" where the message says something else by now, and
// where it never came from here.
func ownBlocks(m *eval.Message) string {
	if m.Opaque.IsZero() || m.Content.Parts != nil {
		return ""
	}
	list := gjson.Get(m.Opaque.Raw(), opaqueName)
	text, calls, same := "", 0, true
	var raws []string
	list.ForEach(func(_, block gjson.Result) bool {
		raws = append(raws, block.Raw)
		switch block.Get("type").Str {
		case blockText:
			text += block.Get("text").Str
		case blockCall:
			same = same && calls < len(m.ToolCalls) && isCall(block, &m.ToolCalls[calls])
			calls++
		}
		return true
	})
	if !same || calls != len(m.ToolCalls) || text != m.Content.Text {
		return ""
	}
	return strings.Join(raws, ",")
}

func isCall(block gjson.Result, c *eval.ToolCall) bool {
	return block.Get("id").Str == c.ID && block.Get("name").Str == c.Tool &&
		eval.Trusted(block.Get("input").Raw).Equal(c.Arguments)
}
