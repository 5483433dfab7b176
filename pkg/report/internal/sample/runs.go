package sample

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
	"github.com/surefoot-dev/surefoot/pkg/stability"
)

// Run is a finished run, as a format gets it.
type Run struct {
	Report eval.Report
	Trials iter.Seq2[*eval.Trial, error]
}

// Runs are the runs that every format has golden files of.
func Runs() map[string]Run {
	return map[string]Run{"mixed": Mixed(), "passed": Passed(), "interrupted": Interrupted(), "killed": Killed(), "hostile": Hostile(), "empty": Empty(), "compared": Compared()}
}

func start(policy eval.Policy) *eval.Start {
	return &eval.Start{
		SchemaVersion: eval.SchemaVersion, Version: "0.1.0", Timestamp: time.Date(2026, 11, 30, 17, 46, 49, 250e6, time.UTC), Agents: []string{"expense"},
		Environment: eval.Environment{UserID: "test-user", TeamID: "test-team", Locale: "en-us", ClientType: "test", ClientIP: "127.0.0.1"},
		Settings:    map[string]string{"app": "apps/expense", "runs": "5", "seed": "7"}, Policy: policy, Seed: 7,
		Plan: eval.PlanFacts{Hash: "5f2b0c", Application: "9c1d7e", Runs: 5, Inputs: []string{"tests/inputs.jsonl", "tests/more.jsonl"}},
	}
}

// plan is a case and its trials.
type plan struct {
	c      eval.Case
	runs   int
	trials []*eval.Trial
}

// finish folds the trials as a run does and decides.
func finish(policy eval.Policy, interrupted string, plans ...plan) Run {
	s := start(policy)
	var cases []*eval.Case
	runs := map[eval.Key]int{}
	for i := range plans {
		p := &plans[i]
		p.c.Agent = cmp.Or(p.c.Agent, "expense")
		cases = append(cases, &p.c)
		runs[p.c.Key()] = p.runs
		s.Plan.Cases++
		s.Plan.Trials += p.runs
	}
	builder := stability.NewBuilder(s, cases, func(c *eval.Case) int { return runs[c.Key()] })
	var all []*eval.Trial
	for i := range plans {
		p := &plans[i]
		for run, t := range p.trials {
			t.Agent, t.ID, t.Name, t.Tags, t.Pos, t.Run = p.c.Agent, p.c.ID, p.c.Name, p.c.Tags, p.c.Pos, run+1
			builder.Add(t)
			all = append(all, t)
		}
	}
	report := builder.Report(eval.Millis(83500*time.Millisecond), interrupted)
	report.Decision = gate.Decide(policy, report)
	return Run{*report, func(yield func(*eval.Trial, error) bool) {
		for _, t := range all {
			if !yield(t, nil) {
				return
			}
		}
	}}
}

func at(file string, line, column int) eval.Pos {
	return eval.Pos{File: file, Line: line, Column: column}
}

func pass(ms int) *eval.Trial {
	tokens, cost := int64(120), 0.0021
	return &eval.Trial{
		Status: eval.Passed, Input: eval.StringValue("What does the taxi cost?"), Output: eval.StringValue("The taxi costs 12 euros."),
		DurationMS: eval.Millis(time.Duration(ms) * time.Millisecond), Connector: "main", Model: "gpt-x",
		Usage:  map[eval.Role]eval.Usage{eval.RoleAgent: {TotalTokens: &tokens, PromptTokens: &tokens, CostUSD: &cost, Calls: 1, Attempts: 1}},
		Checks: []eval.Check{{Type: "contains", Assertion: "assert[0]", Status: eval.Passed, Passed: true}},
	}
}

func fail(ms int, checks ...eval.Check) *eval.Trial {
	t := pass(ms)
	t.Status, t.Checks, t.Output = eval.Failed, checks, eval.StringValue("I cannot help with that.\nAsk somebody else.")
	t.Reason = checks[0].Assertion + " " + checks[0].Type + ": " + checks[0].Message
	t.Turns = []eval.Turn{{
		Turn: 1, Input: t.Input, Output: t.Output,
		Response: eval.Response{Content: "I cannot help with that.", ToolCalls: []eval.ToolCall{{Server: "ledger", Tool: "find", Arguments: eval.Trusted(`{"kind":"taxi"}`), Error: "no such ledger"}}},
	}}
	return t
}

func broken(status eval.Status, text string) *eval.Trial {
	return &eval.Trial{Status: status, Error: text, Input: eval.StringValue("What does the taxi cost?"), Output: eval.Trusted("null"), DurationMS: eval.Millis(2 * time.Second)}
}

func contains(want, got string) eval.Check {
	return eval.Check{
		Type: "contains", Assertion: "assert[0]", Status: eval.Failed, Expected: eval.StringValue(want), Actual: eval.StringValue(got),
		Message: fmt.Sprintf("want %q, got %q", want, got), Pos: at("tests/inputs.jsonl", 4, 61),
	}
}

// Mixed has a case of every kind: passed, unstable and let pass, failed,
// broken, timed out, skipped.
func Mixed() Run {
	amount := eval.Check{
		Type: "equals", Assertion: "assert[1]", Path: "$.amount", Status: eval.Failed, Expected: eval.Trusted(`{"amount":12,"currency":"EUR"}`),
		Actual: eval.Trusted(`{"amount":1.2,"currency":"EUR"}`), Message: "the amount must be right", Reason: `want {"amount":12,"currency":"EUR"}, got {"amount":1.2,"currency":"EUR"}`,
		Pos: at("tests/inputs.jsonl", 4, 90),
	}
	odd := contains("12", "I cannot help with that.")
	odd.Pos = at("tests/inputs.jsonl", 3, 50)
	script := broken(eval.Error, "TypeError: order is undefined")
	script.ErrorPos = &eval.Pos{File: "assistants/expense/src/hook.ts", Line: 14, Column: 9}
	one := 1
	return finish(eval.Policy{MinStability: eval.MostlyStable, MaxErrors: &one}, "",
		plan{eval.Case{ID: "greet", Tags: []string{"smoke", "chat"}, Pos: at("tests/inputs.jsonl", 2, 1)}, 5, []*eval.Trial{pass(900), pass(1100), pass(1000), pass(1000), pass(1000)}},
		plan{eval.Case{ID: "confirm-amount", Name: "Says the amount again", Pos: at("tests/inputs.jsonl", 3, 1)}, 5, []*eval.Trial{pass(900), fail(800, odd), pass(1000), pass(1200), pass(1000)}},
		plan{eval.Case{ID: "refuse-negative", Pos: at("tests/inputs.jsonl", 4, 1)}, 5, []*eval.Trial{
			fail(800, contains("refund issued", "I cannot help with that."), amount), pass(700), fail(900, amount), broken(eval.Error, `connector "main": 429 Too Many Requests`), fail(1000, amount),
		}},
		plan{eval.Case{ID: "hook", Pos: at("tests/inputs.jsonl", 9, 1)}, 2, []*eval.Trial{script, pass(700)}},
		plan{eval.Case{ID: "slow", Pos: at("tests/more.jsonl", 1, 1)}, 1, []*eval.Trial{broken(eval.Timeout, "no answer within 2m0s")}},
		plan{eval.Case{ID: "later", Pos: at("tests/more.jsonl", 2, 1)}, 0, []*eval.Trial{{Status: eval.Skipped, Reason: "needs the new ledger", Input: eval.StringValue("?"), Output: eval.Trusted("null")}}},
	)
}

// Passed has nothing to complain of.
func Passed() Run {
	return finish(eval.Policy{}, "", plan{eval.Case{ID: "greet", Pos: at("tests/inputs.jsonl", 2, 1)}, 1, []*eval.Trial{pass(900)}})
}

// Interrupted ended early: one case is decided, one is not, one never began.
func Interrupted() Run {
	skip := func() *eval.Trial {
		return &eval.Trial{Status: eval.Skipped, Reason: "interrupted", Input: eval.StringValue("?"), Output: eval.Trusted("null")}
	}
	return finish(eval.Policy{}, "interrupted",
		plan{eval.Case{ID: "done", Pos: at("tests/inputs.jsonl", 2, 1)}, 2, []*eval.Trial{pass(900), pass(900)}},
		plan{eval.Case{ID: "half", Pos: at("tests/inputs.jsonl", 3, 1)}, 2, []*eval.Trial{pass(900), skip()}},
		plan{eval.Case{ID: "never", Pos: at("tests/inputs.jsonl", 4, 1)}, 2, []*eval.Trial{skip(), skip()}},
	)
}

// Killed is such a run whose end nobody wrote down.
func Killed() Run {
	r := Interrupted()
	r.Report.Summary.DurationMS = 0
	r.Report.Summary.Interrupted = "the report ends early: the run was killed"
	r.Report.Decision = gate.Decide(eval.Policy{}, &r.Report)
	return r
}

// Empty has no case.
func Empty() Run { return finish(eval.Policy{}, "") }

// Evil is what an agent, or who wrote its cases, may say.
const Evil = "\x1b[2J\x00 \u202egnp.exe </code></details><script>alert(1)</script> ]]> @octocat #1 ![x](https://evil.example/x.png) | ` ````` **b** $x$ " +
	"\ufffe\r\n::error::owned\n##[error]owned\n````\n<!-- marker -->\n| a | b |\n---\n# big\nwww.evil.example a@b.example 0123456789abcdef0123456789abcdef01234567 \xff\xc0 \ud7ff\U0010ffff"

// Hostile has such texts wherever a text of others may stand.
func Hostile() Run { return Saying(Evil) }

// Saying has each text wherever one of others may stand.
func Saying(texts ...string) Run {
	var plans []plan
	for i, text := range texts {
		several := saying(text)
		for j := range several {
			if i > 0 {
				several[j].c.ID += fmt.Sprint(" ", i)
			}
		}
		plans = append(plans, several...)
	}
	return finish(eval.Policy{}, "", plans...)
}

// saying are three cases of a text: one that failed, one that broke, one that
// did not run.
func saying(text string) []plan {
	check := contains(text, text)
	check.Message, check.Reason, check.Path, check.Assertion = text, text, text, "assert[0]"
	f := fail(800, check)
	f.Input, f.Output = eval.StringValue(text), eval.StringValue(text+strings.Repeat("x", 100_000))
	f.Turns = []eval.Turn{{Turn: 1, Input: f.Input, Output: f.Output, Response: eval.Response{ToolCalls: []eval.ToolCall{{Server: text, Tool: text, Result: eval.StringValue(text)}}}}}
	return []plan{
		{eval.Case{ID: "evil " + text, Name: text, Tags: []string{text}, Pos: at("tests/in puts\u202e&<>.jsonl", 3, 1)}, 1, []*eval.Trial{f}},
		{eval.Case{ID: "broken", Pos: at("../a b/%41.jsonl", 1, 1)}, 1, []*eval.Trial{broken(eval.Error, text)}},
		{eval.Case{ID: "off", Pos: at("tests/in.jsonl", 1, 1)}, 0, []*eval.Trial{{Status: eval.Skipped, Reason: text}}},
	}
}

// Large has cases with several trials each, made while they are read, and
// whose texts are never together in memory.
func Large(cases, runs, bytes int) Run {
	r := Empty()
	for i := range cases {
		rate, ms := 0.0, 1.0
		r.Report.Cases = append(r.Report.Cases, eval.CaseResult{
			Agent: "expense", ID: fmt.Sprintf("case-%05d", i), Status: eval.Failed, Planned: runs, Runs: runs, Failed: runs, PassRate: &rate,
			Class: eval.HighlyUnstable, AvgMS: &ms, Pos: at("tests/inputs.jsonl", i+1, 1),
		})
	}
	none := 0.0
	sum := &r.Report.Summary
	sum.Total, sum.Failed, sum.TotalRuns, sum.TotalTrials, sum.Unstable, sum.PassRate = cases, cases, cases*runs, cases*runs, cases, &none
	r.Report.Decision = gate.Decide(eval.Policy{}, &r.Report)
	r.Trials = func(yield func(*eval.Trial, error) bool) {
		for i := range r.Report.Cases {
			for run := range runs {
				t := fail(1, contains("a", "b"))
				t.Agent, t.ID, t.Run, t.Pos = "expense", r.Report.Cases[i].ID, run+1, r.Report.Cases[i].Pos
				t.Output = eval.StringValue(strings.Repeat("x", bytes))
				t.Turns[0].Output = t.Output
				if !yield(t, nil) {
					return
				}
			}
		}
	}
	return r
}

// Peak is the most that stays live while a format writes a large run, beyond
// what its report holds, and how much was written.
func Peak(write Writer, run Run) (live, written int64, err error) {
	meter := &meter{base: heap(), peak: math.MinInt64}
	err = write(meter, run.Report, run.Trials)
	return meter.peak, meter.written, err
}
