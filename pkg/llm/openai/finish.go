package openai

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// ending is what a finish_reason means, the graver the greater.
type ending int

const (
	unsaid   ending = iota
	complete        // the model came to its end, or to a stop sequence
	called          // it waits for the results of tool calls
	length          // the provider cut it
	filtered
	stopped // it broke off in another way
	unknown
)

// endingOf knows the words of OpenAI and of servers that pass on their own. A
// word that is not here is no ending: many mean that the answer is cut.
func endingOf(word string) ending {
	switch plain := wire.Folded(word); plain {
	case "", "null":
		return unsaid
	case "stop", "end", "endturn", "endofturn", "eos", "eostoken", "stopsequence", "stoptoken", "complete", "completed":
		return complete
	case "toolcalls", "toolcall", "tooluse", "functioncall":
		return called
	case "length", "maxlength", "modellength", "contextlength", "modelcontextwindowexceeded",
		"tokenlimit", "maxtokens", "maxoutputtokens", "maxnewtokens", "maxcompletiontokens":
		return length
	case "contentfilter", "contentfiltered", "safety", "recitation", "prohibitedcontent", "blocklist", "spii", "sensitive":
		return filtered
	case "error", "abort", "aborted", "cancelled", "canceled", "timeout", "timelimit", "incomplete",
		"networkerror", "insufficientsystemresource", "malformedfunctioncall":
		return stopped
	default:
		// Gemini adds what was found: "content_filter: PROHIBITED_CONTENT".
		if strings.HasPrefix(plain, "contentfilter:") {
			return filtered
		}
		return unknown
	}
}

// end keeps how the answer ended. Some servers say so twice; then the graver
// word counts.
func (a *answer) end(reason gjson.Result, native string) error {
	if reason.Type == gjson.Null {
		return nil
	}
	if reason.Type != gjson.String {
		return &wire.Broken{Text: "ended the answer with a finish_reason that is no text", Sent: reason.Raw}
	}
	if next := endingOf(reason.Str); next != unsaid && next >= endingOf(a.finish) {
		a.finish, a.native = reason.Str, native
	}
	return nil
}

// checkFinish refuses answers that the provider did not let come to their
// end, or of which that is not known.
func (a *answer) checkFinish(e ending, allowTruncated bool) error {
	said := fmt.Sprintf("finish_reason %q", wire.Cut(a.finish))
	if a.native != "" && wire.Folded(a.native) != wire.Folded(a.finish) {
		said += fmt.Sprintf(", at the provider %q", wire.Cut(a.native))
	}
	switch e {
	case length:
		if allowTruncated {
			return nil
		}
		return &wire.Broken{Text: "cut the answer for its length (" + said + ": raise the token limit, or set allow_truncated)"}
	case filtered:
		return &wire.Broken{Text: "ended the answer by its content filter (" + said + ")"}
	case stopped:
		return &wire.Broken{Text: "broke off the answer (" + said + ")"}
	case unknown:
		return &wire.Broken{Text: "ended the answer in a way that is not known to be complete (" + said + ")"}
	default:
		return nil
	}
}
