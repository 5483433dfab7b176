package openai

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// complaint is what a provider says went wrong.
type complaint struct {
	message string
	status  int    // stated beside the message, 0 for none
	quota   bool   // the account has none left, so that waiting does not help
	raw     string // what was sent
}

// readComplaint finds the message in the many forms of error bodies: OpenAI's
// {error: {message, type, code}}, also in a list (Gemini) or as a text
// (Ollama), {message} and {detail} (vLLM, FastAPI), a cause in metadata.raw
// (OpenRouter). The message is empty when there is none.
func readComplaint(body []byte) complaint {
	c := complaint{raw: string(body)}
	if !valid(body) {
		return c
	}
	v := gjson.ParseBytes(body)
	if v.IsArray() {
		v = v.Get("0")
	}
	if inner := v.Get("error"); isSaid(inner) {
		if inner.Type == gjson.String && v.Get("message").Str != "" {
			// {error: "Bad Request", message: ...}: the second says more.
			inner = v
		}
		v = inner
	}
	if v.Type == gjson.String {
		c.message = v.Str
		return c
	}
	c.message = firstText(v, "message", "detail", "detail.0.msg", "msg", "errors.0.message", "errors.0",
		"error_description", "error_message", "error_msg", "status_msg", "base_resp.status_msg", "x_groq.error", "x_groq.error.message")
	if cause := v.Get("metadata.raw").Str; cause != "" {
		c.message = strings.TrimSuffix(c.message, ".") + ": " + cause
	}
	code, kind := v.Get("code"), v.Get("type").Str
	c.quota = code.Str == "insufficient_quota" || kind == "insufficient_quota"
	for _, field := range []gjson.Result{code, v.Get("status"), v.Get("status_code"), v.Get("statusCode"), v.Get("type")} {
		if c.status = statedStatus(field); c.status != 0 {
			break
		}
	}
	return c
}

func firstText(v gjson.Result, paths ...string) string {
	for _, path := range paths {
		if text := v.Get(path).Str; text != "" {
			return text
		}
	}
	return ""
}

// statedStatus is the HTTP status that a code means, as a number or by the
// words that providers use in a stream, where they can send no status.
func statedStatus(code gjson.Result) int {
	if n := statedNumber(code); n != 0 {
		return n
	}
	switch strings.TrimSuffix(folded(code.Str), "error") {
	case "server", "internalserver", "internal", "api":
		return 500
	case "ratelimit", "ratelimitexceeded", "resourceexhausted", "toomanyrequests":
		return 429
	case "overloaded":
		return 529
	case "serviceunavailable", "unavailable":
		return 503
	case "timeout", "deadlineexceeded":
		return 504
	case "invalidrequest", "badrequest", "invalidargument":
		return 400
	case "authentication", "unauthenticated", "invalidapikey":
		return 401
	case "permission", "permissiondenied":
		return 403
	case "notfound", "modelnotfound":
		return 404
	default:
		return 0
	}
}

// statedNumber is an HTTP status of an error, 0 for any other number.
func statedNumber(code gjson.Result) int {
	if n, err := strconv.Atoi(code.String()); err == nil && n >= 400 && n <= 599 {
		return n
	}
	return 0
}

// isErrorList tells Gemini's form of a complaint: an object in a list.
func isErrorList(body []byte) bool {
	return valid(body) && isSaid(gjson.GetBytes(body, "0.error"))
}
