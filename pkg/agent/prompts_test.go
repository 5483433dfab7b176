package agent_test

import (
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestWhichPromptsComeFirst(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	off := `{"name": "Shop", "connector": "main", "disable_global_prompts": true}`
	tests := map[string]struct {
		pack   string
		change func(*eval.Case)
		want   []string
	}{
		"global, then the agent's":  {want: []string{"system: global", "system: agent"}},
		"without global by package": {pack: off, want: []string{"system: agent"}},
		"a case turns global off": {
			change: func(c *eval.Case) { c.Options = &eval.Options{DisableGlobalPrompts: &yes} },
			want:   []string{"system: agent"},
		},
		"a case turns global on": {
			pack:   off,
			change: func(c *eval.Case) { c.Options = &eval.Options{DisableGlobalPrompts: &no} },
			want:   []string{"system: global", "system: agent"},
		},
		"metadata turns global off": {
			change: func(c *eval.Case) { c.Metadata = eval.Trusted(`{"__disable_global_prompts": true}`) },
			want:   []string{"system: agent"},
		},
		"a case wins over metadata": {
			change: func(c *eval.Case) {
				c.Metadata = eval.Trusted(`{"__disable_global_prompts": true}`)
				c.Options = &eval.Options{DisableGlobalPrompts: &no}
			},
			want: []string{"system: global", "system: agent"},
		},
		"a preset replaces the agent's": {
			change: func(c *eval.Case) { c.Metadata = eval.Trusted(`{"__prompt_preset": "deep.fast"}`) },
			want:   []string{"system: global", "developer: fast"},
		},
		"options' metadata win over the case's": {
			change: func(c *eval.Case) {
				c.Metadata = eval.Trusted(`{"__prompt_preset": "deep.fast"}`)
				c.Options = &eval.Options{Metadata: eval.Trusted(`{"__prompt_preset": null}`)}
			},
			want: []string{"system: global", "system: agent"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := shop()
			f["assistants/shop/prompts/deep/fast.yml"] = "- role: developer\n  content: fast\n"
			if tt.pack != "" {
				f["assistants/shop/package.yao"] = tt.pack
			}
			c := userCase("hi")
			if tt.change != nil {
				tt.change(c)
			}
			host := serve(t, exchange{want: request(t, "", append(tt.want, "user: hi")...), answer: said("ok")})
			if _, err := send(t, agent.New(f.load(t, host, false), quick()), c); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestVariablesOfPrompts(t *testing.T) {
	t.Parallel()
	who := eval.Identity{
		User: "u1", Team: "t1", Locale: "de", Referer: "test", Client: eval.Client{Type: "web"},
		Authorized: eval.Trusted(`{"tenant_id": "ten"}`), Metadata: eval.Trusted(`{"plan": "free", "seat": 1}`),
	}
	tests := map[string]struct {
		prompt string
		change func(*eval.Case, *agent.Options)
		want   string
	}{
		"the agent": {
			prompt: "$CTX.ASSISTANT_ID $CTX.ASSISTANT_NAME $CTX.ASSISTANT_TYPE $CTX.ASSISTANT_DESCRIPTION", want: "shop Laden assistant Alles",
		},
		"its translations": {prompt: "{{ name }} {{ unknown }} {{ __global__.firm }}", want: "Laden {{ unknown }} ACME"},
		"the identity": {
			prompt: "$CTX.USER_ID $CTX.TEAM_ID $CTX.tenant_id $CTX.locale $CTX.REFERER $CTX.CLIENT_TYPE [$CTX.THEME]", want: "u1 t1 ten de test web []",
		},
		"the case's identity wins over defaults": {
			prompt: "$CTX.USER_ID $CTX.TEAM_ID",
			change: func(c *eval.Case, _ *agent.Options) { c.User, c.Team = "u2", "t2" }, want: "u2 t2",
		},
		"flags win over the case's identity": {
			prompt: "$CTX.USER_ID $CTX.TEAM_ID",
			change: func(c *eval.Case, o *agent.Options) {
				c.User, c.Team = "u2", "t2"
				o.UserGiven, o.TeamGiven = true, true
			},
			want: "u1 t1",
		},
		"the team is the tenant": {
			prompt: "$CTX.TENANT_ID",
			change: func(_ *eval.Case, o *agent.Options) { o.Identity.Authorized = eval.Value{} }, want: "t1",
		},
		"metadata merge": {
			prompt: "$CTX.plan $CTX.seat $CTX.list $CTX.none",
			change: func(c *eval.Case, _ *agent.Options) {
				c.Metadata = eval.Trusted(`{"plan": "pro", "list": [1, {"b": 2}], "none": null}`)
				c.Options = &eval.Options{Metadata: eval.Trusted(`{"plan": "gold"}`)}
			},
			want: `gold 1 [1,{"b":2}] `,
		},
		"metadata are text": {
			prompt: "$CTX.plan",
			change: func(c *eval.Case, _ *agent.Options) { c.Metadata = eval.Trusted(`{"plan": "{{ name }} $CTX.USER_ID"}`) },
			want:   "{{ name }} $CTX.USER_ID",
		},
		"the mode":         {prompt: "$CTX.MODE", want: "task"},
		"the mode of case": {prompt: "$CTX.MODE", change: func(c *eval.Case, _ *agent.Options) { c.Options = &eval.Options{Mode: "chat"} }, want: "chat"},
		"the clock":        {prompt: "$SYS.DATETIME", want: "2026-01-02 03:04:05"},
		"the chat":         {prompt: "$CTX.CHAT_ID", want: "test-a"},
		"the chat of the context file": {
			prompt: "$CTX.CHAT_ID", change: func(_ *eval.Case, o *agent.Options) { o.Identity.ChatID = "c" }, want: "c",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := files{
				"connectors/main.conn.yao":         mainConnector,
				"agent/locales/en-us.yml":          "firm: ACME\n",
				"assistants/shop/package.yao":      `{"name": "{{ name }}", "description": "{{ what }}", "connector": "main", "modes": ["task", "chat"]}`,
				"assistants/shop/locales/de.yml":   "name: Laden\nwhat: Alles\n",
				"assistants/shop/prompts.yml":      "- role: system\n  content: \"" + tt.prompt + "\"\n",
				"assistants/shop/locales/fr.yml":   "name: Boutique\n",
				"assistants/shop/src/util_test.ts": "",
			}
			o := quick()
			o.Identity = who
			o.Now = func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
			c := userCase("hi")
			if tt.change != nil {
				tt.change(c, &o)
			}
			host := serve(t, exchange{want: request(t, "", "system: "+tt.want, "user: hi"), answer: said("ok")})
			if _, err := send(t, agent.New(f.load(t, host, false), o), c); err != nil {
				t.Error(err)
			}
		})
	}
}
