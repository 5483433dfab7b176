package openai_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/internal/wiretest"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

func TestRetryGoesOnUntilTheServerAnswers(t *testing.T) {
	t.Parallel()
	server := wiretest.NewServer(t,
		wiretest.Reply(429, "application/json", `{"error":{"message":"slow down"}}`),
		wiretest.Stream(""),
		wiretest.CutAfter("text/event-stream", ": ping\n\n"),
		wiretest.Stream(tinyAnswer))
	model := llm.Retry(newClient(t, openai.Config{Host: server.URL}),
		llm.Policy{MaxAttempts: 4, Jitter: func() float64 { return 0 }})
	resp, err := model.Stream(t.Context(), hello, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(resp.Attempts) != 3 || resp.Usage.Attempts != 4 || resp.Usage.Calls != 1 {
		t.Errorf("got %+v, %+v", resp.Attempts, resp.Usage)
	}
}
