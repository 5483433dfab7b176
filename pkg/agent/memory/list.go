package memory

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Add adds to a number, which begins at 0, and gives the sum.
func (s *Space) Add(key string, by float64) (float64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := by
	if v := s.get(key); !v.IsZero() {
		n, err := strconv.ParseFloat(v.Raw(), 64)
		if v.Kind() != eval.Number || err != nil {
			return 0, fmt.Errorf("%q holds no number, but %s", key, eval.Clip(v.Raw()))
		}
		sum += n
	}
	v, err := eval.ValueOf(sum)
	if err != nil {
		return 0, fmt.Errorf("%q would be %v", key, sum)
	}
	s.put(key, v)
	return sum, nil
}

// list is the list that a key holds, nil where there is none.
func (s *Space) list(key string) ([]eval.Value, error) {
	v := s.get(key)
	if v.IsZero() {
		return nil, nil
	}
	if v.Kind() != eval.Array {
		return nil, fmt.Errorf("%q holds no list, but %s", key, eval.Clip(v.Raw()))
	}
	return v.Items(), nil
}

// change has a list changed by f.
func (s *Space) change(key string, f func([]eval.Value) ([]eval.Value, error)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	list, err := s.list(key)
	if err != nil {
		return err
	}
	if list, err = f(slices.Clone(list)); err != nil {
		return err
	}
	if len(list) == 0 && s.get(key).IsZero() {
		return nil // nothing came of nothing
	}
	if list == nil {
		list = []eval.Value{}
	}
	v, err := eval.ValueOf(list)
	if err != nil {
		return err
	}
	s.put(key, v)
	return nil
}

// Push adds values to the end of a list.
func (s *Space) Push(key string, values []eval.Value) error {
	return s.change(key, func(list []eval.Value) ([]eval.Value, error) { return append(list, values...), nil })
}

// AddToSet adds those of the values to a list that are not in it.
func (s *Space) AddToSet(key string, values []eval.Value) error {
	return s.change(key, func(list []eval.Value) ([]eval.Value, error) {
		for _, v := range values {
			if !slices.ContainsFunc(list, v.Equal) {
				list = append(list, v)
			}
		}
		return list, nil
	})
}

// Pop takes the last value off a list, absent where there is none.
func (s *Space) Pop(key string) (eval.Value, error) {
	var last eval.Value
	return last, s.change(key, func(list []eval.Value) ([]eval.Value, error) {
		if len(list) == 0 {
			return nil, nil
		}
		last = list[len(list)-1]
		return list[:len(list)-1], nil
	})
}

// Pull takes the first n values off a list, or as many as there are.
func (s *Space) Pull(key string, n int) ([]eval.Value, error) {
	var first []eval.Value
	err := s.change(key, func(list []eval.Value) ([]eval.Value, error) {
		n = min(max(n, 0), len(list))
		first = slices.Clone(list[:n])
		return list[n:], nil
	})
	return first, err
}

// All are the values of a list.
func (s *Space) All(key string) ([]eval.Value, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list(key)
}

// At is the value at an index of a list, from its end where that is negative;
// absent outside of it.
func (s *Space) At(key string, i int) (eval.Value, error) {
	list, err := s.All(key)
	if i < 0 {
		i += len(list)
	}
	if err != nil || i < 0 || i >= len(list) {
		return eval.Value{}, err
	}
	return list[i], nil
}

// Put replaces the value at an index that the list has.
func (s *Space) Put(key string, i int, v eval.Value) error {
	return s.change(key, func(list []eval.Value) ([]eval.Value, error) {
		at := i
		if at < 0 {
			at += len(list)
		}
		if at < 0 || at >= len(list) {
			return nil, fmt.Errorf("%q has no element %d, but %d elements", key, i, len(list))
		}
		list[at] = v
		return list, nil
	})
}

// Slice are the values from one index to another, both included, from the end
// where they are negative.
func (s *Space) Slice(key string, from, to int) ([]eval.Value, error) {
	list, err := s.All(key)
	if from < 0 {
		from = max(from+len(list), 0)
	}
	if to < 0 {
		to += len(list)
	}
	to = min(to+1, len(list))
	if err != nil || from >= to {
		return nil, err
	}
	return list[from:to], nil
}
