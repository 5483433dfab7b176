package eval

import "math"

// Role says whose work an amount of tokens, time or money was.
type Role string

// The roles. Assertions read the agent's figures, budgets the sum.
const (
	RoleAgent     Role = "agent"
	RoleJudge     Role = "judge"
	RoleSimulator Role = "simulator"
)

// Usage counts what models took. A nil figure is unknown, which is not zero:
// a sum with an unknown part is unknown.
type Usage struct {
	PromptTokens     *int64   `json:"prompt_tokens"` // of the whole prompt, cached parts included
	CompletionTokens *int64   `json:"completion_tokens"`
	TotalTokens      *int64   `json:"total_tokens"`
	CacheReadTokens  *int64   `json:"cache_read_tokens,omitempty"`  // of PromptTokens; nil where the provider says nothing of a cache
	CacheWriteTokens *int64   `json:"cache_write_tokens,omitempty"` // of PromptTokens
	CostUSD          *float64 `json:"cost_usd"`
	Calls            int      `json:"calls"`    // answers asked for
	Attempts         int      `json:"attempts"` // requests sent, retries included
}

// Add returns the sum of both. The zero Usage, which counts no call, is
// neutral. A sum that is too large to be written is unknown.
func (u Usage) Add(o Usage) Usage {
	if u.Calls == 0 && u.Attempts == 0 {
		return o
	}
	if o.Calls == 0 && o.Attempts == 0 {
		return u
	}
	return Usage{
		PromptTokens:     sum(u.PromptTokens, o.PromptTokens),
		CompletionTokens: sum(u.CompletionTokens, o.CompletionTokens),
		TotalTokens:      sum(u.TotalTokens, o.TotalTokens),
		CacheReadTokens:  sum(u.CacheReadTokens, o.CacheReadTokens),
		CacheWriteTokens: sum(u.CacheWriteTokens, o.CacheWriteTokens),
		CostUSD:          sum(u.CostUSD, o.CostUSD),
		Calls:            u.Calls + o.Calls,
		Attempts:         u.Attempts + o.Attempts,
	}
}

// Spent is what is known of what many answers took. It is the least they took:
// what an answer did not tell is not in it, but loses nothing of what others
// told, as it does in a sum of [Usage].
type Spent struct {
	Tokens  float64
	CostUSD float64
}

// Add adds what is known of each role's usage.
func (s *Spent) Add(usage map[Role]Usage) {
	for _, u := range usage {
		if u.TotalTokens != nil {
			s.Tokens += float64(*u.TotalTokens)
		}
		if u.CostUSD != nil {
			s.CostUSD += *u.CostUSD
		}
	}
}

func sum[T int64 | float64](a, b *T) *T {
	if a == nil || b == nil {
		return nil
	}
	s := *a + *b
	if s < *a && *b > 0 || math.IsInf(float64(s), 0) {
		return nil
	}
	return &s
}

// Attempt is one request to a provider that did not bring the answer.
type Attempt struct {
	Role    Role   `json:"role,omitempty"`
	Number  int    `json:"attempt"`          // 1-based
	Status  int    `json:"status,omitempty"` // HTTP, 0 when none arrived
	Error   string `json:"error"`
	Waited  Millis `json:"waited_ms"` // before the next attempt
	Elapsed Millis `json:"duration_ms"`
}
