package console_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// run builds the events of a run, figures included.
type run struct {
	start   eval.Start
	events  []eval.Event
	summary eval.Summary
}

func ptr[T any](v T) *T { return &v }

func newRun(cases, runs int) *run {
	r := &run{start: eval.Start{
		Version: "0.1.0", Agents: []string{"expense"}, Settings: map[string]string{"parallel": "4"},
		Plan: eval.PlanFacts{Cases: cases, Trials: cases * runs, Runs: runs, Inputs: []string{"tests/inputs.jsonl"}},
	}}
	r.summary = eval.Summary{Total: cases, TotalTrials: cases * runs, RunsPerCase: runs, DurationMS: eval.Millis(9400 * time.Millisecond)}
	return r
}

const file = "testdata/apps/expense/tests/inputs.jsonl"

func pos(line int) eval.Pos { return eval.Pos{File: file, Line: line, Column: 1} }

// outcome is how a trial ends; mend fills in what else is known of it.
type outcome struct {
	status eval.Status
	mend   func(*eval.Trial)
}

func ok() outcome { return outcome{eval.Passed, func(*eval.Trial) {}} }

func fails(checks ...eval.Check) outcome {
	return outcome{eval.Failed, func(t *eval.Trial) {
		t.Checks = checks
		t.Reason = checks[0].Assertion + " " + checks[0].Type + ": " + checks[0].Message
	}}
}

func breaks(text string) outcome {
	return outcome{eval.Error, func(t *eval.Trial) { t.Error = text; t.Usage = nil }}
}

func times() outcome {
	return outcome{eval.Timeout, func(t *eval.Trial) { t.Error = "no answer within 2m0s"; t.Usage = nil }}
}

func check(assertion, kind string, want, got eval.Value) eval.Check {
	words := map[string]string{"not_contains": "no ", "regex": "a match of "}[kind]
	return eval.Check{
		Type: kind, Assertion: assertion, Status: eval.Failed, Expected: want, Actual: got,
		Message: fmt.Sprintf("want %s%s, got %s", words, want.Raw(), got.Raw()),
	}
}

func str(s string) eval.Value { return eval.StringValue(s) }

func (r *run) add(id string, line int, ms float64, outcomes ...outcome) *eval.CaseResult {
	c := &eval.CaseResult{Agent: "expense", ID: id, Planned: len(outcomes), Runs: len(outcomes), Pos: pos(line), AvgMS: &ms, Status: eval.Passed}
	for i, o := range outcomes {
		t := &eval.Trial{
			Agent: "expense", ID: id, Run: i + 1, Status: o.status, Pos: pos(line), DurationMS: eval.Millis(time.Duration(ms * 1e6)),
			Usage: map[eval.Role]eval.Usage{eval.RoleAgent: {TotalTokens: ptr(int64(236)), CostUSD: ptr(0.0007), Calls: 1, Attempts: 1}},
			Turns: []eval.Turn{{Turn: 1, Input: str("I spent $50 on a taxi"), Output: str("Submitted."), Response: eval.Response{Content: "Submitted.\nAnything else?"}}},
		}
		o.mend(t)
		for role, u := range t.Usage {
			if r.summary.Usage == nil {
				r.summary.Usage = map[eval.Role]eval.Usage{}
			}
			r.summary.Usage[role] = r.summary.Usage[role].Add(u)
		}
		r.events = append(r.events, &eval.TrialStart{Agent: "expense", ID: id, Run: i + 1}, t)
		switch o.status {
		case eval.Passed:
			c.Passed++
		case eval.Failed:
			c.Failed++
		case eval.Error:
			c.Errors++
		case eval.Timeout:
			c.Timeouts++
		case eval.Skipped:
			c.Skipped++
			c.Runs--
		}
	}
	switch {
	case c.Errors > 0:
		c.Status = eval.Error
		r.summary.Errors++
	case c.Timeouts > 0:
		c.Status = eval.Timeout
		r.summary.Timeouts++
	case c.Failed > 0:
		c.Status = eval.Failed
		r.summary.Failed++
	case c.Runs < c.Planned:
		c.Status = eval.Skipped
		r.summary.Skipped++
		if c.Runs == 0 {
			c.AvgMS = nil
		}
	default:
		r.summary.Passed++
	}
	c.Class = eval.Undetermined
	if c.Runs == c.Planned && c.Runs > 0 {
		rate := 100 * float64(c.Passed) / float64(c.Runs)
		c.PassRate = &rate
		switch {
		case rate == 100:
			c.Class = eval.Stable
		case rate >= 80:
			c.Class = eval.MostlyStable
		case rate >= 50:
			c.Class = eval.Unstable
		default:
			c.Class = eval.HighlyUnstable
		}
	}
	if c.Class == eval.Stable {
		r.summary.StableCases++
	} else if c.Runs > 0 {
		r.summary.Unstable++
	}
	r.summary.TotalRuns += c.Runs
	r.events = append(r.events, c)
	return c
}

func (r *run) skip(id, reason string) {
	r.start.Plan.Cases++
	r.summary.Total++
	r.summary.Skipped++
	r.events = append(r.events,
		&eval.Trial{Agent: "expense", ID: id, Run: 1, Status: eval.Skipped, Reason: reason},
		&eval.CaseResult{Agent: "expense", ID: id, Status: eval.Skipped, Reason: reason, Class: eval.Undetermined})
}

func (r *run) notRun(id string) {
	r.summary.Skipped++
	r.events = append(r.events,
		&eval.Trial{Agent: "expense", ID: id, Run: 1, Status: eval.Skipped, Reason: "interrupted"},
		&eval.CaseResult{Agent: "expense", ID: id, Planned: 1, Skipped: 1, Status: eval.Skipped, Reason: "interrupted", Class: eval.Undetermined})
}

func (r *run) end(verdict eval.Verdict, title string, conditions ...eval.Condition) []eval.Event {
	events := append([]eval.Event{&r.start}, r.events...)
	return append(events, &r.summary, &eval.Decision{Verdict: verdict, Title: string(verdict) + ": " + title, Conditions: conditions})
}

func allPass() []eval.Event {
	r := newRun(3, 1)
	r.add("greet-en", 1, 41, ok())
	r.add("submit-travel", 2, 120.4, ok())
	r.add("a-case-with-quite-a-long-name-that-goes-on", 3, 0.4, ok())
	r.summary.PassRate = ptr(100.0)
	return r.end(eval.VerdictPassed, "all 3 cases passed")
}

func mixed() []eval.Event {
	r := newRun(9, 1)
	r.start.Plan.Filtered, r.summary.Filtered = 2, 2
	r.add("greet-en", 1, 41, ok())
	r.add("refuse-negative", 9, 88, fails(check("assert[0]", "not_contains", str("submitted"), str("Your expense of $-50 was submitted."))))
	total := check("assert[1]", "json_path", eval.Trusted("42"), eval.Trusted("41.5"))
	total.Path = "$.items[0].total"
	total.Message, total.Reason = "the total must include the tip", `want 42 at "$.items[0].total", got 41.5`
	limit := check("assert[2]", "cost", eval.Trusted("0.01"), eval.Trusted("0.0123"))
	limit.Message = "want at most $0.01, got $0.0123"
	r.add("total", 10, 230, fails(total, limit))
	left := "Dear customer, thank you for your message about the order that you placed with us last week. It ships on Monday."
	right := "Dear customer, thank you for your message about the order that you placed with us last week. It ships on Friday, we hope."
	r.add("long-texts", 11, 1530, fails(check("expected", "equals", str(left), str(right))))
	r.add("many-lines", 12, 61000, fails(check("expected", "equals", str("one\ntwo\nthree\nfour"), str("one\ntwo\nthreee\n4"))))
	group := check("assert[0]", "any", eval.Value{}, eval.Value{})
	group.Checks = []eval.Check{
		check("assert[0].value[0]", "contains", str("refund"), str("I cannot help.")),
		check("assert[0].value[1]", "contains", str("return"), str("I cannot help.")),
	}
	group.Message = "want any to pass, got 0 of 2"
	r.add("either", 13, 70, fails(group))
	script := breaks("before: TypeError: order is undefined")
	mend := script.mend
	script.mend = func(t *eval.Trial) {
		mend(t)
		t.ErrorPos = &eval.Pos{File: "assistants/shop/src/env_test.ts", Line: 14, Column: 9}
	}
	r.add("lookup-policy", 14, 31000, breaks(`connector "main": 429 after 4 attempts (waited 31 s)`))
	r.add("scripted", 15, 3, script)
	r.add("slow", 16, 120000, times())
	r.skip("needs-net", "needs network")
	r.summary.PassRate = ptr(100.0 / 9)
	r.events = append([]eval.Event{&eval.Log{Level: "warning", Message: "provider answers 429: down to 2 in flight"}}, r.events...)
	return r.end(eval.VerdictFailed, "8 of 9 cases did not pass (5 failed, 2 broke with an error, 1 timed out)")
}

func fiveRuns() []eval.Event {
	r := newRun(4, 5)
	r.add("greet-en", 1, 41, ok(), ok(), ok(), ok(), ok())
	amount := fails(check("assert[1]", "regex", str(`\$\d+`), str("Which amount?")))
	r.add("confirm-amount", 4, 96, ok(), ok(), amount, ok(), ok())
	negative := fails(check("assert[0]", "not_contains", str("submitted"), str("Your expense of $-50 was submitted.")))
	r.add("refuse-negative", 9, 88, negative, negative, negative, negative, negative)
	r.add("lookup-policy", 14, 210, ok(), breaks(`connector "main": 429 after 4 attempts`), ok(), breaks(`connector "main": 429 after 4 attempts`), ok())
	r.summary.PassRate, r.summary.PassInterval = ptr(60.0), &eval.Interval{34.51, 80.91}
	return r.end(eval.VerdictFailed, "1 of 4 cases below mostly_stable; 2 errors, 0 allowed",
		eval.Condition{Name: "min-stability", Verdict: eval.VerdictFailed, Reason: "1 of 4 cases below mostly_stable"},
		eval.Condition{Name: "max-errors", Verdict: eval.VerdictFailed, Reason: "2 errors, 0 allowed"})
}

// costly took tokens of a judge too, waited for limits, and has an answer that
// nobody knows the cost of.
func costly() []eval.Event {
	r := newRun(3, 1)
	more := func(judge eval.Usage, queued time.Duration) outcome {
		return outcome{eval.Passed, func(t *eval.Trial) {
			t.Usage[eval.RoleJudge] = judge
			t.QueuedMS, t.WaitedMS = eval.Millis(queued), eval.Millis(queued)
		}}
	}
	r.add("greet-en", 1, 1200, more(eval.Usage{TotalTokens: ptr(int64(1400)), CostUSD: ptr(0.012), Calls: 2, Attempts: 2}, 0))
	r.add("submit-travel", 2, 4200, more(eval.Usage{TotalTokens: ptr(int64(900)), Calls: 1, Attempts: 1}, 3*time.Second))
	r.add("refuse", 3, 4000, more(eval.Usage{TotalTokens: ptr(int64(700)), CostUSD: ptr(0.005), Calls: 1, Attempts: 1}, 2900*time.Millisecond))
	r.summary.PassRate = ptr(100.0)
	return r.end(eval.VerdictPassed, "all 3 cases passed")
}

func zeroCases() []eval.Event {
	r := newRun(0, 1)
	r.summary.DurationMS = 0
	r.start.Plan.Filtered, r.summary.Filtered = 12, 12
	return r.end(eval.VerdictFailed, "there was no case to run")
}

func inconclusive() []eval.Event {
	r := newRun(3, 5)
	skipped := outcome{eval.Skipped, func(t *eval.Trial) { t.Reason = "--max-time 1m is over"; t.Usage = nil }}
	r.add("greet-en", 1, 41, ok(), ok(), ok(), ok(), ok())
	r.add("confirm-amount", 4, 96, ok(), ok(), skipped, skipped, skipped)
	r.add("never", 5, 0, skipped, skipped, skipped, skipped, skipped).Reason = "--max-time 1m is over"
	r.summary.PassRate = ptr(100.0)
	r.summary.Interrupted = "--max-time 1m is over"
	r.summary.DurationMS = eval.Millis(time.Minute)
	return r.end(eval.VerdictInconclusive, "--max-time 1m is over; 2 of 3 cases undecided")
}

func interrupted() []eval.Event {
	r := newRun(6, 1)
	r.add("greet-en", 1, 41, ok())
	for _, id := range []string{"b", "c", "d", "e", "f"} {
		r.notRun(id)
	}
	r.summary.PassRate = ptr(100.0)
	r.summary.Interrupted = "interrupted"
	r.summary.ReportFaults = []string{`report "tests/output.jsonl" ends early: no space left on device`}
	return r.end(eval.VerdictInconclusive, "interrupted; 5 of 6 cases undecided")
}

func unchecked() []eval.Event {
	r := newRun(2, 1)
	r.add("greet-en", 1, 41, ok())
	r.add("chat", 2, 41, outcome{eval.Passed, func(t *eval.Trial) {
		t.Unchecked = true
		t.Usage = map[eval.Role]eval.Usage{eval.RoleAgent: {Calls: 1, Attempts: 1}}
	}})
	r.summary.Unchecked = 1
	r.summary.PassRate = ptr(100.0)
	return r.end(eval.VerdictPassed, "all 2 cases passed")
}

const evil = "::error file=x::owned\n::set-output name=a::b\x1b[2J\x1b]0;title\a ##[error]x \u202egnp.exe\u200b\r\x9b31m"

func hostile() []eval.Event {
	r := newRun(2, 1)
	c := check("assert[0]", "contains", str("safe"), str(evil))
	c.Message, c.Reason = evil, `want "safe", got "`+evil+`"`
	judged := c
	judged.Assertion, judged.Reason, judged.Expected = "assert[1]", evil, eval.Value{}
	o := fails(c, judged)
	mend := o.mend
	o.mend = func(t *eval.Trial) {
		mend(t)
		t.Turns = []eval.Turn{{
			Turn: 1, Input: eval.Trusted(`[{"role":"user","content":"::add-mask::x"}]`), Output: str(evil),
			Response: eval.Response{Content: evil, ToolCalls: []eval.ToolCall{{Tool: "::warning::rm", Arguments: str(evil), Error: evil}}},
		}}
		t.Logs, t.Notes = []string{evil}, []string{evil}
		t.Attempts = []eval.Attempt{{Number: 1, Error: evil}}
	}
	r.add("::error::id\x1b[1m", 1, 5, o)
	r.add("##[group]", 2, 5, breaks(evil))
	r.skip("::skip", evil)
	r.events = append(r.events, &eval.Log{Level: "info", Message: evil})
	r.start.Version, r.start.Agents = evil, []string{evil}
	r.summary.ReportFaults, r.summary.Interrupted = []string{"a fault: " + evil}, evil
	return r.end(eval.VerdictFailed, evil,
		eval.Condition{Name: evil, Verdict: eval.VerdictFailed, Reason: evil}, eval.Condition{Name: "b", Verdict: eval.VerdictPassed})
}

func wideText() []eval.Event {
	r := newRun(3, 1)
	r.add("T001-销售分析师-月末周五", 1, 41, ok())
	r.add("家族👨‍👩‍👧絵文字", 2, 41, ok())
	r.add("退款政策", 3, 41, fails(check("assert[0]", "contains", str("我们会在三个工作日内退款"), str(strings.Repeat("对不起，我无法处理您的退款请求。", 8)))))
	r.summary.PassRate = ptr(200.0 / 3)
	return r.end(eval.VerdictFailed, "1 of 3 cases did not pass")
}

func many() []eval.Event {
	r := newRun(120, 1)
	for i := range 120 {
		if i%5 == 3 {
			r.add(fmt.Sprintf("case-%03d", i), i+1, 41, fails(check("assert[0]", "contains", str("yes"), str("no"))))
		} else {
			r.add(fmt.Sprintf("case-%03d", i), i+1, 41, ok())
		}
	}
	r.summary.PassRate = ptr(80.0)
	return r.end(eval.VerdictFailed, "24 of 120 cases did not pass")
}

func twoAgents() []eval.Event {
	r := newRun(2, 1)
	r.start.Agents = []string{"expense", "support"}
	r.add("greet-en", 1, 41, ok())
	r.add("refuse", 2, 41, fails(check("assert[0]", "contains", str("no"), str("yes"))))
	r.summary.PassRate = ptr(50.0)
	return r.end(eval.VerdictFailed, "1 of 2 cases did not pass")
}

func tolerated() []eval.Event {
	r := newRun(5, 1)
	for i := range 4 {
		r.add(fmt.Sprint("good-", i), i+1, 41, ok())
	}
	r.add("bad", 5, 41, fails(check("assert[0]", "contains", str("no"), str("yes"))))
	r.summary.PassRate = ptr(80.0)
	return r.end(eval.VerdictPassed, "pass rate 80 %, at least 80 % required",
		eval.Condition{Name: "min-pass-rate", Verdict: eval.VerdictPassed, Reason: "pass rate 80 %, at least 80 % required"},
		eval.Condition{Name: "max-errors", Verdict: eval.VerdictPassed, Reason: "0 errors, 0 allowed"})
}

// compared is a run with a baseline, whose cases have a past.
func compared() []eval.Event {
	r := newRun(7, 5)
	r.start.Policy = eval.Policy{MinStability: eval.MostlyStable, NoRegression: true}
	wrong := fails(check("assert[0]", "not_contains", str("submitted"), str("Your expense was submitted.")))
	r.add("greet-en", 2, 41, ok(), ok(), ok(), ok(), ok())
	c := r.add("refuse-negative", 9, 88, wrong, wrong, wrong, wrong, wrong)
	c.PassInterval = &eval.Interval{0, 43.5}
	c.Memory = &eval.Memory{Sentence: "passed in all 6 earlier runs"}
	c = r.add("lookup-policy", 10, 88, ok(), wrong, ok(), wrong, ok())
	c.PassInterval = &eval.Interval{23.0, 88.3}
	c.Parting = &eval.Parting{Sentence: `2 of 2 failing trials called "find" in turn 1, none of 3 passing ones did (p = 0.1)`}
	c.Noise = &eval.Noise{Sentence: "half the agent's, half the judge's, who overturned 1 of 6 verdicts"}
	c.Memory = &eval.Memory{Sentence: "failing since run 8123 (3f2c1aa), 4 days ago; flaky before"}
	c = r.add("rates", 11, 88, ok(), wrong, wrong, wrong, wrong)
	c.Memory = &eval.Memory{Sentence: "flaky since run 8123 (3f2c1aa)", Quarantine: &eval.Quarantine{Reason: "the ledger of the sandbox is down (EX-12)", Until: "2026-12-24"}}
	c = r.add("old-rates", 12, 88, ok(), ok(), wrong, wrong, wrong)
	c.Memory = &eval.Memory{Quarantine: &eval.Quarantine{Reason: "to be rewritten", Until: "2026-11-15", Expired: true}}
	held := outcome{eval.Skipped, func(t *eval.Trial) { t.Reason, t.Usage = "decided: 2 of 2 trials did not pass, 4 of 5 must", nil }}
	c = r.add("taxi", 13, 88, wrong, wrong, held, held, held)
	c.Stopped = "decided: 2 of 2 trials did not pass, 4 of 5 must"
	c = r.add("receipt", 14, 88, ok(), ok(), ok(), outcome{eval.Skipped, func(t *eval.Trial) { t.Reason, t.Usage = "--max-cost 1 is spent", nil }}, ok())
	c.Reason = "--max-cost 1 is spent"
	before := func(passed int) *eval.CaseOutcome {
		return &eval.CaseOutcome{Planned: 5, Runs: 5, Passed: passed, Failed: 5 - passed, PassRate: ptr(float64(20 * passed))}
	}
	r.events = append(r.events, &eval.Comparison{
		Base:  eval.Baseline{Name: "main", Commit: "9be01d2c0ffee", Timestamp: time.Date(2026, 11, 29, 8, 0, 0, 0, time.UTC), PassRate: ptr(68.0)},
		Count: map[eval.Change]int{eval.Regressed: 1, eval.Suspect: 2, eval.Improved: 1, eval.Unchanged: 3}, Paired: 7, Better: 1, Worse: 3,
		SignP: ptr(0.625), RateChange: ptr(-15.2), RateRange: &eval.Interval{-38.1, 7.7}, DurationMS: ptr(40.0),
		Notes: []string{`the model differs: "gpt-x-1" then, "gpt-x-2" now`},
		Cases: []eval.CaseChange{
			{Agent: "expense", ID: "greet-en", Change: eval.Improved, Base: before(3), Reason: "3/5 before, 5/5 now"},
			{Agent: "expense", ID: "refuse-negative", Change: eval.Regressed, Rule: eval.ByFisher, Base: before(5), Reason: "5/5 before, 0/5 now (p = 0.004, 0.048 corrected)", InputChanged: true, Parting: &eval.Parting{Sentence: `all 5 failing trials called "submit" in turn 1; none of the 5 that passed before did`}},
			{Agent: "expense", ID: "lookup-policy", Change: eval.Suspect, Base: before(5), Reason: "5/5 before, 3/5 now (p = 0.22), which chance may bring about"},
			{Agent: "expense", ID: "rates", Change: eval.Suspect, Base: before(2), Reason: "2/5 before, 1/5 now (p = 0.5), which chance may bring about"},
			{Agent: "expense", ID: "old-rates", Change: eval.Unchanged, Base: before(2), Reason: "2/5 before, 2/5 now"},
		},
	})
	r.summary.Saved = &eval.Saved{Trials: 3, Tokens: ptr(708.0), CostUSD: ptr(0.0021)}
	r.summary.PassRate = ptr(50.0)
	return r.end(eval.VerdictFailed, "4 of 6 cases below mostly_stable; 1 regression against main; the quarantine of \"old-rates\" ended on 2026-11-15: fix it or extend it; 1 case quarantined",
		eval.Condition{Name: "min-stability", Verdict: eval.VerdictFailed, Reason: "4 of 6 cases below mostly_stable"},
		eval.Condition{Name: "max-errors", Verdict: eval.VerdictPassed, Reason: "no errors, 0 allowed"},
		eval.Condition{Name: "fail-on-regression", Verdict: eval.VerdictFailed, Reason: "1 regression against main"},
		eval.Condition{Name: "quarantine", Verdict: eval.VerdictFailed, Reason: "the quarantine of \"old-rates\" ended on 2026-11-15: fix it or extend it"},
	)
}
