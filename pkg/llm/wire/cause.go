package wire

import (
	"net/http"
	"strings"

	"github.com/tidwall/gjson"
)

// refusedField is the place in the request that a server which checks each
// field (FastAPI, Mistral) speaks of, or "".
func refusedField(v gjson.Result) string {
	for _, path := range []string{"detail.0", "message.detail.0"} {
		first := v.Get(path)
		if !first.Get("msg").Exists() {
			continue
		}
		var steps []string
		first.Get("loc").ForEach(func(_, step gjson.Result) bool {
			steps = append(steps, step.String())
			return true
		})
		return strings.Join(steps, ".")
	}
	return ""
}

// upstream is what the provider behind OpenRouter says, or "". It is the
// provider's own error as JSON, mostly in a text, or a text of its own.
func upstream(metadata gjson.Result) string {
	raw := metadata.Get("raw")
	cause := raw.Str
	if raw.IsObject() {
		cause = raw.Raw
	}
	if strings.HasPrefix(cause, "{") && Valid([]byte(cause)) {
		v := gjson.Parse(cause)
		if said := firstText(v, "error.message", "message", "error", "detail"); said != "" {
			cause = said
		}
	}
	name := metadata.Get("provider_name").Str
	switch {
	case cause == "":
		return ""
	case name == "":
		return cause
	default:
		return name + " says " + cause
	}
}

// flags are what stopped a request for what it says, or "": the content
// filters of Azure, and the reasons that OpenRouter passes on.
func flags(v gjson.Result) string {
	var names []string
	v.Get("innererror.content_filter_result").ForEach(func(name, result gjson.Result) bool {
		if result.Get("filtered").Bool() {
			names = append(names, name.Str)
		}
		return true
	})
	for _, reason := range v.Get("metadata.reasons").Array() {
		names = append(names, reason.String())
	}
	if len(names) == 0 {
		return ""
	}
	return "filtered for " + strings.Join(names, ", ")
}

// passedHeader are headers that stand in the body of an error, as OpenRouter
// tells of its limits.
func passedHeader(headers gjson.Result) http.Header {
	if !headers.IsObject() {
		return nil
	}
	h := http.Header{}
	headers.ForEach(func(name, value gjson.Result) bool {
		h.Set(name.Str, value.String())
		return true
	})
	return h
}
