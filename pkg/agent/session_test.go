package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/surefoot-dev/surefoot/pkg/agent"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/llm"
	"github.com/surefoot-dev/surefoot/pkg/target"
)

// send runs the first turn of a case.
func send(t *testing.T, target *agent.Target, c *eval.Case) (*target.Reply, error) {
	t.Helper()
	session, err := target.Open(t.Context(), c, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close(t.Context())
	return session.Send(t.Context(), c.Messages)
}

func quick() agent.Options {
	return agent.Options{Retry: llm.Policy{Base: time.Microsecond}}
}

func TestATalkOfTwoTurns(t *testing.T) {
	t.Parallel()
	host := serve(t,
		exchange{want: request(t, "", "system: global", "system: agent", "user: hi"), answer: said("hello")},
		exchange{want: request(t, "", "system: global", "system: agent", "user: hi", "assistant: hello", "user: bye"), answer: said("goodbye")},
	)
	tg := agent.New(shop().load(t, host, false), quick())
	c := userCase("hi")
	session, err := tg.Open(t.Context(), c, 1)
	if err != nil {
		t.Fatal(err)
	}
	reply, err := session.Send(t.Context(), c.Messages)
	if err != nil {
		t.Fatal(err)
	}
	prompt, completion, total, cost := int64(10), int64(5), int64(15), 20e-6
	want := &target.Reply{
		Output:   eval.StringValue("hello"),
		Response: eval.Response{Content: "hello"},
		Input:    c.Messages,
		Usage: map[eval.Role]eval.Usage{eval.RoleAgent: {
			PromptTokens: &prompt, CompletionTokens: &completion, TotalTokens: &total, CostUSD: &cost, Calls: 1, Attempts: 1,
		}},
		Connector: "main",
		Model:     "m-2026",
	}
	if diff := cmp.Diff(want, reply, cmp.Comparer(eval.Value.Equal)); diff != "" {
		t.Error(diff)
	}
	reply, err = session.Send(t.Context(), []eval.Message{{Role: "user", Content: eval.Content{Text: "bye"}}})
	if err != nil || reply.Output.Raw() != `"goodbye"` {
		t.Errorf("got %v, %v", reply.Output, err)
	}
	if err := session.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestTheOptionsThatAreSent(t *testing.T) {
	t.Parallel()
	f := shop()
	f["connectors/main.conn.yao"] = `{"type": "openai", "options": {"host": "HOST", "model": "m", "temperature": 1, "max_tokens": 5,
		"extra_body": {"top_k": 3}, "capabilities": {"temperature_adjustable": true}}}`
	f["connectors/fixed.conn.yao"] = `{"type": "openai", "options": {"host": "HOST", "model": "m", "capabilities": {"temperature_adjustable": false}}}`
	f["assistants/shop/package.yao"] = `{"name": "Shop", "connector": "main", "disable_global_prompts": true,
		"options": {"temperature": 0.2, "max_completion_tokens": 9, "stop": "END", "stream": false}}`
	host := serve(t,
		exchange{want: request(t, `,"temperature":0.2,"max_completion_tokens":9,"stop":"END","top_k":3`, "system: agent", "user: hi"), answer: said("x")},
		exchange{want: request(t, `,"max_completion_tokens":9,"stop":"END"`, "system: agent", "user: hi"), answer: said("x")},
	)
	a := f.load(t, host, false)
	for _, connector := range []string{"", "fixed"} {
		o := quick()
		o.Connector = connector
		if _, err := send(t, agent.New(a, o), userCase("hi")); err != nil {
			t.Error(err)
		}
	}
}

func TestWhatAnAnswerCanBe(t *testing.T) {
	t.Parallel()
	yes := func(c *eval.Case) { c.AllowTruncated = true }
	tests := map[string]struct {
		answer  string
		pack    string // package.yao when not the usual one
		change  func(*eval.Case)
		wantErr string
		check   func(*target.Reply) bool
	}{
		"a tool call is an error": {
			answer:  chunk(`{"tool_calls":[{"index":0,"id":"1","type":"function","function":{"name":"refund","arguments":"{}"}}]}`, "tool_calls"),
			wantErr: `connector "main": the model called "refund", but it was offered no tools`,
			check: func(r *target.Reply) bool {
				return r.Output.IsZero() && r.Usage[eval.RoleAgent].Calls == 1 && r.Response.ToolCalls[0].Tool == "refund"
			},
		},
		"a refusal is an answer": {
			answer: chunk(`{"refusal":"I will not"}`, "stop"),
			check: func(r *target.Reply) bool {
				return r.Refusal == "I will not" && r.Output.Raw() == `"I will not"`
			},
		},
		"a cut answer is an error": {
			answer:  chunk(`{"content":"half"}`, "length"),
			wantErr: `connector "main": `,
			check:   func(r *target.Reply) bool { return r.Output.IsZero() && r.Truncated == "" },
		},
		"a case may take a cut answer": {
			answer: chunk(`{"content":"half"}`, "length"), change: yes,
			check: func(r *target.Reply) bool { return r.Output.Raw() == `"half"` && r.Truncated == "length" },
		},
		"a cut answer is named by the provider's own word": {
			answer: chunk(`{"content":"half"}`, "MAX_TOKENS"), change: yes,
			check: func(r *target.Reply) bool { return r.Output.Raw() == `"half"` && r.Truncated == "MAX_TOKENS" },
		},
		"what the model's client noted is passed on": {
			answer: chunk(`{"content":"a\ud83d"}`, "stop"),
			check:  func(r *target.Reply) bool { return len(r.Notes) == 1 && r.Output.Equal(eval.StringValue("a\uFFFD")) },
		},
		"an agent may take a cut answer": {
			answer: chunk(`{"content":"half"}`, "length"),
			pack:   `{"name": "Shop", "connector": "main", "allow_truncated": true}`,
			check:  func(r *target.Reply) bool { return r.Output.Raw() == `"half"` && r.Truncated == "length" },
		},
		"a case may keep the answer out of the transcript": {
			answer: said("hello"),
			change: func(c *eval.Case) {
				c.Options = &eval.Options{Skip: eval.Skips{Output: true, Trace: true, History: true}}
			},
			check: func(r *target.Reply) bool { return r.Output.Raw() == `"hello"` && r.Response.Content == "" },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := shop()
			if tt.pack != "" {
				f["assistants/shop/package.yao"] = tt.pack
			}
			c := userCase("hi")
			if tt.change != nil {
				tt.change(c)
			}
			tg := agent.New(f.load(t, serve(t, exchange{answer: tt.answer}), false), quick())
			reply, err := send(t, tg, c)
			if (err != nil) != (tt.wantErr != "") || err != nil && !strings.HasPrefix(err.Error(), tt.wantErr) {
				t.Errorf("error is %v, want %q", err, tt.wantErr)
			}
			if !tt.check(reply) {
				t.Errorf("reply is %+v", reply)
			}
		})
	}
}

func TestFailuresSayTheConnectorAndCountAttempts(t *testing.T) {
	t.Parallel()
	busy := exchange{status: 503, answer: `{"error":{"message":"busy"}}`}
	t.Run("repeated until it works", func(t *testing.T) {
		t.Parallel()
		tg := agent.New(shop().load(t, serve(t, busy, exchange{answer: said("ok")}), false), quick())
		reply, err := send(t, tg, userCase("hi"))
		if err != nil || len(reply.Attempts) != 1 || reply.Usage[eval.RoleAgent].Attempts != 2 || reply.Attempts[0].Role != eval.RoleAgent {
			t.Errorf("got %+v, %v", reply, err)
		}
	})
	t.Run("as often as the connector says", func(t *testing.T) {
		t.Parallel()
		f := shop()
		f["connectors/main.conn.yao"] = `{"type": "openai", "options": {"host": "HOST", "model": "m", "max_attempts": 2}}`
		tg := agent.New(f.load(t, serve(t, busy, busy), false), quick())
		reply, err := send(t, tg, userCase("hi"))
		var fault *llm.Error
		if !errors.As(err, &fault) || fault.Status != 503 || !strings.HasPrefix(err.Error(), `connector "main": 503 after 2 attempts`) {
			t.Errorf("error is %v", err)
		}
		if u := reply.Usage[eval.RoleAgent]; len(reply.Attempts) != 2 || u.Calls != 1 || u.Attempts != 2 || u.TotalTokens != nil {
			t.Errorf("got %+v", reply)
		}
	})
	t.Run("a cancelled call stays one", func(t *testing.T) {
		t.Parallel()
		tg := agent.New(shop().load(t, serve(t), false), quick())
		session, err := tg.Open(t.Context(), userCase("hi"), 1)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if reply, err := session.Send(ctx, userCase("hi").Messages); reply == nil || !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, %v", reply, err)
		}
	})
}
