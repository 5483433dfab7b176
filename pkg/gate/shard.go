package gate

import (
	"fmt"
	"slices"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// alone says of conditions that ask all cases together that a shard knows only
// its own. They are judged by these; what the whole run comes to is known when
// its shards are merged.
func alone(conditions []eval.Condition, plan eval.PlanFacts) {
	if plan.Shard == "" {
		return
	}
	for i := range conditions {
		if !slices.Contains(eachCase(), conditions[i].Name) {
			conditions[i].Reason += fmt.Sprintf(" (shard %s alone)", plan.Shard)
		}
	}
}

// eachCase are the conditions that ask every case by itself, so that a shard
// judges its cases as the whole run does.
func eachCase() []string { return []string{"every-case", "min-stability", "min-pass", "quarantine"} }
