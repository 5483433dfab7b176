package adaptive

import (
	"fmt"
	"strconv"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Budget is what a run may take; zero values set no bound.
type Budget struct {
	Trials  int
	CostUSD *float64
	Tokens  *int64
	Time    time.Duration

	// Beside reports whether each trial of a case has one of another revision
	// beside it, which takes of the budget too. It may be nil.
	Beside func(*eval.Case) bool

	// Now is asked with Time.
	Now func() time.Time

	// Warn is told, once each, which bounds cannot be kept since answers do not
	// tell what they took. It may be nil.
	Warn func(message string)
}

// Asked reports whether there is a bound.
func (b Budget) Asked() bool {
	return b.Trials > 0 || b.CostUSD != nil || b.Tokens != nil || b.Time > 0
}

// amounts are what trials take, by what there are bounds on.
type amounts [kinds]float64

const (
	cost = iota
	tokens
	seconds
	kinds
)

func (a amounts) most(o amounts) amounts {
	for i := range a {
		a[i] = max(a[i], o[i])
	}
	return a
}

// ledger keeps a run within its budget. The next trial is taken to need what
// the dearest one of its case did, or of the run while the case has none, and
// so is each that is in flight. The first trials, of which nothing is known,
// must run.
type ledger struct {
	budget Budget
	began  time.Time
	begun  int // trials, those that are there and those beside others included
	spent  amounts
	most   amounts         // of a trial of the run
	of     map[int]amounts // of a trial of a case
	flying map[int]int     // trials of cases in flight
	warned [kinds]bool
}

func newLedger(b Budget) *ledger {
	l := &ledger{budget: b, of: map[int]amounts{}, flying: map[int]int{}}
	if b.Time > 0 {
		l.began = b.Now()
	}
	return l
}

// estimate is what a trial of the case may take.
func (l *ledger) estimate(i int) amounts {
	if known, ok := l.of[i]; ok {
		return known
	}
	return l.most
}

// refuses names the bound that so many more trials of the case might exceed, ""
// for none.
func (l *ledger) refuses(i, more int) string {
	b := l.budget
	if !b.Asked() {
		return ""
	}
	if b.Trials > 0 && l.begun+more > b.Trials {
		return "--max-trials " + strconv.Itoa(b.Trials)
	}
	next := l.estimate(i)
	if b.Time > 0 && b.Now().Sub(l.began).Seconds()+float64(more)*next[seconds] > b.Time.Seconds() {
		return "--max-time " + eval.Span(b.Time)
	}
	if b.CostUSD == nil && b.Tokens == nil {
		return ""
	}
	sum := l.spent
	for kind := range seconds {
		sum[kind] += float64(more) * next[kind]
		for at, n := range l.flying {
			sum[kind] += float64(n) * l.estimate(at)[kind]
		}
	}
	const bits = 1 + 1e-9 // of a sum of fractions, as the gate forgives them
	switch {
	case b.CostUSD != nil && sum[cost] > *b.CostUSD*bits:
		return "--max-cost " + strconv.FormatFloat(*b.CostUSD, 'f', -1, 64)
	case b.Tokens != nil && sum[tokens] > float64(*b.Tokens):
		return "--max-tokens " + strconv.FormatInt(*b.Tokens, 10)
	default:
		return ""
	}
}

func (l *ledger) begin(i, trials int) {
	if l.budget.Asked() {
		l.begun += trials
		l.flying[i] += trials
	}
}

// end takes a trial that was in flight, or is there from before.
func (l *ledger) end(i int, flew bool, t *eval.Trial) {
	if !l.budget.Asked() {
		return
	}
	switch {
	case !flew:
		l.begun++
	case l.flying[i] > 1:
		l.flying[i]--
	default:
		delete(l.flying, i)
	}
	took := l.took(t.Usage)
	took[seconds] = t.DurationMS.Duration().Seconds()
	for kind := range seconds {
		l.spent[kind] += took[kind]
	}
	if t.Status == eval.Skipped {
		return // it was cut, and tells nothing of what another takes
	}
	l.most = l.most.most(took)
	l.of[i] = l.of[i].most(took)
}

// spend takes what models took besides trials.
func (l *ledger) spend(usage map[eval.Role]eval.Usage) {
	if !l.budget.Asked() {
		return
	}
	took := l.took(usage)
	for kind := range seconds {
		l.spent[kind] += took[kind]
	}
}

func (l *ledger) took(usage map[eval.Role]eval.Usage) amounts {
	var took amounts
	for _, u := range usage {
		if u.Calls == 0 && u.Attempts == 0 {
			continue
		}
		if u.CostUSD != nil {
			took[cost] += *u.CostUSD
		} else if l.budget.CostUSD != nil {
			l.blind(cost, "--max-cost", "cost (give the connector prices, or --prices FILE)")
		}
		if u.TotalTokens != nil {
			took[tokens] += float64(*u.TotalTokens)
		} else if l.budget.Tokens != nil {
			l.blind(tokens, "--max-tokens", "took in tokens")
		}
	}
	return took
}

func (l *ledger) blind(kind int, bound, what string) {
	if !l.warned[kind] && l.budget.Warn != nil {
		l.budget.Warn(fmt.Sprintf("the run cannot be kept within %s: answers do not tell what they %s", bound, what))
	}
	l.warned[kind] = true
}
