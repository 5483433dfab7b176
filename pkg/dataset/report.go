package dataset

import (
	"bufio"
	"io"
	"os"
	"strings"

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
// row, with the schema version of a JSON report, or with what the other
// formats begin with. It reads no further than it must, since the text may be
// a large case file.
func isReport(r io.Reader) bool {
	const enough = 1 << 10
	in := bufio.NewReaderSize(r, enough)
	if head, _ := in.Peek(enough); marked(string(head)) {
		return true
	}
	dec := jsontext.NewDecoder(in)
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

// marked reports whether the text begins as our reports do in formats that
// others write too.
func marked(head string) bool {
	begins := func(with, within string) bool {
		return strings.HasPrefix(head, with) && strings.Contains(head, within)
	}
	return begins("<!-- surefoot report -->", "") ||
		begins("<!doctype html>\n<!-- surefoot report -->\n", "") ||
		begins("<?xml", "\n<testsuites name=\"surefoot\"") ||
		begins("{\n  \"reportFormat\": \"CTRF\"", "\n  \"generatedBy\": \"surefoot") ||
		begins("{\n  \"$schema\":", "\"id\": \"surefoot/\"")
}
