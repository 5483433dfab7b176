package openai_test

import (
	"strings"
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

const (
	azure      = "https://acme.openai.azure.com"
	deployment = azure + "/openai/deployments/gpt?api-version=2024-10-21"
)

func TestAzureAnswers(t *testing.T) {
	t.Parallel()
	whole := llm.Response{
		Content: "Parcels go by air.", FinishReason: "stop", Model: "gpt-4o-2024-11-20",
		Usage: cached(counted(1280, 6, 1286), 1152),
	}
	unfiltered := whole
	unfiltered.Usage = unknown
	checkAnswers(t, deployment, map[string]answered{
		"with what its filters found":          {"azure-chat.sse", whole},
		"with choices that are of the filters": {"azure-async-filter.sse", whole},
		"with a filter that did not run":       {"azure-filter-unavailable.sse", unfiltered},
	})
}

func TestAzureFailures(t *testing.T) {
	t.Parallel()
	const host = "acme.openai.azure.com"
	checkFailures(t, deployment, map[string]failed{
		"an answer that a filter cut": {"azure-cut-by-filter.sse", llm.Error{
			Status: 200, Message: host + ` ended the answer by its content filter (finish_reason "content_filter")`}},
		"a prompt that a filter stopped": {"azure-prompt-filtered.json", llm.Error{
			Status: 400, Rejected: true,
			Message: host + " answered 400: The prompt was stopped by the content management policy: filtered for violence, jailbreak"}},
		"a limit, in milliseconds": {"azure-busy.json", llm.Error{
			Status: 429, Rejected: true, Retryable: true, RetryAfter: 25750 * time.Millisecond,
			Message: host + " answered 429: Requests have exceeded the token rate limit of this deployment. Please retry after 26 seconds"}},
		"a limit, in words alone": {"azure-busy-body-only.json", llm.Error{
			Status: 429, Rejected: true, Retryable: true, RetryAfter: 26 * time.Second,
			Message: host + " answered 429: Requests have exceeded the call rate limit. Please retry after 26 seconds"}},
		"a deployment that is not there": {"azure-no-deployment.json", llm.Error{
			Status: 404, Rejected: true,
			Message: host + ` answered 404: The API deployment for this resource does not exist (check the model "m" and the URL ` + azure + `/openai/deployments/gpt/chat/completions)`}},
	})
}

func TestAzureIsAskedWhereItAnswers(t *testing.T) {
	t.Parallel()
	const v1 = azure + "/openai/v1/chat/completions"
	rows := map[string]struct{ host, want string }{
		"a deployment":                       {deployment, azure + "/openai/deployments/gpt/chat/completions?api-version=2024-10-21"},
		"a deployment with a slash":          {azure + "/openai/deployments/gpt/?api-version=2024-10-21", azure + "/openai/deployments/gpt/chat/completions?api-version=2024-10-21"},
		"a deployment's whole URL":           {azure + "/openai/deployments/gpt/chat/completions?api-version=2024-10-21", azure + "/openai/deployments/gpt/chat/completions?api-version=2024-10-21"},
		"the newer API":                      {azure + "/openai/v1/", v1},
		"the newer API in a preview":         {azure + "/openai/v1/?api-version=preview", v1 + "?api-version=preview"},
		"a host alone":                       {azure, v1},
		"a host and a slash":                 {azure + "/", v1},
		"a host with a version":              {azure + "?api-version=preview", v1 + "?api-version=preview"},
		"a path that stops short":            {azure + "/openai/", v1},
		"Foundry's host":                     {"https://acme.services.ai.azure.com", "https://acme.services.ai.azure.com/openai/v1/chat/completions"},
		"Foundry's models":                   {"https://acme.services.ai.azure.com/models?api-version=2024-05-01-preview", "https://acme.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview"},
		"the host of all Cognitive Services": {"https://acme.cognitiveservices.azure.com/openai/deployments/gpt?api-version=2024-10-21", "https://acme.cognitiveservices.azure.com/openai/deployments/gpt/chat/completions?api-version=2024-10-21"},
		"the host of a region":               {"https://eastus.api.cognitive.microsoft.com/openai/v1", "https://eastus.api.cognitive.microsoft.com/openai/v1/chat/completions"},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := newVariant(t, "azure-filter-unavailable.sse")
			v.ask(t, openai.Config{Host: row.host, Key: "azure-0123456789", Model: "gpt"}, hello,
				llm.Response{Content: "Parcels go by air.", FinishReason: "stop", Model: "gpt-4o-2024-11-20", Usage: unknown})
			got := v.asked[0]
			if got.url != row.want {
				t.Errorf("got  %s\nwant %s", got.url, row.want)
			}
			if key, auth := got.header.Get("api-key"), got.header.Get("Authorization"); key != "azure-0123456789" || auth != "" {
				t.Errorf("the api-key is %q, the authorization %q", key, auth)
			}
			if !strings.HasPrefix(got.body, `{"model":"gpt",`) {
				t.Errorf("the body is %s", got.body)
			}
		})
	}
}

func TestAzureWithATokenOfEntra(t *testing.T) {
	t.Parallel()
	v := newVariant(t, "azure-chat.sse")
	cfg := openai.Config{Host: azure, Key: "eyJ0.eyJ.sig", Auth: wire.AuthBearer, Model: "gpt", HTTP: v.client}
	if _, err := newClient(t, cfg).Stream(t.Context(), hello, nil); err != nil {
		t.Fatal(err)
	}
	if key, auth := v.asked[0].header.Get("api-key"), v.asked[0].header.Get("Authorization"); key != "" || auth != "Bearer eyJ0.eyJ.sig" {
		t.Errorf("the api-key is %q, the authorization %q", key, auth)
	}
}

func TestADeploymentWithoutItsVersionIsRefused(t *testing.T) {
	t.Parallel()
	_, err := openai.New(openai.Config{Host: azure + "/openai/deployments/gpt", Model: "gpt"})
	const want = `host "acme.openai.azure.com" names a deployment without an api-version ` +
		`(end it in ?api-version=..., or use https://acme.openai.azure.com/openai/v1 with the deployment as the model)`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
