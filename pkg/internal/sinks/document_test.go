package sinks_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// checkJSON complains of what is no JSON, or more than its reader obeys.
func checkJSON(t testing.TB, where string, text []byte) {
	t.Helper()
	checkScreen(t, where, strings.ReplaceAll(string(text), "\t", ""), false)
	checkLog(t, where, string(text))
	if !json.Valid(text) {
		t.Errorf("%s: no JSON: %.200q", where, text)
	}
}

// elements are those of JUnit.
var elements = strings.Fields("testsuites testsuite testcase properties property failure error skipped system-out system-err flakyFailure flakyError rerunFailure rerunError stackTrace")

// checkXML reads the whole of a JUnit report.
func checkXML(t testing.TB, where string, text []byte) {
	t.Helper()
	checkScreen(t, where, strings.NewReplacer("\t", "", "&#x9;", "").Replace(string(text)), false)
	checkLog(t, where, string(text))
	decoder := xml.NewDecoder(bytes.NewReader(text))
	for {
		tok, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Errorf("%s: no XML: %v", where, err)
			return
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if !slices.Contains(elements, tok.Name.Local) {
				t.Errorf("%s: the element %q works", where, tok.Name.Local)
			}
		case xml.Comment, xml.Directive:
			t.Errorf("%s: %T works", where, tok)
		case xml.CharData:
			checkScreen(t, where+" as it is read", strings.NewReplacer("\t", "").Replace(string(tok)), false)
		}
	}
}
