package junit

import "encoding/xml"

// suite is the opening tag of a test suite.
type suite struct {
	Name      string `xml:"name,attr"`
	Tests     int    `xml:"tests,attr"`
	Failures  int    `xml:"failures,attr"`
	Errors    int    `xml:"errors,attr"`
	Skipped   int    `xml:"skipped,attr"`
	Time      string `xml:"time,attr"`
	Timestamp string `xml:"timestamp,attr,omitempty"`
	File      string `xml:"file,attr,omitempty"`
}

// start is the suite as a tag, so that its cases can be streamed into it.
func (s suite) start(name string) xml.StartElement {
	tag := xml.StartElement{Name: xml.Name{Local: name}}
	add := func(name, value string) {
		tag.Attr = append(tag.Attr, xml.Attr{Name: xml.Name{Local: name}, Value: value})
	}
	add("name", s.Name)
	add("tests", itoa(s.Tests))
	add("failures", itoa(s.Failures))
	add("errors", itoa(s.Errors))
	add("skipped", itoa(s.Skipped))
	add("time", s.Time)
	if s.Timestamp != "" {
		add("timestamp", s.Timestamp)
	}
	if s.File != "" {
		add("file", s.File)
	}
	return tag
}

// testcase has its children in the order of Surefire's schema; properties,
// file and line are not in that schema, and read by others.
type testcase struct {
	XMLName       xml.Name   `xml:"testcase"`
	Name          string     `xml:"name,attr"`
	Classname     string     `xml:"classname,attr"`
	Time          string     `xml:"time,attr"`
	File          string     `xml:"file,attr,omitempty"`
	Line          int        `xml:"line,attr,omitempty"`
	Properties    []property `xml:"properties>property,omitempty"`
	Failure       *fault     `xml:"failure"`
	RerunFailures []rerun    `xml:"rerunFailure"`
	FlakyFailures []rerun    `xml:"flakyFailure"`
	Skipped       *skipped   `xml:"skipped"`
	Error         *fault     `xml:"error"`
	RerunErrors   []rerun    `xml:"rerunError"`
	FlakyErrors   []rerun    `xml:"flakyError"`
	SystemOut     string     `xml:"system-out,omitempty"`
}

type property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// fault is a failure or an error.
type fault struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

type skipped struct {
	Message string `xml:"message,attr"`
}

// rerun is one trial more.
type rerun struct {
	Message    string `xml:"message,attr"`
	Type       string `xml:"type,attr"`
	StackTrace string `xml:"stackTrace"`
}
