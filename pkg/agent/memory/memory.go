// Package memory is what an agent's scripts remember: values by their keys, in
// four spaces. It lives in a trial and is seen by no other one. It holds JSON,
// so nothing that a script keeps a hand on changes in it.
package memory

import (
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// The names of the spaces. All but the last are those of a whole trial; that
// of the context is emptied when a turn ends.
const (
	User    = "user"
	Team    = "team"
	Chat    = "chat"
	Context = "context"
)

// Names are all of them.
func Names() []string { return []string{User, Team, Chat, Context} }

// Memory has the spaces of a trial, or those that one of several calls that
// run side by side sees.
type Memory struct {
	now    func() time.Time
	spaces map[string]*Space
}

// New is a memory of nothing. Values expire by the clock.
func New(now func() time.Time) *Memory {
	m := &Memory{now: now, spaces: map[string]*Space{}}
	for _, name := range Names() {
		m.spaces[name] = NewSpace(now)
	}
	return m
}

// Space is the space of that name, nil where there is none.
func (m *Memory) Space(name string) *Space { return m.spaces[name] }

// Fork is the same memory with a context of its own, for a call that runs
// beside others.
func (m *Memory) Fork() *Memory {
	fork := &Memory{now: m.now, spaces: map[string]*Space{}}
	for name, s := range m.spaces {
		fork.spaces[name] = s
	}
	fork.spaces[Context] = NewSpace(m.now)
	return fork
}

// Copy is a memory that begins with what this one holds now, without the
// context, and shares nothing with it.
func (m *Memory) Copy() *Memory {
	c := &Memory{now: m.now, spaces: map[string]*Space{Context: NewSpace(m.now)}}
	for name, s := range m.spaces {
		if name != Context {
			c.spaces[name] = s.Copy()
		}
	}
	return c
}

// Space holds values by their keys, in the order in which keys came. It is
// safe for concurrent use.
type Space struct {
	now func() time.Time

	mu     sync.Mutex
	values map[string]entry
	order  []string
}

type entry struct {
	value   eval.Value
	expires time.Time // zero for never
}

// NewSpace is a space of nothing. Values expire by the clock.
func NewSpace(now func() time.Time) *Space { return &Space{now: now, values: map[string]entry{}} }

// Copy is a space that begins with what this one holds now.
func (s *Space) Copy() *Space {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Space{now: s.now, values: maps.Clone(s.values), order: slices.Clone(s.order)}
}

// Get is the value of a key, absent where there is none.
func (s *Space) Get(key string) eval.Value {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.get(key)
}

func (s *Space) get(key string) eval.Value {
	e, ok := s.values[key]
	if !ok {
		return eval.Value{}
	}
	if !e.expires.IsZero() && !s.now().Before(e.expires) {
		s.drop(key)
		return eval.Value{}
	}
	return e.value
}

func (s *Space) drop(key string) {
	delete(s.values, key)
	s.order = slices.DeleteFunc(s.order, func(k string) bool { return k == key })
}

// put keeps a value, with the time that its key has where it has one.
func (s *Space) put(key string, v eval.Value) {
	e, ok := s.values[key]
	if !ok {
		s.order = append(s.order, key)
	}
	e.value = v
	s.values[key] = e
}

// Set keeps a value, for as long as ttl says; for ever when that is 0.
func (s *Space) Set(key string, v eval.Value, ttl time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.put(key, v)
	e := s.values[key]
	e.expires = time.Time{}
	if ttl > 0 {
		e.expires = s.now().Add(ttl)
	}
	s.values[key] = e
}

// Has reports whether a key has a value.
func (s *Space) Has(key string) bool { return !s.Get(key).IsZero() }

// Del forgets a key, or all keys that a pattern with * fits.
func (s *Space) Del(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !strings.Contains(key, "*") {
		s.drop(key)
		return
	}
	// A * of the pattern is the only thing that means more than itself, and it
	// goes over slashes, which keys may have.
	pattern := strings.NewReplacer("*", "*", "?", `\?`, "[", `\[`, `\`, `\\`, "/", "\x00").Replace(key)
	for _, k := range slices.Clone(s.order) {
		if ok, _ := path.Match(pattern, strings.ReplaceAll(k, "/", "\x00")); ok {
			s.drop(k)
		}
	}
}

// Take is the value of a key, which is then forgotten.
func (s *Space) Take(key string) eval.Value {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.get(key)
	s.drop(key)
	return v
}

// Keys are all keys that have a value.
func (s *Space) Keys() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := make([]string, 0, len(s.order))
	for _, key := range slices.Clone(s.order) {
		if !s.get(key).IsZero() {
			keys = append(keys, key)
		}
	}
	return keys
}

// Len is how many there are.
func (s *Space) Len() int { return len(s.Keys()) }

// Clear forgets everything.
func (s *Space) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.values)
	s.order = nil
}
