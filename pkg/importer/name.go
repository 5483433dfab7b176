package importer

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Slug makes a name of a text that files and command lines can bear: letters
// and digits in lower case, with a dash for what stood between them. It is ""
// when the text holds none.
func Slug(text string) string {
	const most = 60
	var b strings.Builder
	count, gap := 0, false
	for _, r := range strings.ToLower(text) {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			gap = b.Len() > 0
			continue
		case gap && r != 0:
			b.WriteByte('-')
			gap = false
			count++
		}
		if count++; count > most {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimRight(b.String(), "-")
}

// taken are folder names that mean something else beside agents.
var taken = []string{"agent", "assets", "connectors", "data", "locales", "mcps", "models", "node-modules", "prompts", "src", "tests"}

// FolderName is a slug that an agent's folder can be called, otherwise when
// the text yields none.
func FolderName(text, otherwise string) string {
	name := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '-'
		}
		return r
	}, Slug(text))
	if name = Slug(name); name == "" {
		name = otherwise
	}
	if slices.Contains(taken, name) {
		name += "-agent"
	}
	return name
}

// Names hands out names that differ from each other, whatever their case.
type Names struct{ used map[string]bool }

// Unique is the name, with a number behind it if it was handed out already.
func (n *Names) Unique(name string) string {
	if n.used == nil {
		n.used = map[string]bool{}
	}
	unique := name
	for i := 2; n.used[strings.ToLower(unique)]; i++ {
		unique = name + "-" + strconv.Itoa(i)
	}
	n.used[strings.ToLower(unique)] = true
	return unique
}
