package cassette_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/cassette"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// TestParallelCallsReplayInAnyOrder: whatever calls a trial made, each order
// of the same calls brings the same answers.
func TestParallelCallsReplayInAnyOrder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		questions := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 12).Draw(t, "questions")
		order := rapid.Permutation(questions).Draw(t, "order")
		r := cassette.NewRecorder(folder(dir))
		if err := r.Prepare([]eval.Key{{Agent: "shop", ID: "greet"}}); err != nil {
			t.Fatal(err)
		}
		r.Open(in(1), noon)
		var calls sync.WaitGroup
		for i, q := range questions {
			calls.Go(func() { r.Take(in(1), ask(q)).Keep(eval.StringValue(fmt.Sprint(q, "/", i)), 0, anything) })
		}
		calls.Wait()
		if err := r.Finish(greet(1)); err != nil {
			t.Fatal(err)
		}

		p := cassette.NewPlayer(folder(dir))
		var mu sync.Mutex
		answers := map[string]bool{}
		for _, q := range order {
			calls.Go(func() {
				got, err := p.Replay(in(1), ask(q))
				text, _ := got.Value.Str()
				mu.Lock()
				defer mu.Unlock()
				if err != nil || answers[text] || text[:1] != fmt.Sprint(q) {
					t.Errorf("question %d: answer %q, error %v", q, text, err)
				}
				answers[text] = true
			})
		}
		calls.Wait()
		if len(answers) != len(questions) {
			t.Errorf("%v for %v", slices.Sorted(maps.Keys(answers)), questions)
		}
	})
}

func ask(q int) cassette.Call {
	return cassette.Call{Kind: cassette.Model, Name: "gpt", Request: eval.Trusted(fmt.Sprintf(`{"q":%d}`, q))}
}
