package openai

import (
	"net/url"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

const (
	route       = "/chat/completions"
	deployments = "/openai/deployments/"
)

// endpoint is where requests go for a host as it was configured.
func endpoint(configured string) (*url.URL, error) {
	if configured == "" {
		configured = DefaultHost
	}
	u, err := wire.Endpoint(based(configured), route)
	if err != nil {
		return nil, err
	}
	switch h := hostOf(u); {
	case h.isRetired():
		return nil, wire.Misset("host", "%q is GitHub Models, which was retired (use another provider or an OpenAI-compatible server of your own)", u.Host)
	case h.isAzure() && strings.HasPrefix(u.Path, deployments) && u.Query().Get("api-version") == "":
		return nil, wire.Misset("host", "%q names a deployment without an api-version (end it in ?api-version=..., or use https://%s/openai/v1 with the deployment as the model)", u.Host, u.Host)
	}
	return u, nil
}

// based is the configured host with the path of its API, where it has none
// and we know it.
func based(configured string) string {
	u, err := url.Parse(configured)
	if err != nil {
		return configured // and wire says why
	}
	h := hostOf(u)
	path := strings.TrimRight(u.Path, "/")
	if path != "" && (!h.isAzure() || path != "/openai") || h.base() == "" {
		return configured
	}
	u.Path, u.RawPath = h.base(), ""
	return u.String()
}
