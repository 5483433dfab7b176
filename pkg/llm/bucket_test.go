package llm

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A bucket lets no more go in any span of time than its rate and what it
// holds, but for the last one that was let go on credit.
func TestABucketKeepsItsRateOverAnyWindow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Int64Range(1, 1000).Draw(t, "size")
		b := bucket{unit: time.Duration(rapid.Int64Range(1, int64(10*time.Second)).Draw(t, "unit")), size: size}
		type taking struct {
			at time.Time
			n  int64
		}
		var taken []taking
		now := time.Unix(1e9, 0)
		for range rapid.IntRange(1, 40).Draw(t, "takings") {
			now = now.Add(time.Duration(rapid.Int64Range(0, 20*int64(b.unit)).Draw(t, "pause")))
			n := rapid.Int64Range(1, 2*size).Draw(t, "n")
			now = b.ready(now, n)
			b.take(now, n)
			taken = append(taken, taking{now, n})
		}
		for i := range taken {
			sum, debt := int64(0), int64(0)
			for _, last := range taken[i:] {
				sum += last.n
				debt = max(0, last.n-size)
				if most := int64(last.at.Sub(taken[i].at)/b.unit) + size + debt; sum > most {
					t.Fatalf("%d within %v, want at most %d", sum, last.at.Sub(taken[i].at), most)
				}
			}
		}
	})
}

func TestABucketIsReadyAsSoonAsItsRateAllows(t *testing.T) {
	t.Parallel()
	start := time.Unix(1e9, 0)
	cases := map[string]struct {
		bucket bucket
		takes  []int64
		next   int64
		want   time.Duration
	}{
		"a full one gives all it holds at once":     {tokensBucket(600), []int64{300, 200}, 100, 0},
		"an empty one waits for what is missing":    {tokensBucket(600), []int64{600}, 100, 10 * time.Second},
		"more than it holds goes when it is full":   {tokensBucket(600), []int64{100}, 5000, 10 * time.Second},
		"a debt is waited for":                      {tokensBucket(600), []int64{1200}, 100, 70 * time.Second},
		"what is given back can be taken":           {tokensBucket(600), []int64{600, -100}, 100, 0},
		"giving back makes no more than it holds":   {tokensBucket(600), []int64{100, -500, 600}, 100, 10 * time.Second},
		"less than one a second is spread":          {requestsBucket(0.5), []int64{1}, 1, 2 * time.Second},
		"a few a second go one by one":              {requestsBucket(4), []int64{1}, 1, 250 * time.Millisecond},
		"a high rate lets a tenth of a second's go": {requestsBucket(50), []int64{4}, 1, 0},
		"and no more":               {requestsBucket(50), []int64{5}, 1, 20 * time.Millisecond},
		"no rate is no bound":       {requestsBucket(0), []int64{1 << 62}, 1 << 62, 0},
		"no sum of times overflows": {tokensBucket(1), []int64{1 << 62}, 1, longest},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := tc.bucket
			for _, n := range tc.takes {
				if n < 0 {
					b.give(-n)
				} else {
					b.take(start, n)
				}
			}
			if got := b.ready(start, tc.next).Sub(start); got != tc.want {
				t.Errorf("ready after %v, want %v", got, tc.want)
			}
		})
	}
}
