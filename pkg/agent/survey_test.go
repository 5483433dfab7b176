package agent_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestWhatCasesShareIsSaidOnce(t *testing.T) {
	t.Parallel()
	const (
		shopAt   = "assistants/shop/prompts.yml:2:12: warning: agent \"shop\": [0].content: "
		globalAt = "agent/prompts.yml:2:12: warning: [0].content: "
		add      = " (put it into the metadata of the cases or of the context)\n"
		nowhere  = " is empty: it is not built in, and no metadata have it"
	)
	with := func(metadata string) *eval.Case {
		c := userCase("hi")
		c.Metadata = eval.Trusted(metadata)
		return c
	}
	plain := func(agent string) *eval.Case {
		c := userCase("hi")
		c.Agent = agent
		return c
	}
	skipped := plain("shop")
	skipped.Skip = "later"
	preset := with(`{"__prompt_preset": "short"}`)
	tests := map[string]struct {
		global, shop string
		context      string
		cases        []*eval.Case
		want         string
	}{
		"what is built in": {shop: "$CTX.USER_ID $CTX.team_id $CTX.CHAT_ID", cases: []*eval.Case{plain("shop")}},
		"a slip in a built-in name": {
			shop: "$CTX.USERID $CTX.USERID", cases: []*eval.Case{plain("shop"), plain("shop")},
			want: shopAt + "$CTX.USERID" + nowhere + " (did you mean \"$CTX.USER_ID\"?)\n",
		},
		"a name that nothing has": {shop: "$CTX.weather", cases: []*eval.Case{plain("shop")}, want: shopAt + "$CTX.weather" + nowhere + add},
		"a name that has no value here": {
			shop: "$CTX.THEME", cases: []*eval.Case{plain("shop")}, want: shopAt + "$CTX.THEME" + nowhere + add,
		},
		"metadata of the case":    {shop: "$CTX.plan $CTX.PLAN", cases: []*eval.Case{with(`{"plan": null}`)}},
		"metadata of the context": {shop: "$CTX.plan", context: `{"plan": 1}`, cases: []*eval.Case{plain("shop")}},
		"metadata of some cases": {
			shop: "$CTX.plan", cases: []*eval.Case{with(`{"plan": 1}`), plain("shop"), with(`{"pln": 1}`)},
			want: shopAt + "$CTX.plan is empty in 2 of 3 cases, whose metadata do not have it (did you mean \"$CTX.pln\"?)\n",
		},
		"a prompt of the application, of two agents": {
			global: "$CTX.USERID", cases: []*eval.Case{plain("shop"), plain("help")},
			want: globalAt + "$CTX.USERID" + nowhere + " (did you mean \"$CTX.USER_ID\"?)\n",
		},
		"prompts that no case sends":        {shop: "$CTX.USERID", cases: []*eval.Case{preset, plain("help"), skipped}},
		"a variable in a translation":       {shop: "{{ told }}", cases: []*eval.Case{plain("shop")}, want: shopAt + "$CTX.told" + nowhere + add},
		"a translation the locale lacks":    {shop: "{{ only }}", cases: []*eval.Case{plain("shop"), plain("shop")}, want: shopAt + "{{ only }} is not translated to \"de\", so it stays as it is (add it to that locale, or to en-us)\n"},
		"a fault of the context's metadata": {context: `{"__prompt_preset": "shrt"}`, cases: []*eval.Case{plain("shop"), plain("shop"), preset}, want: "agent \"shop\": --ctx: metadata.__prompt_preset: unknown preset \"shrt\" (did you mean \"short\"?)\n"},
		"a fault of a case's own metadata":  {cases: []*eval.Case{with(`{"__prompt_preset": "shrt"}`)}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := shop()
			f["assistants/help/package.yao"] = `{"name": "Help", "connector": "main"}`
			f["agent/prompts.yml"] = "- role: system\n  content: \"global " + tt.global + "\"\n"
			f["assistants/shop/prompts.yml"] = "- role: system\n  content: \"agent " + tt.shop + "\"\n"
			f["assistants/shop/prompts/short.yml"] = "- role: system\n  content: short\n"
			f["assistants/shop/locales/de.yml"] = "told: $CTX.told\n"
			f["assistants/shop/locales/fr.yml"] = "only: oui\n"
			o := agent.Options{Identity: eval.Identity{Locale: "de", Metadata: eval.Trusted(tt.context)}}
			if tt.context == "" {
				o.Identity.Metadata = eval.Value{}
			}
			target := agent.New(f.load(t, noHost, false), o)
			if diff := cmp.Diff(tt.want, lines(target.CheckAll(tt.cases))); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.want, lines(target.Problems(tt.cases))); diff != "" {
				t.Errorf("Problems: %s", diff)
			}
			for _, c := range tt.cases {
				if tt.want != "" && len(target.Check(c)) > 0 {
					t.Errorf("Check says it again: %s", lines(target.Check(c)))
				}
			}
		})
	}
}
