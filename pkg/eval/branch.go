package eval

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// Branch is one of several calls that go on side by side within a trial, or
// the trial itself, which is the zero one. It travels in the context, so that
// what differs from call to call is told apart by where it was made and not by
// which came first. It is safe for concurrent use.
type Branch struct {
	above *Branch
	path  string
	forks atomic.Int64 // so far

	mu   sync.Mutex
	lost []string // paths of those below a trial that lost
}

type branchKey struct{}

// WithBranch returns a context that carries b.
func WithBranch(ctx context.Context, b *Branch) context.Context {
	return context.WithValue(ctx, branchKey{}, b)
}

// BranchOf is the context's branch, nil when it has none.
func BranchOf(ctx context.Context) *Branch {
	b, _ := ctx.Value(branchKey{}).(*Branch)
	return b
}

// Fork makes n branches of b, nil being a trial of its own. Their paths depend
// on how often b forked before, and on nothing that others do.
func (b *Branch) Fork(n int) []*Branch {
	if b == nil {
		b = &Branch{}
	}
	fork := b.forks.Add(1)
	branches := make([]*Branch, n)
	for i := range branches {
		branches[i] = &Branch{above: b, path: b.path + "/" + strconv.FormatInt(fork, 10) + "." + strconv.Itoa(i+1)}
	}
	return branches
}

// Path names the branch within its trial, such as "/1.2" for the second call of
// the first fork; "" is the trial itself.
func (b *Branch) Path() string {
	if b == nil {
		return ""
	}
	return b.path
}

// Lose says that nobody waits for the branch any more: another one was first.
func (b *Branch) Lose() {
	t := b
	for t.above != nil {
		t = t.above
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lost = append(t.lost, b.path)
}

// Lost reports whether the branch, or what it is part of, lost.
func (b *Branch) Lost() bool {
	if b == nil {
		return false
	}
	t := b
	for t.above != nil {
		t = t.above
	}
	return b.Among(t.Losers())
}

// Losers are the paths of the branches of a trial that lost, in the order of
// their paths. Nil has none.
func (b *Branch) Losers() []string {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	losers := slices.Clone(b.lost)
	slices.Sort(losers)
	return losers
}

// Among reports whether the branch is one of those with these paths, or part of
// one.
func (b *Branch) Among(paths []string) bool {
	for ; b != nil; b = b.above {
		if slices.Contains(paths, b.path) {
			return true
		}
	}
	return false
}
