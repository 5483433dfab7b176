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

	"golang.org/x/net/html"
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

// checkHTML reads a page as a browser does that runs scripts. What others wrote
// is in blocks of JSON, and made no element and no attribute beside those of
// every page.
func checkHTML(t testing.TB, where string, text []byte) {
	t.Helper()
	checkScreen(t, where, string(text), false)
	scripts := 0
	for page := html.NewTokenizer(bytes.NewReader(text)); ; {
		switch kind := page.Next(); kind {
		case html.ErrorToken:
			if !errors.Is(page.Err(), io.EOF) || scripts != 1 {
				t.Errorf("%s: %d scripts run: %v", where, scripts, page.Err())
			}
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			tag := page.Token()
			if !slices.Contains(ofShell, tag.Data) {
				t.Errorf("%s: the element %q works", where, tag.Data)
			}
			data := len(tag.Attr) == 2 && tag.Attr[0].Val == "application/json"
			for _, a := range tag.Attr {
				if !slices.Contains(attributesOfShell, a.Key) {
					t.Errorf("%s: the attribute %q works", where, a.Key)
				}
			}
			if tag.Data == "script" && !data {
				scripts++
			} else if tag.Data == "script" {
				page.Next()
				checkJSON(t, where+", a message", page.Raw())
			}
		case html.CommentToken:
			if comment := page.Token().Data; comment != " surefoot report " {
				t.Errorf("%s: the comment %q works", where, comment)
			}
		}
	}
}

// ofShell and attributesOfShell are what the shell of a page has.
var (
	ofShell           = strings.Fields("html head meta title style body noscript main h1 p code div script")
	attributesOfShell = strings.Fields("lang charset http-equiv content name class id role type data-feed data-is")
)

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
