package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// again is the command that runs one case of this run once more, with what
// can change its answer.
func (p *Process) again(s *suite, c eval.CaseResult) string {
	words := []string{"surefoot", "eval"}
	if s.selection.agent != "" {
		words = append(words, s.selection.agent)
	}
	if c.Pos.File != "" {
		words = append(words, "@"+c.Pos.File)
	}
	words = append(words, "--case", c.ID)
	texts := s.settings.Texts()
	for _, name := range []string{"app", "env", "ctx", "connector", "user", "team", "locale", "runs", "seed", "timeout", "replay"} {
		text, given := texts[name]
		if name == "seed" && s.player == nil {
			text, given = strconv.FormatInt(s.settings.Seed, 10), true
		}
		if given {
			words = append(words, "--"+name, text)
		}
	}
	for _, mask := range s.settings.Mask {
		words = append(words, "--mask", mask.String())
	}
	words = append(words, "-v")
	for i, word := range words {
		words[i] = shellWord(word)
	}
	return strings.Join(words, " ")
}

// shellWord quotes a word for a POSIX shell where it must be.
func shellWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./@:=+,%", r)
	}
	if word != "" && !slices.ContainsFunc([]rune(word), func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
