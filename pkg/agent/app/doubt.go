package app

import (
	"slices"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/agent/locale"
	"github.com/surefoot-dev/surefoot/pkg/agent/prompt"
	"github.com/surefoot-dev/surefoot/pkg/eval"
	"github.com/surefoot-dev/surefoot/pkg/source"
)

// doubt warns of what in a prompt's text looks like a variable and is none.
func doubt(text string, pos eval.Pos, path string, faults *source.Faults) {
	for _, d := range prompt.Doubts(text) {
		p := faults.At(pos, path, "%s is no variable, so it stays as it is", d.Text)
		p.Warning = true
		if d.Meant != "" {
			p.Hint = "did you mean " + strconv.Quote(d.Meant) + "?"
		}
	}
}

// untranslated warns of each {{ key }} in an agent's prompts that no locale
// translates. It comes last, since a package may hold translations itself.
func (l *loader) untranslated(a *Agent) {
	faults := &source.Faults{Agent: a.ID}
	known := func(key string) bool { return a.Book.Has(key) }
	doubtKeys(a.Prompts, known, a.Book.Keys, faults)
	for _, name := range sortedKeys(a.Presets) {
		doubtKeys(a.Presets[name], known, a.Book.Keys, faults)
	}
	l.add(owner{ofAgent, a.ID}, faults.List)
}

// untranslatedGlobals does so in the application's prompts, whose keys may be
// any agent's.
func (l *loader) untranslatedGlobals() {
	var faults source.Faults
	own := &locale.Book{Global: l.app.global}
	known := func(key string) bool {
		return own.Has(key) || slices.ContainsFunc(l.app.Agents(), func(a *Agent) bool { return a.Book.Has(key) })
	}
	doubtKeys(l.app.Prompts, known, own.Keys, &faults)
	l.add(everywhere, faults.List)
}

func doubtKeys(prompts []prompt.Prompt, known func(key string) bool, all func() []string, faults *source.Faults) {
	for _, p := range prompts {
		for _, key := range locale.TemplateKeys(p.Content) {
			if known(key) {
				continue
			}
			fault := faults.At(p.Pos, p.Path, "{{ %s }} is in no locale, so it stays as it is", eval.Clip(key))
			fault.Hint, fault.Warning = source.DidYouMean(key, all()), true
		}
	}
}
