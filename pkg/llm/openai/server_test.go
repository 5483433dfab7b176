package openai_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/openai"
)

func newClient(t *testing.T, cfg openai.Config) *openai.Client {
	t.Helper()
	if cfg.Model == "" {
		cfg.Model = "m"
	}
	client, err := openai.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

var hello = &llm.Request{Messages: []eval.Message{{Role: "user", Content: eval.Content{Text: "hi"}}}}
