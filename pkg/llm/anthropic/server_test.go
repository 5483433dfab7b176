package anthropic_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/anthropic"
)

func newClient(t *testing.T, cfg anthropic.Config) *anthropic.Client {
	t.Helper()
	if cfg.Model == "" {
		cfg.Model = "m"
	}
	client, err := anthropic.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

var hello = &llm.Request{Messages: []eval.Message{{Role: "user", Content: eval.Content{Text: "hi"}}}}
