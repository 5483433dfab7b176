package scripted

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/llm"
)

// send hands the answer on in its pieces.
func (a *answer) send(onDelta func(llm.Delta) error) error {
	if onDelta == nil {
		return nil
	}
	chunks := a.chunks
	if chunks == nil {
		chunks = []string{a.content}
	}
	deltas := []llm.Delta{{Reasoning: a.reasoning}}
	for _, chunk := range chunks {
		deltas = append(deltas, llm.Delta{Content: chunk})
	}
	for _, d := range deltas {
		if d == (llm.Delta{}) {
			continue
		}
		if err := onDelta(d); err != nil {
			return err
		}
	}
	return nil
}

// response is the answer as the model's, or the error it stands for. Those
// name the script, as a provider's name its host.
func (a *answer) response(req *llm.Request, name string) (*llm.Response, *llm.Error) {
	if e := a.failure; e != nil {
		text := e.message
		if text == "" {
			text = http.StatusText(e.status)
		}
		return nil, &llm.Error{
			Status:     e.status,
			Rejected:   true,
			Message:    strings.TrimSuffix(name+" answered "+strconv.Itoa(e.status)+": "+line(text), ": "),
			Retryable:  llm.Retryable(e.status),
			RetryAfter: e.retryAfter,
		}
	}
	switch {
	case a.finish == finishLength && !req.AllowTruncated:
		return nil, &llm.Error{Message: fmt.Sprintf("%s cut the answer for its length (finish_reason %q: raise the token limit, or set allow_truncated)", name, a.finish)}
	case a.finish == finishFilter:
		return nil, &llm.Error{Message: fmt.Sprintf("%s ended the answer by its content filter (finish_reason %q)", name, a.finish)}
	}
	llm.Identify(a.calls, req.Messages)
	usage := a.usage
	usage.Calls, usage.Attempts = 1, 1
	if usage.TotalTokens == nil && usage.PromptTokens != nil && usage.CompletionTokens != nil {
		total := *usage.PromptTokens + *usage.CompletionTokens
		usage.TotalTokens = &total
	}
	return &llm.Response{
		Content:      a.content,
		Reasoning:    a.reasoning,
		Refusal:      a.refusal,
		ToolCalls:    a.calls,
		FinishReason: a.finish,
		Truncated:    a.finish == finishLength,
		Usage:        usage,
	}, nil
}

// maxLine is how many characters of a script's text an error shows.
const maxLine = 200

func line(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	n := 0
	for i := range text {
		if n == maxLine {
			return text[:i] + "..."
		}
		n++
	}
	return text
}
