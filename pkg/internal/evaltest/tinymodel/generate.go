//go:build tinymodel

package tinymodel

import (
	"context"
	"math/rand/v2"
)

// Limits are what a text is written by. Temperature 0 takes the likeliest
// token each time, 1 draws as the model weighs them.
type Limits struct {
	Tokens      int
	Temperature float64
	Random      *rand.Rand
}

// Usage counts tokens.
type Usage struct{ Prompt, Completion int }

// Generate goes on with a prompt, one piece of text at a time, which may end
// within a character. It ends where the model does, which is true, or where
// the tokens end; or with the context's error or emit's.
func (m *Model) Generate(ctx context.Context, prompt string, limit Limits, emit func(string) error) (ended bool, used Usage, err error) {
	tokens := m.vocabulary.encode(prompt)
	if most := int(m.Context) / 2; len(tokens) > most {
		tokens = append([]int{begin}, tokens[len(tokens)-most+1:]...)
	}
	used.Prompt = len(tokens)
	t := m.think()
	var logits []float32
	for _, token := range tokens {
		logits = t.next(token)
	}
	for before := tokens[len(tokens)-1]; used.Completion < limit.Tokens && used.Prompt+used.Completion < int(m.Context); {
		if err := ctx.Err(); err != nil {
			return false, used, err
		}
		token := pick(logits, limit)
		if token == begin || token == end {
			return true, used, nil
		}
		used.Completion++
		if err := emit(m.vocabulary.decode(before, token)); err != nil {
			return false, used, err
		}
		logits, before = t.next(token), token
	}
	return false, used, nil
}

func pick(logits []float32, limit Limits) int {
	if limit.Temperature == 0 {
		best := 0
		for i, v := range logits {
			if v > logits[best] {
				best = i
			}
		}
		return best
	}
	for i := range logits {
		logits[i] /= float32(limit.Temperature)
	}
	softmax(logits)
	left := limit.Random.Float32()
	for i, p := range logits {
		if left -= p; left < 0 {
			return i
		}
	}
	return len(logits) - 1
}
