package openai

import "github.com/tidwall/gjson"

// bill is what OpenRouter says an answer cost, in US dollars. Others that
// state a cost have units of their own.
type bill struct {
	cost, upstream *float64
	ownKey         bool // of the user's, at the provider behind
}

func (b *bill) take(name string, v gjson.Result) {
	switch name {
	case "cost":
		b.cost = dollars(v)
	case "is_byok":
		b.ownKey = v.Bool()
	case "cost_details":
		b.upstream = dollars(v.Get("upstream_inference_cost"))
	}
}

// total is the whole cost, nil when it is unknown. With a key of the user's
// own, cost is only OpenRouter's fee, and the provider behind sends its bill
// apart.
func (b *bill) total() *float64 {
	if !b.ownKey || b.cost == nil {
		return b.cost
	}
	if b.upstream == nil {
		return nil
	}
	sum := *b.cost + *b.upstream
	return &sum
}

// mostDollars is more than any answer costs. What is above it is no cost.
const mostDollars = 1e6

func dollars(v gjson.Result) *float64 {
	if v.Type != gjson.Number || v.Num < 0 || v.Num > mostDollars {
		return nil
	}
	return &v.Num
}
