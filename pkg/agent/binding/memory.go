package binding

import (
	"fmt"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/agent/memory"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/script"
)

// spaces is ctx.memory.
func spaces(m *memory.Memory) script.Arg {
	arg := script.Arg{Objects: map[string]func() script.Arg{}}
	for _, name := range memory.Names() {
		arg.Objects[name] = func() script.Arg {
			return script.Arg{Methods: functions("ctx.memory."+name+".", remembering(m.Space(name)))}
		}
	}
	return arg
}

// remembering are the functions of a space, which stores have too.
func remembering(s *memory.Space) map[string]func(*params) (any, error) {
	keyed := func(do func(key string, p *params) (any, error)) func(*params) (any, error) {
		return func(p *params) (any, error) {
			key := p.text(0, "a key")
			if p.err != nil {
				return nil, p.err
			}
			return do(key, p)
		}
	}
	count := func(sign float64) func(*params) (any, error) {
		return keyed(func(key string, p *params) (any, error) {
			by := p.number(1, "a number", 1)
			if p.err != nil {
				return nil, p.err
			}
			return ask(s.Add(key, sign*by))
		})
	}
	indexed := func(do func(key string, i int, p *params) (any, error)) func(*params) (any, error) {
		return keyed(func(key string, p *params) (any, error) {
			i := p.whole(1, "a whole number")
			if p.err != nil {
				return nil, p.err
			}
			return do(key, i, p)
		})
	}
	return map[string]func(*params) (any, error){
		"Get":    keyed(func(key string, _ *params) (any, error) { return orNull(s.Get(key)), nil }),
		"Set":    keyed(func(key string, p *params) (any, error) { return nil, keep(s, key, p) }),
		"Del":    keyed(func(key string, _ *params) (any, error) { s.Del(key); return nil, nil }),
		"Has":    keyed(func(key string, _ *params) (any, error) { return s.Has(key), nil }),
		"GetDel": keyed(func(key string, _ *params) (any, error) { return orNull(s.Take(key)), nil }),
		"Keys":   func(*params) (any, error) { return s.Keys(), nil },
		"Len":    func(*params) (any, error) { return s.Len(), nil },
		"Clear":  func(*params) (any, error) { s.Clear(); return nil, nil },
		"Incr":   count(1),
		"Decr":   count(-1),
		"Push":   keyed(func(key string, p *params) (any, error) { return nil, s.Push(key, several(p)) }),
		"Pop": keyed(func(key string, _ *params) (any, error) {
			v, err := s.Pop(key)
			return orNull(v), err
		}),
		"Pull":     indexed(func(key string, n int, _ *params) (any, error) { return list(s.Pull(key, n)) }),
		"PullAll":  keyed(func(key string, _ *params) (any, error) { return list(s.Pull(key, maxList)) }),
		"AddToSet": keyed(func(key string, p *params) (any, error) { return nil, s.AddToSet(key, several(p)) }),
		"ArrayLen": keyed(func(key string, _ *params) (any, error) {
			all, err := s.All(key)
			return len(all), err
		}),
		"ArrayGet": indexed(func(key string, i int, _ *params) (any, error) {
			v, err := s.At(key, i)
			return orNull(v), err
		}),
		"ArraySet": indexed(func(key string, i int, p *params) (any, error) { return nil, s.Put(key, i, p.value(2)) }),
		"ArraySlice": indexed(func(key string, from int, p *params) (any, error) {
			to := p.whole(2, "the index of the last element")
			return list(s.Slice(key, from, to))
		}),
		"ArrayPage": indexed(func(key string, page int, p *params) (any, error) {
			size := p.whole(2, "how many elements a page has")
			if page < 1 {
				p.fail(1, "a page from 1 on")
			}
			if size < 1 || size > maxList {
				p.fail(2, "a number of elements from 1 on")
			}
			if p.err != nil {
				return nil, p.err
			}
			return list(s.Slice(key, (page-1)*size, page*size-1))
		}),
		"ArrayAll": keyed(func(key string, _ *params) (any, error) { return list(s.All(key)) }),
	}
}

// maxList is more elements than a list can have.
const maxList = 1 << 30

// keep sets a key for some seconds, or for good.
func keep(s *memory.Space, key string, p *params) error {
	ttl := p.number(2, "a number of seconds", 0)
	if ttl < 0 || ttl > maxList {
		p.fail(2, "a number of seconds")
	}
	if p.err != nil {
		return p.err
	}
	s.Set(key, p.value(1), time.Duration(ttl*float64(time.Second)))
	return nil
}

func orNull(v eval.Value) eval.Value {
	if v.IsZero() {
		return eval.Trusted("null")
	}
	return v
}

func list(values []eval.Value, err error) (any, error) {
	if values == nil {
		values = []eval.Value{}
	}
	return values, err
}

// several are the values to add: those of a list, or a single one.
func several(p *params) []eval.Value {
	if v := p.value(1); v.Kind() == eval.Array {
		return v.Items()
	}
	return []eval.Value{p.value(1)}
}

// Remember calls a function of a space by its name, for processes.
func Remember(s *memory.Space, name, function string, args []eval.Value) (any, error) {
	do, ok := remembering(s)[function]
	if !ok {
		return nil, fmt.Errorf("there is no process %q", eval.Clip(name))
	}
	p := &params{call: &script.Call{Args: args}, name: name}
	v, err := do(p)
	if p.err != nil {
		return nil, p.err
	}
	return v, err
}
