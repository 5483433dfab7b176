package agent_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// withScript is the shop on a script connector.
func withScript(text string) files {
	f := shop()
	f["connectors/main.conn.yao"] = `{"type": "script", "script": "../scripts/model.ts", "options": {"model": "tiny", "prices": {"prompt": 1, "completion": 1}}}`
	f["scripts/model.ts"] = text
	return f
}

func TestAScriptAnswers(t *testing.T) {
	t.Parallel()
	tg := agent.New(withScript(`
let calls = 0;
export function Complete(request: any) {
	calls++;
	console.log("call", calls);
	const last = request.messages[request.messages.length - 1];
	return {
		content: [request.model, request.case_id, request.run, request.turn, request.messages.length, last.content, calls].join(" "),
		usage: { prompt_tokens: 1, completion_tokens: 2 },
	};
}
`).load(t, "", false), quick())
	c := userCase("hi")
	session, err := tg.Open(t.Context(), c, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close(t.Context())
	for _, want := range []string{`"tiny a 2 1 3 hi 1"`, `"tiny a 2 2 5 hi 2"`} {
		reply, err := session.Send(t.Context(), c.Messages)
		if err != nil {
			t.Fatal(err)
		}
		if reply.Output.Raw() != want || reply.Connector != "main" || reply.Model != "tiny" || len(reply.Logs) != 1 {
			t.Errorf("got %+v, want %s", reply, want)
		}
		if u := reply.Usage[eval.RoleAgent]; *u.TotalTokens != 3 || *u.CostUSD != 3e-6 {
			t.Errorf("got %+v", u)
		}
	}
}

func TestTrialsDoNotShareAScriptsGlobals(t *testing.T) {
	t.Parallel()
	tg := agent.New(withScript(`
let calls = 0;
export async function Complete(request: any) { return "" + ++calls + " " + request.random(); }
`).load(t, "", false), quick())
	var wg sync.WaitGroup
	answers := make([]string, 8)
	for i := range answers {
		wg.Go(func() {
			reply, err := send(t, tg, userCase("hi"))
			if err != nil {
				t.Error(err)
				return
			}
			answers[i], _ = reply.Output.Str()
		})
	}
	wg.Wait()
	for _, answer := range answers {
		if answer != answers[0] || !strings.HasPrefix(answer, "1 ") {
			t.Errorf("got %q", answers)
			break
		}
	}
}

func TestAScriptThatThrowsIsAnErrorAtItsPlace(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		script string
		pos    eval.Pos
		want   string
	}{
		"an exception": {
			"export function Complete() {\n\tconsole.log('before');\n\tthrow new Error('no stock');\n}\n",
			eval.Pos{File: "scripts/model.ts", Line: 3, Column: 8}, `connector "main": Error: no stock`,
		},
		"an answer of no known form": {
			"export function Complete() {\n\treturn { contents: 'x' };\n}\n",
			eval.Pos{File: "scripts/model.ts", Line: 1, Column: 8}, `connector "main": Complete returned `,
		},
		"an error of a provider": {
			"export function Complete() {\n\treturn { error: { status: 400, message: 'too long' } };\n}\n",
			eval.Pos{}, `connector "main": `,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tg := agent.New(withScript(tt.script).load(t, "", false), quick())
			reply, err := send(t, tg, userCase("hi"))
			var fault *target.Fault
			if !errors.As(err, &fault) || !strings.HasPrefix(err.Error(), tt.want) {
				t.Fatalf("got %v, want %s", err, tt.want)
			}
			if tt.pos.Line > 0 {
				// The engine decides which part of the statement is its place.
				fault.Pos.Column = tt.pos.Column
			}
			if diff := cmp.Diff(tt.pos, fault.Pos); diff != "" {
				t.Error(diff)
			}
			if !reply.Output.IsZero() {
				t.Errorf("got the output %s", reply.Output.Raw())
			}
		})
	}
}

func TestAScriptThatBreaksAtItsTopDoesNotOpen(t *testing.T) {
	t.Parallel()
	tg := agent.New(withScript("const stock: any = undefined;\nstock.count;\nexport function Complete() { return 'x' }\n").load(t, "", false), quick())
	_, err := tg.Open(t.Context(), userCase("hi"), 1)
	var fault *target.Fault
	if !errors.As(err, &fault) || fault.Pos.Line != 2 || !strings.HasPrefix(err.Error(), `connector "main": TypeError`) {
		t.Errorf("got %v", err)
	}
}
