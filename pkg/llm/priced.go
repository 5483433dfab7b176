package llm

import "context"

// Prices are what a provider takes in US dollars for a million tokens. A nil
// price is unknown.
type Prices struct {
	PromptPerMillion     *float64
	CompletionPerMillion *float64
}

// Priced returns a model that fills in the cost of each answer of m. A cost
// stays unknown when a price or a number of tokens is, and one that m states
// itself is kept.
func Priced(m Model, p Prices) Model {
	if p.PromptPerMillion == nil || p.CompletionPerMillion == nil {
		return m
	}
	return &priced{model: m, prompt: *p.PromptPerMillion, completion: *p.CompletionPerMillion}
}

type priced struct {
	model              Model
	prompt, completion float64
}

// Stream is the model's own, with the cost in the usage.
func (p *priced) Stream(ctx context.Context, req *Request, onDelta func(Delta) error) (*Response, error) {
	resp, err := p.model.Stream(ctx, req, onDelta)
	if err != nil {
		return nil, err
	}
	u := &resp.Usage
	if u.CostUSD != nil || u.PromptTokens == nil || u.CompletionTokens == nil {
		return resp, nil
	}
	cost := (float64(*u.PromptTokens)*p.prompt + float64(*u.CompletionTokens)*p.completion) / 1e6
	known := *resp
	known.Usage.CostUSD = &cost
	return &known, nil
}
