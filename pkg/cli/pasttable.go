package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/history"
)

// showHistory shows what is known of each case, the worst first.
func (p *Process) showHistory(h *history.History) error {
	listed := map[eval.Key]history.Quarantine{}
	keys := h.Keys()
	for _, q := range h.Quarantine {
		listed[q.Key()] = q
		if !slices.Contains(keys, q.Key()) {
			keys = append(keys, q.Key())
		}
	}
	past := make(map[eval.Key]*eval.Memory, len(keys))
	for _, key := range keys {
		past[key] = h.Past(key)
	}
	order := []eval.MemoryState{eval.Drifting, eval.Broken, eval.Wavering, eval.Unknown, eval.Steady}
	slices.SortStableFunc(keys, func(a, b eval.Key) int {
		return cmp.Compare(slices.Index(order, past[a].State), slices.Index(order, past[b].State))
	})
	var rows [][]string
	for _, key := range keys {
		m := past[key]
		since, aside := "", ""
		if m.Since != nil {
			since = history.Name(m.Since)
		}
		if q, ok := listed[key]; ok {
			aside = "until " + q.Until + ": " + q.Reason
			if q.At(p.Now()).Expired {
				aside = "ended " + q.Until + ": " + q.Reason
			}
		}
		rows = append(rows, []string{key.Agent + "/" + key.ID, string(m.State), spark(m.PassRates), fmt.Sprintf("%d/%d", m.Passed, m.Runs), since, aside})
	}
	width := 0
	if p.Columns != nil {
		width = p.Columns()
	}
	titles := []column{{title: "CASE", gives: true}, {title: "STATE"}, {title: "PASS RATES"}, {title: "PASSED", right: true}, {title: "SINCE"}, {title: "QUARANTINE", gives: true}}
	text := ""
	if len(rows) > 0 {
		text = columns(titles, rows, width) + "\n"
	}
	_, err := fmt.Fprintf(p.Out, "%s%s of %s\n", text, eval.Plural(len(h.Keys()), "case"), eval.Plural(h.Runs(), "run"))
	return err
}

// spark draws rates, 0 to 100, oldest first. Only a rate of 100 is full, and
// only one of 0 is empty.
func spark(rates []float64) string {
	const empty, full = '▁', '█'
	var b strings.Builder
	for _, rate := range rates {
		switch {
		case rate <= 0:
			b.WriteRune(empty)
		case rate >= 100:
			b.WriteRune(full)
		default:
			b.WriteRune(empty + 1 + rune(rate/100*6))
		}
	}
	return b.String()
}
