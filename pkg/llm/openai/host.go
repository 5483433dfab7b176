package openai

import (
	"net/url"
	"slices"
	"strings"
)

// host is the name of a server. What servers do differently is mostly seen in
// what they send; by their names go only the things that must be known
// before.
type host string

func hostOf(target *url.URL) host { return host(strings.ToLower(target.Hostname())) }

// is reports whether the host is one of a domain.
func (h host) is(domain string) bool {
	return string(h) == domain || strings.HasSuffix(string(h), "."+domain)
}

func (h host) isRetired() bool {
	return h == "models.inference.ai.azure.com" || h == "models.github.ai"
}

func (h host) isAzure() bool {
	return slices.ContainsFunc([]string{
		"openai.azure.com", "openai.azure.us", "openai.azure.cn",
		"cognitiveservices.azure.com", "services.ai.azure.com", "api.cognitive.microsoft.com",
	}, h.is)
}

// isOpenAI tells OpenAI's own servers, some of which stand in a region.
func (h host) isOpenAI() bool { return h.is("api.openai.com") }

func (h host) isOpenRouter() bool { return h.is("openrouter.ai") }

func (h host) isMistral() bool { return h.is("mistral.ai") }

// isGemini tells Google's servers, those of its cloud too, which stand in a
// region.
func (h host) isGemini() bool {
	return h == "generativelanguage.googleapis.com" || strings.HasSuffix(string(h), "aiplatform.googleapis.com")
}

// base is where the API stands on a host that was configured without a path,
// where that is not /v1.
func (h host) base() string {
	switch {
	case h.isAzure(), h == "api.groq.com":
		return "/openai/v1"
	case h.isOpenRouter():
		return "/api/v1"
	case h == "generativelanguage.googleapis.com":
		return "/v1beta/openai"
	default:
		return ""
	}
}
