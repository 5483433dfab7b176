package adaptive_test

import (
	"math/rand/v2"
	"testing"

	"github.com/surefoot-dev/surefoot/pkg/adaptive"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/resume"
)

// BenchmarkSchedule hands out the 100,000 trials of 10,000 cases, 16 in flight,
// and takes what they come to: all of them one after the other, and those that
// are needed.
func BenchmarkSchedule(b *testing.B) {
	s := draw(rand.New(rand.NewPCG(6, 10)), 10_000, 3, 10, 0.99)
	sure := 95.0
	for name, schedule := range map[string]func() resume.Scheduler{
		"fixed": func() resume.Scheduler { return s.plan.Schedule(nil) },
		"every case": func() resume.Scheduler {
			return adaptive.New(s.plan, adaptive.Options{})
		},
		"quota": func() resume.Scheduler {
			return adaptive.New(s.plan, adaptive.Options{Policy: eval.Policy{MinPass: &eval.Quota{Passed: 2, Of: 10}}})
		},
		"rate with confidence": func() resume.Scheduler {
			return adaptive.New(s.plan, adaptive.Options{Policy: eval.Policy{MinPassRate: ptr(98.0), Confidence: &sure}})
		},
		"budget": func() resume.Scheduler {
			return adaptive.New(s.plan, adaptive.Options{
				Policy: eval.Policy{MinPass: &eval.Quota{Passed: 2, Of: 10}}, Budget: adaptive.Budget{CostUSD: ptr(1e9)},
			})
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				s.run(schedule(), 16, inOrder)
			}
		})
	}
}
