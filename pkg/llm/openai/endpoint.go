package openai

import (
	"net/url"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

const route = "/chat/completions"

// endpoint is where requests go for a host as it was configured.
func endpoint(host string) (*url.URL, error) {
	if host == "" {
		host = DefaultHost
	}
	u, err := wire.Endpoint(host, route)
	if err == nil && isRetired(u.Hostname()) {
		err = wire.Misset("host", "%q is GitHub Models, which was retired (use another provider or an OpenAI-compatible server of your own)", u.Host)
	}
	return u, err
}

func isRetired(host string) bool {
	host = strings.ToLower(host)
	return host == "models.inference.ai.azure.com" || host == "models.github.ai"
}

func isAzure(host string) bool {
	host = strings.ToLower(host)
	return slices.ContainsFunc([]string{
		".openai.azure.com", ".openai.azure.us", ".openai.azure.cn",
		".cognitiveservices.azure.com", ".services.ai.azure.com",
	}, func(suffix string) bool { return strings.HasSuffix(host, suffix) })
}

// isOpenAI tells OpenAI's own servers, some of which stand in a region.
func isOpenAI(host string) bool {
	host = strings.ToLower(host)
	return host == "api.openai.com" || strings.HasSuffix(host, ".api.openai.com")
}
