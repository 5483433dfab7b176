package cli_test

import (
	"io"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"
)

// messagesRoute is where the Messages API of Anthropic answers.
const messagesRoute = "messages"

// told is an answer of the Messages API: its events, each named by its type.
func told(data ...string) string {
	var b strings.Builder
	for _, d := range data {
		b.WriteString("event: " + gjson.Get(d, "type").Str + "\ndata: " + d + "\n\n")
	}
	return b.String()
}

const (
	claudeStart = `{"type":"message_start","message":{"model":"claude-1","id":"msg_01","type":"message","role":"assistant","content":[],"stop_reason":null,"usage":{"input_tokens":10,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":1,"service_tier":"standard"}}}`
	claudeThink = `{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}`
	claudeDone  = `{"type":"content_block_stop","index":0}`
	claudeStop  = `{"type":"message_stop"}`
	claudeFew   = `{"input_tokens":10,"output_tokens":20}`

	claudeOverload = `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`
)

func claudeText(text string) string {
	return `{"type":"content_block_start","index":1,"content_block":{"type":"text","text":"` + text + `"}}`
}

func claudeEnd(reason, usage string) string {
	return `{"type":"message_delta","delta":{"stop_reason":"` + reason + `","stop_sequence":null,"stop_details":null},"usage":` + usage + `}`
}

// claudeAnswers are the behaviours of a server of the Messages API.
var claudeAnswers = map[string]string{
	"claude": told(claudeStart, claudeThink,
		`{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"They mean the shop."}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2lnbmVk"}}`,
		claudeDone, `{"type":"ping"}`, claudeText("All good."), claudeEnd("end_turn", claudeFew), claudeStop),
	"claude-refusal":  told(claudeStart, claudeText("I cannot help with that."), claudeEnd("refusal", claudeFew), claudeStop),
	"claude-hour":     told(claudeStart, claudeText("All good."), claudeEnd("end_turn", `{"input_tokens":10,"cache_creation_input_tokens":50,"cache_creation":{"ephemeral_1h_input_tokens":50},"output_tokens":20}`), claudeStop),
	"claude-search":   told(claudeStart, claudeText("All good."), claudeEnd("end_turn", `{"input_tokens":10,"output_tokens":20,"server_tool_use":{"web_search_requests":2}}`), claudeStop),
	"claude-length":   told(claudeStart, claudeText("All go"), claudeEnd("max_tokens", claudeFew), claudeStop),
	"claude-pause":    told(claudeStart, claudeText("All go"), claudeEnd("pause_turn", claudeFew), claudeStop),
	"claude-cut":      told(claudeStart, claudeText("All go")),
	"claude-late":     told(claudeStart, claudeText("All go"), claudeOverload),
	"claude-overload": told(claudeStart, claudeOverload),
}

// serveMessages answers as the Messages API. It reports whether it was asked
// as that API is.
func serveMessages(w http.ResponseWriter, r *http.Request, behaviour string, count int) bool {
	if behaviour == "claude-busy" {
		if behaviour = "claude"; count == 1 {
			behaviour = "claude-overload"
		}
	}
	body, ok := claudeAnswers[behaviour]
	if !ok || r.Header.Get("Anthropic-Version") != "2023-06-01" || r.Header.Get("X-Api-Key") == "" {
		http.NotFound(w, r)
		return false
	}
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = io.WriteString(w, body)
	return true
}
