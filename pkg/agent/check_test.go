package agent_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func lines(problems eval.Problems) string {
	var b strings.Builder
	for _, p := range problems {
		b.WriteString(p.String() + "\n")
	}
	return b.String()
}

// choosy is an application whose agent is particular about connectors.
func choosy() files {
	f := shop()
	f["connectors/side.conn.yao"] = `{"type": "openai", "options": {"host": "HOST", "model": "m", "capabilities": {"vision": false}}}`
	f["connectors/broken.conn.yao"] = `{"type": "openai"}`
	f["assistants/shop/package.yao"] = `{"name": "Shop", "connector": "main", "modes": ["chat", "task"],
		"connector_options": {"connectors": ["main"], "filters": ["vision"]}}`
	f["assistants/shop/prompts/short.yml"] = "- role: system\n  content: short\n"
	f["assistants/typo/package.yao"] = `{"name": "Typo", "connector": "mian"}`
	f["assistants/bad/package.yao"] = `{"connector": "main"}`
	return f
}

func TestCheck(t *testing.T) {
	t.Parallel()
	a := choosy().load(t, noHost, true)
	place := map[string]eval.Pos{
		"connector": {File: "cases.jsonl", Line: 4, Column: 1}, "mode": {File: "cases.jsonl", Line: 5, Column: 1},
		"metadata": {File: "cases.jsonl", Line: 6, Column: 1},
	}
	tests := map[string]struct {
		change func(*eval.Case)
		run    string
		want   string
	}{
		"a good case":       {func(*eval.Case) {}, "", ""},
		"an unknown agent":  {func(c *eval.Case) { c.Agent = "shpo" }, "", "cases.jsonl:3:1: case \"a\": unknown agent \"shpo\" (did you mean \"shop\"?)\n"},
		"no agent":          {func(c *eval.Case) { c.Agent = "" }, "", "cases.jsonl:3:1: case \"a\": the case names no agent (give one with --agent)\n"},
		"an unknown mode":   {func(c *eval.Case) { c.Options = &eval.Options{Mode: "tsk", Places: place} }, "", "cases.jsonl:5:1: case \"a\": options.mode: unknown mode \"tsk\" (agent shop has chat, task)\n"},
		"a known mode":      {func(c *eval.Case) { c.Options = &eval.Options{Mode: "task", Places: place} }, "", ""},
		"an unknown preset": {func(c *eval.Case) { c.Metadata = eval.Trusted(`{"__prompt_preset": "shrt"}`) }, "", "cases.jsonl:3:1: case \"a\": metadata.__prompt_preset: unknown preset \"shrt\" (did you mean \"short\"?)\n"},
		"a preset of options": {func(c *eval.Case) {
			c.Options = &eval.Options{Metadata: eval.Trusted(`{"__prompt_preset": 5}`), Places: place}
		}, "", "cases.jsonl:6:1: case \"a\": metadata.__prompt_preset: want the name of a preset, got 5\n"},
		"a switch of a wrong type": {func(c *eval.Case) { c.Metadata = eval.Trusted(`{"__disable_global_prompts": "yes"}`) }, "",
			"cases.jsonl:3:1: case \"a\": metadata.__disable_global_prompts: want true or false, got \"yes\"\n"},
		"an unknown connector": {func(c *eval.Case) { c.Options = &eval.Options{Connector: "sied", Places: place} }, "",
			"cases.jsonl:4:1: case \"a\": options.connector: unknown connector \"sied\" (did you mean \"side\"?)\n"},
		"a connector that does not suit": {func(c *eval.Case) { c.Options = &eval.Options{Connector: "side", Places: place} }, "",
			"cases.jsonl:4:1: warning: case \"a\": options.connector: connector \"side\" is not among the agent's connector_options.connectors\n" +
				"cases.jsonl:4:1: case \"a\": options.connector: connector \"side\" lacks the capability \"vision\" (the agent asks for it in connector_options.filters)\n"},
		"a connector the run replaces":     {func(c *eval.Case) { c.Options = &eval.Options{Connector: "sied", Places: place} }, "main", ""},
		"an agent's own bad connector":     {func(c *eval.Case) { c.Agent = "typo" }, "", ""},
		"search is off as it always is":    {func(c *eval.Case) { off := false; c.Options = &eval.Options{Search: &off} }, "", ""},
		"a run's bad connector, once only": {func(*eval.Case) {}, "nope", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := userCase("hi")
			tt.change(c)
			if diff := cmp.Diff(tt.want, lines(agent.New(a, agent.Options{Connector: tt.run}).Check(c))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestProblemsOfARun(t *testing.T) {
	t.Parallel()
	a := choosy().load(t, noHost, true)
	const (
		elsewhere = "elsewhere in the application, out of this run's reach (run surefoot lint to see all)\n"
		broken    = "connectors/broken.conn.yao:1:1: options: the connector names no model (set options.model)\n"
		typo      = "assistants/typo/package.yao:1:31: agent \"typo\": connector: unknown connector \"mian\" (did you mean \"main\"?)\n"
	)
	of := func(agents ...string) []*eval.Case {
		var cases []*eval.Case
		for _, id := range agents {
			c := userCase("hi")
			c.Agent = id
			cases = append(cases, c)
		}
		return cases
	}
	skipped := of("typo")
	skipped[0].Skip = "later"
	with := of("shop")
	with[0].Options = &eval.Options{Connector: "broken"}
	tests := map[string]struct {
		cases []*eval.Case
		run   string
		want  string
	}{
		"agents that are run":            {of("shop", "typo", "shop"), "", typo + "warning: 2 faults " + elsewhere},
		"agents that are skipped":        {skipped, "", "warning: 3 faults " + elsewhere},
		"the run's connector replaces":   {of("typo"), "main", "warning: 3 faults " + elsewhere},
		"the run's connector is bad":     {of("shop"), "broken", "warning: agent \"shop\": --connector: connector \"broken\" is not among the agent's connector_options.connectors\n" + broken + "warning: 2 faults " + elsewhere},
		"the run's connector is unknown": {of("shop", "typo"), "broke", "--connector: unknown connector \"broke\" (did you mean \"broken\"?)\nwarning: 3 faults " + elsewhere},
		"the run's connector lacks something": {of("shop"), "side", "warning: agent \"shop\": --connector: connector \"side\" is not among the agent's connector_options.connectors\n" +
			"agent \"shop\": --connector: connector \"side\" lacks the capability \"vision\" (the agent asks for it in connector_options.filters)\nwarning: 3 faults " + elsewhere},
		"a case's connector is bad": {with, "", broken + "warning: 2 faults " + elsewhere},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, lines(agent.New(a, agent.Options{Connector: tt.run}).Problems(tt.cases))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOpenRefusesWhatIsBroken(t *testing.T) {
	t.Parallel()
	a := choosy().load(t, noHost, true)
	for id, want := range map[string]string{
		"bad":  `the agent has no name (add "name")`,
		"typo": `connector: unknown connector "mian" (did you mean "main"?)`,
		"gone": `unknown agent "gone" (want one of "bad", "shop", "typo")`,
	} {
		c := userCase("hi")
		c.Agent = id
		if _, err := agent.New(a, agent.Options{}).Open(t.Context(), c, 1); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", id, err, want)
		}
	}
}
