package openai

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

// chunk is an event of a stream, or a whole answer, by its members.
type chunk struct {
	choices, usage gjson.Result
	model          string
	fault          gjson.Result // what says that something went wrong
	murmur         string       // what may say so, where no answer comes
}

// readChunk sorts the members. Servers have no status left to send once a
// stream has begun, so that they say in many ways what went wrong. Some of
// these, such as a code in words, are harmless beside an answer; where there
// is none they are the error. A message alone may as well be of progress.
func readChunk(root gjson.Result) (c chunk, err error) {
	var complains, names, murmurs, well bool
	var groq gjson.Result
	root.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "choices":
			err = wire.Once(&c.choices, key, value)
		case "usage":
			c.usage = value
		case "model":
			c.model = value.Str
		default:
			switch name := strings.ToLower(key.Str); name {
			case "error", "exception":
				if wire.IsSaid(value) {
					c.fault = value
				}
			default:
				complains = complains || isComplaint(name, value)
				names = names || namesError(name, value)
				murmurs = murmurs || isMurmur(name, value)
				if name == "x_groq" {
					groq = value.Get("usage")
				}
				well = well || isSuccess(name, value)
			}
		}
		return err == nil
	})
	if !c.usage.IsObject() && groq.IsObject() {
		c.usage = groq
	}
	if !well && !c.usage.IsObject() && !c.choices.Get("0").Exists() {
		complains = complains || names
		if murmurs {
			c.murmur = root.Raw
		}
	}
	if complains && !c.fault.Exists() {
		c.fault = root
	}
	return c, err
}

// isComplaint reports whether a member says that something went wrong, even
// beside an answer.
func isComplaint(name string, v gjson.Result) bool {
	switch name {
	case "object", "type":
		return strings.EqualFold(v.Str, "error")
	case "detail", "errors": // FastAPI; an empty list is none
		return (v.Type == gjson.String || v.Type == gjson.JSON) && wire.IsSaid(v)
	case "code", "status_code", "statuscode":
		return wire.StatedNumber(v) != 0
	case "status":
		switch strings.ToLower(v.Str) {
		case "failed", "failure", "error", "cancelled", "canceled", "aborted", "incomplete":
			return true
		}
		return wire.StatedNumber(v) != 0
	case "success":
		return v.Type == gjson.False
	case "base_resp": // MiniMax
		return v.Get("status_code").Num != 0
	case "x_groq": // Groq, where a stream stops early
		return wire.IsSaid(v.Get("error"))
	default:
		return false
	}
}

// namesError reports whether a member says so where no answer stands beside
// it.
func namesError(name string, v gjson.Result) bool {
	switch name {
	case "error_message", "error_msg", "error_description":
		return strings.TrimSpace(v.Str) != ""
	case "code":
		return wire.StatedStatus(v) != 0
	case "type":
		return strings.HasSuffix(strings.ToLower(v.Str), "error")
	default:
		return false
	}
}

// isMurmur reports whether a member may say why no answer comes, or only what
// the server is doing.
func isMurmur(name string, v gjson.Result) bool {
	switch name {
	case "message", "msg", "status_msg":
		return strings.TrimSpace(v.Str) != ""
	default:
		return false
	}
}

// isSuccess reports whether a member says that all is well.
func isSuccess(name string, v gjson.Result) bool {
	switch name {
	case "code", "status_code", "statuscode", "status":
		switch strings.ToLower(v.String()) {
		case "0", "200", "ok", "success", "succeeded":
			return true
		}
		return false
	case "success":
		return v.Type == gjson.True
	default:
		return false
	}
}
