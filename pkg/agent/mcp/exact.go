package mcp

import (
	"bytes"
	"encoding/json"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// exactKey holds structured content, and schemas, as text: the SDK reads them
// into floating-point numbers, which round the ids of this world.
const exactKey = "exact"

// exact is a message whose structured content and whose schemas are kept as the
// text that they are. Every other message is itself.
func exact(message []byte) []byte {
	if !bytes.Contains(message, []byte(`"structuredContent"`)) && !bytes.Contains(message, []byte(`"inputSchema"`)) {
		return message
	}
	var whole, result map[string]json.RawMessage
	if json.Unmarshal(message, &whole) != nil || json.Unmarshal(whole["result"], &result) != nil {
		return message
	}
	changed := keepExact(result, "structuredContent")
	var tools []map[string]json.RawMessage
	if len(result["tools"]) > 0 && json.Unmarshal(result["tools"], &tools) == nil {
		listed := false
		for _, tool := range tools {
			listed = keepExact(tool, "inputSchema") || listed
		}
		if listed {
			result["tools"], changed = encoded(tools), true
		}
	}
	if !changed {
		return message
	}
	whole["result"] = encoded(result)
	return append(encoded(whole), '\n')
}

// keepExact puts the text of a member in its place, and reports whether there
// is one.
func keepExact(members map[string]json.RawMessage, name string) bool {
	content := members[name]
	if len(content) == 0 || string(content) == "null" {
		return false
	}
	members[name] = encoded(map[string]string{exactKey: string(content)})
	return true
}

func encoded(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic("mcp: what was JSON always encodes: " + err.Error())
	}
	return text
}

// structured is what exact kept of structured content, or of a schema.
func structured(content any) (eval.Value, error) {
	if members, ok := content.(map[string]any); ok && len(members) == 1 {
		if text, ok := members[exactKey].(string); ok {
			return eval.Parse(text)
		}
	}
	return eval.ValueOf(content)
}
