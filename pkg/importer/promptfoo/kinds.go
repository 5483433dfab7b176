package promptfoo

import (
	"slices"
	"strings"
)

// Why assertions of some kinds are not translated.
const (
	judged    = "it asks a model for its judgement, and judges are not supported in this version"
	scripted  = "it runs code, and scripts as assertions are not supported in this version"
	called    = "it looks at tool calls, and assertions of them are not supported in this version"
	elsewhere = "there is nothing like it here"
)

// lostKinds are the kinds of assertions that have no equal, and why.
var lostKinds = map[string][]string{
	judged: {
		"agent-rubric", "answer-relevance", "classifier", "context-faithfulness", "context-recall", "context-relevance",
		"conversation-relevance", "factuality", "g-eval", "guardrails", "human", "llm-rubric", "max-score",
		"model-graded-closedqa", "model-graded-factuality", "moderation", "pi", "research-rubric", "search-rubric",
		"select-best", "similar",
	},
	scripted: {"javascript", "python", "ruby", "webhook"},
	called: {
		"is-valid-function-call", "is-valid-openai-function-call", "is-valid-openai-tools-call", "skill-used",
		"tool-call-f1", "trajectory:goal-success", "trajectory:step-count", "trajectory:tool-args-match",
		"trajectory:tool-sequence", "trajectory:tool-used",
	},
	elsewhere: {
		"bleu", "contains-html", "contains-sql", "contains-xml", "finish-reason", "gleu", "is-html", "is-refusal", "is-sql",
		"is-xml", "levenshtein", "meteor", "perplexity", "perplexity-score", "rouge-n", "trace-error-spans",
		"trace-span-count", "trace-span-duration", "word-count",
	},
}

// keptKinds are those that are translated.
var keptKinds = []string{
	"assert-set", "contains", "contains-all", "contains-any", "contains-json", "cost", "ends-with", "equals", "icontains",
	"icontains-all", "icontains-any", "is-json", "latency", "regex", "starts-with",
}

// isKind reports whether a word is the name of a kind of assertion.
func isKind(word string) bool {
	word = strings.TrimPrefix(word, "not-")
	return slices.Contains(keptKinds, word) || whyLost(word) != ""
}

// whyLost is why a kind is not translated, "" when it is not known to be lost.
func whyLost(kind string) string {
	for why, kinds := range lostKinds {
		if slices.Contains(kinds, kind) {
			return why
		}
	}
	return ""
}
