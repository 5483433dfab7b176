package extract

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// longest is how many bytes of an id a name keeps. Systems allow 255 with all
// that comes behind.
const longest = 120

// Names are the file names of the cases, in their order: the id, behind the
// agent's where there are several. An id that cannot be a name as it is, or
// that some system takes for another one, gets a piece of its
// hash, so that no two are the same and each stays the same from run to run.
func Names(cases []eval.CaseResult, ext string) []string {
	several := slices.ContainsFunc(cases, func(c eval.CaseResult) bool { return c.Agent != cases[0].Agent })
	names := make([]string, len(cases))
	changed := make([]bool, len(cases))
	count := map[string]int{}
	for i := range cases {
		id := cases[i].ID
		if several {
			id = cases[i].Agent + "." + id
		}
		names[i] = safe(id)
		changed[i] = names[i] != id || ambiguous(id)
		if !changed[i] {
			count[folded(names[i])]++
		}
	}
	taken := map[string]bool{}
	for i := range cases {
		if count[folded(names[i])] > 1 {
			changed[i] = true
		}
		if !changed[i] {
			taken[folded(names[i])] = true
		}
	}
	for i := range cases {
		if changed[i] {
			names[i] = distinct(names[i]+"-"+hashOf(cases[i].Key()), taken)
		}
		names[i] += ext
	}
	return names
}

// distinct is the name, numbered in the rare case that another one has it.
func distinct(name string, taken map[string]bool) string {
	unique := name
	for n := 2; taken[folded(unique)]; n++ {
		unique = name + "-" + strconv.Itoa(n)
	}
	taken[folded(unique)] = true
	return unique
}

func hashOf(key eval.Key) string {
	sum := sha256.Sum256([]byte(key.Agent + "\x00" + key.ID))
	return hex.EncodeToString(sum[:4])
}

// safe is an id as a file name that every system takes: no folder, no drive,
// no hidden file, no device, nothing a shell or a screen obeys.
func safe(id string) string {
	var b strings.Builder
	for _, r := range id {
		if !unicode.In(r, unicode.L, unicode.N, unicode.M) && !strings.ContainsRune("-_.+=,@ ", r) || r == utf8.RuneError {
			r = '_'
		}
		if b.Len()+utf8.RuneLen(r) > longest {
			break
		}
		b.WriteRune(r)
	}
	name := b.String()
	if cut := strings.TrimRight(name, " ."); cut != name {
		name = cut + "_"
	}
	if name == "" || strings.ContainsRune("-. ", rune(name[0])) || device(name) {
		name = "_" + name
	}
	return name
}

// device reports whether Windows takes a name for a device, whatever its
// extension.
func device(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	stem = strings.TrimRight(stem, " ")
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$":
		return true
	}
	port := strings.TrimRight(stem, "0123456789¹²³")
	number := strings.TrimPrefix(stem, port)
	return (port == "COM" || port == "LPT") && utf8.RuneCountInString(number) == 1
}

// folded is a name as systems compare it that ignore case.
func folded(name string) string { return strings.ToLower(strings.ToUpper(name)) }

// ambiguous reports whether some systems write the name in other characters:
// letters that are put together of pieces, and ideographs that stand twice in
// Unicode.
func ambiguous(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool {
		return unicode.Is(unicode.M, r) || r >= 0x1100 && r <= 0x11ff || r >= 0xf900 && r <= 0xfaff || r >= 0x2f800 && r <= 0x2fa1f
	})
}
