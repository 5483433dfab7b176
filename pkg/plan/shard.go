package plan

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Shard is the part of the plan that a shard runs. It keeps the hash of the
// whole, and the size of the whole in Whole.
//
// Each case has a shard by its key alone, the one with the greatest weight of
// rendezvous hashing (Thaler and Ravishankar, IEEE/ACM Transactions on
// Networking 6, 1998). Then cases move from fuller shards to emptier ones as
// long as that brings the two closer together, those that hold least to their
// shard first. So the shards are as even as whole cases can be, and a case
// that is added or taken away moves few others.
func (p *Plan) Shard(s eval.Shard) *Plan {
	if s.IsWhole() {
		return p
	}
	part := *p
	part.Cases, part.Part, part.Whole = nil, s, p
	at := p.split(s.Of)
	for i, c := range p.Cases {
		if at[i] == s.Index-1 {
			part.Cases = append(part.Cases, c)
		}
	}
	return &part
}

// Runnable is how many cases are not skipped: as many shards a plan has at
// most, so that each has something to run.
func (p *Plan) Runnable() int {
	n := 0
	for _, c := range p.Cases {
		if c.Skip == "" {
			n++
		}
	}
	return n
}

// held is a case in its shard.
type held struct {
	at     int    // in the plan
	trials int    // that move with it
	weight uint64 // how firmly it holds to its own shard
}

// split gives each case of the plan its shard, from 0.
func (p *Plan) split(n int) []int {
	at := make([]int, len(p.Cases))
	shards := make([][]held, n)
	loads := make([]int, n)
	for i, c := range p.Cases {
		best, weight := 0, uint64(0)
		for s := range n {
			if w := affinity(c.Key(), s); s == 0 || w > weight {
				best, weight = s, w
			}
		}
		at[i] = best
		if trials := p.RunsOf(c); trials > 0 { // a skipped case weighs nothing
			shards[best] = append(shards[best], held{i, trials, weight})
			loads[best] += trials
		}
	}
	for _, cases := range shards {
		slices.SortFunc(cases, func(a, b held) int { return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(a.at, b.at)) })
	}
	for {
		from, to, which := improvement(shards, loads)
		if which < 0 {
			return at
		}
		moved := shards[from][which]
		shards[from] = slices.Delete(shards[from], which, which+1)
		shards[to] = append(shards[to], moved)
		at[moved.at] = to
		loads[from] -= moved.trials
		loads[to] += moved.trials
	}
}

// improvement is a move that makes two shards more even, and a negative which
// when there is none. It makes the sum of the squares of loads smaller, so
// moves come to an end.
func improvement(shards [][]held, loads []int) (from, to, which int) {
	order := make([]int, len(loads))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(loads[b], loads[a]) })
	to = order[len(order)-1]
	for _, from := range order {
		room := loads[from] - loads[to]
		if room <= 1 {
			break
		}
		if which := slices.IndexFunc(shards[from], func(h held) bool { return h.trials < room }); which >= 0 {
			return from, to, which
		}
	}
	return 0, 0, -1
}

// affinity is how firmly a case holds to a shard.
func affinity(key eval.Key, shard int) uint64 {
	sum := sha256.Sum256([]byte(strconv.Quote(key.Agent) + strconv.Quote(key.ID) + strconv.Itoa(shard)))
	return binary.BigEndian.Uint64(sum[:])
}
