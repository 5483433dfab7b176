package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// message is what a message says that it is.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method json.RawMessage `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// looked is a message that was looked at before the SDK has it, which answers
// a call with some of what no server may say: that would be for the model to
// know. Several messages at once are the SDK's to look at.
func looked(raw []byte) (message, error) {
	var m message
	if !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		return m, nil
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return m, errors.New("its answer is not as the protocol has it")
	}
	if m.Method != nil {
		return m, nil
	}
	result, failed := m.Result != nil && string(m.Result) != "null", m.Error != nil && string(m.Error) != "null"
	switch {
	case result && failed:
		return m, errors.New("it answered with a result and an error at once")
	case failed && m.nobody():
		var said struct{ Message string }
		_ = json.Unmarshal(m.Error, &said) // an error of another form is quoted
		if said.Message == "" {
			said.Message = string(m.Error)
		}
		return m, errors.New("it could not read what it was asked: " + eval.Clip(oneLine(said.Message)))
	case result && m.nobody():
		return m, errors.New("its answer has no id, so nobody knows to what")
	case !result && !failed && m.Result == nil:
		return m, errors.New("it answered with nothing")
	case !failed && !bytes.HasPrefix(m.Result, []byte("{")):
		return m, errors.New("its answer is not as the protocol has it: the result is no object")
	default:
		return m, nil
	}
}

// nobody reports that the message names no request.
func (m message) nobody() bool { return m.ID == nil || string(m.ID) == "null" }

// notes reports whether the message tells something that is not asked for.
// Nobody here wants to know, and a server may have very much to tell.
func (m message) notes() bool { return m.Method != nil && m.ID == nil }

// answers reports whether the message is an answer.
func (m message) answers() bool { return m.Method == nil && m.ID != nil }

// asked are the requests that were sent, by their ids.
type asked map[string]bool

// note takes what is sent.
func (a asked) note(raw []byte) {
	var m message
	if json.Unmarshal(raw, &m) == nil && m.Method != nil && m.ID != nil {
		a[string(m.ID)] = true
	}
}

// stray says that an answer is to nothing that was asked, "" when it may be.
func (a asked) stray(m message) string {
	if !m.answers() || m.nobody() || a[string(m.ID)] {
		return ""
	}
	return fmt.Sprintf("it answered %s, which nobody asked", strconv.Quote(eval.Clip(string(m.ID))))
}
