package mcp

import (
	"bytes"
	"encoding/json"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// exactKey holds what a tool gave as structured content, as text: the SDK
// reads it into floating-point numbers, which round the ids of this world.
const exactKey = "exact"

// exact is a message whose structured content is kept as the text that it is.
// Every other message is itself.
func exact(message []byte) []byte {
	if !bytes.Contains(message, []byte(`"structuredContent"`)) {
		return message
	}
	var whole, result map[string]json.RawMessage
	if json.Unmarshal(message, &whole) != nil || json.Unmarshal(whole["result"], &result) != nil {
		return message
	}
	content := result["structuredContent"]
	if len(content) == 0 || string(content) == "null" {
		return message
	}
	kept, err := json.Marshal(map[string]string{exactKey: string(content)})
	if err != nil {
		return message
	}
	result["structuredContent"] = kept
	if whole["result"], err = json.Marshal(result); err != nil {
		return message
	}
	message, err = json.Marshal(whole)
	if err != nil {
		panic("mcp: what was JSON always encodes: " + err.Error())
	}
	return append(message, '\n')
}

// structured is what exact kept of a tool's structured content.
func structured(content any) (eval.Value, error) {
	if members, ok := content.(map[string]any); ok && len(members) == 1 {
		if text, ok := members[exactKey].(string); ok {
			return eval.Parse(text)
		}
	}
	return eval.ValueOf(content)
}
