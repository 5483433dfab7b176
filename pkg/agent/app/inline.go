package app

import (
	"path/filepath"

	"github.com/surefoot-dev/surefoot/pkg/agent/locale"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// inlinePrompts reads prompts that stand in the package itself.
func (r *packageReader) inlinePrompts() {
	a := r.a
	assets := filepath.Join(a.Dir, "assets")
	if n := r.f.Node("prompts"); n != nil {
		if a.Prompts != nil {
			r.faults.At(n.Pos, "prompts", "the agent has prompts here and in prompts.yml, want one of them")
		}
		a.Prompts = r.l.readPrompts(owner{ofAgent, a.ID}, n, "prompts", assets, r.faults)
	}
	n := r.f.Node("prompt_presets")
	if n == nil {
		return
	}
	presets := r.f.Object("prompt_presets")
	for _, m := range n.Fields {
		presets.Allow(m.Key)
		if _, ok := a.Presets[m.Key]; ok {
			r.faults.At(m.KeyPos, "prompt_presets", "the preset %q stands here and in a file, want one of them", eval.Clip(m.Key))
			continue
		}
		a.Presets[m.Key] = r.l.readPrompts(owner{ofAgent, a.ID}, m.Node, presets.Path(m.Key), assets, r.faults)
	}
}

// inlineLocales reads translations that stand in the package itself.
func (r *packageReader) inlineLocales() {
	n := r.f.Node("locales")
	if n == nil {
		return
	}
	f := r.f.Object("locales")
	for _, m := range n.Fields {
		f.Allow(m.Key)
		if !r.a.Book.Local.Add(m.Key, locale.Flatten(m.Node, f.Path(m.Key), r.faults)) {
			r.faults.At(m.KeyPos, "locales", "the locale %q stands here and in a file, want one of them", eval.Clip(m.Key))
		}
	}
}

// wrappers keeps what wraps the agent's model, until all that it can name is
// known.
func (r *packageReader) wrappers() {
	r.a.wraps = r.f.Node("uses")
	if r.a.wraps != nil {
		r.f.Object("uses")
	}
}

// isNothing reports whether a setting turns nothing on. What an object holds is
// not looked at: nobody knows here what a key in it means.
func isNothing(n *source.Node) bool {
	switch n.Kind() {
	case eval.Null:
		return true
	case eval.Boolean:
		return n.Value.Raw() == "false"
	case eval.String:
		return n.Text == ""
	case eval.Array:
		return len(n.Items) == 0
	case eval.Object:
		return len(n.Fields) == 0
	default:
		return false
	}
}

// keyPos is where a key stands.
func keyPos(n *source.Node, key string) eval.Pos {
	for _, m := range n.Fields {
		if m.Key == key {
			return m.KeyPos
		}
	}
	return n.Pos
}
