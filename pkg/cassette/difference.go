package cassette

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// differences counts where two requests differ and keeps the first place.
type differences struct {
	count int
	first string
}

func (d *differences) add(path, recorded, now string) {
	if d.count++; d.count == 1 {
		d.first = fmt.Sprintf("%s: recorded %s, now %s", path, recorded, now)
	}
}

// compare goes through both values in the order of the file.
func (d *differences) compare(path string, recorded, now eval.Value) {
	kind := recorded.Kind()
	switch {
	case kind != now.Kind() || kind != eval.Object && kind != eval.Array:
		if !recorded.Equal(now) {
			a, b := shown(recorded, now)
			d.add(path, a, b)
		}
	case kind == eval.Array:
		a, b := recorded.Items(), now.Items()
		for i := range max(len(a), len(b)) {
			d.compare(path+"["+strconv.Itoa(i)+"]", item(a, i), item(b, i))
		}
	default:
		a, b := recorded.Members(), now.Members()
		keys := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
		slices.Sort(keys)
		for _, key := range slices.Compact(keys) {
			at := eval.Clip(key)
			if path != "" {
				at = path + "." + at
			}
			d.compare(at, a[key], b[key])
		}
	}
}

func item(list []eval.Value, i int) eval.Value {
	if i < len(list) {
		return list[i]
	}
	return eval.Value{}
}

// Of two texts that differ, so many bytes before the difference are shown, and
// so many characters in all.
const (
	lead = 15
	most = 48
)

// shown is both values as a message shows them: long texts from shortly
// before the place where they part.
func shown(a, b eval.Value) (string, string) {
	x, isText := a.Str()
	y, areTexts := b.Str()
	if !isText || !areTexts {
		return words(a), words(b)
	}
	same := 0
	for same < len(x) && same < len(y) && x[same] == y[same] {
		same++
	}
	if same <= 2*lead {
		return excerpt(x, 0), excerpt(y, 0)
	}
	from := same - lead
	for from > 0 && !utf8.RuneStart(x[from]) {
		from--
	}
	if blank := strings.IndexByte(x[from:same], ' '); blank >= 0 {
		from += blank + 1 // a whole word
	}
	return excerpt(x, from), excerpt(y, from)
}

func excerpt(s string, from int) string {
	s = s[from:]
	count := 0
	for i := range s {
		if count++; count > most {
			s = s[:i] + "..."
			break
		}
	}
	if from > 0 {
		s = "..." + s
	}
	return strconv.Quote(s)
}

func words(v eval.Value) string {
	switch v.Kind() {
	case eval.Absent:
		return "nothing"
	case eval.String:
		s, _ := v.Str()
		return excerpt(s, 0)
	default:
		return eval.Clip(strings.Join(strings.Fields(v.Canonical()), " "))
	}
}
