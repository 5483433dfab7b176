package app_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
)

func TestARunThatAsksNobodyNeedsNoKeysAndAddresses(t *testing.T) {
	t.Parallel()
	root := files{
		"assistants/a/package.yao":  `{"name": "A", "connector": "key"}`,
		"assistants/a/prompts.yml":  "- role: system\n  content: $ENV.TONE\n",
		"assistants/b/package.yao":  `{"name": "B", "connector": "host"}`,
		"assistants/c/package.yao":  `{"name": "C", "connector": "proxy"}`,
		"assistants/d/package.yao":  `{"name": "D", "connector": "model"}`,
		"assistants/e/package.yao":  `{"name": "E", "connector": "head"}`,
		"connectors/head.conn.yao":  `{"type": "anthropic", "options": {"model": "m", "max_tokens": 9, "key": "$ENV.ACCESS", "headers": {"gateway": "$ENV.GATE"}}}`,
		"connectors/key.conn.yao":   `{"type": "openai", "options": {"model": "m", "key": "$ENV.ACCESS"}}`,
		"connectors/host.conn.yao":  `{"type": "openai", "options": {"host": "https://$ENV.TENANT.example.com", "model": "m"}}`,
		"connectors/proxy.conn.yao": `{"type": "openai", "options": {"proxy": "$ENV.HOST", "model": "m", "key": "Bearer $ENV.ACCESS"}}`,
		"connectors/model.conn.yao": `{"type": "openai", "options": {"model": "$ENV.WHICH", "key": "$ENV.ACCESS", "extra_body": {"key": "$ENV.EXTRA"}}}`,
		"connectors/wrong.conn.yao": `{"type": "openai", "options": {"host": "ftp://example.com", "model": "m"}}`,
	}.write(t, t.TempDir())
	const set = " is not set (set it in the environment or in .env)\n"
	tests := map[bool]string{
		true: `assistants/a/prompts.yml:2:12: agent "a": [0].content: $ENV.TONE` + set +
			`connectors/model.conn.yao:1:41: options.model: $ENV.WHICH` + set +
			`connectors/model.conn.yao:1:99: options.extra_body.key: $ENV.EXTRA` + set +
			`connectors/wrong.conn.yao:1:40: options.host: has the scheme "ftp" (it must be https or http)` + "\n",
		false: `assistants/a/prompts.yml:2:12: agent "a": [0].content: $ENV.TONE` + set +
			`connectors/head.conn.yao:1:73: options.key: $ENV.ACCESS` + set +
			`connectors/head.conn.yao:1:111: options.headers.gateway: $ENV.GATE` + set +
			`connectors/host.conn.yao:1:40: options.host: $ENV.TENANT` + set +
			`connectors/key.conn.yao:1:53: options.key: $ENV.ACCESS` + set +
			`connectors/model.conn.yao:1:41: options.model: $ENV.WHICH` + set +
			`connectors/model.conn.yao:1:62: options.key: $ENV.ACCESS` + set +
			`connectors/model.conn.yao:1:99: options.extra_body.key: $ENV.EXTRA` + set +
			`connectors/proxy.conn.yao:1:41: options.proxy: $ENV.HOST` + set +
			`connectors/proxy.conn.yao:1:75: options.key: $ENV.ACCESS` + set +
			`connectors/wrong.conn.yao:1:40: options.host: has the scheme "ftp" (it must be https or http)` + "\n",
	}
	for offline, want := range tests {
		a, problems := load(t, root, app.Options{Offline: offline})
		if diff := cmp.Diff(want, lines(problems)); diff != "" {
			t.Errorf("offline %t: %s", offline, diff)
		}
		c, _ := a.Connector("key")
		if diff := cmp.Diff([]app.Variable{{Name: "ACCESS"}}, c.Variables); diff != "" {
			t.Errorf("offline %t: %s", offline, diff)
		}
	}
}
