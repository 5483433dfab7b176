package agent_test

import (
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func TestProcessesOfToolsAreLookedForBeforeARun(t *testing.T) {
	t.Parallel()
	for process, want := range map[string]string{
		"utils.now.Date": "", "UTILS.now.date": "", "stores.a.Get": "", "session.Get": "", "agents.shop.Stream": "", "scripts.till.Sum": "",
		"utils.now.Dat":  `there is no process "utils.now.Dat" (did you mean "utils.now.Date"?)`,
		"nonsense":       `there is no process "nonsense"`,
		"models.pet.Get": "models.* processes are not available in this version",
		"agents.a.Stram": `unknown agent "a.Stram" (want one of "desk", "shop")`,
	} {
		f := tooled(files{"assistants/shop/mcps/till.mcp.yao": `{"transport": "process", "tools": {"bad": "scripts.till.Bad", "sum": "utils.now.Date", "hash": "` + process + `"}}`})
		target := agent.New(f.load(t, "", false), quick())
		got := ""
		for _, p := range target.Problems([]*eval.Case{userCase("a"), userCase("b")}) {
			got += p.String()
		}
		if want != "" {
			want = "assistants/shop/mcps/till.mcp.yao:1:96: tools.hash: " + want
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", process, got, want)
		}
	}
}
