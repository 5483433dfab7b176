package memory_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/surefoot-dev/surefoot/pkg/agent/memory"
	"github.com/surefoot-dev/surefoot/pkg/eval"
)

func v(raw string) eval.Value { return eval.Trusted(raw) }

func values(raw ...string) []eval.Value {
	list := make([]eval.Value, len(raw))
	for i, r := range raw {
		list[i] = v(r)
	}
	return list
}

func space(t *testing.T) (*memory.Space, *time.Time) {
	t.Helper()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return memory.New(func() time.Time { return now }).Space(memory.User), &now
}

func TestAValueLastsAsLongAsItWasSetFor(t *testing.T) {
	t.Parallel()
	s, now := space(t)
	s.Set("a", v("1"), 0)
	s.Set("b", v("2"), 300*time.Second)
	*now = now.Add(299 * time.Second)
	if got := s.Keys(); !cmp.Equal(got, []string{"a", "b"}) {
		t.Errorf("before: %q", got)
	}
	if _, err := s.Add("b", 1); err != nil { // keeps its time
		t.Error(err)
	}
	*now = now.Add(time.Second)
	if got := s.Keys(); !cmp.Equal(got, []string{"a"}) || s.Has("b") || s.Len() != 1 {
		t.Errorf("after: %q", got)
	}
	s.Set("a", v("3"), time.Second)
	s.Set("a", v("4"), 0)
	*now = now.Add(time.Hour)
	if got := s.Take("a"); got.Raw() != "4" || s.Has("a") {
		t.Errorf("set anew: %q", got.Raw())
	}
}

func TestDelTakesPatterns(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string][]string{
		"a/b": {"a/c", "ab", "[x]", "b?"}, "a*": {"[x]", "b?"}, "*": {}, "[x]*": {"a/b", "a/c", "ab", "b?"}, "b?*": {"a/b", "a/c", "ab", "[x]"}, "*/c": {"a/b", "ab", "[x]", "b?"},
	} {
		s, _ := space(t)
		for _, key := range []string{"a/b", "a/c", "ab", "[x]", "b?"} {
			s.Set(key, v("1"), 0)
		}
		s.Del(pattern)
		if diff := cmp.Diff(want, s.Keys()); diff != "" {
			t.Errorf("%s: %s", pattern, diff)
		}
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	s, _ := space(t)
	check := func(what string, got []eval.Value, err error, want ...string) {
		t.Helper()
		if fmt.Sprint(texts(got)) != fmt.Sprint(want) || err != nil {
			t.Errorf("%s: got %v, %v, want %v", what, texts(got), err, want)
		}
	}
	one := func(v eval.Value, err error) ([]eval.Value, error) {
		if v.IsZero() {
			return nil, err
		}
		return []eval.Value{v}, err
	}
	if err := s.Push("l", values("1", `{"a":1}`, "3")); err != nil {
		t.Fatal(err)
	}
	if err := s.AddToSet("l", values(`{"a":1.0}`, "4", "4")); err != nil {
		t.Fatal(err)
	}
	all, err := s.All("l")
	check("all", all, err, "1", `{"a":1}`, "3", "4")
	got, err := s.Slice("l", -2, -1)
	check("the last two", got, err, "3", "4")
	got, err = s.Slice("l", 1, 99)
	check("from 1", got, err, `{"a":1}`, "3", "4")
	got, err = s.Slice("l", 3, 1)
	check("backwards", got, err)
	got, err = one(s.At("l", -1))
	check("the last", got, err, "4")
	got, err = one(s.At("l", 4))
	check("behind the end", got, err)
	if err := s.Put("l", -4, v("0")); err != nil {
		t.Error(err)
	}
	if err := s.Put("l", 4, v("0")); err == nil || err.Error() != `"l" has no element 4, but 4 elements` {
		t.Errorf("got %v", err)
	}
	got, err = one(s.Pop("l"))
	check("pop", got, err, "4")
	got, err = s.Pull("l", 2)
	check("pull", got, err, "0", `{"a":1}`)
	got, err = s.Pull("l", 9)
	check("pull the rest", got, err, "3")
	got, err = one(s.Pop("none"))
	check("pop of nothing", got, err)
	if !s.Has("l") || s.Has("none") {
		t.Errorf("keys %q", s.Keys())
	}
}

func TestAKeyHoldsOneKindOfThing(t *testing.T) {
	t.Parallel()
	s, _ := space(t)
	s.Set("text", v(`"x"`), 0)
	if _, err := s.Add("text", 1); err == nil || err.Error() != `"text" holds no number, but "x"` {
		t.Errorf("got %v", err)
	}
	if err := s.Push("text", values("1")); err == nil || err.Error() != `"text" holds no list, but "x"` {
		t.Errorf("got %v", err)
	}
}

func TestAForkSharesAllButTheContext(t *testing.T) {
	t.Parallel()
	m := memory.New(time.Now)
	fork := m.Fork()
	for _, name := range memory.Names() {
		fork.Space(name).Set("k", v("1"), 0)
		if shared := m.Space(name).Has("k"); shared == (name == memory.Context) {
			t.Errorf("%s is shared: %v", name, shared)
		}
	}
}

func TestCountersAddUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := memory.New(time.Now).Space(memory.Chat)
		sum := 0
		for _, n := range rapid.SliceOf(rapid.IntRange(-1000, 1000)).Draw(t, "steps") {
			sum += n
			if got, err := s.Add("n", float64(n)); err != nil || got != float64(sum) {
				t.Fatalf("got %v, %v, want %d", got, err, sum)
			}
		}
	})
}

func texts(list []eval.Value) []string {
	var out []string
	for _, v := range list {
		out = append(out, v.Raw())
	}
	return out
}

func TestACopySharesNothing(t *testing.T) {
	t.Parallel()
	m := memory.New(time.Now)
	for _, name := range memory.Names() {
		m.Space(name).Set("k", v("1"), 0)
	}
	c := m.Copy()
	for _, name := range memory.Names() {
		if got := c.Space(name).Has("k"); got == (name == memory.Context) {
			t.Errorf("%s is copied: %v", name, got)
		}
		c.Space(name).Set("k", v("2"), 0)
		c.Space(name).Set("new", v("2"), 0)
		if got := m.Space(name); got.Get("k").Raw() != "1" || got.Has("new") {
			t.Errorf("%s is shared: %q", name, got.Keys())
		}
	}
}
