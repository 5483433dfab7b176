package console

// ink colours text, or leaves it as it is. Colour only repeats what a symbol
// or a word says.
type ink bool

func (k ink) sgr(code, s string) string {
	if !k || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[m"
}

func (k ink) bold(s string) string   { return k.sgr("1", s) }
func (k ink) dim(s string) string    { return k.sgr("2", s) }
func (k ink) red(s string) string    { return k.sgr("31", s) }
func (k ink) green(s string) string  { return k.sgr("32", s) }
func (k ink) yellow(s string) string { return k.sgr("33", s) }
func (k ink) cyan(s string) string   { return k.sgr("36", s) }
