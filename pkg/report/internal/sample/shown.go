package sample

import (
	"fmt"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/gate"
)

// Shown is a run as people have them, with two agents and a baseline: what
// pictures of reports show. Its case refuse-negative has all that a trial may
// have.
func Shown() Run {
	none := 0
	policy := eval.Policy{MinStability: eval.MostlyStable, MaxErrors: &none, NoRegression: true}
	line := 0
	c := func(agent, id string, tags ...string) eval.Case {
		line++
		return eval.Case{Agent: agent, ID: id, Tags: tags, Pos: at("assistants/"+agent+"/tests/inputs.jsonl", line, 1)}
	}
	plans := []plan{
		{c("expense", "refuse-negative", "policy", "ledger"), 5, []*eval.Trial{refused(1), submitted(2), submitted(3), refused(4), submitted(5)}},
		{c("expense", "confirm-amount", "ledger"), 5, several(4, "Says the amount before it submits", `assert[1] regex: want text that matches "(?i)please confirm"`)},
	}
	for _, id := range []string{
		"greets", "greets-in-german", "meals-18-dollars", "taxi-receipt", "per-diem", "two-currencies", "keeps-the-date", "no-card-numbers", "asks-for-project",
		"splits-a-bill", "hotel-nights", "mileage", "lost-receipt", "client-dinner", "refund-to-card",
	} {
		plans = append(plans, plan{c("expense", id, "chat"), 5, several(5, "Submit my "+id, "")})
	}
	limited := broken(eval.Error, `connector "main": 429 Too Many Requests after 4 attempts (waited 31 s)`)
	limited.Input = eval.StringValue("Do I need a visa for Norway?")
	limited.Attempts = []eval.Attempt{{Number: 1, Status: 429, Error: "rate limit reached", Elapsed: ms(210), Waited: ms(8000)}}
	plans = append(plans,
		plan{c("travel", "rebook-after-strike", "tools"), 5, several(1, "My train is cancelled, get me to Lyon by 18:00", `assert[0] agent: the answer offers no train that arrives in time`)},
		plan{c("travel", "visa-rules", "tools"), 2, []*eval.Trial{limited, several(1, "Do I need a visa for Norway?", "")[0]}},
		plan{c("travel", "quote-in-euros", "tools"), 5, several(5, "What is the fare in euros?", "")},
		plan{c("travel", "night-train"), 0, []*eval.Trial{{Status: eval.Skipped, Reason: "night trains are not sold in winter", Input: eval.StringValue("Berlin to Vienna, tonight"), Output: eval.Trusted("null")}}},
	)
	for _, id := range []string{"window-seat", "two-adults-one-child", "bike-on-board", "cheapest-first", "no-flights-under-400-km", "meeting-at-nine", "seat-for-a-wheelchair", "invoice-address", "hold-for-a-day", "miles"} {
		plans = append(plans, plan{c("travel", id, "tools"), 5, several(5, "I need "+id, "")})
	}
	run := finish(policy, "", plans...)
	r := &run.Report
	r.Start.Agents, r.Summary.AgentID = []string{"expense", "travel"}, "expense,travel"
	r.Work = []eval.Work{{Kind: eval.WorkBeforeAll, Agent: "travel", Use: "scripts:timetable.Load", Status: eval.Passed, DurationMS: ms(340), Logs: []string{"loaded 412 connections"}}}
	for i := range r.Cases {
		if r.Cases[i].ID == "refuse-negative" {
			r.Cases[i].Parting = &eval.Parting{
				Kind: eval.PartAtToolCall, Name: "ledger.submit", Turn: 2, Failing: eval.Share{With: 3, Of: 3}, Passing: eval.Share{With: 0, Of: 2}, P: 0.1,
				Sentence: `all 3 failing trials called "ledger.submit" in turn 2; none of the 2 passing ones did (p = 0.1)`,
			}
			r.Cases[i].Memory = &eval.Memory{Runs: 12, Passed: 12, State: eval.Unknown, PassRates: []float64{100, 100, 80, 100, 100, 100, 100, 40}, Sentence: "passed in all 12 earlier runs"}
		}
	}
	r.Comparison = before(r)
	r.Decision = gate.Decide(policy, r)
	return run
}

func ms(n int) eval.Millis { return eval.Millis(time.Duration(n) * time.Millisecond) }

// spent is what a trial's calls took.
func spent(t *eval.Trial, judged bool) {
	usage := func(in, out int64, usd float64) eval.Usage {
		all := in + out
		return eval.Usage{TotalTokens: &all, PromptTokens: &in, CompletionTokens: &out, CostUSD: &usd, Calls: 1, Attempts: 1}
	}
	t.Connector, t.Model = "main", "gpt-x-2"
	t.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: usage(612, 88, 0.0031)}
	if judged {
		t.Usage[eval.RoleJudge] = usage(940, 61, 0.0044)
	}
}

// several are five trials of which so many pass.
func several(passed int, asked, reason string) []*eval.Trial {
	trials := make([]*eval.Trial, 5)
	for i := range trials {
		t := pass(700 + 90*i)
		t.Input, t.Output = eval.StringValue(asked), eval.StringValue("Please confirm: $18 for meals on 26 November.")
		t.Checks = []eval.Check{{Type: "contains", Assertion: "assert[0]", Status: eval.Passed, Passed: true, Expected: eval.StringValue("confirm"), Actual: t.Output, Message: `want "confirm", got "Please confirm: $18 for meals on 26 November."`}}
		if i >= passed {
			t.Status, t.Reason = eval.Failed, reason
			t.Checks[0].Status, t.Checks[0].Passed, t.Checks[0].Message = eval.Failed, false, reason
		}
		spent(t, false)
		trials[i] = t
	}
	return trials
}

// conversation is a trial of refuse-negative up to what it did wrong or right.
func conversation(run int, answer string, took int) *eval.Trial {
	first := eval.StringValue("I want to hand in an expense.")
	second := eval.StringValue("It was $-50 for a taxi, on 26 November.")
	t := pass(took)
	t.Input, t.Output = first, eval.StringValue(answer)
	t.Turns = []eval.Turn{
		{Turn: 1, Input: first, Output: eval.StringValue("Gladly. What did it cost, and what was it for?"), DurationMS: ms(took / 3), Response: eval.Response{Content: "Gladly. What did it cost, and what was it for?"}},
		{
			Turn: 2, Input: second, Output: t.Output, DurationMS: ms(took - took/3), Response: eval.Response{Content: answer, Reasoning: "The amount is negative. The handbook says that refunds are no expenses."},
			Sent: []eval.Sent{{ID: "M1", Message: eval.Trusted(`{"type":"text","props":{"content":"One moment, I look at the handbook."}}`)}},
			Trace: eval.Trace{
				Nodes: []eval.TraceNode{{
					ID: "1", Label: "Read the request", Status: eval.TraceCompleted, DurationMS: ms(12), Input: eval.Trusted(`{"text":"$-50 taxi"}`), Output: eval.Trusted(`{"amount":-50,"category":"taxi"}`),
					Nodes: []eval.TraceNode{{ID: "2", Label: "Look up the category", Status: eval.TraceCompleted, DurationMS: ms(4)}},
				}},
				Logs: []eval.TraceLog{{Level: "info", Text: "the user may hand in taxis"}, {Level: "warn", Text: fmt.Sprintf("amount is below zero (trial %d)", run)}},
			},
		},
	}
	t.Turns[1].Response.ToolCalls = []eval.ToolCall{{Server: "handbook", Tool: "find", Arguments: eval.Trusted(`{"topic":"refunds"}`), Result: eval.Trusted(`{"page":12,"text":"Refunds are handed in by accounting."}`)}}
	t.Logs = []string{"Create: locale en-us", "Next: nothing to change"}
	spent(t, true)
	return t
}

func refused(run int) *eval.Trial {
	score := 0.9
	t := conversation(run, "An expense cannot be negative. Is it a refund? Accounting takes those.", 1820+run*40)
	t.Checks = []eval.Check{
		{Type: "not_contains", Assertion: "assert[0]", Status: eval.Passed, Passed: true, Expected: eval.StringValue("submitted"), Actual: t.Output, Message: `want no "submitted"`},
		{Type: "agent", Assertion: "assert[1]", Status: eval.Passed, Passed: true, Expected: eval.StringValue("Declines politely and says who takes refunds."), Actual: t.Output, Message: "the judge lets it pass", Reason: "It declines, asks whether it is a refund and names accounting.", Score: &score},
	}
	return t
}

func submitted(run int) *eval.Trial {
	score := 0.1
	answer := "Your expense of $-50 was submitted."
	t := conversation(run, answer, 2090+run*55)
	t.Status, t.Reason = eval.Failed, `assert[0] not_contains: want no "submitted", got "`+answer+`"`
	calls := &t.Turns[1].Response.ToolCalls
	*calls = append(*calls, eval.ToolCall{Server: "ledger", Tool: "submit", Arguments: eval.Trusted(`{"amount":-50,"category":"taxi","date":"2026-11-26"}`), Result: eval.Trusted(`{"number":4711,"status":"submitted"}`)})
	place := func(column int) eval.Pos { return at("assistants/expense/tests/inputs.jsonl", 1, column) }
	t.Checks = []eval.Check{
		{Type: "not_contains", Assertion: "assert[0]", Status: eval.Failed, Expected: eval.StringValue("submitted"), Actual: t.Output, Message: `want no "submitted", got "` + answer + `"`, Pos: place(88)},
		{Type: "agent", Assertion: "assert[1]", Status: eval.Failed, Expected: eval.StringValue("Declines politely and says who takes refunds."), Actual: t.Output, Message: "the judge does not let it pass", Reason: "It submits a negative amount as if it were an expense, and never mentions accounting.", Score: &score, Pos: place(140)},
		{Type: "json_path", Assertion: "assert[2]", Path: "ledger.last", Status: eval.Failed, Expected: eval.Trusted(`{"number":4710,"amount":18,"category":"meals","status":"submitted"}`), Actual: eval.Trusted(`{"number":4711,"amount":-50,"category":"taxi","status":"submitted"}`), Message: "nothing may be booked", Pos: place(201)},
	}
	return t
}

// before is the run beside its baseline.
func before(r *eval.Report) *eval.Comparison {
	p, corrected, sign, change, took := 0.002, 0.048, 0.5, -8.4, 35.0
	c := &eval.Comparison{
		Base:  eval.Baseline{Name: "main", Commit: "9be01d2c0ffee", Version: "0.1.0", Timestamp: time.Date(2026, 11, 29, 8, 0, 0, 0, time.UTC), Verdict: eval.VerdictPassed},
		Count: map[eval.Change]int{}, Paired: 28, Better: 1, Worse: 3, SignP: &sign, RateChange: &change, RateRange: &eval.Interval{-19.6, 2.8}, DurationMS: &took,
		Notes: []string{`the model differs: "gpt-x-1" then, "gpt-x-2" now`},
	}
	rate := 98.7
	c.Base.PassRate = &rate
	for i := range r.Cases {
		h := &r.Cases[i]
		change, passed := eval.Unchanged, h.Passed
		switch h.ID {
		case "refuse-negative":
			change, passed = eval.Regressed, 5
		case "confirm-amount":
			change, passed = eval.Suspect, 5
		case "quote-in-euros":
			change, passed = eval.Improved, 1
		case "rebook-after-strike":
			change, passed = eval.NewCase, -1
		}
		if h.Planned == 0 {
			continue
		}
		one := eval.CaseChange{Agent: h.Agent, ID: h.ID, Change: change, Head: &eval.CaseOutcome{Planned: h.Planned, Runs: h.Runs, Passed: h.Passed, Failed: h.Failed, Errors: h.Errors, PassRate: h.PassRate, Class: h.Class}, Reason: "it is not in the baseline"}
		if passed >= 0 {
			percent := 100 * float64(passed) / float64(h.Planned)
			one.Base = &eval.CaseOutcome{Planned: h.Planned, Runs: h.Planned, Passed: passed, Failed: h.Planned - passed, PassRate: &percent, Class: eval.ClassOf(passed, h.Planned)}
			one.Reason = fmt.Sprintf("%d/%d before, %d/%d now", passed, h.Planned, h.Passed, h.Runs)
		}
		if change == eval.Regressed {
			one.Rule, one.P, one.PCorrected = eval.ByFisher, &p, &corrected
			one.Reason += " (p = 0.002, 0.048 corrected over 28 cases)"
		}
		c.Count[change]++
		c.Cases = append(c.Cases, one)
	}
	return c
}
