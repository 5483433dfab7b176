package llm

import (
	"errors"
	"net/http"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// FailedUsage is what a call of a [Retry] model took that ended in err: one
// call, and as many attempts as the error knows of. Tokens and cost are zero
// when the provider turned every request down with a 4xx status of HTTP, which
// none bills; else they are unknown, also where an answer that had begun
// states such a status. It is the zero Usage when err knows of none.
func FailedUsage(err error) eval.Usage {
	var fault *Error
	if !errors.As(err, &fault) || len(fault.Attempts) == 0 {
		return eval.Usage{}
	}
	u := eval.Usage{Calls: 1, Attempts: len(fault.Attempts)}
	if !fault.Rejected {
		return u
	}
	for _, a := range fault.Attempts {
		if a.Status < 400 || a.Status > 499 || a.Status == http.StatusRequestTimeout {
			return u
		}
	}
	u.PromptTokens, u.CompletionTokens, u.TotalTokens = new(int64), new(int64), new(int64)
	u.CostUSD = new(float64)
	return u
}
