// Package jsonfind is the one way Surefoot finds JSON in text that a model
// wrote. It looks, in this order, at the whole text, at the first fenced block
// that holds one JSON value, and for the first object or array that parses.
// Think blocks are ignored. Comments, trailing commas and keys that stand
// twice are tolerated, and noted. It repairs nothing else: single quotes,
// missing brackets and bare words are not JSON, and of a value that is cut or
// broken no inner part is taken for the answer, nor a fenced block that stands
// in it. In prose [1] may be a citation, so an array of numbers and literals
// counts only when nothing better follows. It sits below assert and knows
// nothing of cases.
package jsonfind

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/surefoot-dev/surefoot/pkg/eval"
)

// Where says how a value was found.
type Where string

// The places, in the order in which they are looked at.
const (
	Whole  Where = "whole text"
	Fenced Where = "fenced block"
	Inside Where = "inside the text"
)

// Found is the JSON of a text. Its value holds each key once, and is absent
// when there is no JSON.
type Found struct {
	Value eval.Value
	Notes []string // what was tolerated or passed over, in plain words
	Where Where
}

// Find looks for JSON in text. A number, a literal or a string counts when it
// is the whole text or stands alone in a block that is labelled json. An error
// says that it is not known whether there is any, because the search gave up.
// The work grows with the length of the text, whatever it holds.
func Find(text string) (Found, error) {
	if raw, ok := whole(text); ok {
		return found(raw, Whole)
	}
	parts := outsideThinking(text)
	if len(parts) == 1 && len(parts[0]) < len(text) {
		if raw, ok := whole(parts[0]); ok {
			return found(raw, Whole)
		}
	}
	var prose strings.Builder
	for _, part := range parts {
		raw, err := fenced(part, &prose)
		if err != nil {
			return Found{}, err
		}
		if raw != "" {
			return found(raw, Fenced)
		}
	}
	s := newSearch(len(text))
	for _, part := range parts {
		raw, err := s.first(part)
		if err != nil {
			return Found{}, err
		}
		if raw != "" {
			if s.poor != "" {
				s.notes = append(s.notes, fmt.Sprintf("%q was taken for prose", opening(s.poor)))
			}
			return s.found(raw)
		}
		if s.lost {
			break
		}
	}
	if s.poor != "" && !s.broken {
		return s.found(s.poor)
	}
	return Found{Notes: s.notes}, nil
}

// found makes a value of what the search found.
func (s *search) found(raw string) (Found, error) {
	f, err := found(raw, Inside)
	f.Notes = append(s.notes, f.Notes...)
	return f, err
}

// whole is the text if it is one JSON value and nothing else.
func whole(text string) (string, bool) {
	text = strings.TrimSpace(text)
	var s scanner
	end, ok := s.scan(text, 0)
	if !ok {
		return "", false
	}
	rest, ok := skipBlanks(text, end)
	return text, ok && rest == len(text)
}

// found makes a strict value of text that the scanner accepted.
func found(raw string, where Where) (Found, error) {
	f := Found{Value: eval.Trusted(raw), Where: where}
	if !json.Valid([]byte(raw)) {
		raw, f.Notes = strict(raw)
		value, err := eval.Parse(raw)
		if err != nil {
			return Found{}, fmt.Errorf("the JSON that was found cannot be read: %w", err)
		}
		f.Value = value
	}
	if key, twice := repeatedKey(f.Value.Raw()); twice {
		// Readers differ in which of the two they take, so only one is kept.
		f.Value = eval.Trusted(f.Value.Canonical())
		f.Notes = append(f.Notes, fmt.Sprintf("the key %q stands twice, the last one counts", eval.Clip(key)))
	}
	return f, nil
}

// repeatedKey is the first key that stands twice in one object.
func repeatedKey(raw string) (string, bool) {
	if !strings.Contains(raw, "{") {
		return "", false
	}
	dec := jsontext.NewDecoder(strings.NewReader(raw), jsontext.AllowInvalidUTF8(true))
	_, err := dec.ReadValue()
	var syntax *jsontext.SyntacticError
	if errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntax) {
		return syntax.JSONPointer.LastToken(), true
	}
	return "", false
}
