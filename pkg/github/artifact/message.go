package artifact

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

// message is an answer: its names without underscores and in lower case, since
// GitHub writes signed_url and others signedUrl.
type message map[string]json.RawMessage

func read(data []byte) (message, error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, err
	}
	if raw == nil {
		return nil, errNoObject
	}
	m := make(message, len(raw))
	for name, value := range raw {
		m[key(name)] = value
	}
	return m, nil
}

func key(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// text is a field's text, "" where there is none.
func (m message) text(name string) string {
	var s string
	if json.Unmarshal(m[key(name)], &s) != nil {
		return ""
	}
	return s
}

// number is a field's whole number, which may stand as a text; 0 where there
// is none.
func (m message) number(name string) int64 {
	n, err := strconv.ParseInt(string(bytes.Trim(m[key(name)], `"`)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// time is a field's moment, zero where there is none.
func (m message) time(name string) time.Time {
	t, err := time.Parse(time.RFC3339, m.text(name))
	if err != nil {
		return time.Time{}
	}
	return t
}

// ok reports whether the service says that it did what it was asked for.
func (m message) ok() bool { return string(m["ok"]) == "true" }

// list is a field's objects; a field that is missing is an empty list.
func (m message) list(name string) ([]message, error) {
	value, ok := m[key(name)]
	if !ok {
		return nil, nil
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(value, &raw); err != nil {
		return nil, err
	}
	all := make([]message, len(raw))
	for i, data := range raw {
		one, err := read(data)
		if err != nil {
			return nil, err
		}
		all[i] = one
	}
	return all, nil
}
