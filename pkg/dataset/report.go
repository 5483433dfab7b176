package dataset

import (
	"io"
	"os"

	"github.com/go-json-experiment/json/jsontext"
)

// IsReport reports whether the file at path is a report of an earlier run.
func IsReport(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return isReport(f)
}

// isReport reports whether the text begins as our reports do: with a start
// row, or with the schema version of a JSON report. It reads no further than
// it must, since the text may be a large case file.
func isReport(r io.Reader) bool {
	dec := jsontext.NewDecoder(r)
	if open, err := dec.ReadToken(); err != nil || open.Kind() != jsontext.KindBeginObject {
		return false
	}
	for first := true; ; first = false {
		name, err := dec.ReadToken()
		if err != nil || name.Kind() != jsontext.KindString {
			return false
		}
		switch key := name.String(); {
		case key == "schema_version":
			return true
		case !first:
			if dec.SkipValue() != nil {
				return false
			}
		case key != "type":
			return false
		default:
			kind, err := dec.ReadToken()
			if err != nil || kind.Kind() != jsontext.KindString || kind.String() != "start" {
				return false
			}
		}
	}
}
