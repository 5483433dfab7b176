package app_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
	"github.com/surefoot-dev/surefoot/pkg/llm/wire"
)

func TestAServerElsewhereThatAsksForNoKey(t *testing.T) {
	t.Parallel()
	root := files{
		"assistants/a/package.yao":   `{"name": "A", "connector": "lan"}`,
		"connectors/lan.conn.yao":    `{"type": "openai", "options": {"host": "http://10.0.0.5:8000", "model": "m", "auth": "none", "headers": {"X-Team": "$ENV.SOME_KEY"}}}`,
		"connectors/claude.conn.yao": `{"type": "anthropic", "auth_mode": "none", "options": {"host": "http://10.0.0.5:4000", "model": "m"}}`,
	}.write(t, t.TempDir())
	a, problems := load(t, root, app.Options{})
	if len(problems) > 0 {
		t.Fatal(lines(problems))
	}
	c, _ := a.Connector("lan")
	if c.OpenAI.Auth != wire.AuthNone || c.OpenAI.Key != "" || c.OpenAI.Headers["X-Team"] != "sk-0123456789" {
		t.Errorf("got %+v", c.OpenAI)
	}
}
