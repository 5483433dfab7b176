package eval

import "context"

// Scope says for which trial, turn and role something is done. It travels in
// the context, so that models, cassettes and usage can tell calls apart
// without a parameter in every signature.
type Scope struct {
	Agent string
	Case  string
	Run   int // 1-based
	Turn  int // 1-based
	Role  Role
	Base  bool // of the other revision that the run is put beside
}

type scopeKey struct{}

// WithScope returns a context that carries s.
func WithScope(ctx context.Context, s Scope) context.Context {
	return context.WithValue(ctx, scopeKey{}, s)
}

// ScopeOf is the context's scope, the zero one when it has none.
func ScopeOf(ctx context.Context) Scope {
	s, _ := ctx.Value(scopeKey{}).(Scope)
	return s
}
