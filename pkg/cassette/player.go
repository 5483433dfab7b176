package cassette

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Player answers calls from cassettes. It is safe for concurrent use.
type Player struct {
	folder Folder

	mu    sync.Mutex
	cases map[eval.Key]*loaded
}

// NewPlayer makes a player. It reads nothing yet.
func NewPlayer(f Folder) *Player { return &Player{folder: f, cases: map[eval.Key]*loaded{}} }

// loaded is the cassette of a case whose trials go on.
type loaded struct {
	once   sync.Once
	err    error
	mu     sync.Mutex
	trials map[int]*replaying
}

// replaying is one trial's recording and how much of it was used.
type replaying struct {
	*trial
	same map[ident][]int // exchanges of one and the same call, by their order
	used map[int]bool    // exchanges
}

// ident is what makes two calls of a trial the same.
type ident struct {
	role   eval.Role
	kind   Kind
	name   string
	hidden string
	hash   [sha256.Size]byte // of the canonical request
}

func identOf(x *exchange) ident {
	return ident{x.Role, x.Kind, x.Name, x.Hidden, sha256.Sum256([]byte(x.Request.Canonical()))}
}

// Open begins the context's trial and returns the time its prompts were made
// at. An error says why the trial cannot be replayed.
func (p *Player) Open(ctx context.Context) (clock time.Time, err error) {
	scope := eval.ScopeOf(ctx)
	l := p.load(placeOf(scope).Key)
	if l.err != nil {
		return time.Time{}, l.err
	}
	trial := l.trials[scope.Run]
	if trial == nil {
		return time.Time{}, &lacking{fmt.Sprintf("run %d of case %q is not in the cassette", scope.Run, scope.Case)}
	}
	return trial.Clock, nil
}

// Replay is what the call brought when the context's trial was recorded. Each
// recorded exchange answers once; calls that go on side by side may come in
// any order, and each of the same has the answer that it had then. One that is
// part of what lost then is lost again. A [*Miss] is the error of a call that
// was not recorded.
func (p *Player) Replay(ctx context.Context, call Call) (Answer, error) {
	scope := eval.ScopeOf(ctx)
	key := placeOf(scope).Key
	call, hidden := p.folder.clean(call)
	asked := &exchange{Role: scope.Role, Hidden: hidden, Call: call}
	miss := &Miss{scope: scope, call: call, file: p.folder.Name(p.folder.path(key)), dir: p.folder.Name(p.folder.Dir)}
	l := p.load(key)
	if l.err != nil {
		miss.why, miss.damaged = l.err.Error(), !errors.Is(l.err, ErrNotRecorded)
		return Answer{}, miss
	}
	miss.runs = len(l.trials)
	trial := l.trials[scope.Run]
	if trial != nil && !call.Shared && eval.BranchOf(ctx).Among(trial.Lost) {
		return Answer{Lost: true}, nil
	}
	if trial == nil {
		miss.why = "this run is not in it"
		return Answer{}, miss
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	id := identOf(asked)
	if _, ok := trial.same[id]; !ok {
		id = trial.equal(id, call.Request)
	}
	n, ok := trial.unused(trial.same[id], eval.BranchOf(ctx).Path())
	if !ok {
		miss.why = trial.why(asked, len(trial.same[id]))
		return Answer{}, miss
	}
	trial.used[n] = true
	return trial.Exchanges[n].Answer, nil
}

// unused is the first of these exchanges that answered nothing yet: of those
// that were made at this branch, else of all, since what surrounds them may
// have changed.
func (r *replaying) unused(exchanges []int, branch string) (n int, ok bool) {
	for _, i := range exchanges {
		switch {
		case r.used[i]:
		case r.Exchanges[i].Branch == branch:
			return i, true
		case !ok:
			n, ok = i, true
		}
	}
	return n, ok
}

// Finish forgets a case whose trials have ended.
func (p *Player) Finish(key eval.Key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.cases, key)
}

// load reads a case's cassette once.
func (p *Player) load(key eval.Key) *loaded {
	p.mu.Lock()
	l := p.cases[key]
	if l == nil {
		l = &loaded{}
		p.cases[key] = l
	}
	p.mu.Unlock()
	l.once.Do(func() {
		t, err := p.read(key)
		if err != nil {
			l.err = err
			return
		}
		l.trials = make(map[int]*replaying, len(t.Trials))
		for _, tr := range t.Trials {
			l.trials[tr.Run] = p.replaying(tr)
		}
	})
	return l
}

func (p *Player) read(key eval.Key) (*tape, error) {
	path := p.folder.path(key)
	if missing(path) {
		return nil, &lacking{"there is no cassette " + p.folder.Name(path)}
	}
	t, problems := read(path, p.folder.Name(path))
	if len(problems) == 0 {
		problems = p.owner(t, key)
	}
	if len(problems) == 0 {
		return t, nil
	}
	lines := make([]string, len(problems))
	for i, problem := range problems {
		lines[i] = problem.String()
	}
	return nil, fmt.Errorf("the cassette is damaged: %s", strings.Join(lines, "; "))
}

// replaying makes a recorded trial ready. What is a secret now may not have
// been one then, so both sides are redacted alike.
func (p *Player) replaying(t *trial) *replaying {
	r := &replaying{trial: t, same: map[ident][]int{}, used: map[int]bool{}}
	for i := range t.Exchanges {
		x := &t.Exchanges[i]
		clean, hidden := p.folder.clean(x.Call)
		if x.Call = clean; x.Hidden == "" {
			x.Hidden = hidden
		}
		id := identOf(x)
		r.same[id] = append(r.same[id], i)
	}
	return r
}

// equal is the recorded call with the same request spelt another way, such as
// 1.0 for 1; id itself when there is none.
func (r *replaying) equal(id ident, request eval.Value) ident {
	for other, at := range r.same {
		if other.role == id.role && other.kind == id.kind && other.name == id.name && other.hidden == id.hidden && r.Exchanges[at[0]].Request.Equal(request) {
			return other
		}
	}
	return id
}
