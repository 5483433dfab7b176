package agent_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// TestAForbiddenToolThatNobodyHasIsWarnedOf: a name that is spelt wrongly is
// never called, and so the check would be green for ever.
func TestAForbiddenToolThatNobodyHasIsWarnedOf(t *testing.T) {
	t.Parallel()
	alone := files{"assistants/shop/package.yao": `{"name": "Shop", "connector": "main", "mcp": {"servers": [{"till": ["who", "sum"]}]}}`, "assistants/shop/src/index.ts": ""}
	outside := files{"mcps/far.mcp.yao": `{"transport": "http", "url": "https://far/mcp"}`}
	const none = `the application has no tool `
	const up = `, so this fails only if the model makes one up`
	for name, tt := range map[string]struct {
		more      files
		assertion string
		want      []string
	}{
		"one there is":          {alone, `{"type": "tool_not_called", "value": ["who", "till.sum", "till__who", "agents_shop_till__who"]}`, nil},
		"one there is not":      {alone, `{"type": "tool_not_called", "value": "whoo"}`, []string{none + `"whoo"` + up + ` (did you mean "who"?)`}},
		"with arguments":        {alone, `{"type": "tool_not_called", "value": [{"name": "summ", "arguments": {}}, "who"]}`, []string{none + `"summ"` + up + ` (did you mean "sum"?)`}},
		"one it does not use":   {alone, `{"type": "tool_not_called", "value": "hash"}`, nil},
		"negated":               {alone, `{"type": "tool_called", "value": "whoo", "negate": true}`, []string{none + `"whoo"` + up + ` (did you mean "who"?)`}},
		"one that fails anyway": {alone, `{"type": "tool_called", "value": "whoo"}`, nil},
		"within a group":        {alone, `{"type": "all", "assert": [{"type": "any", "assert": [{"type": "tool_not_called", "value": "refund"}]}]}`, []string{none + `"refund"` + up}},
		"a server may have it":  {outside, `{"type": "tool_not_called", "value": "whoo"}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := tooled(tt.more)
			if f["assistants/shop/src/index.ts"] == "" {
				delete(f, "assistants/shop/src/index.ts")
			}
			c := userCase(`[]`)
			c.Assertions = []eval.Assertion{{Raw: eval.Trusted(tt.assertion), Path: "assert", Pos: c.Pos}}
			var got []string
			for _, p := range agent.New(f.load(t, "", false), quick()).Check(c) {
				if !p.Warning || p.Pos != c.Pos || p.Path != "assert" {
					t.Errorf("got %v", p)
				}
				text := p.Message
				if p.Hint != "" {
					text += " (" + p.Hint + ")"
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
