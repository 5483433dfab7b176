package revision

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// Bases are the merge bases of a commit and HEAD: where the work that HEAD has
// and the commit has not began, which is what a pull request shows. There may
// be several. It is an error when there is none, and when the history of a
// shallow clone ends before it is known which they are.
func (r *Repository) Bases(with Commit) ([]Commit, error) {
	head, err := r.named("HEAD")
	if err != nil {
		return nil, err
	}
	return r.bases(with.hash(), head)
}

// sides says from which of two commits another is reached.
type sides uint8

const (
	ours sides = 1 << iota
	theirs
	stale // an ancestor of a common ancestor

	both = ours | theirs
)

// bases walks back from both commits at once, the youngest first, as git does,
// until only ancestors of common ancestors are left.
func (r *Repository) bases(a, b plumbing.Hash) ([]Commit, error) {
	w := walk{repo: r, seen: map[plumbing.Hash]sides{}}
	if err := w.mark(a, ours); err != nil {
		return nil, err
	}
	if err := w.mark(b, theirs); err != nil {
		return nil, err
	}
	var common []plumbing.Hash
	for w.open() {
		c := heap.Pop(&w.queue).(*object.Commit)
		flags := w.seen[c.Hash]
		if flags == both {
			if !slices.Contains(common, c.Hash) {
				common = append(common, c.Hash)
			}
			flags |= stale
		}
		if r.cut[c.Hash] {
			continue
		}
		for _, parent := range c.ParentHashes {
			if err := w.mark(parent, flags); err != nil {
				return nil, err
			}
		}
	}
	common = slices.DeleteFunc(common, func(h plumbing.Hash) bool { return w.seen[h]&stale != 0 })
	slices.SortFunc(common, func(a, b plumbing.Hash) int { return cmp.Compare(a.String(), b.String()) })
	switch {
	case slices.Contains(common, a), slices.Contains(common, b):
		// One is an ancestor of the other, whatever else the history holds.
	case w.cut():
		return nil, errCut
	case len(common) == 0:
		return nil, fmt.Errorf("commit %s and HEAD have no common history", Commit(a.String()).Short())
	}
	list := make([]Commit, len(common))
	for i, hash := range common {
		list[i] = Commit(hash.String())
	}
	return list, nil
}

// walk is the commits that are still to be looked at.
type walk struct {
	repo  *Repository
	seen  map[plumbing.Hash]sides
	queue queue
}

// mark adds what is known of a commit, and looks at it again if that is new.
func (w *walk) mark(hash plumbing.Hash, flags sides) error {
	was := w.seen[hash]
	if was|flags == was {
		return nil
	}
	w.seen[hash] = was | flags
	c, err := w.repo.commit(hash)
	if err != nil {
		return err
	}
	heap.Push(&w.queue, c)
	return nil
}

// open reports that one of them may still be, or lead to, a base.
func (w *walk) open() bool {
	return slices.ContainsFunc(w.queue, func(c *object.Commit) bool { return w.seen[c.Hash]&stale == 0 })
}

// cut reports that a commit of one side has ancestors that are not here, which
// could be of the other side too.
func (w *walk) cut() bool {
	for hash := range w.repo.cut {
		if flags := w.seen[hash]; flags == ours || flags == theirs {
			return true
		}
	}
	return false
}

// queue has the youngest commit first.
type queue []*object.Commit

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].Committer.When.After(q[j].Committer.When) }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(*object.Commit)) }

func (q *queue) Pop() any {
	last := len(*q) - 1
	c := (*q)[last]
	*q = (*q)[:last]
	return c
}
