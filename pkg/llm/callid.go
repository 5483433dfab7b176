package llm

import (
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Identify gives an id to calls that came without, or with that of another,
// so that their results can be told apart. It is none of the conversation's.
func Identify(calls []eval.ToolCall, messages []eval.Message) {
	taken := map[string]bool{}
	var nameless []int
	for i := range calls {
		if id := calls[i].ID; id == "" || taken[id] {
			nameless = append(nameless, i)
		} else {
			taken[id] = true
		}
	}
	if len(nameless) == 0 {
		return
	}
	for i := range messages {
		for j := range messages[i].ToolCalls {
			taken[messages[i].ToolCalls[j].ID] = true
		}
	}
	n := 1
	for _, i := range nameless {
		for ; taken["call_"+strconv.Itoa(n)]; n++ {
		}
		calls[i].ID = "call_" + strconv.Itoa(n)
		taken[calls[i].ID] = true
	}
}
