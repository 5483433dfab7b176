package config

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// value implements Value over functions, so that each type is one line.
type value struct {
	kind string
	set  func(string) error
	show func() string
	many bool // Set adds an entry
}

func (v *value) Set(text string) error { return v.set(text) }
func (v *value) String() string        { return v.show() }
func (v *value) Type() string          { return v.kind }

// optional shows what a pointer leads to, and nothing where nothing was given.
func optional[T any](dst **T, show func(T) string) func() string {
	return func() string {
		if *dst == nil {
			return ""
		}
		return show(**dst)
	}
}

func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func text(dst *string, kind string) Value {
	return &value{kind: kind, set: func(s string) error {
		if strings.TrimSpace(s) == "" {
			return errors.New("it is empty")
		}
		*dst = s
		return nil
	}, show: func() string { return *dst }}
}

func boolean(dst *bool) Value {
	return &value{kind: "bool", set: func(s string) error {
		switch strings.ToLower(s) {
		case "true", "yes", "on", "1":
			*dst = true
		case "false", "no", "off", "0":
			*dst = false
		default:
			return errors.New("want true or false")
		}
		return nil
	}, show: func() string { return strconv.FormatBool(*dst) }}
}

func list(dst *[]string, kind string) Value {
	return &value{kind: kind, set: func(s string) error {
		if strings.TrimSpace(s) == "" {
			return errors.New("it is empty")
		}
		*dst = append(*dst, s)
		return nil
	}, show: func() string { return strings.Join(*dst, "\n") }, many: true}
}

func choice(dst *string, words ...string) Value {
	return &value{kind: strings.Join(words, "|"), set: func(s string) error {
		s = strings.ToLower(s)
		if no := CommentOff; slices.Contains(words, no) && (s == "false" || s == "no") {
			s = no // as YAML also writes it
		}
		if !slices.Contains(words, s) {
			last := len(words) - 1
			return errors.New("want " + strings.Join(words[:last], ", ") + " or " + words[last])
		}
		*dst = s
		return nil
	}, show: func() string { return *dst }}
}
