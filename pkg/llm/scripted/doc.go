// Package scripted is the script connector: a model whose answers a function
// of the user's writes, so that suites run offline and examples need no key.
// It stands beside the other providers behind [llm.Model] and is as strict as
// they are: an answer that is not one of the known forms is an error at its
// place in the script, never an empty answer.
//
// The script exports Complete(request), which may be async. The request is
// {model, messages, tools, options, case_id, run, turn, attempt, random()},
// with messages and tools in the shapes of the chat completions API. An
// answer is a text, or an object of content, reasoning, refusal, tool_calls,
// usage, finish_reason, chunks, delay_ms, or of an error that a provider
// would have sent.
package scripted
