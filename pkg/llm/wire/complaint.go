package wire

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// Complaint is what a provider says went wrong.
type Complaint struct {
	Message string
	Status  int    // stated beside the message, 0 for none
	Quota   bool   // the account has none left, so that waiting does not help
	Raw     string // what was sent

	wait   time.Duration // that it asks for, 0 for none
	header http.Header   // of the provider behind the one that answers
}

// ReadComplaint finds the message in the many forms of error bodies: OpenAI's
// {error: {message, type, code}}, also in a list (Gemini) or as a text
// (Ollama), {message} and {detail} (vLLM, FastAPI, Mistral), a cause in
// metadata.raw (OpenRouter). The message is empty when there is none.
func ReadComplaint(body []byte) Complaint {
	c := Complaint{Raw: string(body)}
	if !Valid(body) {
		return c
	}
	v := gjson.ParseBytes(body)
	if v.IsArray() {
		v = v.Get("0")
	}
	if inner := v.Get("error"); IsSaid(inner) {
		if inner.Type == gjson.String && v.Get("message").Str != "" {
			// {error: "Bad Request", message: ...}: the second says more.
			inner = v
		}
		v = inner
	}
	if v.Type == gjson.String {
		c.Message, c.wait = v.Str, waitIn(v.Str)
		return c
	}
	c.Message = firstText(v, "message", "detail", "detail.0.msg", "message.detail.0.msg", "msg", "errors.0.message", "errors.0",
		"error_description", "error_message", "error_msg", "status_msg", "base_resp.status_msg", "x_groq.error", "x_groq.error.message")
	if field := refusedField(v); field != "" {
		c.Message = field + ": " + c.Message
	}
	for _, more := range []string{upstream(v.Get("metadata")), flags(v)} {
		if more != "" {
			c.Message = strings.TrimSuffix(strings.TrimSpace(c.Message), ".") + ": " + more
		}
	}
	c.wait, c.header = askedWait(v, c.Message), passedHeader(v.Get("metadata.headers"))
	code, kind := v.Get("code"), v.Get("type").Str
	c.Quota = code.Str == "insufficient_quota" || kind == "insufficient_quota"
	for _, field := range []gjson.Result{code, v.Get("status"), v.Get("status_code"), v.Get("statusCode"), v.Get("type")} {
		if c.Status = StatedStatus(field); c.Status != 0 {
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

// StatedStatus is the HTTP status that a code means, as a number or by the
// words that providers use in a stream, where they can send no status.
func StatedStatus(code gjson.Result) int {
	if n := StatedNumber(code); n != 0 {
		return n
	}
	switch strings.TrimSuffix(Folded(code.Str), "error") {
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
	case "billing":
		return 402
	case "requesttoolarge":
		return 413
	default:
		return 0
	}
}

// StatedNumber is an HTTP status of an error, 0 for any other number.
func StatedNumber(code gjson.Result) int {
	if n, err := strconv.Atoi(code.String()); err == nil && n >= 400 && n <= 599 {
		return n
	}
	return 0
}

// IsErrorList tells Gemini's form of a complaint: an object in a list.
func IsErrorList(body []byte) bool {
	return Valid(body) && IsSaid(gjson.GetBytes(body, "0.error"))
}
