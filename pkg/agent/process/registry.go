// Package process knows what scripts call by name with Process: functions of
// the host, each a leaf that turns JSON into JSON, and families of names that
// others look up. A name that nothing has is an error with the nearest one. It
// knows neither agents nor scripts.
package process

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// Func is a process. What it gives is made JSON; nil is null.
type Func func(ctx context.Context, args Args) (any, error)

// Family is every process whose name begins alike: it is given the rest of the
// name as it was written.
type Family func(ctx context.Context, name string, args Args) (any, error)

// Registry is a set of processes. It is made once and then safe for concurrent
// use.
type Registry struct {
	exact    map[string]Func // by their names in lower case
	families map[string]Family
	names    []string // as people write them
}

// New has the processes that need nothing but their arguments and a clock.
func New(now func() time.Time) *Registry {
	r := &Registry{exact: map[string]Func{}, families: map[string]Family{}}
	for _, set := range []map[string]Func{encoding(), texts(), times(now), addresses(), throws(), hashes()} {
		for _, name := range slices.Sorted(maps.Keys(set)) {
			r.Add(name, set[name])
		}
	}
	return r
}

// Add adds a process. Names are the same whatever their letters' case.
func (r *Registry) Add(name string, f Func) {
	r.exact[strings.ToLower(name)] = f
	r.names = append(r.names, name)
}

// AddFamily adds all processes whose names begin with prefix, which ends in a
// dot.
func (r *Registry) AddFamily(prefix string, f Family) {
	r.families[strings.ToLower(prefix)] = f
	r.names = append(r.names, prefix+"...")
}

// Call calls a process.
func (r *Registry) Call(ctx context.Context, name string, values []eval.Value) (eval.Value, error) {
	args := Args{name: name, values: values, err: new(error)}
	result, err := r.find(ctx, name, args)
	if *args.err != nil {
		err = *args.err
	}
	if err != nil {
		return eval.Value{}, err
	}
	if v, ok := result.(eval.Value); ok {
		return v, nil
	}
	return eval.ValueOf(result)
}

func (r *Registry) find(ctx context.Context, name string, args Args) (any, error) {
	key := strings.ToLower(name)
	if f, ok := r.exact[key]; ok {
		return f(ctx, args)
	}
	for _, prefix := range slices.Backward(slices.Sorted(maps.Keys(r.families))) { // the longest first
		if rest, ok := strings.CutPrefix(key, prefix); ok && rest != "" {
			return r.families[prefix](ctx, name[len(name)-len(rest):], args)
		}
	}
	return nil, &Unknown{r.none(name)}
}

// Lacks says that nothing has the name, "" when something may: a family knows
// its names when it is called.
func (r *Registry) Lacks(name string) string {
	key := strings.ToLower(name)
	if _, ok := r.exact[key]; ok {
		return ""
	}
	for prefix := range r.families {
		if strings.HasPrefix(key, prefix) && key != prefix {
			return ""
		}
	}
	return r.none(name)
}

func (r *Registry) none(name string) string {
	message := fmt.Sprintf("there is no process %q", eval.Clip(name))
	if hint := source.DidYouMean(name, r.names); hint != "" {
		message += " (" + hint + ")"
	}
	return message
}

// Unknown is the error of a name that nothing has here.
type Unknown struct{ Message string }

// Error is the message.
func (e *Unknown) Error() string { return e.Message }
