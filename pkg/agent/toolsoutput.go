package agent

import (
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// toolsOutput is the answer of a model that said nothing and whose tools had
// the last word: the message that the first of them gives which has one, else
// what each came to.
func toolsOutput(calls []eval.ToolCall) eval.Value {
	words := make([]string, len(calls))
	for i, call := range calls {
		members := call.Result.Members()
		if message, ok := members["message"].Str(); ok && message != "" {
			return eval.StringValue(message)
		}
		words[i] = "[" + short(call) + "]"
		action, named := members["action"].Str()
		success := members["success"]
		switch {
		case named && action != "":
			words[i] = "[" + short(call) + ": " + action + "]"
		case call.Error != "", success.Raw() == "false":
			words[i] = "[" + short(call) + ": failed]"
		case success.Raw() == "true":
			words[i] = "[" + short(call) + ": success]"
		}
	}
	return eval.StringValue(strings.Join(words, " "))
}
