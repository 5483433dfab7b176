package openai

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"
)

// chunk is an event of a stream, or a whole answer, by its members.
type chunk struct {
	choices, usage gjson.Result
	model          string
	fault          gjson.Result // what says that something went wrong
}

// readChunk sorts the members. Servers have no status left to send once a
// stream has begun, so that they say in many ways what went wrong. Some of
// these, such as a message, are harmless beside an answer; where there is
// none they are the error.
func readChunk(root gjson.Result) (c chunk, err error) {
	var stated, complains, murmurs bool
	root.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "choices":
			err = once(&c.choices, key, value)
		case "usage":
			c.usage = value
		case "model":
			c.model = value.Str
		case "error":
			if stated = isSaid(value); stated {
				c.fault = value
			}
		default:
			complains = complains || isComplaint(key.Str, value)
			murmurs = murmurs || isMurmur(key.Str, value)
		}
		return err == nil
	})
	if murmurs && !c.usage.IsObject() && !c.choices.Get("0").Exists() {
		complains = true
	}
	if complains && !c.fault.Exists() {
		c.fault = root
	}
	return c, err
}

// isSaid tells an error from the ways to say that there is none.
func isSaid(fault gjson.Result) bool {
	return fault.Type == gjson.JSON || fault.Type == gjson.String && fault.Str != "" ||
		fault.Type == gjson.Number || fault.Type == gjson.True
}

// isComplaint reports whether a member says that something went wrong, even
// beside an answer.
func isComplaint(key string, v gjson.Result) bool {
	switch key {
	case "object", "type":
		return strings.EqualFold(v.Str, "error")
	case "detail", "errors": // FastAPI; an empty list is none
		return v.Str != "" || v.Type == gjson.JSON && len(strings.Trim(v.Raw, "[]{} \t\r\n")) > 0
	case "code", "status_code":
		return statedNumber(v) != 0
	case "status":
		switch strings.ToLower(v.Str) {
		case "failed", "failure", "error", "cancelled", "canceled", "aborted", "incomplete":
			return true
		}
		return statedNumber(v) != 0
	case "success":
		return v.Type == gjson.False
	case "base_resp": // MiniMax
		return v.Get("status_code").Num != 0
	case "x_groq": // Groq, where a stream stops early
		return isSaid(v.Get("error"))
	default:
		return false
	}
}

// isMurmur reports whether a member says so where no answer stands beside it.
func isMurmur(key string, v gjson.Result) bool {
	switch key {
	case "message", "msg", "status_msg", "error_message", "error_msg", "error_description":
		return strings.TrimSpace(v.Str) != ""
	case "code":
		return statedStatus(v) != 0
	case "type":
		return strings.HasSuffix(strings.ToLower(v.Str), "error")
	default:
		return false
	}
}

// once keeps a member of an object. JSON lets one stand twice, but then
// nobody knows which of two values is meant.
func once(kept *gjson.Result, key, value gjson.Result) error {
	if kept.Exists() && kept.Raw != value.Raw {
		return &broken{text: fmt.Sprintf("sent %q twice in one object, with different values", cut(key.Str))}
	}
	*kept = value
	return nil
}
