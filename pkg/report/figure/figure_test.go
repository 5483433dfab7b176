package figure_test

import (
	"testing"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/report/figure"
)

func TestSpanHasTheDigitsAReaderUses(t *testing.T) {
	t.Parallel()
	for want, d := range map[string]time.Duration{
		"0 ms": -time.Second, "<1 ms": time.Microsecond, "41 ms": 41 * time.Millisecond, "1.0 s": 999600 * time.Microsecond,
		"9.4 s": 9400 * time.Millisecond, "31 s": 31 * time.Second, "1m 24s": 83500 * time.Millisecond, "2h 05m": 125 * time.Minute,
	} {
		if got := figure.Span(d); got != want {
			t.Errorf("%v: got %q, want %q", d, got, want)
		}
	}
}

func usage(tokens int64, usd float64) eval.Usage {
	return eval.Usage{TotalTokens: &tokens, CostUSD: &usd, Calls: 1, Attempts: 1}
}

func TestFiguresByRole(t *testing.T) {
	t.Parallel()
	unpriced := usage(900, 0)
	unpriced.CostUSD = nil
	tests := []struct {
		name                string
		usage               map[eval.Role]eval.Usage
		tokens, cost, whose string
	}{
		{"no call", nil, "", "", ""},
		{"one role says no more than the sum", map[eval.Role]eval.Usage{eval.RoleAgent: usage(12_000, 0.015)}, "12.0k tokens", "", ""},
		{
			"several roles", map[eval.Role]eval.Usage{eval.RoleAgent: usage(12_000, 0.015), eval.RoleJudge: usage(2_200, 1.5)},
			"14.2k tokens", " (agent $0.015, judge $1.50)", " (agent 12.0k, judge 2.2k)",
		},
		{
			"an unknown cost is said beside a known one", map[eval.Role]eval.Usage{eval.RoleAgent: unpriced, eval.RoleJudge: usage(1, 0.0001)},
			"901 tokens", " (agent unknown, judge $0.0001)", " (agent 900, judge 1)",
		},
		{"costs nobody knows go without saying", map[eval.Role]eval.Usage{eval.RoleAgent: unpriced, eval.RoleJudge: unpriced}, "1.8k tokens", "", " (agent 900, judge 900)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := figure.Tokens(figure.Sum(tt.usage)); got != tt.tokens {
				t.Errorf("tokens: %q", got)
			}
			if got := figure.TokensByRole(tt.usage); got != tt.whose {
				t.Errorf("tokens by role: %q", got)
			}
			if got := figure.CostByRole(tt.usage); got != tt.cost {
				t.Errorf("cost by role: %q", got)
			}
		})
	}
}

func TestACostThatPricesMadeAPartOfIsUnknown(t *testing.T) {
	t.Parallel()
	var s figure.Spent
	unknown := eval.Usage{Calls: 1, Attempts: 1}
	if got := s.Cost(unknown); got != "" {
		t.Errorf("without prices: %q", got)
	}
	s.Add(&eval.Trial{Usage: map[eval.Role]eval.Usage{eval.RoleAgent: usage(1, 0.1)}})
	if got := s.Cost(unknown); got != "cost unknown" {
		t.Errorf("with prices: %q", got)
	}
}

func TestWaitingIsToldWhereItMattered(t *testing.T) {
	t.Parallel()
	var s figure.Spent
	s.Add(&eval.Trial{DurationMS: eval.Millis(10 * time.Second), QueuedMS: eval.Millis(5 * time.Second)})
	if got := s.Waited(time.Minute); got != "waited 30 s for limits" {
		t.Errorf("got %q", got)
	}
	s.Add(&eval.Trial{DurationMS: eval.Millis(time.Hour)})
	if got := s.Waited(time.Minute); got != "" {
		t.Errorf("a little waiting: got %q", got)
	}
}

func TestPart(t *testing.T) {
	t.Parallel()
	var whole, unknown, shard eval.Start
	unknown.Plan.Shard, shard.Plan.Shard = "2/3", "2/3"
	shard.Plan.Cases, shard.Plan.Whole = 4, &eval.PlanSize{Cases: 1200}
	for want, start := range map[string]*eval.Start{
		"": &whole,
		"shard 2/3 only; the verdict on all is that of surefoot merge":                  &unknown,
		"shard 2/3 only: 4 of 1200 cases; the verdict on all is that of surefoot merge": &shard,
	} {
		if got := figure.Part(start); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
