package app_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

func TestAnAnthropicConnector(t *testing.T) {
	t.Parallel()
	root := files{
		"connectors/main.conn.yao": `{"type": "anthropic", "auth_mode": "bearer", "options": {
			"proxy": "http://localhost:9", "model": "claude", "temperature": 1, "thinking": {"type": "adaptive"},
			"headers": {"anthropic-beta": "a"}, "extra_body": {"top_k": 3},
			"capabilities": {"vision": "claude", "max_output_tokens": 3000}}}`,
		"assistants/a/package.yao": `{"name": "A", "connector": "main", "options": {"max_completion_tokens": 9}}`,
	}.write(t, t.TempDir())
	a, problems := load(t, root, app.Options{})
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	c, _ := a.Connector("main")
	cfg := c.Anthropic
	if cfg.Host != "http://localhost:9" || cfg.Model != "claude" || cfg.Auth != wire.AuthBearer || cfg.MaxTokens != 3000 || cfg.Headers["anthropic-beta"] != "a" {
		t.Errorf("got %+v", cfg)
	}
	if c.Capabilities.Allows(app.Audio) || !c.Capabilities.Allows(app.Vision) {
		t.Error("it takes images and no audio")
	}
	if want := eval.Trusted(`{"max_tokens":3000,"thinking":{"type":"adaptive"},"top_k":3}`); !c.Adds().Equal(want) {
		t.Errorf("it adds %s", c.Adds().Raw())
	}
	agent, _ := a.Agent("a")
	want := llm.Options{"temperature": eval.Trusted("1"), "max_completion_tokens": eval.Trusted("9")}
	if diff := cmp.Diff(want, c.Options(agent)); diff != "" {
		t.Error(diff)
	}
}

func TestOptionsThatAnthropicDoesNotTakeAreFaultsOfTheAgent(t *testing.T) {
	t.Parallel()
	root := files{
		"connectors/main.conn.yao": `{"type": "anthropic", "options": {"host": "http://localhost:9", "model": "claude",
			"max_tokens": 4096, "thinking": {"type": "enabled", "budget_tokens": 2048}}}`,
		"assistants/a/package.yao": `{"name": "A", "connector": "main",
			"options": {"seed": 1, "temperature": 0, "max_tokens": 2048, "response_format": {"type": "json_object"}, "stop": "x"}}`,
		"assistants/b/package.yao": `{"name": "B", "connector": "main", "options": {"top_p": 0.95, "user": "u"}}`,
	}.write(t, t.TempDir())
	_, problems := load(t, root, app.Options{})
	const at = "assistants/a/package.yao:1:28: agent \"a\": connector: connector \"main\": the agent's "
	want := at + "response_format must be text or json_schema in this API, which has no JSON without a schema\n" +
		at + "seed is not taken by this API (remove it, or put what the API takes into extra_body)\n" +
		at + "max_tokens is 2048, but must be more than the connector's thinking.budget_tokens, which is 2048\n" +
		at + "temperature is 0, but must be 1 or unset beside the connector's thinking\n"
	if diff := cmp.Diff(want, lines(problems)); diff != "" {
		t.Error(diff)
	}
}
