package app_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent/app"
)

func TestARunMeetsOnlyTheFaultsItReaches(t *testing.T) {
	t.Parallel()
	root := files{
		"connectors/main.conn.yao":      localConnector,
		"connectors/bad.conn.yao":       `{"type": "openai"}`,
		"agent/agent.yml":               "system:\n  light: gone\n",
		"assistants/good/package.yao":   `{"name": "Good", "connector": "main"}`,
		"assistants/bad/package.yao":    `{"connector": "main"}`,
		"assistants/onbad/package.yao":  `{"name": "On bad", "connector": "bad"}`,
		"assistants/typo/package.yao":   `{"name": "Typo", "connector": "mian"}`,
		"assistants/unset/package.yao":  `{"name": "Unset", "connector": "$ENV.NOT_SET"}`,
		"assistants/light/package.yao":  `{"name": "Light", "connector": "use::light"}`,
		"assistants/unsure/package.yao": `{"name": "Unsure"`,
	}.write(t, t.TempDir())
	a, all := load(t, root, app.Options{})
	const elsewhere = "elsewhere in the application, out of this run's reach (run surefoot lint to see all)\n"
	named := func(ids ...string) []string { return ids }
	tests := map[string]struct {
		reach app.Reach
		want  string
	}{
		"a good agent": {
			app.Reach{Agents: named("good"), Own: named("good")},
			"warning: 6 faults " + elsewhere,
		},
		"a bad agent": {
			app.Reach{Agents: named("bad"), Own: named("bad")},
			"assistants/bad/package.yao:1:1: agent \"bad\": the agent has no name (add \"name\")\nwarning: 5 faults " + elsewhere,
		},
		"a bad connector": {
			app.Reach{Agents: named("onbad"), Own: named("onbad")},
			"connectors/bad.conn.yao:1:1: options: the connector names no model (set options.model)\nwarning: 5 faults " + elsewhere,
		},
		"another connector than the bad one": {
			app.Reach{Agents: named("onbad"), Connectors: named("main")},
			"warning: 6 faults " + elsewhere,
		},
		"a bad connector that was asked for": {
			app.Reach{Agents: named("good"), Connectors: named("bad")},
			"connectors/bad.conn.yao:1:1: options: the connector names no model (set options.model)\nwarning: 5 faults " + elsewhere,
		},
		"an unknown connector": {
			app.Reach{Agents: named("typo"), Own: named("typo")},
			"assistants/typo/package.yao:1:31: agent \"typo\": connector: unknown connector \"mian\" (did you mean \"main\"?)\nwarning: 5 faults " + elsewhere,
		},
		"an unset connector": {
			app.Reach{Agents: named("unset"), Own: named("unset")},
			"assistants/unset/package.yao:1:32: agent \"unset\": connector: $ENV.NOT_SET is not set (set it in the environment or in .env)\nwarning: 5 faults " + elsewhere,
		},
		"another connector than the unknown and the unset one": {
			app.Reach{Agents: named("typo", "unset"), Connectors: named("main")},
			"warning: 6 faults " + elsewhere,
		},
		"a role that leads nowhere": {
			app.Reach{Agents: named("light"), Own: named("light")},
			"agent/agent.yml:2:10: system.light: unknown connector \"gone\" (want one of \"bad\", \"main\")\nwarning: 5 faults " + elsewhere,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			problems := a.Problems(tt.reach)
			if diff := cmp.Diff(tt.want, lines(problems)); diff != "" {
				t.Error(diff)
			}
			if fault := a.Fault(tt.reach); (fault != nil) != (problems.Errors() > 0) {
				t.Errorf("fault is %v, problems are %v", fault, problems)
			}
		})
	}
	if all.Errors() != 6 {
		t.Errorf("lint shows:\n%s", lines(all))
	}
}

func TestAKeyThatIsNotSetMattersOnlyWhereItsConnectorIsUsed(t *testing.T) {
	t.Parallel()
	const missing = "connectors/spare.conn.yao:1:60: options.key: $ENV.SPARE_KEY is not set (set it in the environment or in .env)\n"
	spare := `{"type": "openai", "options": {"host": "https://x", "key": "$ENV.SPARE_KEY", "model": "m"}}`
	tests := map[string]struct {
		agent string
		spare string
		lint  string
		run   string // of the agent with its own connector
	}{
		"nobody uses it":                {`{"name": "A", "connector": "main"}`, spare, "", ""},
		"the agent uses it":             {`{"name": "A", "connector": "spare"}`, spare, missing, missing},
		"the agent may use it":          {`{"name": "A", "connector": "main", "connector_options": {"connectors": ["main", "spare"]}}`, spare, "", ""},
		"nobody can say who uses it":    {`{"name": "A", "connector": "$ENV.WHICH"}`, spare, "$WHICH" + missing, "$WHICH" + "warning: 1 fault elsewhere in the application, out of this run's reach (run surefoot lint to see all)\n"},
		"what is wrong with it matters": {`{"name": "A", "connector": "main"}`, strings.Replace(spare, "model", "modle", 1), "connectors/spare.conn.yao:1:78: options: unknown field \"modle\" (did you mean \"model\"?)\n", "warning: 1 fault elsewhere in the application, out of this run's reach (run surefoot lint to see all)\n"},
	}
	which := "assistants/a/package.yao:1:28: agent \"a\": connector: $ENV.WHICH is not set (set it in the environment or in .env)\n"
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root := files{
				"connectors/main.conn.yao":  localConnector,
				"connectors/spare.conn.yao": tt.spare,
				"assistants/a/package.yao":  tt.agent,
			}.write(t, t.TempDir())
			a, all := load(t, root, app.Options{})
			if diff := cmp.Diff(strings.Replace(tt.lint, "$WHICH", which, 1), lines(all)); diff != "" {
				t.Error("lint: " + diff)
			}
			reach := app.Reach{Agents: []string{"a"}, Own: []string{"a"}}
			if diff := cmp.Diff(strings.Replace(tt.run, "$WHICH", which, 1), lines(a.Problems(reach))); diff != "" {
				t.Error("run: " + diff)
			}
			spareKey, ok := a.Connector("spare")
			if !ok || len(spareKey.Variables) != 1 || spareKey.Variables[0].Set || spareKey.Host != "https://x" {
				t.Errorf("got %+v", spareKey)
			}
		})
	}
}
