package llm

import (
	"context"
	"fmt"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Prices are what a provider takes in US dollars for a million tokens. A nil
// price is unknown; 0 is free.
type Prices struct {
	PromptPerMillion     *float64
	CompletionPerMillion *float64
	CacheReadPerMillion  *float64 // of prompt tokens that came from the provider's cache
	CacheWritePerMillion *float64 // of those that went into it
}

// Priced returns a model that fills in the cost of each answer of m. Cached
// tokens are parts of the prompt with prices of their own. A cost stays
// unknown when a price or a number of tokens that it needs is, or when m says
// that tokens do not make it up, and the response's Unpriced says why. A cost
// that m states itself is kept.
func Priced(m Model, p Prices) Model { return &priced{model: m, prices: p} }

type priced struct {
	model  Model
	prices Prices
}

// Stream is the model's own, with the cost in the usage.
func (p *priced) Stream(ctx context.Context, req *Request, onDelta func(Delta) error) (*Response, error) {
	resp, err := p.model.Stream(ctx, req, onDelta)
	if err != nil {
		return nil, err
	}
	if resp.Usage.CostUSD != nil || resp.Unpriced != "" {
		return resp, nil
	}
	known := *resp
	if cost, why := p.prices.cost(&resp.Usage); why != "" {
		known.Unpriced = why
	} else {
		known.Usage.CostUSD = &cost
	}
	return &known, nil
}

// cost is that of one answer, or why it is unknown.
func (p *Prices) cost(u *eval.Usage) (usd float64, why string) {
	switch {
	case p.PromptPerMillion == nil || p.CompletionPerMillion == nil:
		return 0, "the price of a model call is not known"
	case u.PromptTokens == nil || u.CompletionTokens == nil:
		return 0, "the provider did not report its tokens"
	}
	plain := *u.PromptTokens
	for _, part := range [...]struct {
		tokens *int64
		price  *float64
		name   string
		did    string
	}{
		{u.CacheReadTokens, p.CacheReadPerMillion, "cache_read", "came from"},
		{u.CacheWriteTokens, p.CacheWritePerMillion, "cache_write", "went into"},
	} {
		if part.tokens == nil || *part.tokens == 0 {
			continue
		}
		if part.price == nil {
			return 0, fmt.Sprintf("%s %s the provider's cache, and the price %q is missing",
				eval.Plural(int(*part.tokens), "prompt token"), part.did, part.name)
		}
		plain -= *part.tokens
		usd += float64(*part.tokens) * *part.price
	}
	if plain < 0 {
		return 0, "the provider reports more cached tokens than its prompt has"
	}
	usd += float64(plain)**p.PromptPerMillion + float64(*u.CompletionTokens)**p.CompletionPerMillion
	return usd / 1e6, ""
}
