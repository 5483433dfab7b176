package adaptive

import (
	"cmp"
	"container/heap"
)

// rank says how soon a case gets its next trial.
type rank struct {
	ready       bool // it needs one
	speculative int  // 0 when it needs one whatever those in flight come to
	far         int  // from being decided; of speculative ones, how many are in flight
}

func (r rank) compare(o rank) int {
	return cmp.Or(cmp.Compare(r.speculative, o.speculative), cmp.Compare(r.far, o.far))
}

// queue holds cases by their rank, those of the same rank as the plan has
// them. Ranks change all the time, so a case is put in again with its new one,
// and what is out of date is passed over when its turn comes.
type queue struct {
	entries entries
}

type entry struct {
	rank rank
	at   int
}

// put adds a case with the rank it has now.
func (q *queue) put(at int, r rank) {
	if r.ready {
		heap.Push(&q.entries, entry{r, at})
	}
}

// best takes out the first case whose rank is still the one it was put in
// with.
func (q *queue) best(now func(at int) rank) (at int, ok bool) {
	for len(q.entries) > 0 {
		e := heap.Pop(&q.entries).(entry)
		if now(e.at) == e.rank {
			return e.at, true
		}
	}
	return 0, false
}

// entries implement heap.Interface.
type entries []entry

func (e entries) Len() int { return len(e) }
func (e entries) Less(i, j int) bool {
	return cmp.Or(e[i].rank.compare(e[j].rank), cmp.Compare(e[i].at, e[j].at)) < 0
}
func (e entries) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *entries) Push(x any)   { *e = append(*e, x.(entry)) }
func (e *entries) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}
