package wire

import (
	"bytes"

	"github.com/tidwall/gjson"
)

// isStated reports whether the field of an error says that there is one.
func isStated(value []byte) bool {
	if !Valid(value) {
		return len(bytes.TrimSpace(value)) > 0
	}
	return IsSaid(gjson.ParseBytes(value))
}

// bare gives as an error the JSON that stands outside the fields of events,
// where browsers would pass over it: a server that fails writes so what it
// would have as a whole answer, in one line or over several.
func (e *Events) bare(line []byte) (data, name []byte, err error) {
	e.data = append(e.data[:0], line...)
	if !Valid(e.data) {
		for err == nil {
			if line, err = e.line(); len(line) == 0 {
				break
			}
			e.data = append(append(e.data, '\n'), line...)
		}
	}
	return e.data, []byte(ErrorEvent), nil
}
